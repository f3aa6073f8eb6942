import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { TenderData, TenderHistoryData } from '../receipt/data/tender-data.ts'
import { tenderTypes } from '../standards/codes/tender-types.ts'
import { type DateTime, instantOf, parseDateTime } from '../standards/iso8601.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { paidToday } from './payment.ts'
import { amountOf, type Micros, micros, sum, sumOf } from './sums.ts'

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
  const books = booksOf(sent, utcOffset)
  const { kind, receipt } = books
  if (kind === 'payment-link') return 'payment-request'
  if (kind === 'gift') return 'gift-receipt'
  if (kind === 'return' || takesBack(sent, receipt)) return 'return'
  if (kind === 'exchange' || receipt.returns?.length) return isRefundedToGiftCards(receipt) ? 'return' : 'sale'
  if (namesEarlierSale(receipt) || continues(books)) return isPaid(books) ? 'payment' : 'restatement'
  return isDeposit(books) ? 'deposit' : 'sale'
}

/**
 * What a sale comes to, with the ledger's sign: `grandAmount`; but of an order whose `grandAmount` is only what was paid on it today, the
 * whole order.
 */
export function saleTotal(sent: ReceiptData, utcOffset?: number): number {
  const books = booksOf(sent, utcOffset)
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
  return tendersNow(booksOf(sent, utcOffset))
}

/**
 * What was paid with a receipt by its total, what is due and what was paid before, where its tenders don't tell: they are in other money,
 * or aren't sent though a deposit is. Undefined if nothing tells.
 */
export function paidByTotal(sent: ReceiptData, trade: Trade, utcOffset?: number): number | undefined {
  const books = booksOf(sent, utcOffset)
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

/** A receipt with what tells when its payments were. */
interface Books extends Pick<Ledger, 'receipt' | 'kind' | 'unit'> {
  when: (payment: { dateTime?: string | undefined }) => When
}

/** Whether a payment is of an earlier day than its receipt, or of the same or a later one. */
type When = 'earlier' | 'now' | 'unknown'

function booksOf(sent: ReceiptData, utcOffset: number | undefined): Books {
  const { receipt, kind, unit } = readLedger(sent)
  return { receipt, kind, unit, when: whenIn(receipt, utcOffset) }
}

/** Days are those of the clock that the receipt prints; what was paid within the hour before is of the receipt. */
function whenIn({ receiptDateTime }: ReceiptData, utcOffset: number | undefined): Books['when'] {
  return ({ dateTime }) => {
    if (receiptDateTime === undefined || dateTime === undefined) return 'unknown'
    const [own, at] = [parseDateTime(receiptDateTime), parseDateTime(dateTime)]
    if (!own || !at) return 'unknown'
    const offset = utcOffset ?? offsetOf(own)
    const clockOf = (of: DateTime) => instantOf(of) + (of.offset && offset !== undefined ? offset : (offsetOf(of) ?? 0))
    const [now, then] = [clockOf(own), clockOf(at)]
    if (Math.floor(then / day) >= Math.floor(now / day)) return 'now'
    return at.hour !== undefined && own.hour !== undefined && now - then < hour ? 'now' : 'earlier'
  }
}

const hour = 3_600_000
const day = 24 * hour

/** How far a clock is ahead of UTC, if it says. */
function offsetOf(at: DateTime): number | undefined {
  if (!at.offset) return undefined
  const { offset: _, ...clock } = at
  return instantOf(clock) - instantOf(at)
}

function tendersNow({ receipt, kind, unit, when }: Books): readonly TenderData[] {
  const { tenders = [] } = receipt
  const earlier = tenders.filter(tender => when(tender) === 'earlier')
  if (earlier.length === 0) return tenders
  const isLater = namesEarlierSale(receipt) || (kind === 'order' && earlier.length < tenders.length)
  const known = Math.max(sumOf(historyOf(receipt)), depositsOf(receipt))
  return isLater || sumOf(earlier) <= known + unit ? tenders.filter(tender => !earlier.includes(tender)) : tenders
}

/** Whether the till was in training or test mode. */
function isTraining({ mode }: ReceiptData): boolean {
  return mode !== undefined && /^(?:training|test)$/i.test(mode)
}

/** Money went back for whatever the type says, such as a void sale or a canceled order. */
function takesBack({ grandAmount }: ReceiptData, { items, returns }: ReceiptData): boolean {
  return grandAmount < 0 && !items?.length && !returns?.length
}

/** Whether goods came back, and nothing but gift cards was given for them. */
function isRefundedToGiftCards({ items = [], orders }: ReceiptData): boolean {
  return !orders?.length && items.length > 0 && items.every(item => item.giftCard && (item.total ?? 0) >= 0)
}

/** The interface's reference to "the original sale", in "transactions such as layaway payments". */
function namesEarlierSale({ relatedTransactionReference: reference, transactionNumber }: ReceiptData): boolean {
  return reference?.transactionNumber !== undefined && reference.transactionNumber !== transactionNumber
}

/** Whether an order was paid on before, or a payment is all there is. A bill of goods with earlier payments is a sale. */
function continues(books: Books): boolean {
  const { receipt, kind, unit } = books
  if (kind === 'order' && hasGoods(receipt)) return wasPaidBefore(books)
  const { tenderHistory, balanceDue = 0, grandAmount } = receipt
  if (hasGoods(receipt) || (tenderHistory === undefined && balanceDue <= 0)) return false
  const hasMore = historyBefore(books) > 0 || (balanceDue > 0 && depositsOf(receipt) === 0)
  const total = micros(grandAmount)
  return hasMore && isAbout(total, paidIn(books) ?? total, unit)
}

function hasGoods({ items, orders = [] }: ReceiptData): boolean {
  return Boolean(items?.length) || orders.some(order => order.items?.length || order.totalAmount !== undefined)
}

function wasPaidBefore(books: Books): boolean {
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
function isDeposit(books: Books): boolean {
  const { receipt, unit } = books
  if (receipt.deposit === undefined && !receipt.orders) return false
  const deposits = depositsOf(receipt)
  if (deposits <= 0 || hasGoods(receipt)) return false
  const total = micros(receipt.grandAmount)
  return [paidIn(books) || total - dueOf(receipt), total].some(amount => isAbout(deposits, amount, unit))
}

/** Whether anything was paid with this receipt. What is put on account isn't paid yet. */
function isPaid(books: Books): boolean {
  const { tenders = [], tenderApplied = 0 } = books.receipt
  if (tenders.length === 0) return tenderApplied !== 0
  return tendersNow(books).some(
    ({ amount, tenderTypeCode }) => amount !== 0 && tenderTypes.find(tenderTypeCode)?.code !== 'OnAccount',
  )
}

/** What was paid with this receipt, less change; undefined if only foreign money or amounts left out would tell. */
function paidIn(books: Books): Micros | undefined {
  const { receipt } = books
  const tenders = tendersNow(books)
  if (receipt.tenderApplied !== undefined) return paidToday(receipt)
  const isOwn = ({ amount, currency }: TenderData) =>
    amount !== undefined && (currency === undefined || currency === receipt.currency)
  if (!tenders.every(isOwn)) return undefined
  return tenders.length === 0 ? 0 : sumOf(tenders) - micros(receipt.changeDue)
}

/** What the payment history says was paid before: payments on the receipt's own day may be today's. */
function historyBefore({ receipt, when }: Books): Micros {
  return sumOf(historyOf(receipt).filter(payment => when(payment) !== 'now'))
}

function historyOf({ tenderHistory = [], orders = [] }: ReceiptData): TenderHistoryData[] {
  return [...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
}

function depositsOf(receipt: ReceiptData): Micros {
  return sumOf(depositsIn(receipt))
}

function newestDeposit(receipt: ReceiptData): Micros {
  return micros(depositsIn(receipt).at(-1)?.amount)
}

function depositsIn({ deposit, orders = [] }: ReceiptData) {
  return [...orders.flatMap(order => order.deposits ?? []), ...(deposit ? [deposit] : [])]
}

/** What is still due: the receipt's balance, or else that of the newest deposit. */
function dueOf(receipt: ReceiptData): Micros {
  return Math.max(0, micros(receipt.balanceDue ?? depositsIn(receipt).at(-1)?.balanceDue))
}

function orderedTotal({ orders = [] }: ReceiptData): Micros {
  return sum(orders.map(order => order.totalAmount))
}

function isAbout(one: Micros, other: Micros, unit: Micros): boolean {
  return Math.abs(one - other) <= unit
}
