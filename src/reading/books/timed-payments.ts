import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { TenderData } from '../../receipt/data/tender-data.ts'
import { type Ledger, readLedger } from '../ledger.ts'
import { areKnown, paidToday } from '../payment.ts'
import { depositsIn, depositsOf, historyOf, namesEarlierSale, type Timed, type When, whenIn } from '../payment-days.ts'
import { type Micros, micros, sum, sumOf } from '../sums.ts'

/** A receipt with what tells when its payments were. */
export interface TimedLedger extends Pick<Ledger, 'receipt' | 'kind' | 'unit'> {
  when: (payment: Timed) => When
}

/** Reads a receipt with its payments' times. @param utcOffset of the clock that it prints, in milliseconds, if it isn't the one sent */
export function timedLedger(sent: ReceiptData, utcOffset: number | undefined): TimedLedger {
  const { receipt, kind, unit } = readLedger(sent)
  return { receipt, kind, unit, when: whenIn(receipt, utcOffset) }
}

/** The tenders without those of earlier days that the receipt explains. */
export function tendersNow({ receipt, kind, unit, when }: TimedLedger): readonly TenderData[] {
  const { tenders = [] } = receipt
  const earlier = tenders.filter(tender => when(tender) === 'earlier')
  if (earlier.length === 0) return tenders
  const isLater = namesEarlierSale(receipt) || (kind === 'order' && earlier.length < tenders.length)
  const known = Math.max(sumOf(historyOf(receipt)), depositsOf(receipt))
  return isLater || sumOf(earlier) <= known + unit ? tenders.filter(tender => !earlier.includes(tender)) : tenders
}

/** What was paid with this receipt, less change; undefined if only foreign money or amounts left out would tell. */
export function paidIn(books: TimedLedger): Micros | undefined {
  const { receipt } = books
  const tenders = tendersNow(books)
  if (receipt.tenderApplied !== undefined) return paidToday(receipt)
  if (!areKnown(tenders, receipt)) return undefined
  return tenders.length === 0 ? 0 : sumOf(tenders) - micros(receipt.changeDue)
}

/** What the payment history says was paid before: payments on the receipt's own day may be today's. */
export function historyBefore({ receipt, when }: TimedLedger): Micros {
  return sumOf(historyOf(receipt).filter(payment => when(payment) !== 'now'))
}

/** The deposit that was paid last. */
export function newestDeposit(receipt: ReceiptData): Micros {
  return micros(depositsIn(receipt).at(-1)?.amount)
}

/** What is still due: the receipt's balance, or else that of the newest deposit. */
export function dueOf(receipt: ReceiptData): Micros {
  return Math.max(0, micros(receipt.balanceDue ?? depositsIn(receipt).at(-1)?.balanceDue))
}

/** What its orders come to. */
export function orderedTotal({ orders = [] }: ReceiptData): Micros {
  return sum(orders.map(order => order.totalAmount))
}

/** Equal, but for a rounding. */
export function isAbout(one: Micros, other: Micros, unit: Micros): boolean {
  return Math.abs(one - other) <= unit
}

/** Whether anything is sold or ordered. */
export function hasGoods({ items, orders = [] }: ReceiptData): boolean {
  return Boolean(items?.length) || orders.some(order => order.items?.length || order.totalAmount !== undefined)
}
