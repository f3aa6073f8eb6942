import type { ItemData } from '../receipt/data/item-data.ts'
import type { DiscountData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { LedgerColumn } from './column/column.ts'
import { linesOf } from './lines.ts'
import { addsUp, amountOf, fullPrice, isBeforeDiscounts, type Micros, micros, sumOf, sumOfShown } from './sums.ts'

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
  if (kind === 'return') return none
  const back = linesOf(returns)
  const lines = orders.length > 0 && isOfOrders(receipt, column) ? [...items, ...linesOf(orders)] : items
  // What a line's total doesn't have is said once more by the receipt, or not at all.
  const isOpenSaved = column.reading.goods.from === 'reduced'
  const saved = { total: 0, count: 0 }
  const isSaid = saidByReceipt(receipt, column)
  const isApart = (line: ItemData) => line.discounts && !isSaid(line)
  for (const line of lines) if (isApart(line) && (isOpenSaved || !isBeforeDiscounts(line))) addSaved(saved, line, 1)
  for (const { amount = 0 } of keptDiscounts(discounts)) {
    if (amount < 0) saved.count += 1
    // Above 0, what comes back takes it back.
    if (amount < 0 || back.length > 0) saved.total -= micros(amount)
  }
  for (const line of back) if (isApart(line)) addSaved(saved, line, -1)
  if (saved.total <= 0) return none
  const all = [...lines, ...back]
  const isConfirmed = like
    ? like.count === saved.count
    : (column.fits && all.every(line => !line.discounts || isBeforeDiscounts(line) || isCheaper(line, unit))) ||
      leadsOn(all, receipt, column)
  return isConfirmed ? { total: amountOf(saved.total), count: saved.count } : none
}

/**
 * Which lines have discounts that the receipt's have, too: their totals don't, or the column begins with what all lines come to before
 * theirs.
 */
export function saidByReceipt(receipt: ReceiptData, { reading: { goods } }: LedgerColumn): (line: ItemData) => boolean {
  const { discounts, items = [], returns = [], orders = [] } = receipt
  const off = sumOf(discounts)
  const lines = [...items, ...linesOf(orders), ...linesOf(returns)]
  const before = (of: readonly ItemData[]) =>
    of.reduce((sum, { total, discounts }) => sum + micros(total) - sumOf(discounts), 0)
  // A coupon may be among the lines, too, and prices may have taxes that the sum hasn't.
  const isSum =
    goods.from === 'gross' &&
    [lines, lines.filter(({ total = 0 }) => total >= 0)].some(of =>
      [0, sumOf(receipt.taxes)].some(tax => before(of) - tax === goods.amount),
    )
  return line => (isBeforeDiscounts(line) ? goods.from === 'lines' && off !== 0 : isSum)
}

/** Discounts without those that another of their name and size takes back, as where a coupon was voided. */
export function keptDiscounts(discounts: readonly DiscountData[]): readonly DiscountData[] {
  if (!discounts.some(({ amount = 0 }) => amount > 0)) return discounts
  const alike = Map.groupBy(discounts, ({ name = '', amount = 0 }) => `${Math.abs(amount)} ${name}`)
  const taken = new Set<DiscountData>()
  for (const same of alike.values()) {
    const [off, back] = [same.filter(({ amount = 0 }) => amount < 0), same.filter(({ amount = 0 }) => amount > 0)]
    const pairs = Math.min(off.length, back.length)
    for (const each of [...off.slice(0, pairs), ...back.slice(0, pairs)]) taken.add(each)
  }
  return discounts.filter(discount => !taken.has(discount))
}

const none: Savings = { total: 0, count: 0 }

/** Whether the receipt's sums are of its orders' goods, too. */
function isOfOrders({ items = [], returns = [] }: ReceiptData, column: LedgerColumn): boolean {
  return sumOfShown([...items, ...linesOf(returns)]) !== column.goods
}

/** Adds what each discount of a line took off; those of a voided line take it back. @param side 1 of what was sold, -1 of what came back */
function addSaved(saved: Savings, { discounts = [], total, quantity }: ItemData, side: 1 | -1): void {
  const isVoided = quantity?.value !== undefined ? quantity.value < 0 : side * (total ?? 0) < 0
  for (const { amount } of discounts) {
    const off = micros(amount)
    if (isVoided && off > 0) saved.total -= side * off
    if (!isVoided && off < 0) {
      saved.total -= side * off
      if (side === 1) saved.count += 1
    }
  }
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
function isCheaper(line: ItemData, unit: Micros): boolean {
  const off = sumOf(line.discounts)
  if (off === 0) return true
  const { price, total } = line
  const before = fullPrice(line)
  return price !== undefined && total !== undefined && addsUp(micros(total), [before - off, before + off], [], unit)
}
