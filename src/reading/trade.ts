import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { TenderData, TenderHistoryData } from '../receipt/data/tender-data.ts'
import { parseDateTime } from '../standards/iso8601.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { paidToday } from './payment.ts'
import { amountOf, type Micros, micros, sum, sumOf, unitOf } from './sums.ts'

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

/** Reads what a receipt is in the books, from nothing but the receipt. */
export function readTrade(receipt: ReceiptData): Trade {
  if (isTraining(receipt)) return 'training'
  const kind = documentKind(receipt)
  if (kind === 'payment-link') return 'payment-request'
  if (kind === 'gift') return 'gift-receipt'
  if (kind === 'return' || takesBack(receipt)) return 'return'
  if (kind === 'exchange' || receipt.returns?.length) return 'sale'
  if (namesEarlierSale(receipt) || continues(receipt, kind)) return isPaid(receipt) ? 'payment' : 'restatement'
  return isDeposit(receipt) ? 'deposit' : 'sale'
}

/**
 * What a sale comes to: `grandAmount`; but of an order whose `grandAmount` is only what was paid on it today, the whole order.
 */
export function saleTotal(receipt: ReceiptData): number {
  const { grandAmount, orders = [], balanceDue = 0 } = receipt
  if (documentKind(receipt) !== 'order' || receipt.returns?.length) return grandAmount
  const unit = unitOf(receipt)
  if (!isAbout(micros(grandAmount), paidToday(receipt), unit) || grandAmount <= 0) return grandAmount
  if (balanceDue > 0) return amountOf(sum([grandAmount, balanceDue]))
  const total = orderedTotal(receipt)
  const isPart = orders.some(({ paymentSchedules = [] }) => paymentSchedules.length > 0) || depositsOf(receipt) > 0
  return isPart && total > micros(grandAmount) ? amountOf(total) : grandAmount
}

/** The tenders of a payment, without those of earlier days: an invoice, or a till, may repeat them. */
export function paidNow({ tenders = [], receiptDateTime }: ReceiptData): readonly TenderData[] {
  const day = dayOf(receiptDateTime)
  const isNow = ({ dateTime }: TenderData) => day === undefined || (dayOf(dateTime) ?? day) >= day
  return tenders.every(isNow) ? tenders : tenders.filter(isNow)
}

/** Whether the till was in training or test mode. */
function isTraining({ mode }: ReceiptData): boolean {
  return mode !== undefined && /^(?:training|test)$/i.test(mode)
}

/** Money went back for whatever the type says, such as a void sale or a canceled order. */
function takesBack({ grandAmount, items = [], returns }: ReceiptData): boolean {
  if (grandAmount >= 0 || returns?.length) return false
  return items.every(({ quantity, total }) => (quantity?.value ?? 0) < 0 || (total ?? 0) < 0)
}

/** The interface's reference to "the original sale", in "transactions such as layaway payments". */
function namesEarlierSale({ relatedTransactionReference: reference, transactionNumber }: ReceiptData): boolean {
  return reference?.transactionNumber !== undefined && reference.transactionNumber !== transactionNumber
}

/** Whether an order was paid on before, or a payment is all there is. A bill of goods with earlier payments is a sale. */
function continues(receipt: ReceiptData, kind: DocumentKind): boolean {
  if (kind === 'order' && hasGoods(receipt)) return wasPaidBefore(receipt)
  const { tenderHistory, balanceDue = 0, grandAmount } = receipt
  if (hasGoods(receipt) || (tenderHistory === undefined && balanceDue <= 0)) return false
  const hasMore = historyBefore(receipt) > 0 || (balanceDue > 0 && depositsOf(receipt) === 0)
  return hasMore && isAbout(micros(grandAmount), paidToday(receipt), unitOf(receipt))
}

function hasGoods({ items, orders = [] }: ReceiptData): boolean {
  return Boolean(items?.length) || orders.some(order => order.items?.length || order.totalAmount !== undefined)
}

function wasPaidBefore(receipt: ReceiptData): boolean {
  const { grandAmount, balanceDue } = receipt
  const day = dayOf(receipt.receiptDateTime)
  if (day !== undefined && historyOf(receipt).some(({ dateTime }) => (dayOf(dateTime) ?? day) < day)) return true
  const [before, deposits] = [historyBefore(receipt), depositsOf(receipt)]
  if (before <= 0 && deposits <= 0) return false
  const unit = unitOf(receipt)
  const today = paidToday(receipt)
  const total = Math.max(micros(grandAmount), orderedTotal(receipt))
  if (balanceDue !== undefined && total > today + unit) return total - today - micros(balanceDue) > unit
  if (before > 0) return true
  // The last payment; a deposit that was paid today is as much as was paid.
  return !isAbout(deposits, today, unit) && isAbout(total - today, deposits, unit)
}

/** Paid in advance: there are no goods, and the deposit is all that was paid, or all that the receipt is about. */
function isDeposit(receipt: ReceiptData): boolean {
  if (receipt.deposit === undefined && !receipt.orders) return false
  const deposits = depositsOf(receipt)
  if (deposits <= 0 || hasGoods(receipt)) return false
  const unit = unitOf(receipt)
  return isAbout(deposits, paidToday(receipt), unit) || isAbout(deposits, micros(receipt.grandAmount), unit)
}

/** Whether anything was paid with this receipt. */
function isPaid(receipt: ReceiptData): boolean {
  const { tenders, tenderApplied = 0 } = receipt
  return tenders ? paidNow(receipt).some(({ amount }) => amount !== 0) : tenderApplied !== 0
}

/** What the payment history says was paid before: payments on the receipt's own day may be today's. */
function historyBefore(receipt: ReceiptData): Micros {
  const day = dayOf(receipt.receiptDateTime)
  return sumOf(historyOf(receipt).filter(({ dateTime }) => day === undefined || dayOf(dateTime) !== day))
}

function historyOf({ tenderHistory = [], orders = [] }: ReceiptData): TenderHistoryData[] {
  return [...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
}

function depositsOf({ deposit, orders = [] }: ReceiptData): Micros {
  return micros(deposit?.amount) + sumOf(orders.flatMap(order => order.deposits ?? []))
}

function orderedTotal({ orders = [] }: ReceiptData): Micros {
  return sum(orders.map(order => order.totalAmount))
}

/** A day by the clock that wrote it, to compare. */
function dayOf(text: string | undefined): number | undefined {
  const date = text === undefined ? undefined : parseDateTime(text)
  return date && (date.year * 100 + date.month) * 100 + date.day
}

function isAbout(one: Micros, other: Micros, unit: Micros): boolean {
  return Math.abs(one - other) <= unit
}
