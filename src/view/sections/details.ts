import type { MessageKey } from '../../locale/words/messages.ts'
import { withoutIsolates } from '../direction.ts'
import { isPresent, joined, labeled, type ViewContext } from '../presenting.ts'
import type {
  BarcodeView,
  DetailsView,
  DetailView,
  DocumentKind,
  FactView,
  ItemsView,
  ItemView,
  OrderView,
  ReturnView,
} from '../receipt-view.ts'

/** What the block of details is made of. */
interface Parts {
  facts: readonly FactView[]
  items: ItemsView | undefined
  returns?: readonly ReturnView[]
  orders?: readonly OrderView[]
  barcode: BarcodeView | undefined
}

/** Which receipt it is, where it was made, and what tells its goods from similar ones. */
export function presentDetails(
  { receipt, t }: ViewContext,
  kind: DocumentKind,
  { facts, items, returns = [], orders = [], barcode }: Parts,
): DetailsView {
  const isUnderBars = barcode?.caption === receipt.transactionNumber
  const receiptFacts = facts.filter(({ key }) => !ofStore.has(key) && !(isUnderBars && key === 'receipt'))
  const [whole] = orders.filter(order => order.isWhole)
  const { number, action } = receipt.orders?.[0] ?? {}
  const isSaid = !number || (!action && (number === receipt.transactionNumber || number === whole?.barcode?.caption))
  return {
    title: t(titles[kind] ?? 'details.receipt'),
    about: [receiptFacts, facts.filter(({ key }) => ofStore.has(key))].flatMap(aboutOf),
    ...(whole && !isSaid && { order: { subject: whole.title, lines: [] } }),
    goods: [...goodsOf(items), ...returns.flatMap(returnedGoods), ...orders.flatMap(({ items }) => goodsOf(items))],
  }
}

const titles: Partial<Record<DocumentKind, MessageKey>> = {
  order: 'details.order',
  'payment-link': 'details.request',
}

const ofStore: ReadonlySet<FactView['key']> = new Set(['store', 'register', 'associate'])

function aboutOf(facts: readonly FactView[]): DetailView[] {
  const [subject, ...rest] = facts.map(labeled).filter(isPresent)
  return subject === undefined ? [] : [packed(subject, rest)]
}

function goodsOf(items: ItemsView | undefined): DetailView[] {
  return itemsOf(items).flatMap(({ name, facts }) => (facts ? [packed(name, facts)] : []))
}

/** Where a single one came back, the sale that it is from is said of it. */
function returnedGoods({ title, items, original }: ReturnView): DetailView[] {
  const [only, ...others] = itemsOf(items)
  if (!original) return goodsOf(items)
  if (only?.name && others.length === 0) return [packed(only.name, [...(only.facts ?? []), original])]
  return [packed(title, [original]), ...goodsOf(items)]
}

function itemsOf(items: ItemsView | undefined): ItemView[] {
  return items?.groups.flatMap(group => group.items) ?? []
}

/** Most characters of a line in the smallest mail, a phone's. */
const lineText = 50
/** Characters between a group and what stands before it on its line. */
const gap = 3

/** A subject with groups of facts; short ones share a line. */
export function packed(subject: string, groups: readonly (string | undefined)[]): DetailView {
  const lines: string[] = []
  let room = lineText - lengthOf(subject)
  for (const group of groups) {
    if (!group) continue
    const length = lengthOf(group) + gap
    const last = lines.at(-1)
    if (last !== undefined && length <= room) {
      lines[lines.length - 1] = joined(last, group)
      room -= length
    } else {
      if (last !== undefined) room = lineText + gap
      lines.push(group)
      room -= length
    }
  }
  return lines.length === 0 ? { subject, lines } : { subject, lines, text: lines.reduce(joined) }
}

function lengthOf(text: string): number {
  if (!mayBeWide.test(text)) return text.length
  const shown = withoutIsolates(text)
  return shown.length + (shown.match(wide)?.length ?? 0)
}

/** Most texts have neither isolates nor letters that are twice as wide. */
const mayBeWide = /[\u1100-\u2000\u2060-\uffff]/
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g
