import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { balanceOf, earlierPayments } from '../payment.ts'
import { amountOf, micros } from '../sums.ts'

/**
 * The receipt with a total of all that it is about, where its till sends what was left after a deposit or earlier payments, or what was paid
 * today; in each way. The same receipt in place of one that would be another's.
 */
export function withWholeTotals(receipt: ReceiptData): (() => ReceiptData)[] {
  const { grandAmount } = receipt
  if (grandAmount < 0) return []
  const due = balanceOf(receipt)
  const before = earlierPayments(receipt)
  const rests = [...before, due, ...before.map(earlier => earlier && earlier + due)]
  return rests.map((rest, at) => () => {
    if (rest <= 0 || rests.indexOf(rest) < at) return receipt
    return { ...receipt, grandAmount: amountOf(micros(grandAmount) + rest) }
  })
}
