import type { ReceiptData } from '../receipt/receipt-data.ts'

/** An amount in millionths of the currency unit, as a whole number: decimal fractions add up in it without error. */
export type Micros = number

export function micros(amount: number | undefined): Micros {
  return Math.round((amount ?? 0) * 1e6)
}

export function sum(amounts: readonly (number | undefined)[]): Micros {
  return amounts.reduce((total: Micros, amount) => total + micros(amount), 0)
}

/**
 * Says whether `target` is one of the bases plus any choice of the addends, to within `tolerance`. Tills differ in what
 * they count into which sum, so a sum is only odd when every such reading misses it.
 */
export function addsUp(
  target: Micros,
  bases: readonly Micros[],
  addends: readonly Micros[],
  tolerance: Micros,
): boolean {
  let readings = [...bases]
  for (const addend of addends.filter(addend => addend !== 0))
    readings = [...new Set(readings.flatMap(reading => [reading, reading + addend]))]
  return readings.some(reading => Math.abs(Math.abs(reading) - Math.abs(target)) <= tolerance)
}

/** One cent, one yen, one fils: the unit in which this receipt's till rounds. */
export function roundingUnit(receipt: ReceiptData): Micros {
  const { currency } = receipt
  if (currency !== undefined && thousandths.has(currency)) return 1_000
  const whole = currency === undefined || wholes.has(currency)
  return whole && !hasFractions(receipt) ? 1_000_000 : 10_000
}

const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** Currencies whose tills count in whole units; cents among the amounts say otherwise. */
const wholes: ReadonlySet<string> = new Set(
  'ADP BIF BYR CLP COP CRC DJF ESP GNF HUF IDR IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGF MMK PKR PTE PYG ROL RWF SLL SOS SYP TRL TZS UGX UZS VND VUV XAF XOF XPF YER'.split(
    ' ',
  ),
)

function hasFractions(receipt: ReceiptData): boolean {
  const { grossAmount, netAmount, grandAmount, tenders = [], items = [] } = receipt
  const amounts = [grossAmount, netAmount, grandAmount, ...tenders.map(t => t.amount), ...items.map(item => item.total)]
  return amounts.some(amount => amount !== undefined && !Number.isInteger(amount))
}
