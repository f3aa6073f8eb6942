import type { ItemData } from '../receipt/data/item-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { currencyDigits } from '../standards/currency.ts'

/**
 * An amount in millionths of the currency, as a whole number: sums of decimals come out exactly. The one unit in which
 * anything is added or compared, here and in the audit.
 */
export type Micros = number

const million = 1e6

export function micros(amount: number | undefined): Micros {
  return Math.round((amount ?? 0) * million)
}

/** The amount in the currency's major unit again, as receipt data has it. */
export function amountOf(sum: Micros): number {
  return sum / million
}

export function sum(amounts: readonly (number | undefined)[]): Micros {
  return amounts.reduce((total: Micros, amount) => total + micros(amount), 0)
}

/** The sum of entries that have an amount. */
export function sumOf(entries: readonly { amount?: number }[] | undefined): Micros {
  return sum((entries ?? []).map(entry => entry.amount))
}

/** What a line of goods comes to: its total, else price × quantity. */
export function lineTotal({ price = 0, quantity, total }: ItemData): Micros {
  return micros(total ?? price * (quantity?.value ?? 1))
}

/** What is nearest to `target` of the bases plus any choice of the addends, by how much it misses. Signs do not count. */
export function missOf(target: Micros, bases: readonly Micros[], addends: readonly Micros[]): Micros {
  let readings = [...bases]
  for (const addend of addends.filter(addend => addend !== 0))
    readings = [...new Set(readings.flatMap(reading => [reading, reading + addend]))]
  return Math.min(...readings.map(reading => Math.abs(Math.abs(reading) - Math.abs(target))))
}

/**
 * Whether `target` is one of the bases plus any choice of the addends, to within `tolerance`. Tills differ in what they count
 * into which sum, so a sum is only odd when every such reading misses it.
 */
export function addsUp(
  target: Micros,
  bases: readonly Micros[],
  addends: readonly Micros[],
  tolerance: Micros,
): boolean {
  return missOf(target, bases, addends) <= tolerance
}

/**
 * One cent, one yen, one fils: the unit in which this receipt's till rounds, by ISO 4217. Tills of countries that hardly use
 * their cents (Chile has none, Hungary no longer mints any) count in whole units, unless the receipt has cents.
 */
export function unitOf(receipt: ReceiptData): Micros {
  const { currency } = receipt
  const { minimum, wholeWithout } = currencyDigits(currency)
  const whole = currency === undefined || wholeWithout || minimum === 0
  if (whole && !hasFractions(receipt)) return million
  // A yen with cents, and money without a minor unit such as gold, are counted in hundredths.
  return million / 10 ** (minimum || 2)
}

function hasFractions(receipt: ReceiptData): boolean {
  const { grossAmount, netAmount, grandAmount, tenders = [], items = [], taxes = [], orders = [] } = receipt
  const lines = [...items, ...orders.flatMap(order => order.items ?? [])]
  const amounts = [grossAmount, netAmount, grandAmount, ...lines.map(item => item.total)]
  const entries = [...tenders, ...taxes].map(entry => entry.amount)
  return [...amounts, ...entries].some(amount => amount !== undefined && !Number.isInteger(amount))
}
