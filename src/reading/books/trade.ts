import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { tenderTypes } from '../../standards/codes/tender-types.ts'
import { depositsOf, historyOf, namesEarlierSale } from '../payment-days.ts'
import { micros } from '../sums.ts'
import {
  dueOf,
  hasGoods,
  historyBefore,
  isAbout,
  newestDeposit,
  orderedTotal,
  paidIn,
  type TimedLedger,
  tendersNow,
  timedLedger,
} from './timed-payments.ts'

/**
 * What a receipt is in a merchant's books, so that no sale counts twice:
 *
 * - `sale`: goods were sold, or ordered (an order counts when it is made). Exchanges, too.
 * - `return`: goods came back, and nothing was sold.
 * - `payment`: paid on an earlier sale or order: an installment, the final payment, a payment at pickup.
 * - `deposit`: paid in advance, before anything was sold or ordered.
 * - `restatement`: repeats an earlier sale, and nothing was paid: a later invoice, a pickup slip.
 * - `gift-receipt`: a copy without prices.
 * - `payment-request`: not paid yet.
 * - `training`: nothing happened.
 */
export type Trade =
  | 'sale'
  | 'return'
  | 'payment'
  | 'deposit'
  | 'restatement'
  | 'gift-receipt'
  | 'payment-request'
  | 'training'

/**
 * Reads what a receipt is in the books, from nothing but the receipt.
 *
 * @param utcOffset of the clock that the receipt prints, in milliseconds, if it isn't the offset that was sent
 */
export function readTrade(sent: ReceiptData, utcOffset?: number): Trade {
  if (isTraining(sent)) return 'training'
  const books = timedLedger(sent, utcOffset)
  const { kind, receipt } = books
  if (kind === 'payment-link') return 'payment-request'
  if (kind === 'gift') return 'gift-receipt'
  if (kind === 'return' || takesBack(sent, receipt)) return 'return'
  if (receipt.returns?.length) return isRefundedToGiftCards(receipt) ? 'return' : 'sale'
  if (namesEarlierSale(receipt) || continues(books)) return isPaid(books) ? 'payment' : 'restatement'
  return isDeposit(books) ? 'deposit' : 'sale'
}

/** Whether the till was in training or test mode. */
function isTraining({ mode }: ReceiptData): boolean {
  return mode !== undefined && /^(?:training|test)$/i.test(mode)
}

/** Money went back for whatever the type says, such as a void sale or a canceled order. */
function takesBack(sent: ReceiptData, { grandAmount, items, returns }: ReceiptData): boolean {
  return (sent.grandAmount < 0 || grandAmount < 0) && !items?.length && !returns?.length
}

/** Whether goods came back, and nothing but gift cards was given for them. */
function isRefundedToGiftCards({ items = [], orders }: ReceiptData): boolean {
  return !orders?.length && items.length > 0 && items.every(item => item.giftCard && (item.total ?? 0) >= 0)
}

/** Whether an order was paid on before, or a payment is all there is. A bill of goods with earlier payments is a sale. */
function continues(books: TimedLedger): boolean {
  const { receipt, kind, unit } = books
  if (kind === 'order' && hasGoods(receipt)) return wasPaidBefore(books)
  if (hasGoods(receipt)) return false
  const { balanceDue = 0, grandAmount } = receipt
  const hasMore = historyBefore(books) > 0 || (balanceDue > 0 && depositsOf(receipt) === 0)
  const total = micros(grandAmount)
  return hasMore && isAbout(total, paidIn(books) ?? total, unit)
}

function wasPaidBefore(books: TimedLedger): boolean {
  const { receipt, unit, when } = books
  const { grandAmount, balanceDue, tenders = [] } = receipt
  if (historyOf(receipt).some(payment => when(payment) === 'earlier')) return true
  if (tendersNow(books).length < tenders.length) return true
  const [before, deposits] = [historyBefore(books), depositsOf(receipt)]
  if (before <= 0 && deposits <= 0) return false
  const total = Math.max(micros(grandAmount), orderedTotal(receipt))
  const due = dueOf(receipt)
  const newest = newestDeposit(receipt)
  const isFirst = due > 0 && newest > 0 && before <= 0 && isAbout(total - due, newest, unit)
  const today = paidIn(books) || (isFirst ? newest : 0)
  if (balanceDue !== undefined && total > today + unit) return total - today - micros(balanceDue) > unit
  if (before > 0) return true
  // The last payment; a deposit that was paid today is as much as was paid.
  return !isAbout(deposits, today, unit) && isAbout(total - today, deposits, unit)
}

/** Paid in advance: there are no goods, and the deposit is all that was paid, or all that the receipt is about. */
function isDeposit(books: TimedLedger): boolean {
  const { receipt, unit } = books
  if (receipt.deposit === undefined && !receipt.orders) return false
  const deposits = depositsOf(receipt)
  if (deposits <= 0 || hasGoods(receipt)) return false
  const total = micros(receipt.grandAmount)
  return [paidIn(books) || total - dueOf(receipt), total].some(amount => isAbout(deposits, amount, unit))
}

/** Whether anything was paid with this receipt. What is put on account isn't paid yet. */
function isPaid(books: TimedLedger): boolean {
  const { tenders = [], tenderApplied = 0 } = books.receipt
  if (tenders.length === 0) return tenderApplied !== 0
  return tendersNow(books).some(
    ({ amount, tenderTypeCode }) => amount !== 0 && tenderTypes.find(tenderTypeCode)?.code !== 'OnAccount',
  )
}
