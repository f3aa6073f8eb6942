import type { DepositData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { TenderHistoryData } from '../receipt/data/tender-data.ts'
import { type DateTime, instantOf, parseDateTime } from '../standards/iso8601.ts'
import { type Micros, sumOf } from './sums.ts'

/** Whether a payment is of an earlier day than its receipt, or of the same or a later one. */
export type When = 'earlier' | 'now' | 'unknown'

/** What says when a payment was. */
export interface Timed {
  dateTime?: string | undefined
}

/**
 * Tells when payments were. Days are those of the clock that the receipt prints; what was paid within the hour before is of the receipt.
 *
 * @param utcOffset of that clock, in milliseconds, if it isn't the one sent
 */
export function whenIn({ receiptDateTime }: ReceiptData, utcOffset?: number): (payment: Timed) => When {
  return ({ dateTime }) => {
    if (receiptDateTime === undefined || dateTime === undefined) return 'unknown'
    const [own, at] = [parseDateTime(receiptDateTime), parseDateTime(dateTime)]
    if (!own || !at) return 'unknown'
    const offset = utcOffset ?? offsetOf(own)
    const clockOf = (of: DateTime) => instantOf(of) + (of.offset && offset !== undefined ? offset : (offsetOf(of) ?? 0))
    const [now, then] = [clockOf(own), clockOf(at)]
    if (Math.floor(then / day) >= Math.floor(now / day)) return 'now'
    return own.hour !== undefined && now - then < hour ? 'now' : 'earlier'
  }
}

/** Tells whether payments are of an earlier day, whichever clock prints the receipt: of one in UTC, days are known two days apart. */
export function isOfEarlierDay(receipt: ReceiptData): (payment: Timed) => boolean {
  const when = whenIn(receipt)
  const own = receipt.receiptDateTime === undefined ? undefined : parseDateTime(receipt.receiptDateTime)
  if (own?.offset !== 'Z') return payment => when(payment) === 'earlier'
  return payment => {
    const at = payment.dateTime === undefined ? undefined : parseDateTime(payment.dateTime)
    return at !== undefined && instantOf(own) - instantOf(at) >= (at.offset ? day : 2 * day)
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

/** All payments that the receipt calls earlier ones, its orders' too. */
export function historyOf({ tenderHistory = [], orders = [] }: ReceiptData): TenderHistoryData[] {
  return [...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
}

/** What its deposits come to. */
export function depositsOf(receipt: ReceiptData): Micros {
  return sumOf(depositsIn(receipt))
}

/** All deposits, the orders' first. */
export function depositsIn({ deposit, orders = [] }: ReceiptData): DepositData[] {
  return [...orders.flatMap(order => order.deposits ?? []), ...(deposit ? [deposit] : [])]
}

/** The interface's reference to "the original sale", in "transactions such as layaway payments". */
export function namesEarlierSale({ relatedTransactionReference: reference, transactionNumber }: ReceiptData): boolean {
  return reference?.transactionNumber !== undefined && reference.transactionNumber !== transactionNumber
}
