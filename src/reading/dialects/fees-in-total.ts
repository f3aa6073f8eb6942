import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { withChanged } from '../changes.ts'
import type { DocumentKind } from '../kind.ts'
import { paidBy } from '../payment.ts'
import { amountOf, type Micros, micros, sizeOf, sumOf } from '../sums.ts'

/**
 * The receipt with a total that has its fees, where its till sends one without all of them, or one, and the payments come to what has them. The
 * same receipt if it has none.
 */
export function withFeesInTotal(receipt: ReceiptData, kind: DocumentKind): ReceiptData {
  const { fees = [], grandAmount } = receipt
  const isPaid = paidBy(receipt)
  const beside = sizeOf(receipt.tip)
  const isWhole = (total: Micros) => isPaid?.(total) || (beside !== 0 && isPaid?.(total + beside))
  if (!isPaid || isWhole(sizeOf(grandAmount))) return receipt
  const amounts = [sumOf(fees), ...fees.map(({ amount }) => micros(amount))]
  // What a shop keeps makes a refund smaller.
  const added = kind === 'return' ? amounts.flatMap(fee => [-Math.abs(fee), Math.abs(fee)]) : amounts
  const total = added.map(fee => sizeOf(grandAmount) + fee).find(sum => sum > 0 && isWhole(sum))
  return withChanged(receipt, { grandAmount: total && Math.sign(grandAmount) * amountOf(total) })
}
