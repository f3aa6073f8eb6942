import { inOnePiece } from '../../locale/format/one-piece.ts'
import type { MessageKey } from '../../locale/words/messages.ts'
import { onlineRegister, unnamedRegister } from '../../receipt/data/party-data.ts'
import { modes } from '../../standards/codes/tables.ts'
import { fact, isPresent, joined, labeled, phrase, shownDate, type ViewContext } from '../presenting.ts'
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
  returns?: readonly ReturnView[]
  orders?: readonly OrderView[]
  barcode: BarcodeView | undefined
}

/** Which receipt it is and where it was made, as facts; with which sales its returned goods are from, as the block of details. */
export function presentDetails(
  p: ViewContext,
  { returns = [], orders = [], barcode }: Parts,
): { facts: FactView[]; details: DetailsView } {
  const { receipt, t, kind, isolate } = p
  const facts = presentFacts(p)
  const isUnderBars = barcode?.caption === receipt.transactionNumber
  const receiptFacts = facts.filter(({ key }) => !ofStore.has(key) && !(isUnderBars && key === 'receipt'))
  const [whole] = orders.filter(order => order.isWhole)
  const { number, action } = receipt.orders?.[0] ?? {}
  const isSaid = !number || (!action && (number === receipt.transactionNumber || number === whole?.barcode?.caption))
  const details = {
    title: t(titles[kind] ?? 'details.receipt'),
    about: [receiptFacts, facts.filter(({ key }) => ofStore.has(key))].flatMap(aboutOf),
    ...(whole && !isSaid && { order: detail(t('orders.title'), [isolate.code(number), whole.action]) }),
    goods: returns.flatMap(({ title, original, isSaid }) => (original && !isSaid ? [detail(title, [original])] : [])),
  }
  return { facts, details }
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

/** What a returns desk asks for: the receipt's numbers, then store, register and staff. */
function presentFacts(p: ViewContext): FactView[] {
  const { receipt, t, kind, isolate } = p
  const { workstation, revision, mode } = receipt
  const { operator, associate } = workstation
  const register = nameless.has(workstation.id) ? '' : isolate.code(workstation.id)
  return [
    fact(
      'receipt',
      t(kind === 'payment-link' ? 'facts.requestNumber' : 'facts.receiptNumber'),
      isolate.code(receipt.transactionNumber),
    ),
    fact(
      'revision',
      t('facts.revision'),
      phrase([
        revision?.number && isolate.code(revision.number),
        revision?.dateTime && shownDate(p, revision.dateTime, 'dateTime'),
      ]),
    ),
    fact('reference', t('facts.reference'), receipt.referenceId && isolate.code(receipt.referenceId)),
    fact('mode', t('facts.mode'), mode && modeWord(p, mode)),
    fact('store', t('facts.store'), isolate.code(workstation.store.id)),
    fact('register', t('facts.register'), registerOf(p, register, operator && isolate.words(operator))),
    fact('associate', t('facts.associate'), associate && associate !== operator ? isolate.words(associate) : undefined),
  ].filter(isPresent)
}

/** Registers that no customer knows by a name. */
const nameless = new Set<string>([onlineRegister, unnamedRegister])

/** A register and who works at it: '7 (Ada)'. A name of several words begins a line rather than end one within its brackets. */
function registerOf({ t }: ViewContext, register: string, operator: string | undefined): string {
  if (!register || !operator) return register || operator || ''
  const said = t('facts.registerOf', { register, operator })
  const at = operator.includes(' ') ? said.indexOf('\u00a0(') : -1
  return at < 0 ? said : `${said.slice(0, at)} ${inOnePiece(said.slice(at + 1))}`
}

/** The till's mode in the reader's language; normal operation isn't mentioned, and that nothing was sold stands at the top. */
function modeWord(p: ViewContext, mode: string): string | undefined {
  const known = modes.find(mode)
  if (!known) return p.isolate.words(mode)
  return known.message && !known.isTest ? p.t(known.message) : undefined
}
