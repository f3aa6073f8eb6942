import type { MessageKey } from '../../locale/words/messages.ts'
import { joined, labeled, type ViewContext } from '../presenting.ts'
import type {
  BarcodeView,
  DetailsView,
  DetailView,
  DocumentKind,
  FactView,
  OrderView,
  ReturnView,
} from '../receipt-view.ts'

/** What the block of details is made of. */
interface Parts {
  facts: readonly FactView[]
  returns?: readonly ReturnView[]
  orders?: readonly OrderView[]
  barcode: BarcodeView | undefined
}

/** Which receipt it is, where it was made, and which sales its returned goods are from. */
export function presentDetails(
  { receipt, t, isolate }: ViewContext,
  kind: DocumentKind,
  { facts, returns = [], orders = [], barcode }: Parts,
): DetailsView {
  const isUnderBars = barcode?.caption === receipt.transactionNumber
  const receiptFacts = facts.filter(({ key }) => !ofStore.has(key) && !(isUnderBars && key === 'receipt'))
  const [whole] = orders.filter(order => order.isWhole)
  const { number, action } = receipt.orders?.[0] ?? {}
  const isSaid = !number || (!action && (number === receipt.transactionNumber || number === whole?.barcode?.caption))
  return {
    title: t(titles[kind] ?? 'details.receipt'),
    about: [receiptFacts, facts.filter(({ key }) => ofStore.has(key))].flatMap(aboutOf),
    ...(whole && !isSaid && { order: detail(t('orders.title'), [isolate.code(number), whole.action]) }),
    goods: returns.flatMap(({ title, original, isSaid }) => (original && !isSaid ? [detail(title, [original])] : [])),
  }
}

const titles: Partial<Record<DocumentKind, MessageKey>> = {
  order: 'details.order',
  'payment-link': 'details.request',
}

const ofStore: ReadonlySet<FactView['key']> = new Set(['store', 'register', 'associate'])

/** The first fact's label is that of the row. */
function aboutOf(facts: readonly FactView[]): DetailView[] {
  const [first, ...rest] = facts
  return first ? [detail(first.label, [first.value, ...rest.map(labeled)])] : []
}

/** A row of the details: a label, and its facts in groups. */
export function detail(subject: string, groups: readonly (string | undefined)[]): DetailView {
  const lines = groups.filter(group => group !== undefined && group !== '') as string[]
  return lines.length === 0 ? { subject, lines } : { subject, lines, text: lines.reduce(joined) }
}
