import type { ItemData } from '../receipt/data/item-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { LedgerColumn } from './column/column.ts'
import { amountOf, isBeforeDiscounts, type Micros, micros, sumOf, sumOfShown } from './sums.ts'

/** What a receipt's discounts took off, in the currency's major unit. */
export interface Savings {
  /** 0 if there are none, or if no sum of the receipt confirms them. */
  total: number
  /** How many discounts it is the sum of. */
  count: number
}

/**
 * Reads what was saved on what was sold, less what had been saved on what came back; a voided line takes its own discounts back. Only if
 * the sums confirm it: each line with a discount costs that much less than its price, or gross and net, or gross and total, are that far
 * apart. Discounts that raise a price are no savings, and a return has none.
 *
 * @param receipt in the one spelling
 * @param like savings of as many discounts, which count as confirmed
 */
export function readSavings(
  { receipt, kind, column, unit }: { receipt: ReceiptData; kind: string; column: LedgerColumn; unit: Micros },
  like?: Savings,
): Savings {
  const { items = [], returns = [], orders = [], discounts = [] } = receipt
  if (kind === 'return') return { total: 0, count: 0 }
  const back = returns.flatMap(entry => entry.items ?? [])
  const ordered = orders.flatMap(order => order.items ?? [])
  // A receipt with orders has sums of its own goods, or of theirs, too.
  const own = sumOfShown([...items, ...back])
  const lines = own === undefined || own !== column.goods ? [...items, ...ordered] : items
  // What a line's total doesn't have is said once more by the receipt, or not at all.
  const counted = column.reading.goods.from === 'reduced' ? lines : lines.filter(line => !isBeforeDiscounts(line))
  const saved = [
    ...counted.flatMap(line => savedOn(line, 1)),
    ...discounts.map(({ amount }) => -Math.min(0, micros(amount))),
  ].filter(Boolean)
  const total = [...saved, ...back.flatMap(line => savedOn(line, -1)).map(amount => -amount)].reduce(
    (sum, amount) => sum + amount,
    0,
  )
  const count = saved.filter(amount => amount > 0).length
  const all = [...lines, ...back]
  const isConfirmed = like
    ? like.count === count
    : (column.fits && all.every(line => isBeforeDiscounts(line) || isCheaper(line, unit))) ||
      leadsOn(all, receipt, column)
  return total > 0 && isConfirmed ? { total: amountOf(total), count } : { total: 0, count: 0 }
}

/** What each discount of a line took off; those of a voided line below 0. @param sign of the totals of its list */
function savedOn({ discounts, total = 0, quantity }: ItemData, sign: 1 | -1): Micros[] {
  if (!discounts) return []
  const isVoided = quantity?.value !== undefined ? quantity.value < 0 : total * sign < 0
  return discounts.map(({ amount }) => (isVoided ? -Math.max(0, micros(amount)) : -Math.min(0, micros(amount))))
}

/** Whether the gross amount less all discounts leads to the net amount or to the total. */
function leadsOn(lines: readonly ItemData[], receipt: ReceiptData, { rows }: LedgerColumn): boolean {
  const { grossAmount, netAmount, grandAmount, fees, discounts } = receipt
  if (grossAmount === undefined) return false
  const off = sumOf(lines.flatMap(line => line.discounts ?? [])) + sumOf(discounts)
  const discounted = micros(grossAmount) + off + sumOf(fees)
  if (netAmount !== undefined && discounted === micros(netAmount)) return true
  const total = rows.findIndex(({ role }) => role === 'total')
  const added = rows.slice(0, total).filter(({ role }) => later.has(role))
  return added.reduce((sum, { amount = 0 }) => sum + amount, discounted) === micros(grandAmount)
}

const later: ReadonlySet<string> = new Set(['tax', 'serviceCharge', 'tip', 'rounding'])

/** Whether a line costs its price less its discounts, or has none. */
function isCheaper({ discounts, price, quantity, total }: ItemData, unit: Micros): boolean {
  const off = sumOf(discounts)
  if (off === 0) return true
  if (price === undefined || total === undefined) return false
  const before = micros(Math.abs(price * (quantity?.value ?? 1)))
  return (
    Math.abs(before - Math.abs(off) - Math.abs(micros(total))) <= unit ||
    Math.abs(before + Math.abs(off) - Math.abs(micros(total))) <= unit
  )
}
