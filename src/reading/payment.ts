import type { DepositData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { documentKind } from './kind.ts'
import { amountOf, type Micros, micros, sumOf } from './sums.ts'

/**
 * What was paid when. A receipt is for a partial payment if its tenders do not add up to its total: the rest was paid before,
 * as a deposit or an installment, or is still due. Amounts are in the currency's major unit.
 */
export interface Payment {
  /** Paid with this receipt; undefined unless it is a partial payment. */
  today: number | undefined
  /** Paid before, if a deposit or earlier payments explain what is missing from the total. */
  earlier: number | undefined
  /** Still due, according to the receipt; undefined if nothing is. */
  due: number | undefined
}

/** Reads a receipt's payment. `unit` is what its till rounds to. */
export function readPayment(receipt: ReceiptData, unit: Micros): Payment {
  const due = receipt.balanceDue !== undefined && receipt.balanceDue > 0 ? receipt.balanceDue : undefined
  const today = partToday(receipt, unit)
  if (today === undefined) return { today, earlier: undefined, due }
  const missing = micros(receipt.grandAmount) - today - micros(due)
  const earlier = earlierPayments(receipt).find(paid => paid > 0 && Math.abs(paid - missing) <= unit)
  return { today: amountOf(today), earlier: earlier === undefined ? undefined : amountOf(earlier), due }
}

/**
 * Whether a deposit's balance is outdated or repeated: it equals what the receipt says is due, or was due before today's
 * payment.
 */
export function isBalanceSuperseded({ balanceDue }: DepositData, receipt: ReceiptData, unit: Micros): boolean {
  if (balanceDue === undefined || receipt.balanceDue === undefined) return false
  const left = micros(balanceDue) - micros(receipt.balanceDue)
  return Math.abs(left) <= unit || Math.abs(left - paidToday(receipt)) <= unit
}

/** Whether the deposits of a receipt, or of its only order, are already shown as an earlier payment, or are what was paid today. */
export function areDepositsSaid(
  { deposits, tenderHistory }: { deposits: readonly DepositData[]; tenderHistory: ReceiptData['tenderHistory'] },
  { today, earlier }: Payment,
): boolean {
  const paid = sumOf(deposits)
  return paid !== 0 && [micros(earlier ?? today), sumOf(tenderHistory)].includes(paid)
}

/** What was paid today, if that is part of the total. Refunds and payment requests aren't payments. */
function partToday(receipt: ReceiptData, unit: Micros): Micros | undefined {
  const kind = documentKind(receipt)
  if (kind === 'payment-link' || kind === 'return' || kind === 'gift') return undefined
  const paid = paidToday(receipt)
  // Cash is rounded: short by the rounding means paid in full.
  const rounding = Math.min(0, micros(receipt.roundingAdjustment?.value))
  const full = micros(receipt.grandAmount) + rounding - unit
  return paid > 0 && Math.max(paid, tendered(receipt) ?? 0) < full ? paid : undefined
}

/** What was paid with this receipt, less change; 0 if it doesn't say, or in another currency only. */
export function paidToday(receipt: ReceiptData): Micros {
  const { tenders = [], tenderApplied, changeDue } = receipt
  if (tenderApplied === undefined) return tendered(receipt) ?? 0
  // Some tills count what was handed over, including change.
  const withChange = micros(tenderApplied) === sumOf(tenders)
  return micros(tenderApplied) - (withChange && !givesChange(receipt) ? micros(changeDue) : 0)
}

/** The tenders less change; undefined if one is in another currency or has no amount. */
function tendered(receipt: ReceiptData): Micros | undefined {
  const { tenders = [], changeDue, currency } = receipt
  if (tenders.some(tender => tender.amount === undefined)) return undefined
  if (tenders.some(tender => tender.currency !== undefined && tender.currency !== currency)) return undefined
  return sumOf(tenders) - (givesChange(receipt) ? 0 : micros(changeDue))
}

/** Change may be a separate tender with a negative amount. */
function givesChange({ tenders = [] }: ReceiptData): boolean {
  return tenders.some(tender => (tender.amount ?? 0) < 0)
}

/** Every sum that may have been paid before; a deposit is often among the earlier payments too. */
function earlierPayments({ tenderHistory, deposit, orders = [] }: ReceiptData): Micros[] {
  return [
    sumOf(tenderHistory),
    micros(deposit?.amount),
    sumOf(orders.flatMap(order => order.tenderHistory ?? [])),
    sumOf(orders.flatMap(order => order.deposits ?? [])),
  ]
}
