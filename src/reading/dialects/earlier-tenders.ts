import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { TenderData, TenderHistoryData } from '../../receipt/data/tender-data.ts'
import { mapped, withChanged } from '../changes.ts'
import type { DocumentKind } from '../kind.ts'
import { depositsOf, historyOf, isOfEarlierDay, namesEarlierSale } from '../payment-days.ts'
import { type Micros, micros, sizeOf, sumOf, turnedBy } from '../sums.ts'

/**
 * The receipt with payments of earlier days in its history only, where a till lists all that were ever made on an order among today's, and
 * with a history above 0. The same receipt if it has none.
 */
export function withEarlierTenders(receipt: ReceiptData, kind: DocumentKind, unit: Micros): ReceiptData {
  if (kind === 'return') return receipt
  const above = withHistoryAbove(receipt)
  const { tenders = [] } = above
  // One is never all that was paid before.
  if (tenders.length < 2) return above
  const dated = tenders.filter(isOfEarlierDay(above))
  const isDated = dated.length > 0 && isExplained(above, dated, kind, unit)
  const earlier = isDated ? dated : repeatedOf(above, unit)
  if (earlier.length === 0 || earlier.length === tenders.length) return above
  const listed = historyOf(above)
  const added = earlier.filter(tender => !takes(listed, tender))
  return {
    ...above,
    tenders: tenders.filter(tender => !earlier.includes(tender)),
    tenderHistory: [...(above.tenderHistory ?? []), ...added],
  }
}

/** Whether earlier payments are to be expected: the receipt is about an earlier sale or an order, or has a history or deposits of as much. */
function isExplained(receipt: ReceiptData, earlier: readonly TenderData[], kind: DocumentKind, unit: Micros): boolean {
  if (kind === 'order' || namesEarlierSale(receipt)) return true
  return sumOf(earlier) <= Math.max(sumOf(historyOf(receipt)), depositsOf(receipt)) + unit
}

/** The tenders that are in the history, too, if all of that are and the total was paid with them. */
function repeatedOf(receipt: ReceiptData, unit: Micros): readonly TenderData[] {
  const { tenders = [], changeDue, balanceDue = 0, grandAmount } = receipt
  const left = historyOf(receipt)
  if (left.length === 0 || left.length >= tenders.length) return []
  const paid = sumOf(tenders) - micros(changeDue) + Math.max(0, micros(balanceDue))
  const found = tenders.filter(tender => takes(left, tender))
  return left.length === 0 && Math.abs(paid - micros(grandAmount)) <= unit ? found : []
}

/** Takes a payment from a history, if that has it. */
function takes(history: TenderHistoryData[], { amount }: TenderData): boolean {
  const at = history.findIndex(payment => sizeOf(payment.amount) === sizeOf(amount))
  if (at >= 0) history.splice(at, 1)
  return at >= 0
}

/** Some tills send what was paid before below 0, because it is taken off. */
function withHistoryAbove(receipt: ReceiptData): ReceiptData {
  if (!receipt.tenderHistory && !receipt.orders) return receipt
  const above = (history: TenderHistoryData[] | undefined) =>
    history?.every(({ amount = 0 }) => amount <= 0) ? mapped(history, payment => turnedBy(-1, payment)) : history
  return withChanged(receipt, {
    tenderHistory: receipt.grandAmount < 0 ? undefined : above(receipt.tenderHistory),
    orders: mapped(receipt.orders, order => withChanged(order, { tenderHistory: above(order.tenderHistory) })),
  })
}
