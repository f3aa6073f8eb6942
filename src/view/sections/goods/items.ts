import type { MessageKey } from '../../../locale/words/messages.ts'
import type { GiftCardData, ItemData } from '../../../receipt/data/item-data.ts'
import type { DiscountData } from '../../../receipt/data/money-data.ts'
import { joined, links, masked, note, type Presenting, phrase } from '../../presenting.ts'
import type { ItemsView, ItemView, LineView } from '../../receipt-view.ts'
import { taxName, taxPhrase } from '../taxes.ts'
import type { RunningSum } from './running-sum.ts'

/** From this many items, an email shows one compact row each, so that Gmail doesn't clip it at 102 KB. */
export const compactFrom = 60
/** A description up to this length joins the summary; a longer one gets separate lines. */
const shortText = 40
/** Most characters of a unit or tax name in a column, because columns never wrap. */
const columnText = 12
/** Most characters of a till's mark in its column; a longer one is a detail. */
const markText = 4

/**
 * Items in sent order, grouped by category if there are categories of several items.
 *
 * @param running to which their amounts are added in the order shown
 */
export function presentItems(
  p: Presenting,
  items: readonly ItemData[] | undefined,
  running?: RunningSum,
): ItemsView | undefined {
  if (!items?.length) return undefined
  const { t } = p
  const groups = groupByCategory(items).map(({ title, category, items }) => ({
    ...(title !== undefined && { title: title ? p.isolate.words(title) : t('items.other') }),
    items: items.map(item => presentItem(p, item, running, category ? item.category : undefined)),
  }))
  const shown = groups.flatMap(group => group.items)
  return {
    title: t('items.title'),
    compact: shown.length >= compactFrom,
    grouped: groups.some(group => group.title),
    columns: {
      item: t('items.column.item'),
      quantity: t('items.column.quantity'),
      price: t('items.column.price'),
      tax: t('taxes.column.tax'),
      amount: t('items.column.amount'),
    },
    has: {
      quantity: shown.some(item => item.quantity),
      price: shown.some(item => item.price),
      tax: shown.some(item => item.tax),
      mark: shown.some(item => item.mark),
      amount: shown.some(item => item.amount),
      ...(shown.some(item => item.picture) && { picture: true }),
    },
    groups,
  }
}

interface ItemGroup {
  /** The category as a title, empty for items without; undefined if there are no titles. */
  title?: string
  /** Whether each item says its category. */
  category?: boolean
  items: readonly ItemData[]
}

function groupByCategory(items: readonly ItemData[]): ItemGroup[] {
  const categories = new Set(items.map(item => item.category ?? ''))
  if (categories.size === 1 && categories.has('')) return [{ items }]
  // Titles for hardly more than one item each would be longer than the items.
  if (items.length < categories.size * itemsPerTitle) return [{ category: true, items }]
  const groups = new Map<string, ItemData[]>()
  for (const item of items) {
    const title = item.category ?? ''
    const group = groups.get(title)
    if (group) group.push(item)
    else groups.set(title, [item])
  }
  return [...groups].map(([title, items]) => ({ title, items }))
}

/** How many items a category has on average, at least, to be a title; else it is the first of each item's details. */
const itemsPerTitle = 2

function presentItem(p: Presenting, item: ItemData, running?: RunningSum, category?: string): ItemView {
  const { t, f, isolate } = p
  const amount = shownAmount(item)
  const notation = item.priceNotation && isolate.code(item.priceNotation)
  const mark = notation && fitsColumn(item.priceNotation, markText) ? notation : undefined
  const unitCode = item.quantity?.unitOfMeasureCode
  const longUnit = !fitsColumn(unitCode)
  const unit = longUnit ? undefined : f.unit(unitCode)
  const quantity =
    item.quantity?.value === undefined
      ? undefined
      : isolate.amount(f.quantity(item.quantity.value, longUnit ? undefined : unitCode))
  const money = item.price === undefined ? undefined : isolate.amount(f.unitPrice(item.price))
  const price = money && unit ? t('items.pricePerUnit', { price: money, unit: isolate.words(unit) }) : money
  const taxes = item.taxes ?? []
  const short =
    item.description !== undefined && item.description.length <= shortText && !item.description.includes('\n')
  const details = phrase([
    category && isolate.words(category),
    longUnit ? isolate.words(unitCode!) : undefined,
    mark ? undefined : notation,
    short ? isolate.words(item.description!) : undefined,
    ...identifiers(p, item),
  ])
  const tax = phrase(
    taxes
      .map(entry => (entry.percent !== undefined && f.percent(entry.percent)) || taxName(p, entry))
      .filter(name => fitsColumn(name)),
  )
  const goods = joined(phrase([calculation(item, quantity, price)]), details)
  const summary = joined(goods, phrase(taxes.map(tax => taxPhrase(p, tax))))
  const picture = p.pictureOf(item)
  const carried = running?.add(amount)
  const otherTaxes = taxes.filter(entry => entry.amount !== undefined || !fitsColumn(taxName(p, entry)))
  const columnDetails = joined(details, phrase(otherTaxes.map(entry => taxPhrase(p, entry))))
  // One after the other: spreading each into a new object took a third of this function's time.
  const view: Omit<ItemView, 'notes' | 'lines' | 'links'> = { name: isolate.words(item.name) }
  if (picture) view.picture = picture
  if (amount !== undefined) view.amount = isolate.amount(f.money(amount))
  if (carried) view.carried = carried
  if (mark) view.mark = mark
  if (quantity) view.quantity = quantity
  if (price) view.price = price
  if (tax) view.tax = tax
  if (summary) view.summary = summary
  if (columnDetails) view.details = columnDetails
  return Object.assign(view, {
    notes: [short ? undefined : item.description, item.miscInfo].flatMap(text => note(text, isolate)?.lines ?? []),
    lines: [...presentDiscounts(p, item.discounts), ...presentGiftCard(p, item.giftCard)],
    links: links(item.supportingDocuments, p),
  })
}

/** The amount of a line: its total, or the price of one piece. Nothing is worked out. */
export function shownAmount({ total, quantity, price }: ItemData): number | undefined {
  return total ?? (quantity?.value === undefined || quantity.value === 1 ? price : undefined)
}

function fitsColumn(text: string | undefined, most = columnText): boolean {
  return text === undefined || text.length <= most
}

/** '2 × $19.00'. Left out if it adds nothing: one piece, at the line's price or without a price. */
function calculation(item: ItemData, quantity: string | undefined, price: string | undefined): string | undefined {
  const alone = item.quantity?.value === undefined || Math.abs(item.quantity.value) === 1
  const repeats = item.total === undefined || Math.abs(item.total) === Math.abs(item.price ?? Number.NaN)
  if (alone && (!price || repeats)) return undefined
  return price && quantity ? `${quantity}\u00a0× ${price}` : (price ?? quantity)
}

function identifiers({ t, isolate }: Presenting, item: ItemData): (string | undefined)[] {
  const code = (key: MessageKey, value: string | undefined) => value && t(key, { value: isolate.code(value) })
  return [
    item.brand && isolate.words(item.brand),
    item.manufacturer && t('items.manufacturer', { value: isolate.words(item.manufacturer) }),
    code('items.modelNumber', item.modelNumber),
    code('items.serialNumber', item.serialNumber),
    code('items.sku', item.sku),
    code('items.upc', item.upc),
    code('items.classCode', item.classCode),
    item.customCategory1 && isolate.words(item.customCategory1),
    item.customCategory2 && isolate.words(item.customCategory2),
    item.industry && isolate.words(item.industry),
  ]
}

/** Discounts as lines; those without amount and name are left out. */
export function presentDiscounts(
  { t, f, isolate }: Presenting,
  discounts: readonly DiscountData[] | undefined,
): LineView[] {
  if (!discounts) return []
  return discounts
    .filter(discount => discount.amount || discount.name)
    .map(discount => ({
      kind: 'discount',
      label: discount.name ? isolate.words(discount.name) : t('items.discount'),
      amount: discount.amount === undefined ? '' : isolate.amount(f.money(discount.amount)),
      ...(discount.amount !== undefined && discount.amount < 0 && { saving: true }),
    }))
}

/** A gift card sold or loaded. */
function presentGiftCard({ t, f, isolate }: Presenting, giftCard: GiftCardData | undefined): LineView[] {
  if (!giftCard) return []
  const { balance } = giftCard
  const label = phrase([
    giftCard.accountNumber && t('items.giftCard', { number: isolate.code(masked(giftCard.accountNumber)) }),
    balance?.amount === undefined
      ? undefined
      : t('items.giftCardBalance', { amount: isolate.amount(f.money(balance.amount, balance.currencyCode)) }),
  ])
  return label ? [{ kind: 'giftCard', label, amount: '' }] : []
}
