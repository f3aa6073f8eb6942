import type { ItemData } from '../receipt/data/item-data.ts'
import type { TaxData } from '../receipt/data/money-data.ts'
import { fullPrice, type Micros, type Sign, shownAmount, sizeOf, sumOf, turnedBy } from './sums.ts'

/** The lines of returns or orders. */
export function linesOf(parts: readonly { items?: ItemData[] }[] = none): readonly ItemData[] {
  if (parts.length < 2) return parts[0]?.items ?? none
  return parts.flatMap(({ items = [] }) => items)
}

const none: readonly never[] = []

/**
 * A line in the one spelling: quantity and price above 0 if its amount has the sign of its column (`sign`), a discount such that price ×
 * quantity and discounts come to the total (spec, "ItemData"), and taxes with the sign of the total. The same line if it has them.
 *
 * @param turn what its amounts are multiplied by
 * @param sign of goods of its list, once turned
 * @param unit that totals are rounded to
 */
export function lineSpelled(sentLine: ItemData, turn: Sign, sign: Sign, unit: Micros): ItemData {
  const item = withoutNoQuantity(sentLine)
  const { price, quantity, total, discounts, taxes } = item
  const isSold = sign === 1 && turn === 1
  // Most lines: they take a third of the time.
  const isPlain = (price ?? 0) >= 0 && (total ?? 0) >= 0 && (quantity?.value ?? 0) >= 0
  if (isSold && isPlain && !discounts && !taxes) return item
  const sent = shownAmount(item)
  const amount = sent === undefined ? undefined : turn * sent
  const isContrary = (amount ?? 0) * sign < 0
  const changes: Partial<ItemData> = {}
  if (!isSold) {
    const count = quantity?.value
    if (count !== undefined && count < 0 !== isContrary) changes.quantity = { ...quantity, value: -count }
    if (price !== undefined && price < 0) changes.price = -price
    if (amount !== undefined && amount !== total) changes.total = amount
  } else Object.assign(changes, withPriceOf(item))
  const off = sumOf(discounts)
  if (discounts && discountSign(changes.total ?? total, item, isContrary ? -off : off, unit) === -1)
    changes.discounts = discounts.map(discount => turnedBy(-1, discount))
  if (taxes && sumOf(taxes) * (amount ?? 0) < 0) changes.taxes = taxes.map(tax => taxSpelled(tax, -1))
  if (Object.keys(changes).length === 0) return item
  return lineSentAs({ ...item, ...changes }, item)
}

/** A line that costs something has more than 0 pieces: its quantity wasn't sent. */
function withoutNoQuantity(item: ItemData): ItemData {
  if (item.quantity?.value !== 0 || !item.total) return item
  const { quantity: _, ...rest } = item
  return lineSentAs(rest, item)
}

/** Price and quantity of a line sold with something below 0, such that they come to its total: of both below 0, the quantity is. */
function withPriceOf({ price = 0, quantity, total = 0 }: ItemData): Partial<ItemData> {
  const count = quantity?.value ?? 1
  if (price >= 0 && count < 0 && total > 0) return { quantity: { ...quantity, value: -count } }
  if (price < 0 && count < 0) return { price: -price, ...(total > 0 && { quantity: { ...quantity, value: -count } }) }
  return price * total < 0 && count > 0 ? { price: -price } : {}
}

/** A line, of which it is kept how it was sent. */
export function lineSentAs(spelled: ItemData, item: ItemData): ItemData {
  sentAs.set(spelled, lineAsSent(item))
  return spelled
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
