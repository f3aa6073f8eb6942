import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { DiscountData, FeeData, TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { lineTotal, type Micros, micros, missOf, sum, sumOf } from './sums.ts'

/**
 * Whether taxes are added to the prices or included, which the interface does not say; `unclear` if the sums allow both or
 * neither. An unclear tax is printed with rate and amount only, claiming neither. Taxes that sum to zero are `added`.
 */
export type TaxReading = 'added' | 'included' | 'unclear'

/** A receipt's taxes. `unit` is what its till rounds to. */
export function readTaxes(receipt: ReceiptData, unit: Micros): TaxReading {
  const { items = [], returns = [], orders = [], grossAmount, netAmount, grandAmount } = receipt
  const own = items.length + returns.length > 0
  const returned = -Math.abs(sumOfLines(returns.flatMap(entry => entry.items ?? [])))
  const goods = sumOfLines(items) + returned
  const ordered = sumOfLines(orders.flatMap(order => order.items ?? []))
  return decide({
    taxes: receipt.taxes,
    discounts: receipt.discounts,
    fees: [...(receipt.fees ?? []), ...(own ? [] : orders.flatMap(order => order.fees ?? []))],
    goods: [own ? goods : undefined, ordered === 0 ? undefined : goods + ordered, optionalMicros(grossAmount)],
    net: optionalMicros(netAmount),
    total: micros(grandAmount),
    extras: [receipt.serviceCharge, receipt.tip, receipt.roundingAdjustment?.value].map(micros),
    unit,
  })
}

/** An order's taxes, read from the order's sums. */
export function readOrderTaxes(order: OrderData, unit: Micros): TaxReading {
  const { items = [], grossAmount, netAmount, totalAmount } = order
  return decide({
    taxes: order.taxes,
    discounts: undefined,
    fees: order.fees,
    goods: [items.length ? sumOfLines(items) : undefined, optionalMicros(grossAmount)],
    net: optionalMicros(netAmount),
    total: optionalMicros(totalAmount),
    extras: [],
    unit,
  })
}

/** The evidence for one reading or the other. */
interface Evidence {
  taxes: readonly TaxData[] | undefined
  discounts: readonly DiscountData[] | undefined
  fees: readonly FeeData[] | undefined
  /** The sum of the prices, in each way a receipt gives it; the first that decides wins. */
  goods: readonly (Micros | undefined)[]
  net: Micros | undefined
  total: Micros | undefined
  /** What else the total may include. */
  extras: readonly Micros[]
  unit: Micros
}

function decide(evidence: Evidence): TaxReading {
  if (sumOf(evidence.taxes) === 0) return 'added'
  return byRates(evidence) ?? bySums(evidence) ?? 'unclear'
}

/**
 * By `taxableAmount × percent`, which tells whether a base is net (tax = base × rate) or gross
 * (tax = base × rate ÷ (1 + rate)). If the prices sum to the net bases, taxes are added; if to the gross bases, included.
 * Undecided if some items are not taxed, or every tax is too small to tell.
 */
function byRates({ taxes = [], discounts, fees, goods, unit }: Evidence): TaxReading | undefined {
  const charged = taxes.filter(tax => tax.amount)
  const bases = charged.map(tax => readBase(tax, unit))
  const decided = bases.find(base => base === 'net' || base === 'gross')
  if (!decided || bases.includes(undefined)) return undefined
  const nets = charged.map(({ amount, taxableAmount }, at) => {
    const base = bases[at] === 'either' ? decided : bases[at]
    return micros(taxableAmount) - (base === 'gross' ? micros(amount) : 0)
  })
  const tax = sumOf(taxes)
  // Two taxes on the same goods, such as Canada's GST and PST, have one base.
  const [first = 0] = nets
  const oneBase = nets.length > 1 && nets.every(net => Math.abs(net - first) <= unit)
  const sums = oneBase ? [first, total(nets)] : [total(nets)]
  for (const prices of goods) {
    if (prices === undefined) continue
    const readings = [prices + sumOf(discounts)]
    const found = nearer(
      Math.min(...sums.map(net => missOf(net, readings, [sumOf(fees)]))),
      Math.min(...sums.map(net => missOf(net + tax, readings, [sumOf(fees)]))),
      unit,
    )
    if (found) return found
  }
  return undefined
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

/** By the sums: prices, gross or net amount give the total with taxes, or without. */
function bySums({ taxes, discounts, fees, goods, net, total, extras, unit }: Evidence): TaxReading | undefined {
  if (total === undefined) return undefined
  const tax = sumOf(taxes)
  const adjustments = sumOf(discounts) + sumOf(fees)
  const bases = [...goods.map(prices => (prices === undefined ? undefined : prices + adjustments)), net]
  for (const base of bases) {
    if (base === undefined) continue
    const found = nearer(missOf(total, [base + tax], extras), missOf(total, [base], extras), unit)
    if (found) return found
  }
  return undefined
}

/** The reading that misses by less, if by at most one unit: a till may round once more than we do. */
function nearer(added: Micros, included: Micros, unit: Micros): TaxReading | undefined {
  if (added === included || Math.min(added, included) > unit) return undefined
  return added < included ? 'added' : 'included'
}

function sumOfLines(items: readonly ItemData[]): Micros {
  let sum = 0
  for (const item of items) sum += lineTotal(item)
  return sum
}

function total(sums: readonly Micros[]): Micros {
  return sums.reduce((all, each) => all + each, 0)
}

function optionalMicros(amount: number | undefined): Micros | undefined {
  return amount === undefined ? undefined : sum([amount])
}
