import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { DiscountData, FeeData, TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { DocumentKind } from './kind.ts'
import { areDepositsSaid, type Payment } from './payment.ts'
import { type Column, readSteps, type Steps } from './steps.ts'
import { type Micros, micros, sum, sumOf, sumOfShown } from './sums.ts'
import { readOrderTaxes, readTaxes, type TaxReading } from './taxes.ts'

/** The amounts between the goods and the total of a receipt or an order, and how they are printed. */
export interface Sums extends Steps {
  gross: number | undefined
  net: number | undefined
  total: number | undefined
  discounts: readonly DiscountData[]
  fees: readonly FeeData[]
  taxes: readonly TaxData[]
  taxReading: TaxReading
  /** What is off the lines above, as a negative amount. */
  itemDiscounts: Micros
  /** Whether the discounts are those of the lines once more. */
  repeatsDiscounts: boolean
  /** The sign that makes what is paid back positive, of the goods and of the sums: tills differ in each. */
  signs: { goods: Sign; sums: Sign }
}

/** Whether amounts are printed as sent, or turned over. */
export type Sign = 1 | -1

/** Reads a receipt's sums. `unit` is what its till rounds to. */
export function readReceiptSums(receipt: ReceiptData, kind: DocumentKind, unit: Micros): Sums {
  const { items = [], returns = [], orders = [], grossAmount, netAmount, grandAmount } = receipt
  const isReturn = kind === 'return'
  const returned = returns.flatMap(entry => entry.items ?? [])
  const [sold, back] = [sumOfShown(items), sumOfShown(returned)]
  const goodsSign = isReturn && (both(sold, back) ?? 0) < 0 ? -1 : 1
  const own = isReturn ? signed(goodsSign, both(sold, back)) : both(sold, back && -Math.abs(back))
  const all = both(own, sumOfShown(orders.flatMap(order => order.items ?? [])))
  const totals = orders.flatMap(({ totalAmount }) => totalAmount ?? [])
  const deposits = orders.flatMap(order => order.deposits ?? [])
  // With orders, a total may be of these goods, of theirs too, of their totals, or of what is paid on them.
  const goods = [
    own ?? all,
    ...(own === undefined ? [] : [all]),
    ...(totals.length ? [both(own, sum(totals))] : []),
    ...(deposits.length ? [both(own, sumOf(deposits))] : []),
  ]
  return readSums({
    gross: grossAmount,
    net: netAmount,
    total: isReturn ? Math.abs(grandAmount) : grandAmount,
    discounts: receipt.discounts ?? [],
    fees: receipt.fees ?? [],
    taxes: receipt.taxes ?? [],
    taxReading: readTaxes(receipt, unit),
    lines: [...items, ...returned],
    goods,
    charges: receipt,
    signs: { goods: goodsSign, sums: isReturn && (grossAmount ?? netAmount ?? grandAmount) < 0 ? -1 : 1 },
    unit,
  })
}

/** Reads the sums of an order. */
export function readOrderSums(order: OrderData, unit: Micros): Sums {
  const { items = [], fees = [], taxes = [], grossAmount, netAmount, totalAmount } = order
  return readSums({
    gross: grossAmount,
    net: netAmount,
    total: totalAmount,
    discounts: [],
    fees,
    taxes,
    taxReading: readOrderTaxes(order, unit),
    lines: items,
    goods: [sumOfShown(items)],
    charges: {},
    signs: { goods: 1, sums: 1 },
    unit,
  })
}

/**
 * The only order as part of its receipt, if it has the receipt's total and neither says another amount: both are one column then, in
 * which each amount stands once. Undefined if they aren't.
 */
export function asOne(receipt: ReceiptData, payment: Payment): ReceiptData | undefined {
  const { items = [], returns = [], orders = [], taxes = [], fees = [], ...rest } = receipt
  const [order] = orders
  if (!order || orders.length > 1 || items.length || returns.length || order.totalAmount !== receipt.grandAmount)
    return undefined
  // A deposit stands below its order's total.
  const { deposits = [], tenderHistory } = order
  if (sumOf(deposits) !== 0 && !areDepositsSaid({ deposits, tenderHistory }, payment)) return undefined
  const gross = oneOf(receipt.grossAmount, order.grossAmount)
  const net = oneOf(receipt.netAmount, order.netAmount)
  const ordersTaxes = order.taxes ?? []
  if (!gross || !net || (taxes.length && ordersTaxes.length && sumOf(taxes) !== sumOf(ordersTaxes))) return undefined
  const others = (order.fees ?? []).filter(
    other => !fees.some(fee => fee.amount === other.amount && fee.description === other.description),
  )
  return {
    ...rest,
    ...(gross[0] !== undefined && { grossAmount: gross[0] }),
    ...(net[0] !== undefined && { netAmount: net[0] }),
    ...(order.items && { items: order.items }),
    taxes: taxes.length ? taxes : ordersTaxes,
    fees: [...fees, ...others],
  }
}

interface SentAmounts
  extends Pick<Sums, 'gross' | 'net' | 'total' | 'discounts' | 'fees' | 'taxes' | 'taxReading' | 'signs'> {
  lines: readonly ItemData[]
  /** What the goods printed above come to, in each way of reading them. */
  goods: readonly (Micros | undefined)[]
  charges: Pick<ReceiptData, 'serviceCharge' | 'tip' | 'roundingAdjustment'>
  unit: Micros
}

function readSums({ lines, goods, charges, unit, ...sent }: SentAmounts): Sums {
  const { gross, net, total, discounts, fees, taxes, signs } = sent
  const itemDiscounts = signed(signs.goods, sumOf(lines.flatMap(line => line.discounts ?? [])))
  const repeatsDiscounts = discounts.length > 0 && discounts.every(discount => isSaid(discount, lines))
  const read = (taxReading: TaxReading): Steps => {
    const isAdded = taxReading === 'added'
    const column: Column = {
      goods,
      itemDiscounts,
      repeatsDiscounts,
      gross: signed(signs.sums, optional(gross)),
      discounts: signed(signs.sums, sumOf(discounts)),
      fees: signed(signs.sums, sumOf(fees)),
      net: isAdded ? signed(signs.sums, optional(net)) : undefined,
      taxes: isAdded ? signed(signs.sums, sumOf(taxes)) : 0,
      serviceCharge: signed(signs.sums, micros(charges.serviceCharge)),
      tip: signed(signs.sums, micros(charges.tip)),
      rounding: signed(signs.sums, micros(charges.roundingAdjustment?.value)),
      total: optional(total),
      unit,
    }
    return readSteps(column)
  }
  const found = { ...sent, itemDiscounts, repeatsDiscounts }
  const steps = read(sent.taxReading)
  if (steps.fits || sent.taxReading !== 'unclear') return { ...found, ...steps }
  // Prices may leave open what the sums tell.
  const withTaxes = read('added')
  return withTaxes.fits ? { ...found, ...withTaxes, taxReading: 'added' } : { ...found, ...steps }
}

/** Whether a line has the same discount, under the same name or where this one has none. */
function isSaid({ amount, name }: DiscountData, lines: readonly ItemData[]): boolean {
  return lines.some(({ discounts = [] }) =>
    discounts.some(other => other.amount === amount && (name === undefined || name === other.name)),
  )
}

/** What two say, in a list; undefined if they differ. */
function oneOf(one: number | undefined, other: number | undefined): [number | undefined] | undefined {
  return one === undefined || other === undefined || one === other ? [one ?? other] : undefined
}

function both(one: Micros | undefined, other: Micros | undefined): Micros | undefined {
  return one === undefined ? other : one + (other ?? 0)
}

function signed(sign: Sign, amount: Micros): Micros
function signed(sign: Sign, amount: Micros | undefined): Micros | undefined
function signed(sign: Sign, amount: Micros | undefined): Micros | undefined {
  return amount === undefined ? undefined : sign * amount
}

function optional(amount: number | undefined): Micros | undefined {
  return amount === undefined ? undefined : micros(amount)
}
