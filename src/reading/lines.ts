import type { ItemData, ReturnData } from '../receipt/data/item-data.ts'
import type { TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { transactionTypes } from '../standards/codes/tables.ts'
import { type Micros, micros, shownAmount, sumOf } from './sums.ts'

/** Whether amounts stand as sent, or turned over. */
export type Sign = 1 | -1

/**
 * Puts goods where they belong, whichever list the till used: those that a return takes back are in `returns`, and those of an order of
 * which nothing else is said are the receipt's. The same receipt if they already are.
 */
export function withGoodsInPlace(receipt: ReceiptData): ReceiptData {
  const { items, returns, orders = [], ...rest } = receipt
  if (
    transactionTypes.find(receipt.transactionType)?.code === 'ReturnTransaction' &&
    items?.length &&
    !returns?.length
  ) {
    const back = items.filter(comesBack)
    const isExchange = back.length > 0 && items.some(item => (item.quantity?.value ?? 0) > 0)
    const sold = isExchange ? items.filter(item => !comesBack(item)) : []
    const entry: ReturnData = { items: isExchange ? back : items }
    return { ...rest, ...(sold.length && { items: sold }), returns: [entry], ...(orders.length && { orders }) }
  }
  const [order] = orders
  if (!order || orders.length > 1 || items?.length || returns?.length) return receipt
  const { items: ordered, grossAmount, netAmount, totalAmount, taxes, fees, ...others } = order
  const isNameless = Object.values(others).every(value => value === undefined)
  if (!ordered?.length || !isNameless || (totalAmount ?? receipt.grandAmount) !== receipt.grandAmount) return receipt
  return { ...filled({ grossAmount, netAmount, taxes, fees }), ...rest, items: ordered }
}

/** Whether a line takes goods back: its quantity is below 0. */
function comesBack({ quantity }: ItemData): boolean {
  return quantity?.value !== undefined && quantity.value < 0
}

/**
 * A line in the one spelling: quantity and price above 0 if its amount has the sign of its column (`sign`), a discount such that price ×
 * quantity and discounts come to the total (spec, "ItemData"), and taxes with the sign of the total. The same line if it has them.
 *
 * @param turn what its amounts are multiplied by
 * @param sign of goods of its list, once turned
 */
export function lineSpelled(item: ItemData, turn: Sign, sign: Sign): ItemData {
  const { price, quantity, total, discounts, taxes } = item
  const sent = shownAmount(item)
  const amount = sent === undefined ? undefined : turn * sent
  const isContrary = amount !== undefined && amount * sign < 0
  const isSold = sign === 1 && turn === 1
  const changes: Partial<ItemData> = {}
  if (!isSold) {
    const count = quantity?.value
    if (count !== undefined && count < 0 !== isContrary) changes.quantity = { ...quantity, value: -count }
    if (price !== undefined && price < 0) changes.price = -price
    if (amount !== undefined && amount !== total) changes.total = amount
  }
  const off = sumOf(discounts)
  if (discounts && off !== 0) {
    const turned = discountSign(changes.total ?? total, item, off, isContrary)
    if (turned === -1) changes.discounts = discounts.map(turnedOver)
  }
  const taxed = sumOf(taxes)
  if (taxes && !isSold && amount !== undefined && taxed * amount < 0)
    changes.taxes = taxes.map(tax => taxSpelled(tax, -1))
  if (Object.keys(changes).length === 0) return item
  const spelled = { ...item, ...changes }
  sentAs.set(spelled, lineAsSent(item))
  return spelled
}

/** A line as it was sent. @param item of a ledger's receipt */
export function lineAsSent(item: ItemData): ItemData {
  return sentAs.get(item) ?? item
}

const sentAs = new WeakMap<ItemData, ItemData>()

/** What a line's discounts are multiplied by, so that the line's total has them; failing that, so that they are below 0. */
function discountSign(
  total: number | undefined,
  { price, quantity }: ItemData,
  off: Micros,
  isContrary: boolean,
): Sign {
  if (price !== undefined && total !== undefined) {
    const count = Math.abs(quantity?.value ?? 1)
    const left = Math.abs(micros(total)) - micros(Math.abs(price) * count)
    const by = isContrary ? -off : off
    if (left === by) return 1
    if (left === -by) return -1
  }
  return off > 0 !== isContrary ? -1 : 1
}

/** The same discount, of the other sign. */
export function turnedOver<Entry extends { amount?: number }>(entry: Entry): Entry {
  return entry.amount ? { ...entry, amount: -entry.amount } : entry
}

/** A tax turned over or as sent; its base has the sign of its amount. */
export function taxSpelled(tax: TaxData, turn: Sign): TaxData {
  const { amount = 0, taxableAmount = 0 } = tax
  if (turn === 1 && amount * taxableAmount >= 0) return tax
  return {
    ...(turn === -1 ? turnedOver(tax) : tax),
    ...(taxableAmount !== 0 && {
      taxableAmount: amount === 0 ? turn * taxableAmount : Math.sign(turn * amount) * Math.abs(taxableAmount),
    }),
  }
}

function filled<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
