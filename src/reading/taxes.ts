import type { TaxData } from '../receipt/data/money-data.ts'
import type { SentColumn, TaxReading } from './column/column.ts'
import { type Micros, micros, missOf, sumOf } from './sums.ts'

/** What tells whether taxes are added or included: their bases, and what prices come to. */
type TaxEvidence = Pick<SentColumn, 'taxes' | 'discounts' | 'fees' | 'goods' | 'gross' | 'unit'>

/** Reads taxes by their rates and bases; what the sums tell is for the column to find. */
export function readTaxes(evidence: TaxEvidence): TaxReading {
  return sumOf(evidence.taxes) === 0 ? 'added' : (byRates(evidence) ?? 'unclear')
}

/**
 * By `taxableAmount × percent`, which tells whether a base is net (tax = base × rate) or gross
 * (tax = base × rate ÷ (1 + rate)). If the prices sum to the net bases, taxes are added; if to the gross bases, included.
 * Undecided if some items are not taxed, or every tax is too small to tell.
 */
function byRates({ taxes, discounts, fees, goods, gross, unit }: TaxEvidence): TaxReading | undefined {
  const charged = taxes.filter(tax => tax.amount).map(inOneSign)
  const bases = charged.map(tax => readBase(tax, unit))
  const decided = bases.find(base => base === 'net' || base === 'gross')
  if (!decided || bases.includes(undefined)) return undefined
  const nets = charged.map(({ amount, taxableAmount }, at) => {
    const base = bases[at] === 'either' ? decided : bases[at]
    return micros(taxableAmount) - (base === 'gross' ? micros(amount) : 0)
  })
  const tax = sumOf(charged)
  // Two taxes on the same goods, such as Canada's GST and PST, have one base.
  const [first = 0] = nets
  const oneBase = nets.every(net => Math.abs(net - first) <= unit)
  const sums = oneBase ? [first, total(nets)] : [total(nets)]
  // The sum of the prices, in each way a receipt gives it; the first that decides wins.
  for (const prices of gross === undefined ? goods : [...goods, micros(gross)]) {
    const readings = [prices - Math.abs(sumOf(discounts)), prices]
    const found = nearer(
      Math.min(...sums.map(net => missOf(net, readings, [sumOf(fees)]))),
      Math.min(...sums.map(net => missOf(net + tax, readings, [sumOf(fees)]))),
      unit,
    )
    if (found) return found
  }
  return undefined
}

/** A tax whose amount has the sign of its base. */
function inOneSign({ amount = 0, taxableAmount = 0, ...tax }: TaxData): TaxData {
  return { ...tax, taxableAmount, amount: Math.sign(taxableAmount) * Math.abs(amount) }
}

/** Whether a base includes its tax: `either` if the tax is too small to tell, undefined if rate and amount don't fit. */
export function readBase(
  { amount, percent, taxableAmount }: { [Key in 'amount' | 'percent' | 'taxableAmount']?: number | undefined },
  unit: Micros,
): 'net' | 'gross' | 'either' | undefined {
  if (amount === undefined || percent === undefined || taxableAmount === undefined) return undefined
  if (percent <= 0 || percent > 1) return undefined
  const unitsOff = (tax: number) => Math.abs(Math.round(micros(tax) / unit) - Math.round(micros(amount) / unit))
  const onTop = unitsOff(taxableAmount * percent)
  const within = unitsOff((taxableAmount * percent) / (1 + percent))
  if (Math.min(onTop, within) > 1) return undefined
  if (onTop === within) return 'either'
  return onTop < within ? 'net' : 'gross'
}

/** The reading that misses by less, if by at most one unit: a till may round once more than we do. */
function nearer(added: Micros, included: Micros, unit: Micros): TaxReading | undefined {
  if (added === included || Math.min(added, included) > unit) return undefined
  return added < included ? 'added' : 'included'
}

function total(sums: readonly Micros[]): Micros {
  return sums.reduce((all, each) => all + each, 0)
}
