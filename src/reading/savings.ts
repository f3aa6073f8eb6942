import type { ItemData } from '../receipt/data/item-data.ts'
import type { DiscountData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { Sums } from './columns.ts'
import { amountOf, type Micros, micros, sum, sumOf } from './sums.ts'

/** What a receipt's discounts took off, in the currency's major unit. */
export interface Savings {
  /** 0 if there are none, or if no sum of the receipt confirms them. */
  total: number
  /** How many discounts it is the sum of. */
  count: number
}

/**
 * Reads what was saved, if the sums confirm it: gross and net, or gross and total, are that far apart; without a gross amount, each line
 * with a discount costs that much less than its price. Discounts that raise a price are no savings.
 *
 * @param like savings of as many discounts, which count as confirmed
 */
export function readSavings(receipt: ReceiptData, sums: Sums, unit: Micros, like?: Savings): Savings {
  const { items = [], returns = [], orders = [] } = receipt
  const own = [...items, ...returns.flatMap(entry => entry.items ?? [])]
  const ordered = orders.flatMap(order => order.items ?? [])
  const discounts = sums.repeatsDiscounts ? [] : sums.discounts
  // A receipt with orders has sums of its own, or of both.
  for (const lines of ordered.length ? [[...own, ...ordered], own] : [own]) {
    const taken = [...lines.flatMap(allOff), ...discounts].filter(({ amount = 0 }) => amount < 0)
    const total = -sumOf(taken)
    const confirmed = like ? like.count === taken.length : isConfirmed(total, lines, receipt, sums, unit)
    if (total > 0 && confirmed) return { total: amountOf(total), count: taken.length }
  }
  return { total: 0, count: 0 }
}

function isConfirmed(
  total: Micros,
  lines: readonly ItemData[],
  { serviceCharge, tip, roundingAdjustment, grandAmount }: ReceiptData,
  { gross, net, fees, discounts, taxes, taxReading, fits }: Sums,
  unit: Micros,
): boolean {
  if (gross === undefined) return fits && lines.every(line => isCheaper(line, unit))
  const raised = sumOf([...lines.flatMap(allOff), ...discounts].filter(({ amount = 0 }) => amount > 0))
  const discounted = micros(gross) - total + raised + sumOf(fees)
  if (net !== undefined && discounted === micros(net)) return true
  const afterwards = sum([serviceCharge, tip, roundingAdjustment?.value])
  const added = taxReading === 'added' ? sumOf(taxes) : 0
  return discounted + afterwards + added === micros(grandAmount)
}

/** Whether a line costs its price less its discounts, or has none. */
function isCheaper(line: ItemData, unit: Micros): boolean {
  const { price, quantity, total } = line
  const off = sumOf(allOff(line))
  if (off === 0) return true
  if (price === undefined || total === undefined) return false
  return Math.abs(micros(price * (quantity?.value ?? 1)) + off - micros(total)) <= unit
}

function allOff({ discounts }: ItemData): readonly DiscountData[] {
  return discounts ?? none
}

const none: readonly never[] = []
