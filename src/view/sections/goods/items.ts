import { inOnePiece, isShort, named as nameTied } from '../../../locale/format/one-piece.ts'
import type { MessageKey } from '../../../locale/words/messages.ts'
import { shownAmount } from '../../../reading/sums.ts'
import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { TaxData } from '../../../receipt/data/money-data.ts'
import { isPresent, joined, links, phrase, type ViewContext } from '../../presenting.ts'
import type { ItemGroupView, ItemsView, ItemView } from '../../receipt-view.ts'
import { taxName, taxPhrase } from '../taxes.ts'
import { linesBelow, none, notesOf, shortText } from './item-notes.ts'
import { leanItem } from './lean-item.ts'

/** From this many items, an email shows one compact row each, so that Gmail doesn't clip it at 102 KB. */
export const compactFrom = 60
/** From this many items, what belongs to a name stands behind it. */
const denseFrom = 12
/** Most characters of a line in the smallest mail, a phone's, with small type. */
const lineText = 50
/** Characters of such a line. */
const phoneLine = 46
/** Most characters of a unit or tax name in a column, because columns never wrap. */
const columnText = 12

/**
 * Items in sent order. As soon as a category has two, the items of each stand together, in the order in which categories first appear.
 */
export function presentItems(p: ViewContext, items: readonly ItemData[] | undefined): ItemsView | undefined {
  if (!items?.length) return undefined
  const { t } = p
  const { length } = items
  const groups = groupByCategory(items).map(group => presentGroup(p, group, length))
  const isGrouped = groups.some(group => group.title !== undefined)
  return {
    title: t('items.title'),
    compact: length >= compactFrom,
    dense: length >= denseFrom,
    grouped: isGrouped,
    headed: isGrouped,
    columns: {
      item: t('items.column.item'),
      quantity: t('items.column.quantity'),
      price: t('items.column.price'),
      tax: t('taxes.column.tax'),
      amount: t('items.column.amount'),
    },
    has: columnsUsed(groups),
    groups,
  }
}

/** Which columns have something in them. */
function columnsUsed(groups: readonly ItemGroupView[]): ItemsView['has'] {
  const has = (read: (item: ItemView) => unknown) => groups.some(({ items }) => items.some(read))
  return {
    quantity: has(item => item.quantity),
    price: has(item => item.price),
    tax: has(item => item.tax),
    mark: has(item => item.mark),
    // On a sheet, pieces have a column of their own.
    amount: has(({ amount, quantity }) => amount && amount !== pieces(quantity)),
    ...(has(item => item.picture) && { picture: true }),
  }
}

function presentGroup(p: ViewContext, { title, category, items }: ItemGroup, count: number): ItemGroupView {
  const shown = items.map(item => presentItem(p, item, count, category ? item.category : undefined))
  return title === undefined
    ? { items: shown }
    : { title: title === '' ? p.t('items.other') : p.isolate.words(title), items: shown }
}

interface ItemGroup {
  /** The category as a title, empty for items without; undefined if there are no titles. */
  title?: string
  /** Whether each item says its category. */
  category?: boolean
  items: readonly ItemData[]
}

function groupByCategory(items: readonly ItemData[]): ItemGroup[] {
  const groups = new Map<string, ItemData[]>()
  let last: { title: string; group: ItemData[] } | undefined
  let isShared = false
  for (const item of items) {
    const title = item.category ?? ''
    if (last?.title !== title) {
      last = { title, group: groups.get(title) ?? [] }
      groups.set(title, last.group)
    }
    last.group.push(item)
    isShared ||= title !== '' && last.group.length > 1
  }
  if (groups.size === 1 && groups.has('')) return [{ items }]
  // A title for each item would be longer than the items.
  if (!isShared) return [{ category: true, items }]
  const titled: ItemGroup[] = []
  for (const [title, items] of groups) titled.push({ title, items })
  return titled
}

/** @param of how many items the list has */
function presentItem(p: ViewContext, sent: ItemData, of: number, category: string | undefined): ItemView {
  const item = p.lean ? leanItem(sent, p.lean) : sent
  const { t, f, isolate, money } = p
  const amount = shownAmount(item)
  // It has pieces, and no amounts.
  const isGift = p.kind === 'gift'
  const { priceNotation, price: unitPrice } = item
  const count = item.quantity?.value
  const notation = priceNotation && isolate.code(priceNotation)
  const mark = notation && fitsColumn(priceNotation, p.notationRoom()) ? notation : undefined
  const unitCode = item.quantity?.unitOfMeasureCode
  const longUnit = !fitsColumn(unitCode)
  const unit = longUnit ? undefined : f.unit(unitCode)
  const quantity = count === undefined ? undefined : isolate.amount(f.quantity(count, longUnit ? undefined : unitCode))
  const each = unitPrice === undefined ? undefined : money(unitPrice)
  const price = each && unit ? t('items.pricePerUnit', { price: each, unit: isolate.words(unit) }) : each
  // Under a blank name stands whatever else tells what the item is.
  const named = item.name || (item.description ?? '')
  const description = saysSame(item.description, named) ? undefined : item.description
  const short = description !== undefined && description.length <= shortText && !description.includes('\n')
  const kind = category && !p.lean ? inOnePiece(isolate.words(category)) : undefined
  let own: string | undefined
  if (longUnit && unitCode) own = joined(own, inOnePiece(isolate.words(unitCode)))
  if (notation && !mark) own = joined(own, inOnePiece(notation))
  if (short) own = joined(own, inOnePiece(isolate.words(description)))
  const { numbers, names, others } = identifiers(p, item, kind)
  const taxes = item.taxes && presentItemTaxes(p, item.taxes)
  const lines = linesBelow(p, item)
  // In front of discounts, where it isn't one row with all.
  const isApart = of < compactFrom && lines[0]?.kind === 'discount'
  // Pieces without an amount stand in its column, or they would read as part of the name.
  const isPieces = isGift && quantity !== undefined && !unit && !longUnit && !isSingle(item)
  const reckoned = isPieces ? undefined : calculation(item, quantity, price)
  // Without a name, what tells the item from similar ones stands for it.
  const said = named ? joined(own, numbers) : undefined
  const line = joined(isApart ? undefined : reckoned, joined(said, taxes?.all))
  // In a short list a line takes category and brand where it has room.
  const isNamed = named && line && names && of < denseFrom && !isGift && fitsPhone(`${line} · ${names}`)
  const summary = isNamed ? joined(line, names) : line
  const details = joined(named ? others.reduce(joined, said) : undefined, taxes?.others)
  const picture = p.pictureOf(sent)
  // One after the other: spreading each into a new object took a third of this function's time.
  const view: Partial<ItemView> = {}
  view.name = named ? isolate.words(named) : (joined(others.reduce(joined, own), numbers) ?? '')
  if (picture) view.picture = picture
  if (amount !== undefined) view.amount = each !== undefined && amount === unitPrice ? each : money(amount)
  if (isPieces) view.amount = pieces(quantity)
  if (mark) view.mark = mark
  if (quantity) view.quantity = quantity
  if (price) view.price = price
  if (taxes?.column) view.tax = taxes.column
  if (isApart && reckoned) view.calculation = reckoned
  if (isApart && isSingle(item) && each && isMore(unitPrice, amount)) view.listPrice = each
  if (summary) view.summary = summary
  if (details) view.details = details
  const facts = isNamed ? others.slice(1) : others
  if (named && facts.length) view.facts = facts
  view.notes = notesOf(p, short ? undefined : description, item.miscInfo)
  if (view.notes.length === 1) takeIn(view, view.notes[0] ?? '')
  view.lines = lines
  if (lines.length) {
    const texts = lines.map(line => inOnePiece(line.amount ? nameTied(line.label, line.amount) : line.label))
    view.reduction = texts.reduce(joined, isApart && reckoned ? reckoned : '')
  }
  view.links = item.supportingDocuments ? links(item.supportingDocuments, p) : none
  if (view.notes.length > 0 && isTall(view.notes)) view.tall = true
  return view as ItemView
}

/** A gift's quantity: '× 2'. */
function pieces(quantity = ''): string {
  return `×\u00a0${quantity}`
}

/** Whether a line of small type has room on a phone of 375 px, for certain. */
function fitsPhone(text: string): boolean {
  return (hasWide.test(text) ? 2 : 1) * text.length <= phoneLine
}

/** Letters of Chinese, Japanese and Korean are twice as wide. */
const hasWide = /[\u1100-\u11ff\u2e80-\uffdc]/

/** Whether notes may take half a small sheet: then their row may break. */
function isTall(notes: readonly string[]): boolean {
  return notes.reduce((lines, { length }) => lines + Math.ceil(length / sheetLine), 0) > tallLines
}

/** Letters in a line of notes on A5, and lines in half of it; both at least. A view doesn't know its paper. */
const [sheetLine, tallLines] = [50, 20]

/** Says a short remark behind the rest, where both fit on a phone's line; below it otherwise. */
export function takeIn(view: Partial<ItemView>, remark: string): void {
  const { summary, details, notes = [] } = view
  const [last] = notes
  const rest = notes.length === 1 && last === remark ? none : notes
  if (rest.length > 0 || remark.length > shortText || (summary?.length ?? 0) + remark.length > lineText) {
    if (rest === notes) view.notes = [...notes, remark]
    return
  }
  view.notes = none
  view.summary = summary ? joined(summary, inOnePiece(remark)) : remark
  view.details = details ? joined(details, inOnePiece(remark)) : remark
}

/** Whether a description is the name once more. */
function saysSame(description: string | undefined, name: string): boolean {
  if (description === undefined) return false
  return description === name || (mayBegin(description, name) && bare(description) === bare(name))
}

/** Whether two texts may begin with the same letter: most names and descriptions don't, and lower case takes time. */
function mayBegin(one: string, other: string): boolean {
  const [first, second] = [one.charCodeAt(0), other.charCodeAt(0)]
  const isAscii = first > 0x20 && first < 0x80 && second > 0x20 && second < 0x80
  return !isAscii || (first | 0x20) === (second | 0x20)
}

function bare(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** An item's taxes: for their column, all of them, and those of which the column doesn't say everything. */
function presentItemTaxes(p: ViewContext, taxes: readonly TaxData[]) {
  const names = taxes.map(entry => (entry.percent !== undefined && p.f.percent(entry.percent)) || taxName(p, entry))
  const others = taxes.filter(entry => entry.amount !== undefined || !fitsColumn(taxName(p, entry)))
  return {
    column: phrase(names.filter(name => fitsColumn(name))),
    all: phrase(taxes.map(entry => taxPhrase(p, entry))),
    others: phrase(others.map(entry => taxPhrase(p, entry))),
  }
}

function fitsColumn(text: string | undefined, most = columnText): boolean {
  return text === undefined || text.length <= most
}

/** '2 × $19.00'. Left out if it adds nothing: one piece, at the line's price or without a price. */
function calculation(item: ItemData, quantity: string | undefined, price: string | undefined): string | undefined {
  const alone = isSingle(item)
  const repeats = item.total === undefined || Math.abs(item.total) === Math.abs(item.price ?? Number.NaN)
  if (alone && (!price || repeats)) return undefined
  if (!price || !quantity) return inOnePiece(price ?? quantity ?? '')
  const piece = `${quantity}\u00a0×\u00a0${price}`
  return isShort(piece) ? inOnePiece(piece) : `${quantity}\u00a0× ${price}`
}

/** Whether a price is more than what is asked for, both paid or both paid back. */
function isMore(price: number | undefined, amount: number | undefined): boolean {
  return price !== undefined && amount !== undefined && price * amount > 0 && Math.abs(price) > Math.abs(amount)
}

function isSingle({ quantity }: ItemData): boolean {
  return quantity?.value === undefined || Math.abs(quantity.value) === 1
}

/** What tells the item from similar ones. */
interface Identifiers {
  /** What a returns desk, a warranty or the police ask for, which stands with the item wherever it is shown. */
  numbers?: string
  /** Category, brand and maker, which `others` begins with. */
  names?: string
  /** The rest, in groups: names, codes, shelves. */
  others: readonly string[]
}

/** Most items have none of it. @param kind the item's category, where no title says it */
function identifiers({ t, isolate }: ViewContext, item: ItemData, kind: string | undefined): Identifiers {
  const { brand, manufacturer, modelNumber, serialNumber, sku, upc, classCode, customCategory1, customCategory2 } = item
  const code = (key: MessageKey, value: string | undefined) => value && t(key, { value: isolate.code(value) })
  const numbers =
    modelNumber || serialNumber || sku
      ? phrase([
          code('items.modelNumber', modelNumber),
          code('items.serialNumber', serialNumber),
          code('items.sku', sku),
        ])
      : undefined
  const isNamed = kind || brand || manufacturer || upc || classCode || customCategory1 || customCategory2
  if (!isNamed && !item.industry) return numbers ? { numbers, others: none } : nothing
  const names = phrase([
    kind,
    brand && isolate.words(brand),
    manufacturer && t('items.manufacturer', { value: isolate.words(manufacturer) }),
  ])
  const others = [
    names,
    phrase([code('items.upc', upc), code('items.classCode', classCode)]),
    phrase([
      customCategory1 && isolate.words(customCategory1),
      customCategory2 && isolate.words(customCategory2),
      item.industry && isolate.words(item.industry),
    ]),
  ].filter(isPresent)
  return { ...(numbers && { numbers }), ...(names && { names }), others }
}

const nothing: Identifiers = { others: none }
