import type { ItemData } from '../receipt/data/item-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { currencyDigits } from '../standards/currency.ts'

/**
 * An amount in millionths of the currency, as a whole number, so that sums of decimals are exact. Everything is added and
 * compared in this unit.
 */
export type Micros = number

/** Whether an amount stands as sent, or turned over. */
export type Sign = 1 | -1

const million = 1e6

/** An amount in whole millionths, which add up exactly; 0 for none. */
export function micros(amount: number | undefined): Micros {
  return Math.round((amount ?? 0) * million)
}

/** Back to the currency's major unit, as in receipt data. */
export function amountOf(sum: Micros): number {
  return sum / million
}

/** The same, of one that may not have been sent. */
export function microsOf(amount: number | undefined): Micros | undefined {
  return amount === undefined ? undefined : micros(amount)
}

/** An amount without its sign. */
export function sizeOf(amount: number | undefined): Micros {
  return Math.abs(micros(amount))
}

/** Their sum, in millionths; those not sent count 0. */
export function sum(amounts: readonly (number | undefined)[]): Micros {
  let total = 0
  for (const amount of amounts) total += micros(amount)
  return total
}

/** The sum of entries that have an amount. */
export function sumOf(entries: readonly { amount?: number }[] | undefined): Micros {
  let total = 0
  for (const { amount } of entries ?? []) total += micros(amount)
  return total
}

/** An amount, turned over or not; 0 stays 0. */
export function times<Amount extends number | undefined>(turn: Sign, amount: Amount): Amount {
  return (amount && turn === -1 ? -amount : amount) as Amount
}

/** The same entry, with its amount turned over or not. */
export function turnedBy<Entry extends { amount?: number }>(turn: Sign, entry: Entry): Entry {
  return turn === -1 && entry.amount ? { ...entry, amount: -entry.amount } : entry
}

/** The amount with the sign of the first sum that is as large; undefined if none is. */
export function inSignOf(sums: readonly Micros[], amount: number): number | undefined {
  const same = sums.find(sum => Math.abs(sum) === sizeOf(amount))
  return same === undefined ? undefined : Math.sign(same) * Math.abs(amount)
}

/** The same as its group is turned; those `against` it are of another sign than the others. */
export function turnedAs<Entry extends { amount?: number }>(
  { turn, against }: { turn: Sign; against: readonly Entry[] },
  entry: Entry,
): Entry {
  return turnedBy(against.includes(entry) ? (-turn as Sign) : turn, entry)
}

/** A line's total; of one without, price × quantity less its discounts (spec, "ItemData"), rounded to what the till rounds to. */
export function pricedTotal(line: ItemData, unit: Micros): Micros | undefined {
  const { discounts, price, quantity, total } = line
  if (total !== undefined || price === undefined) return microsOf(total)
  const left = fullPrice(line) - Math.abs(sumOf(discounts))
  return Math.sign(price * (quantity?.value ?? 1)) * Math.round(left / unit) * unit
}

/** Price × quantity of a line, without a sign; 0 if it has no price. */
export function fullPrice({ price = 0, quantity }: Pick<ItemData, 'price' | 'quantity'>): Micros {
  return Math.abs(micros(price * (quantity?.value ?? 1)))
}

/** The same in the currency's major unit; 0 of a line that says neither. */
export function lineTotal(line: ItemData, unit: Micros): number {
  return amountOf(pricedTotal(line, unit) ?? 0)
}

/** The amount that a line prints: its total, or the price of one piece. Nothing is worked out. */
export function shownAmount({ total, quantity, price }: ItemData): number | undefined {
  return total ?? (quantity?.value === undefined || quantity.value === 1 ? price : undefined)
}

/** Whether what a line prints is its price × quantity still, without its discounts. */
export function isBeforeDiscounts(line: ItemData): boolean {
  const shown = line.price === undefined ? undefined : shownAmount(line)
  return Boolean(line.discounts?.length) && shown !== undefined && fullPrice(line) === sizeOf(shown)
}

/** Whether a line's total has its discounts: it is its price × quantity less them. */
export function isAfterDiscounts(line: ItemData, unit: Micros): boolean {
  const { discounts, price, total } = line
  if (price === undefined || total === undefined || total === 0) return false
  return Math.abs(fullPrice(line) - Math.abs(sumOf(discounts)) - sizeOf(total)) * 2 <= unit
}

/** What the amounts printed of lines come to; undefined if none has one. */
export function sumOfShown(items: readonly ItemData[]): Micros | undefined {
  let total: Micros | undefined
  for (const item of items) {
    const amount = shownAmount(item)
    if (amount !== undefined) total = (total ?? 0) + micros(amount)
  }
  return total
}

/** How far `target` is from the nearest sum of a base and any of the addends. Ignores signs. */
export function missOf(target: Micros, bases: readonly Micros[], addends: readonly Micros[]): Micros {
  let readings = bases
  for (const addend of addends)
    if (addend !== 0) readings = [...new Set(readings.flatMap(reading => [reading, reading + addend]))]
  let least = Number.POSITIVE_INFINITY
  for (const reading of readings) least = Math.min(least, Math.abs(Math.abs(reading) - Math.abs(target)))
  return least
}

/**
 * Whether `target` is one of the bases plus any of the addends, within `tolerance`. Tills differ in what they include in a
 * sum, so a sum is odd only if every reading misses it. The first that fits ends it: every receipt of the service is audited.
 */
export function addsUp(
  target: Micros,
  bases: readonly Micros[],
  addends: readonly Micros[],
  tolerance: Micros,
): boolean {
  const wanted = Math.abs(target)
  const fits = (reading: Micros) => Math.abs(Math.abs(reading) - wanted) <= tolerance
  if (bases.some(fits)) return true
  const readings = new Set(bases)
  for (const addend of addends) {
    if (addend === 0) continue
    for (const reading of [...readings]) {
      if (fits(reading + addend)) return true
      readings.add(reading + addend)
    }
  }
  return false
}

/**
 * The unit to which this receipt's till rounds, by ISO 4217: one cent, one yen, one fils. Where cents are hardly used (Chile
 * has none, Hungary no longer mints any), tills round to whole units, unless the receipt has cents.
 */
export function unitOf(receipt: ReceiptData): Micros {
  const { currency } = receipt
  const { minimum, wholeWithout } = currencyDigits(currency)
  const whole = currency === undefined || wholeWithout || minimum === 0
  if (whole && !hasFractions(receipt)) return million
  // Yen with cents, and currencies without a minor unit such as gold, are counted in hundredths.
  return million / 10 ** (minimum || 2)
}

function hasFractions(receipt: ReceiptData): boolean {
  const { grossAmount, netAmount, grandAmount, tenders = [], taxes = [], orders = [] } = receipt
  const isFraction = (amount: number | undefined) => amount !== undefined && !Number.isInteger(amount)
  return (
    [grossAmount, netAmount, grandAmount].some(isFraction) ||
    tenders.some(({ amount }) => isFraction(amount)) ||
    taxes.some(({ amount }) => isFraction(amount)) ||
    [receipt, ...orders].some(({ items = [] }) => items.some(({ total }) => isFraction(total)))
  )
}
