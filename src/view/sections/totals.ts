import type { MessageKey } from '../../locale/words/messages.ts'
import type { FeeData } from '../../receipt/data/money-data.ts'
import { isRefund, type Presenting } from '../presenting.ts'
import type { DocumentKind, LineKind, LineView, TotalsView } from '../receipt-view.ts'
import { presentDiscounts } from './goods/item-notes.ts'
import { saysSame, taxLines } from './taxes.ts'

/**
 * The totals, in the interface's order: gross, discounts, fees, net, taxes, service charge, tip, rounding, grand. What an order
 * with the same total already says isn't repeated.
 */
export function presentTotals(p: Presenting, kind: DocumentKind): TotalsView | undefined {
  if (kind === 'gift') return undefined
  const { receipt, t, money } = p
  const { savings, taxes, sameOrder } = p.meaning
  const line = (kind: LineKind, label: string, amount: number | undefined): LineView[] =>
    amount === undefined ? [] : [{ kind, label, amount: money(amount) }]
  const { grossAmount, netAmount } = receipt
  const added = taxes === 'added'
  const refund = isRefund(receipt, kind)
  const label = kind === 'payment-link' ? 'totals.toPay' : refund ? 'totals.refund' : 'totals.grand'
  const itemDiscounts = line('itemDiscounts', t('totals.itemDiscounts'), savings.onItems).map(each => ({
    ...each,
    saving: true,
  }))
  const lines = [
    ...line('subtotal', t('totals.subtotal'), otherThan(sameOrder?.grossAmount, grossAmount)),
    // Gross is before item discounts. Without this line the step from gross to net wouldn't add up.
    ...itemDiscounts,
    ...presentDiscounts(p, receipt.discounts),
    ...(saysSameFees(receipt.fees, sameOrder?.fees) ? [] : presentFees(p, receipt.fees)),
    ...(added && netAmount !== grossAmount
      ? line('net', t(netLabel(receipt)), otherThan(sameOrder?.netAmount, netAmount))
      : []),
    ...(added && !saysSame(receipt.taxes ?? [], sameOrder?.taxes) ? taxLines(p, receipt.taxes) : []),
    ...line('serviceCharge', t('totals.serviceCharge'), otherThan(0, receipt.serviceCharge)),
    ...line('tip', t('totals.tip'), otherThan(0, receipt.tip)),
    ...line('rounding', t('totals.rounding'), otherThan(0, receipt.roundingAdjustment?.value)),
  ]
  return {
    title: t('totals.title'),
    lines,
    total: {
      kind: 'total',
      label: t(label),
      amount: money(refund ? Math.abs(receipt.grandAmount) : receipt.grandAmount),
    },
    ...(savings.total > 0 && !isOneLine(p) && { saved: t('totals.saved', { amount: money(savings.total) }) }),
  }
}

/** Whether all that was saved is one line of the totals. */
function isOneLine({ receipt, meaning: { savings } }: Presenting): boolean {
  const shown = [savings.onItems, ...(receipt.discounts ?? []).map(({ amount }) => amount)].filter(amount => amount)
  return shown.length === 1 && shown[0] === -savings.total
}

/** Label of the net amount. "Before tax" would promise a tax. */
function netLabel({ taxes, fees }: Presenting['receipt']): MessageKey {
  return taxes?.length ? 'totals.net' : fees?.length ? 'totals.includingFees' : 'totals.afterDiscounts'
}

/** Fees as lines; those without amount and description are left out. */
export function presentFees({ t, isolate, money }: Presenting, fees: Presenting['receipt']['fees']): LineView[] {
  return (fees ?? [])
    .filter(fee => fee.amount || fee.description)
    .map(fee => ({
      kind: 'fee',
      label: fee.description ? isolate.words(fee.description) : t('totals.fee'),
      amount: fee.amount === undefined ? '' : money(fee.amount),
    }))
}

function saysSameFees(fees: readonly FeeData[] = [], others: readonly FeeData[] = []): boolean {
  return fees.every(fee => others.some(other => fee.amount === other.amount && fee.description === other.description))
}

function otherThan(known: number | undefined, amount: number | undefined): number | undefined {
  return amount === known ? undefined : amount
}
