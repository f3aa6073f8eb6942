import type { DepositData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { TenderData } from '../receipt/data/tender-data.ts'
import type { LedgerRow } from './column/column.ts'
import type { DocumentKind } from './kind.ts'
import { historyOf } from './payment-days.ts'
import { amountOf, type Micros, micros, type Sign, sizeOf, sum, sumOf } from './sums.ts'

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
  /** What was paid too much, according to the receipt, and stands to the customer's credit; undefined if nothing does. */
  credit: number | undefined
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
): { payment: Payment; roundingTurn: Sign } {
  const { balanceDue = 0 } = receipt
  const said = balanceDue > 0 ? balanceDue : undefined
  const total = micros(receipt.grandAmount)
  const { toPay, roundingTurn } = amountToPay(receipt, total, beside, micros(said))
  const today = partToday(receipt, kind, toPay, unit)
  const isChange = micros(receipt.changeDue) === -micros(balanceDue)
  const credit = balanceDue < 0 && !isChange && isOverpaid(receipt, toPay) ? -balanceDue : undefined
  const read = { toPay: amountOf(toPay), credit }
  const isEarlier = (missing: Micros) => (paid: Micros) => paid > 0 && Math.abs(paid - missing) <= unit
  if (today === undefined) {
    // A deposit may as well have been paid today.
    const isPaidBefore = kind !== 'return' && !receipt.tenders?.length && !receipt.tenderApplied
    const history = isPaidBefore ? sumOf(historyOf(receipt)) : 0
    const earlier = isEarlier(toPay - micros(said) + micros(credit))(history) ? amountOf(history) : undefined
    return { payment: { ...read, due: said, today, earlier }, roundingTurn }
  }
  const left = toPay - today + micros(credit)
  const all = earlierPayments(receipt)
  const byDeposits = dueByDeposits(receipt)
  const isDue = byDeposits > 0 && (byDeposits === left || all.some(isEarlier(left - byDeposits)))
  const due = said ?? (isDue ? amountOf(byDeposits) : undefined)
  const earlier = all.find(isEarlier(left - micros(due)))
  const payment = {
    ...{ ...read, due, today: amountOf(today) },
    earlier: earlier === undefined ? undefined : amountOf(earlier),
  }
  return { payment, roundingTurn }
}

/** Whether a balance below 0 is what was paid too much, now and before. */
function isOverpaid(receipt: ReceiptData, toPay: Micros): boolean {
  const over = paidToday(receipt) + micros(receipt.balanceDue) - toPay
  return toPay > 0 && [0, ...earlierPayments(receipt)].some(earlier => over + earlier === 0)
}

/** What the newest deposits leave, if the receipt itself doesn't say what is due. */
function dueByDeposits({ balanceDue, deposit, orders = [] }: ReceiptData): Micros {
  if (balanceDue !== undefined) return 0
  return sum(orders.map(({ deposits }) => deposits?.at(-1)?.balanceDue)) || micros(deposit?.balanceDue)
}

/** What is due by a receipt's own balance, or by that of its deposits. */
export function balanceOf(receipt: ReceiptData): Micros {
  return Math.max(0, micros(receipt.balanceDue)) || dueByDeposits(receipt)
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
  if (today === undefined && wasPaidBefore) return undefined
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
  const { tenders, changeDue } = receipt
  // Without tenders, change is what was paid back.
  const back = tenders?.length ? 0 : Math.sign(total) * micros(changeDue)
  const paid = [paidToday(receipt), tendered(receipt) ?? 0, sumOf(tenders), back].filter(each => each !== 0)
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
 * Whether a deposit's balance is outdated or repeated: it equals what is due, or was due before today's payment.
 */
export function isBalanceSuperseded(
  { balanceDue }: DepositData,
  receipt: ReceiptData,
  { due, earlier }: Payment,
  unit: Micros,
): boolean {
  const rest = receipt.balanceDue ?? due ?? (earlier === undefined ? undefined : 0)
  if (balanceDue === undefined || rest === undefined) return false
  const left = micros(balanceDue) - micros(rest)
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
  const paid = Math.abs(sumOf(deposits))
  const atOnce = ordered && paidToday(ordered) === micros(toPay) ? toPay : undefined
  const known = [micros(earlier ?? atOnce), micros(today), sum([earlier, today]), sumOf(tenderHistory)]
  return paid !== 0 && known.includes(paid)
}

/** What was paid today, if that is part of the total. Refunds and payment requests aren't payments. */
function partToday(receipt: ReceiptData, kind: DocumentKind, toPay: Micros, unit: Micros): Micros | undefined {
  if (kind === 'payment-link' || kind === 'return') return undefined
  const isKept = isPaidWithChange(receipt, { toPay: amountOf(toPay) })
  const paid = isKept ? sumOf(receipt.tenders) : paidToday(receipt)
  return paid > 0 && Math.max(paid, tendered(receipt) ?? 0) < toPay - unit ? paid : undefined
}

/** Whether tenders are what was to pay, less what is due or was paid before, though there was change: some tills send what they kept. */
export function isPaidWithChange(receipt: ReceiptData, { toPay }: Pick<Payment, 'toPay'>): boolean {
  const { tenders = [], changeDue } = receipt
  if (!changeDue || !areKnown(tenders, receipt)) return false
  const due = balanceOf(receipt)
  const rests = [0, due, ...earlierSums(receipt).map(earlier => due + earlier)]
  const isPaid = (amount: Micros) => amount > 0 && rests.some(rest => amount + rest === micros(toPay))
  const given = sumOf(tenders)
  return isPaid(given) && !isPaid(given - micros(changeDue))
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

/** Every sum that may have been paid before, also where a history or deposits have today's payment, too. */
export function earlierPayments(receipt: ReceiptData): Micros[] {
  const [history = 0, deposit = 0, ordered = 0, deposits = 0] = earlierSums(receipt)
  const today = paidToday(receipt)
  const isWithToday = history !== 0 && mayHaveToday(receipt, today)
  return [history, isWithToday ? history - today : 0, deposit, ordered, deposits, deposits && deposits - today]
}

/** Whether a history may have today's payment, too: one of its entries is as much, or its only one is a sum. */
export function mayHaveToday({ tenderHistory = [], tenders = [] }: ReceiptData, today: Micros): boolean {
  const paid = [today, ...tenders.map(({ amount }) => micros(amount))]
  return tenderHistory.length < 2 || tenderHistory.some(({ amount }) => paid.includes(micros(amount)))
}

/** The history, the deposit, and those of orders; a deposit is often among the earlier payments, too. */
function earlierSums({ tenderHistory, deposit, orders = [], changeDue }: ReceiptData): Micros[] {
  // Some tills send it below 0, because it is taken off; but it may be what was paid back.
  const own = changeDue ? micros(deposit?.amount) : sizeOf(deposit?.amount)
  let [ordered, deposits] = [0, 0]
  for (const order of orders) {
    ordered += sumOf(order.tenderHistory)
    deposits += sumOf(order.deposits)
  }
  return [sumOf(tenderHistory), own, ordered, deposits]
}
