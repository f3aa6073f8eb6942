import type { ItemData } from '../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { withLinesChanged } from '../changes.ts'
import { lineSentAs } from '../lines.ts'
import { amountOf, type Micros, micros, pricedTotal } from '../sums.ts'

/**
 * The receipt with totals of lines as the interface reckons them, "(unit price times quantity) minus discount", where a till leaves them out,
 * sends 0 or the price of one instead, doesn't round them, or leaves out the minus of a quantity below 0. The same receipt if it has none.
 */
export function withLineTotals(receipt: ReceiptData, unit: Micros): ReceiptData {
  return withLinesChanged(receipt, line => withTotal(line, unit))
}

function withTotal(line: ItemData, unit: Micros): ItemData {
  const total = totalOf(line, unit)
  return total === undefined || total === line.total ? line : lineSentAs({ ...line, total }, line)
}

function totalOf(line: ItemData, unit: Micros): number | undefined {
  const { price, quantity, total } = line
  const { value = 1 } = quantity ?? {}
  const { total: _, ...rest } = line
  const priced = pricedTotal(rest, unit)
  const reckoned = priced === undefined ? undefined : amountOf(priced)
  if (total === undefined || price === undefined) return total === undefined ? reckoned : rounded(total, unit)
  const isOne = Math.abs(value) !== 1 && Math.abs(total) === Math.abs(price)
  const lacksMinus = value < 0 && total > 0
  return total === 0 || isOne || lacksMinus ? reckoned : rounded(total, unit)
}

function rounded(amount: number, unit: Micros): number {
  return amountOf(Math.round(micros(amount) / unit) * unit)
}
