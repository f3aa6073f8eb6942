import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { transactionTypes } from '../standards/codes/tables.ts'
import { fullPrice, type Micros, type Sign, shownAmount, sizeOf, sumOf, turnedBy } from './sums.ts'

/** The lines of returns or orders. */
export function linesOf(parts: readonly { items?: ItemData[] }[] = none): readonly ItemData[] {
  if (parts.length < 2) return parts[0]?.items ?? none
  return parts.flatMap(({ items = [] }) => items)
}

const none: readonly never[] = []

/**
 * Puts goods where they belong, whichever list the till used: those taken back are in `returns`, and those of an order of which nothing
 * else is said are the receipt's, as are the earlier payments of an only order. The same receipt if they already are.
 */
export function withGoodsInPlace(sent: ReceiptData): ReceiptData {
  const receipt = withOrderInPlace(sent)
  if (!receipt.items?.length) return receipt
  const { items, returns = [] } = receipt
  // In a sale, a line below 0 stays where it is: it may be voided, or be empties.
  const back = isReturnOf(receipt) ? items : isReturnType(receipt) ? items.filter(hasNegativeQuantity) : []
  if (back.length === 0) return receipt
  const sold = back === items ? [] : items.filter(item => !hasNegativeQuantity(item))
  const { items: _, ...rest } = receipt
  return { ...rest, ...(sold.length && { items: sold }), returns: [{ items: back }, ...returns] }
}

function withOrderInPlace(receipt: ReceiptData): ReceiptData {
  const { items, returns, orders } = receipt
  const [order] = orders ?? none
  if (!order || orders?.length !== 1) return receipt
  if (order.items?.length && !items?.length && !returns?.length && saysOnly(order, amountsOfOrders)) {
    const { totalAmount = receipt.grandAmount, ...own } = order
    const { orders: _, ...rest } = receipt
    if (Math.abs(totalAmount) === Math.abs(receipt.grandAmount)) return { ...own, ...rest, items: order.items }
  }
  const { tenderHistory, ...others } = order
  if (!tenderHistory?.length || receipt.tenderHistory?.length) return receipt
  return { ...receipt, tenderHistory, orders: saysOnly(others, none) ? [] : [others] }
}

const amountsOfOrders = ['items', 'grossAmount', 'netAmount', 'totalAmount', 'taxes', 'fees', 'tenderHistory']

/** Whether an order has no other fields. */
function saysOnly(order: OrderData, fields: readonly string[]): boolean {
  for (const key in order) if (order[key as keyof OrderData] !== undefined && !fields.includes(key)) return false
  return true
}

/** Whether all lines of a receipt come back: of a return, unless some are sold and some taken back; or if all are below 0, or only the total is. */
function isReturnOf({ transactionType, items = [], returns, orders, grandAmount }: ReceiptData): boolean {
  if (items.every(hasNegativeQuantity)) return true
  if (grandAmount < 0) {
    const below = items.filter(({ quantity, total = 0 }) => (quantity?.value ?? 0) < 0 || total < 0).length
    if (below === items.length || (below === 0 && !returns?.length && !orders?.length)) return true
  }
  if (!isReturnType({ transactionType }) || returns?.length) return false
  return !items.some(hasNegativeQuantity) || items.every(item => (item.quantity?.value ?? -1) < 0)
}

function isReturnType({ transactionType }: Pick<ReceiptData, 'transactionType'>): boolean {
  return transactionTypes.find(transactionType)?.code === 'ReturnTransaction'
}

function hasNegativeQuantity({ quantity }: ItemData): boolean {
  return quantity?.value !== undefined && quantity.value < 0
}

/**
 * A line in the one spelling: quantity and price above 0 if its amount has the sign of its column (`sign`), a discount such that price ×
 * quantity and discounts come to the total (spec, "ItemData"), and taxes with the sign of the total. The same line if it has them.
 *
 * @param turn what its amounts are multiplied by
 * @param sign of goods of its list, once turned
 * @param unit that totals are rounded to
 */
export function lineSpelled(item: ItemData, turn: Sign, sign: Sign, unit: Micros): ItemData {
  const { price, quantity, total, discounts, taxes } = item
  const isSold = sign === 1 && turn === 1
  const isPlain = (price ?? 0) >= 0 && (total ?? 0) >= 0
  if (isSold && isPlain && !discounts && !taxes) return item
  const sent = shownAmount(item)
  const amount = sent === undefined ? undefined : turn * sent
  const isContrary = amount !== undefined && amount * sign < 0
  const changes: Partial<ItemData> = {}
  if (!isSold) {
    const count = quantity?.value
    if (count !== undefined && count < 0 !== isContrary) changes.quantity = { ...quantity, value: -count }
    if (price !== undefined && price < 0) changes.price = -price
    if (amount !== undefined && amount !== total) changes.total = amount
  } else if (!isPlain) Object.assign(changes, withPriceOf(item))
  const off = sumOf(discounts)
  if (discounts && off !== 0) {
    const turned = discountSign(changes.total ?? total, item, isContrary ? -off : off, unit)
    if (turned === -1) changes.discounts = discounts.map(discount => turnedBy(-1, discount))
  }
  const taxed = sumOf(taxes)
  if (taxes && amount !== undefined && taxed * amount < 0) changes.taxes = taxes.map(tax => taxSpelled(tax, -1))
  if (Object.keys(changes).length === 0) return item
  const spelled = { ...item, ...changes }
  sentAs.set(spelled, lineAsSent(item))
  return spelled
}

/** Price and quantity of a line sold with something below 0, such that they come to its total: of both below 0, the quantity is. */
function withPriceOf({ price = 0, quantity, total = 0 }: ItemData): Partial<ItemData> {
  const count = quantity?.value ?? 1
  if (price < 0 && count < 0) return { price: -price, ...(total > 0 && { quantity: { ...quantity, value: -count } }) }
  return price > 0 && count > 0 && total < 0 ? { price: -price } : {}
}

/** A line as it was sent. @param item of a ledger's receipt */
export function lineAsSent(item: ItemData): ItemData {
  return sentAs.get(item) ?? item
}

const sentAs = new WeakMap<ItemData, ItemData>()

/**
 * What a line's discounts are multiplied by, so that the line's total has them, but for its rounding; failing that, so that they are below 0.
 *
 * @param off the discounts, with the sign that the line's amount has in its column
 */
function discountSign(total: number | undefined, line: ItemData, off: Micros, unit: Micros): Sign {
  if (line.price !== undefined && total !== undefined) {
    const left = sizeOf(total) - fullPrice(line)
    const [asSent, turned] = [Math.abs(left - off), Math.abs(left + off)]
    if (Math.min(asSent, turned) * 2 <= unit && asSent !== turned) return asSent < turned ? 1 : -1
  }
  return off > 0 ? -1 : 1
}

/** A tax turned over or as sent; its base has the sign of its amount. */
export function taxSpelled(tax: TaxData, turn: Sign): TaxData {
  const { amount = 0, taxableAmount = 0 } = tax
  if (turn === 1 && amount * taxableAmount >= 0) return tax
  return {
    ...turnedBy(turn, tax),
    ...(taxableAmount !== 0 && {
      taxableAmount: amount === 0 ? turn * taxableAmount : Math.sign(turn * amount) * Math.abs(taxableAmount),
    }),
  }
}
