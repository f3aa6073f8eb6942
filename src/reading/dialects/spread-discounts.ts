import type { ItemData } from '../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { withLinesChanged } from '../changes.ts'
import { lineSentAs, linesOf } from '../lines.ts'
import { amountOf, fullPrice, type Micros, micros, sizeOf, sumOf } from '../sums.ts'

/**
 * The receipt with line totals before its own discounts, where a till spreads those over the lines, or some of them: "Lamp 100.00" for 90.00,
 * less 10 %. Only where what the totals lack isn't more than the discounts are. The same receipt if it has none.
 */
export function withTotalsBeforeDiscounts(receipt: ReceiptData, unit: Micros): ReceiptData {
  const { discounts, items = [], returns, orders } = receipt
  const off = Math.abs(sumOf(discounts))
  if (off === 0) return receipt
  const lines = [...items, ...linesOf(returns), ...linesOf(orders)]
  const spread = lines.reduce((sum, line) => sum + (lackOf(line, unit) ?? 0), 0)
  if (spread === 0 || spread - off > unit) return receipt
  return withLinesChanged(receipt, line => {
    const lack = lackOf(line, unit)
    if (!lack) return line
    const total = amountOf(micros(line.total) + Math.sign(line.total || 1) * lack)
    return lineSentAs({ ...line, total }, line)
  })
}

/** What a line's total is less than its price and its own discounts say; undefined if it doesn't say that. */
function lackOf(line: ItemData, unit: Micros): Micros | undefined {
  const { price, total, discounts } = line
  if (price === undefined || total === undefined) return undefined
  const full = Math.round(fullPrice(line) / unit) * unit
  const lack = full - Math.abs(sumOf(discounts)) - sizeOf(total)
  return lack > unit ? lack : undefined
}
