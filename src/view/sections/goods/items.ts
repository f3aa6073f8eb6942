import type { MessageKey } from '../../../locale/words/messages.ts'
import type { GiftCardData, ItemData } from '../../../receipt/data/item-data.ts'
import type { DiscountData } from '../../../receipt/data/money-data.ts'
import { joined, links, masked, note, type Presenting, phrase } from '../../presenting.ts'
import type { ItemGroupView, ItemsView, ItemView, LineView } from '../../receipt-view.ts'
import { taxName, taxPhrase } from '../taxes.ts'

/** From this many items, an email shows one compact row each, so that Gmail doesn't clip it at 102 KB. */
export const compactFrom = 60
/** A description up to this length joins the summary; a longer one gets separate lines. */
const shortText = 40
/** Most characters of a unit or tax name in a column, because columns never wrap. */
const columnText = 12
/** Most characters of a till's mark in its column; a longer one is a detail. */
const markText = 4

/** Items in sent order, grouped by category if there are categories of several items. */
export function presentItems(p: Presenting, items: readonly ItemData[] | undefined): ItemsView | undefined {
  if (!items?.length) return undefined
  const { t } = p
  const groups = groupByCategory(p, items)
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

function groupByCategory(p: Presenting, items: readonly ItemData[]): ItemGroupView[] {
  const categories = new Set(items.map(item => item.category ?? ''))
  const named = categories.size > 1 || !categories.has('')
  // Titles for hardly more than one item each would be longer than the items.
  const inItems = named && items.length < categories.size * itemsPerTitle
  if (inItems) return [{ items: items.map(item => presentItem(p, item, item.category)) }]
  const groups = new Map<string, ItemView[]>()
  for (const item of items) {
    const category = item.category ?? ''
    const group = groups.get(category)
    if (group) group.push(presentItem(p, item))
    else groups.set(category, [presentItem(p, item)])
  }
  return [...groups].map(([category, members]) => ({
    ...(named && { title: category ? p.isolate.words(category) : p.t('items.other') }),
    items: members,
  }))
}

/** How many items a category has on average, at least, to be a title; else it is the first of each item's details. */
const itemsPerTitle = 2

function presentItem(p: Presenting, item: ItemData, category?: string): ItemView {
  const { t, f, isolate } = p
  const amount =
    item.total ?? (item.quantity?.value === undefined || item.quantity.value === 1 ? item.price : undefined)
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
  const otherTaxes = taxes.filter(entry => entry.amount !== undefined || !fitsColumn(taxName(p, entry)))
  const columnDetails = joined(details, phrase(otherTaxes.map(entry => taxPhrase(p, entry))))
  return {
    name: isolate.words(item.name),
    ...(picture && { picture }),
    ...(amount !== undefined && { amount: isolate.amount(f.money(amount)) }),
    ...(mark && { mark }),
    ...(quantity && { quantity }),
    ...(price && { price }),
    ...(tax && { tax }),
    ...(summary && { summary }),
    ...(columnDetails && { details: columnDetails }),
    notes: [short ? undefined : item.description, item.miscInfo].flatMap(text => note(text, isolate)?.lines ?? []),
    lines: [...presentDiscounts(p, item.discounts), ...presentGiftCard(p, item.giftCard)],
    links: links(item.supportingDocuments, p),
  }
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
