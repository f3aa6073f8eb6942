import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { TenderData } from '../receipt/data/tender-data.ts'
import { isChangeName, tenderTypes } from '../standards/codes/tender-types.ts'
import { mapped, withChanged } from './changes.ts'
import { areKnown, earlierPayments, isPaidWithChange, type Payment } from './payment.ts'
import { historyOf } from './payment-days.ts'
import { amountOf, micros, type Sign, sizeOf, sum, sumOf, turnedBy } from './sums.ts'

/**
 * The receipt with payments that have the sign of its total, without change among them (a payment in cash of the other sign), and without
 * payments of nothing, unless nothing else was ever paid. `tenderApplied` is what was paid with this receipt.
 */
export function withTendersSpelled(receipt: ReceiptData): ReceiptData {
  const { grandAmount } = receipt
  const tenders = withOneSign(withChangeBelow(receipt.tenders), receipt)
  // Nothing was applied of what was paid: it wasn't sent.
  const tenderApplied = receipt.tenderApplied === 0 && sumOf(tenders) !== 0 ? undefined : receipt.tenderApplied
  const sign: Sign = grandAmount < 0 ? -1 : 1
  const turn: Sign = (sumOf(tenders) || micros(tenderApplied)) * sign < 0 ? -1 : 1
  const turned = mapped(tenders, tender => turnedBy(turn, tender))
  const isOwnCash = (tender: TenderData) => isCash(tender, receipt)
  const sent = changeSent(receipt, turned ?? [])
  const back = turned?.filter(tender => (tender.amount ?? 0) * sign < 0 && !isReversal(tender, turned)) ?? []
  const change = Math.abs(sumOf(back))
  const isChange = change !== 0 && back.every(isOwnCash) && (!sent || micros(sent) === change)
  const isAsked = () => grandAmount !== 0 && !isChange && !receipt.changeDue && sumOf(historyOf(receipt)) === 0
  const isKept = (tender: TenderData) => !(isChange && back.includes(tender)) && (saysSomething(tender) || isAsked())
  const kept = turned?.every(isKept) ? turned : turned?.filter(isKept)
  const changeDue = isChange ? amountOf(change) : sent
  const applied = tenderApplied && tenderApplied * sign < 0 ? -tenderApplied : tenderApplied
  return withChanged(tenderApplied === receipt.tenderApplied ? receipt : withoutApplied(receipt), {
    tenders: kept,
    changeDue,
    tenderApplied: applied && appliedNow({ ...receipt, tenders: kept ?? [], changeDue: changeDue ?? 0 }, applied),
  })
}

/**
 * The receipt with the cash that was handed over, where its till sends what it kept of it, and the change; and with what was paid back in
 * cash as a payment, where its till calls that change; once, where it says both.
 */
export function withCashHanded(receipt: ReceiptData, payment: Payment, isRefund: boolean): ReceiptData {
  if (!receipt.changeDue) return receipt
  const { tenders = [], changeDue } = receipt
  const paidBack = isRefund ? Math.sign(payment.toPay) * changeDue : 0
  const isPaidBack =
    tenders.length === 0 ||
    (areKnown(tenders, receipt) && sum([amountOf(sumOf(tenders)), paidBack]) === micros(payment.toPay))
  if (paidBack !== 0 && isPaidBack) {
    return { ...withoutChange(receipt), tenders: [...tenders, { tenderTypeCode: 'Cash', amount: paidBack }] }
  }
  if (isRefund && tenders.some(tender => isCash(tender, receipt)) && sumOf(tenders) === micros(payment.toPay))
    return withoutChange(receipt)
  const [cash, ...others] = tenders.filter(tender => isCash(tender, receipt))
  if (!cash || others.length > 0 || !isPaidWithChange(receipt, payment)) return receipt
  const handed = amountOf(micros(cash.amount) + micros(changeDue))
  return withChanged(receipt, {
    tenders: mapped(tenders, tender => (tender === cash ? { ...cash, amount: handed } : tender)),
  })
}

/** Whether a payment takes back another on the same card, such as one that was declined. */
function isReversal({ amount, creditDebit }: TenderData, tenders: readonly TenderData[]): boolean {
  const { last4Digits } = creditDebit ?? {}
  return tenders.some(
    other => micros(other.amount) === -micros(amount) && last4Digits && other.creditDebit?.last4Digits === last4Digits,
  )
}

function withoutChange({ changeDue: _, ...receipt }: ReceiptData): ReceiptData {
  return receipt
}

function withoutApplied({ tenderApplied: _, ...receipt }: ReceiptData): ReceiptData {
  return receipt
}

/** Payments of which some are below 0, such as all but cards: of one sign, if only so they come to the total. */
function withOneSign(tenders: TenderData[] | undefined, receipt: ReceiptData): TenderData[] | undefined {
  const { grandAmount, changeDue, tip, roundingAdjustment } = receipt
  if (!tenders?.some(({ amount = 0 }) => amount < 0) || !areKnown(tenders, receipt)) return tenders
  const rounded = micros(roundingAdjustment?.value)
  const beside = [0, rounded, -rounded].flatMap(rest => [rest, rest + sizeOf(tip)])
  const toPay = beside.map(rest => sizeOf(grandAmount) + rest)
  const [all, sizes] = [Math.abs(sumOf(tenders)), sum(tenders.map(({ amount = 0 }) => Math.abs(amount)))]
  if (toPay.includes(all) || !toPay.includes(sizes - sizeOf(changeDue))) return tenders
  return tenders.map(tender => turnedBy((tender.amount ?? 0) < 0 ? -1 : 1, tender))
}

/** Change that is called so is of the other sign, whichever it was sent with. */
function withChangeBelow(tenders: TenderData[] | undefined): TenderData[] | undefined {
  if (!tenders?.some(({ tenderTypeCode }) => isChangeName(tenderTypeCode))) return tenders
  const change = tenders.filter(({ tenderTypeCode }) => isChangeName(tenderTypeCode))
  const given = sumOf(tenders) - sumOf(change)
  return mapped(tenders, tender =>
    change.includes(tender) && micros(tender.amount) * given > 0 ? turnedBy(-1, tender) : tender,
  )
}

/** What was given back of cash; some tills say it as a balance below 0. */
function changeSent(receipt: ReceiptData, tenders: readonly TenderData[]) {
  const { changeDue, balanceDue = 0, grandAmount, roundingAdjustment } = receipt
  if (changeDue) return Math.abs(changeDue)
  const least = micros(grandAmount) - sizeOf(roundingAdjustment?.value)
  const isOver = balanceDue < 0 && grandAmount > 0 && sumOf(tenders) + micros(balanceDue) >= least
  return isOver && tenders.some(tender => isCash(tender, receipt)) ? -balanceDue : changeDue
}

/** What of the applied payments is this receipt's, where the others come to what was paid before. */
function appliedNow(receipt: ReceiptData, applied: number): number {
  const { tenders = [], changeDue } = receipt
  const own = sumOf(tenders) - micros(changeDue)
  const rest = micros(applied) - own
  const isMore = own > 0 && rest > 0 && rest !== micros(changeDue) && areKnown(tenders, receipt)
  const isAll = isMore && earlierPayments(receipt).includes(rest)
  return isAll ? amountOf(own) : applied
}

function saysSomething(tender: TenderData): boolean {
  return tender.amount !== 0 || Object.keys(tender).some(name => !usual.has(name))
}

const usual = new Set(['tenderTypeCode', 'amount', 'currency', 'dateTime'])

function isCash(tender: TenderData, receipt: Pick<ReceiptData, 'currency'>): boolean {
  return areKnown([tender], receipt) && tenderTypes.find(tender.tenderTypeCode)?.kind === 'cash'
}
