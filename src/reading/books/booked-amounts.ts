import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { TenderData } from '../../receipt/data/tender-data.ts'
import { depositsOf } from '../payment-days.ts'
import { amountOf, micros, sum } from '../sums.ts'
import {
  dueOf,
  hasGoods,
  historyBefore,
  isAbout,
  newestDeposit,
  orderedTotal,
  paidIn,
  tendersNow,
  timedLedger,
} from './timed-payments.ts'
import type { Trade } from './trade.ts'

/**
 * What a sale comes to, with the ledger's sign: `grandAmount`; but of an order whose `grandAmount` is only what was paid on it today, the
 * whole order.
 */
export function saleTotal(sent: ReceiptData, utcOffset?: number): number {
  const books = timedLedger(sent, utcOffset)
  const { kind, receipt, unit } = books
  const { grandAmount, orders = [], balanceDue = 0 } = receipt
  if (kind !== 'order' || receipt.returns?.length || grandAmount <= 0) return grandAmount
  const total = orderedTotal(receipt)
  const paid = paidIn(books)
  const whole = sum([grandAmount, balanceDue])
  // Paid in other money, the order says whether the total is a part of it.
  if (paid === undefined ? !isAbout(whole, total, unit) : !isAbout(micros(grandAmount), paid, unit)) return grandAmount
  if (balanceDue > 0) return amountOf(whole)
  const isPart = orders.some(({ paymentSchedules = [] }) => paymentSchedules.length > 0) || depositsOf(receipt) > 0
  return isPart && total > micros(grandAmount) ? amountOf(total) : grandAmount
}

/**
 * The tenders that were paid with a receipt, with the ledger's signs: without those of earlier days that the receipt explains. It does if
 * it is about an earlier sale, an order that was paid on today, too, or has deposits or earlier payments of as much.
 */
export function paidNow(sent: ReceiptData, utcOffset?: number): readonly TenderData[] {
  return tendersNow(timedLedger(sent, utcOffset))
}

/**
 * What was paid with a receipt by its total, what is due and what was paid before, where its tenders don't tell: they are in other money,
 * or aren't sent though a deposit is. Undefined if nothing tells.
 */
export function paidByTotal(sent: ReceiptData, trade: Trade, utcOffset?: number): number | undefined {
  const books = timedLedger(sent, utcOffset)
  const { receipt, unit } = books
  const { grandAmount, balanceDue } = receipt
  const total = micros(trade === 'sale' ? saleTotal(sent, utcOffset) : grandAmount)
  const [deposits, due] = [depositsOf(receipt), dueOf(receipt)]
  if (trade === 'deposit') return amountOf(deposits)
  const newest = newestDeposit(receipt)
  const isFirst = newest > 0 && isAbout(total - due, newest, unit)
  if (!receipt.tenders?.length && !receipt.changeDue) return isFirst && due > 0 ? amountOf(newest) : undefined
  if (trade === 'return') return grandAmount
  const before = historyBefore(books)
  if (trade === 'payment') {
    const isWhole = hasGoods(receipt) || before > 0 || deposits > 0
    if (!isWhole) return due === 0 || total <= due ? grandAmount : undefined
    if (hasGoods(receipt) && (balanceDue === undefined || (before <= 0 && deposits <= 0))) return undefined
  }
  const rest = total - due
  const paid = isFirst ? rest : rest - (before > 0 ? before : deposits)
  return paid < 0 || (paid === 0 && trade === 'payment') ? undefined : amountOf(paid)
}
