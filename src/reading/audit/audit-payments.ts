import type { DepositData } from '../../receipt/data/money-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { Notes } from '../../receipt/notes.ts'
import type { Ledger } from '../ledger.ts'
import { areKnown, balanceOf, earlierPayments, paidToday } from '../payment.ts'
import { depositsIn, historyOf } from '../payment-days.ts'
import { addsUp, amountOf, micros, sizeOf, sum, sumOf } from '../sums.ts'
import { odd } from './odd.ts'

/** What deposits leave: of the total, or of what the receipt says is due, before or after what was paid today and earlier. */
export function auditDeposits(
  paths: readonly string[],
  deposits: readonly DepositData[],
  total: number,
  { receipt, unit }: Ledger,
  notes: Notes,
): void {
  const paid = [paidToday(receipt), sumOf(receipt.tenderHistory)]
  let left = sizeOf(total)
  for (const [at, { amount, balanceDue }] of deposits.entries()) {
    const addends = [-micros(amount), ...paid, ...paid.map(each => -each)]
    if (balanceDue && !addsUp(micros(balanceDue), [left, micros(receipt.balanceDue)], addends, unit))
      odd(`${paths[at]}.balanceDue`, 'balance_due', balanceDue, left - micros(amount), notes)
    left -= micros(amount)
  }
}

/** Payments less change, what was paid before and what is due are what was to pay. Tenders in another currency cannot be added. */
export function auditTenders(sent: ReceiptData, { receipt, payment, kind, column }: Ledger, notes: Notes): void {
  const { tenders = [], tenderApplied } = receipt
  const toPay = micros(payment.toPay)
  // A total that was paid may be a part of what is due; one that is paid back is not.
  const isPart = receipt.deposit !== undefined || receipt.orders?.length
  if (!isPart && micros(payment.due) > Math.abs(toPay) && kind !== 'payment-link')
    odd('balanceDue', 'balance_due', payment.due ?? 0, toPay, notes)
  // Payments of nothing aren't printed.
  if (tenders.length === 0 && sent.tenders?.length) {
    if (tenderApplied) odd('tenderApplied', 'tender_applied', sent.tenderApplied ?? 0, 0, notes)
    else if (toPay !== 0 && payment.earlier === undefined) odd('tenders', 'tender_sum', 0, toPay, notes)
  }
  if (tenders.length === 0 || !areKnown(tenders, receipt)) return
  const given = sumOf(tenders)
  const change = micros(receipt.changeDue)
  // With what stands beside the total, or without.
  const rounded = micros(receipt.roundingAdjustment?.value)
  const beside = [0, change, change + micros(receipt.tip), change + rounded, change + micros(receipt.tip) + rounded]
  if (tenderApplied !== undefined && !beside.some(rest => given - rest === micros(tenderApplied)))
    odd('tenderApplied', 'tender_applied', sent.tenderApplied ?? 0, given - change, notes)
  if (kind === 'payment-link') return
  const rest = micros(payment.due) + micros(payment.earlier) - micros(payment.credit)
  const isWhole = rest === 0 || (toPay >= 0 && isPart)
  // Change that is among the tenders, too, is one amount.
  const isGivenTwice = change !== 0 && tenders.some(({ amount = 0 }) => amount * toPay < 0)
  const isRounded = column.rows.at(-1)?.role !== 'rounding' || toPay !== micros(receipt.grandAmount)
  // Paid apart, or a part of what is still to pay: the payments don't say.
  const isTipPaid = !receipt.tip || column.reading.tip.isIn || toPay !== micros(receipt.grandAmount)
  if (!isTipPaid) odd('tenders', 'tender_sum', sumOf(sent.tenders) / 1e6, toPay + micros(receipt.tip), notes)
  else if (
    !isRounded ||
    ![isGivenTwice ? undefined : given, given - change].some(
      paid => (isWhole && paid === toPay) || paid === toPay - rest,
    )
  )
    odd('tenders', 'tender_sum', sumOf(sent.tenders) / 1e6, toPay - rest, notes)
}

/**
 * What was paid on orders, whose till sends that as the total: with what is due and was paid before, it is what they come to. And deposits
 * are of a size that the receipt explains: what was paid today or before, or what leaves their balance. A balance below 0 is change, or the
 * customer's credit.
 */
export function auditPaidOn(sent: ReceiptData, { receipt, payment, column, unit, kind }: Ledger, notes: Notes): void {
  if (kind === 'return' || kind === 'payment-link') return
  const { orders = [], items, returns, grandAmount, tenders = [], balanceDue = 0 } = receipt
  const isGiven = payment.credit !== undefined || micros(receipt.changeDue) === -micros(balanceDue)
  if (balanceDue < 0 && payment.toPay >= 0 && !isGiven && areKnown(tenders, receipt))
    odd('balanceDue', 'balance_due', balanceDue, micros(payment.toPay) - paidToday(receipt), notes)
  // What was due before the payment.
  if ((sent.balanceDue ?? 0) > 0 && balanceDue !== sent.balanceDue)
    odd('balanceDue', 'balance_due', sent.balanceDue ?? 0, micros(balanceDue), notes)
  const total = sum(orders.map(({ totalAmount }) => totalAmount))
  const isAlone = orders.length > 0 && !items?.length && !returns?.length
  const isKnown = isAlone && orders.every(({ totalAmount }) => totalAmount !== undefined)
  const [paid, due, earlier] = [micros(grandAmount), balanceOf(receipt), earlierPayments(receipt)]
  if (isKnown && column.reading.goods.from === 'none' && paid !== total) {
    const isWhole = earlier.some(before => Math.abs(paid + due + before - total) <= unit)
    const known = earlier.filter(before => before > 0)
    const isOver = known.length > 0 && known.every(before => paid + before > total + unit)
    if (due > 0 ? !isWhole : isOver) odd('grandAmount', 'grand_amount', sent.grandAmount, total - due, notes)
  }
  const deposits = depositsIn(receipt)
  const all = Math.abs(sumOf(deposits))
  const { today, toPay } = payment
  const known = [micros(today), micros(payment.earlier), sum([today, payment.earlier]), micros(toPay), total, paid]
  const isExplained = [...known, paidToday(receipt), sumOf(historyOf(receipt))].some(
    each => Math.abs(all - Math.abs(each)) <= unit,
  )
  if (all === 0 || isExplained) return
  const balances = [balanceOf(receipt), sum(deposits.map(({ balanceDue }) => balanceDue))]
  const leaves = [total, sizeOf(grandAmount)].some(whole =>
    balances.some(balance => balance > 0 && Math.abs(whole - all - balance) <= unit),
  )
  if (!leaves) odd(sent.deposit ? 'deposit' : 'orders', 'balance_due', amountOf(all), known.find(Boolean), notes)
}
