import type { DepositData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { TenderData } from '../receipt/data/tender-data.ts'
import { tenderTypes } from '../standards/codes/tender-types.ts'
import { withChanged } from './changes.ts'
import type { LedgerRow } from './column/column.ts'
import type { DocumentKind } from './kind.ts'
import { amountOf, type Micros, micros, type Sign, sumOf, turnedBy } from './sums.ts'

/**
 * What was paid when. A receipt is for a partial payment if its tenders do not add up to what was to pay: the rest was paid before,
 * as a deposit or an installment, or is still due. Amounts are in the currency's major unit.
 */
export interface Payment {
  /** The total, with the tip and rounding that the till counts beside it. */
  toPay: number
  /** Paid with this receipt; undefined unless it is a partial payment. */
  today: number | undefined
  /** Paid before, if a deposit or earlier payments explain what is missing from the total. */
  earlier: number | undefined
  /** Still due, according to the receipt; undefined if nothing is. */
  due: number | undefined
}

/** The receipt with payments that have the sign of its total, without change among them: a payment in cash of the other sign. */
export function withTendersSpelled(receipt: ReceiptData): ReceiptData {
  const { tenders, tenderApplied, changeDue, grandAmount } = receipt
  const sign: Sign = grandAmount < 0 ? -1 : 1
  const turn: Sign = (sumOf(tenders) || micros(tenderApplied)) * sign < 0 ? -1 : 1
  const turned = turn === -1 ? tenders?.map(tender => turnedBy(turn, tender)) : tenders
  const sent = changeDue && Math.abs(changeDue)
  const back = turned?.filter(({ amount = 0 }) => amount * sign < 0) ?? []
  const change = Math.abs(sumOf(back))
  const isChange =
    change !== 0 && back.length < (turned?.length ?? 0) && back.every(isCash) && (!sent || micros(sent) === change)
  const isKept = (tender: TenderData) =>
    !(isChange && back.includes(tender)) && (grandAmount !== 0 || saysSomething(tender))
  return withChanged(receipt, {
    tenders: turned?.every(isKept) ? turned : turned?.filter(isKept),
    changeDue: isChange ? amountOf(change) : sent,
    tenderApplied: tenderApplied && tenderApplied * sign < 0 ? -tenderApplied : tenderApplied,
  })
}

/** An even exchange has no payment of nothing. */
function saysSomething({ amount, creditDebit, giftCard }: TenderData): boolean {
  return amount !== 0 || creditDebit !== undefined || giftCard !== undefined
}

function isCash({ tenderTypeCode, currency }: TenderData): boolean {
  return currency === undefined && tenderTypes.find(tenderTypeCode)?.kind === 'cash'
}

/**
 * Reads the payment of a receipt in the one spelling.
 *
 * @param beside tip, service charge and rounding that aren't in the total
 * @param unit what its till rounds to
 */
export function readPayment(
  receipt: ReceiptData,
  kind: DocumentKind,
  beside: readonly LedgerRow[],
  unit: Micros,
): Payment & { roundingTurn: Sign } {
  const due = receipt.balanceDue !== undefined && receipt.balanceDue > 0 ? receipt.balanceDue : undefined
  const total = micros(receipt.grandAmount)
  const { toPay, roundingTurn } = amountToPay(receipt, total, beside, micros(due))
  const found = { toPay: amountOf(toPay), due, roundingTurn }
  const today = partToday(receipt, kind, toPay, unit)
  if (today === undefined) return { ...found, today, earlier: undefined }
  const missing = toPay - today - micros(due)
  const earlier = earlierPayments(receipt).find(paid => paid > 0 && Math.abs(paid - missing) <= unit)
  return { ...found, today: amountOf(today), earlier: earlier === undefined ? undefined : amountOf(earlier) }
}

/**
 * What the only payment in another currency came to in the receipt's: what was paid, with its change, less the other payments.
 *
 * @returns undefined if the receipt doesn't tell, as where it was also paid before
 */
export function worthOfForeign(receipt: ReceiptData, { toPay, today, due }: Payment): number | undefined {
  const { tenders = [], changeDue, deposit, tenderHistory, orders = [] } = receipt
  const isOther = ({ currency }: TenderData) => currency !== undefined && currency !== receipt.currency
  const own = tenders.filter(tender => !isOther(tender))
  const wasPaidBefore = deposit !== undefined || tenderHistory !== undefined || orders.length > 0
  if (own.length !== tenders.length - 1 || !areKnown(own, receipt) || receipt.currency === undefined) return undefined
  if (today === undefined && (wasPaidBefore || toPay <= 0)) return undefined
  const worth = (today === undefined ? micros(toPay) - micros(due) : micros(today)) + micros(changeDue) - sumOf(own)
  return worth > 0 ? amountOf(worth) : undefined
}

/** Tells whether a receipt's payments, with what is due and was paid before, come to an amount; undefined if they can't be added. */
export function paidBy(receipt: ReceiptData): ((amount: Micros) => boolean) | undefined {
  const { tenders = [], changeDue, balanceDue = 0 } = receipt
  if (tenders.length === 0 || !areKnown(tenders, receipt)) return undefined
  const given = Math.abs(sumOf(tenders))
  const paid = [given, given - Math.abs(micros(changeDue))]
  const due = Math.max(0, micros(balanceDue))
  const rests = [0, due, ...earlierPayments(receipt).map(earlier => due + earlier)]
  return amount => paid.some(one => rests.some(rest => one + rest === amount))
}

/** The total with all that stands beside it, if payments come to that; or with a part of it, if they come to that exactly. */
function amountToPay(
  receipt: ReceiptData,
  total: Micros,
  beside: readonly LedgerRow[],
  due: Micros,
): { toPay: Micros; roundingTurn: Sign } {
  const all = { toPay: total + beside.reduce((sum, { amount = 0 }) => sum + amount, 0), roundingTurn: 1 as const }
  if (beside.length === 0) return all
  const paid = [paidToday(receipt), tendered(receipt) ?? 0, sumOf(receipt.tenders)].filter(each => each !== 0)
  const known = [0, due, ...earlierPayments(receipt).map(earlier => due + earlier)]
  const isPaid = (amount: Micros) => paid.some(one => known.some(rest => one + rest === amount))
  const ways: { toPay: Micros; roundingTurn: Sign }[] = [{ toPay: total, roundingTurn: 1 }]
  for (const { amount = 0, role } of beside) {
    for (const { toPay, roundingTurn } of [...ways]) {
      ways.unshift({ toPay: toPay + amount, roundingTurn })
      if (role === 'rounding') ways.push({ toPay: toPay - amount, roundingTurn: -1 })
    }
  }
  return [all, ...ways].find(({ toPay }) => isPaid(toPay)) ?? all
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

/**
 * Whether the deposits of a receipt, or of its only order, are already shown as an earlier payment, or are what was paid today.
 *
 * @param ordered the receipt whose order it is, which may have been paid as it was placed
 */
export function areDepositsSaid(
  { deposits, tenderHistory }: { deposits: readonly DepositData[]; tenderHistory: ReceiptData['tenderHistory'] },
  { today, earlier, toPay }: Payment,
  ordered?: ReceiptData,
): boolean {
  const paid = sumOf(deposits)
  const atOnce = ordered && paidToday(ordered) === micros(toPay) ? toPay : undefined
  return paid !== 0 && [micros(earlier ?? today ?? atOnce), sumOf(tenderHistory)].includes(paid)
}

/** What was paid today, if that is part of the total. Refunds and payment requests aren't payments. */
function partToday(receipt: ReceiptData, kind: DocumentKind, toPay: Micros, unit: Micros): Micros | undefined {
  if (kind === 'payment-link' || kind === 'return') return undefined
  const paid = paidToday(receipt)
  return paid > 0 && Math.max(paid, tendered(receipt) ?? 0) < toPay - unit ? paid : undefined
}

/** What was paid with this receipt, less change; 0 if it doesn't say, or in another currency only. */
export function paidToday(receipt: ReceiptData): Micros {
  const { tenders = [], tenderApplied, changeDue } = receipt
  if (tenderApplied === undefined) return tendered(receipt) ?? 0
  // Some tills count what was handed over, including change.
  const withChange = micros(tenderApplied) === sumOf(tenders)
  return micros(tenderApplied) - (withChange ? micros(changeDue) : 0)
}

/** The tenders less change; undefined if one is in another currency or has no amount. */
function tendered(receipt: ReceiptData): Micros | undefined {
  const { tenders = [], changeDue } = receipt
  return areKnown(tenders, receipt) ? sumOf(tenders) - micros(changeDue) : undefined
}

/** Whether all tenders say what they were in the receipt's money. */
export function areKnown(tenders: readonly TenderData[], receipt: Pick<ReceiptData, 'currency'>): boolean {
  return tenders.every(
    ({ amount, currency }) => amount !== undefined && (currency === undefined || currency === receipt.currency),
  )
}

/** Every sum that may have been paid before; a deposit is often among the earlier payments too. */
function earlierPayments(receipt: ReceiptData): Micros[] {
  const { tenderHistory, deposit, orders = [] } = receipt
  const all = sumOf(tenderHistory)
  let [ordered, deposits] = [0, 0]
  for (const order of orders) {
    ordered += sumOf(order.tenderHistory)
    deposits += sumOf(order.deposits)
  }
  // A history may have today's payment, too.
  return [all, all && all - paidToday(receipt), micros(deposit?.amount), ordered, deposits]
}
