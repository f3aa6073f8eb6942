import type { DiscountData } from '../../receipt/money-data.ts'
import type { Presenting } from '../presenting.ts'
import type { DocumentKind, LineView, TotalsView } from '../receipt-view.ts'
import { presentDiscounts } from './items.ts'
import { taxesAreIncluded, taxLines } from './taxes.ts'

/** The sums, in the order of the interface: gross, discounts, fees, net, taxes, service charge, tip, rounding, grand. */
export function presentTotals(p: Presenting, kind: DocumentKind): TotalsView | undefined {
  if (kind === 'gift') return undefined
  const { receipt, t, f, isolate } = p
  const line = (label: string, amount: number | undefined): LineView[] =>
    amount === undefined ? [] : [{ label, amount: isolate.amount(f.money(amount)) }]
  const included = taxesAreIncluded(receipt)
  const itemDiscounts = sumOf((receipt.items ?? []).flatMap(item => item.discounts ?? []))
  const orderDiscounts = sumOf(
    (receipt.orders ?? []).flatMap(order => order.items ?? []).flatMap(item => item.discounts ?? []),
  )
  const receiptDiscounts = sumOf(receipt.discounts)
  const saved = -(itemDiscounts + orderDiscounts + receiptDiscounts) / millionth
  const { grossAmount, netAmount } = receipt
  // Gross is before the discounts on the lines. Without this line the step from gross to net could not be followed.
  const gap =
    grossAmount !== undefined && netAmount !== undefined && explains(receipt, itemDiscounts + receiptDiscounts)
  return {
    title: t('totals.title'),
    lines: [
      ...line(t('totals.subtotal'), grossAmount),
      ...(gap && itemDiscounts
        ? [{ ...line(t('totals.itemDiscounts'), itemDiscounts / millionth)[0]!, saving: true }]
        : []),
      ...presentDiscounts(p, receipt.discounts),
      ...presentFees(p, receipt.fees),
      ...(included || netAmount === grossAmount ? [] : line(t('totals.net'), netAmount)),
      ...(included ? [] : taxLines(p, receipt.taxes)),
      ...line(t('totals.serviceCharge'), nonZero(receipt.serviceCharge)),
      ...line(t('totals.tip'), nonZero(receipt.tip)),
      ...line(t('totals.rounding'), nonZero(receipt.roundingAdjustment?.value)),
    ],
    total: {
      label: t(kind === 'payment-link' ? 'totals.toPay' : kind === 'return' ? 'totals.refund' : 'totals.grand'),
      amount: isolate.amount(f.money(receipt.grandAmount)),
      ...(receipt.currency && { note: receipt.currency }),
    },
    ...(saved > 0 && { saved: t('totals.saved', { amount: isolate.amount(f.money(saved)) }) }),
  }
}

/** Fees as lines; one that is zero and has no description says nothing and is left out. */
export function presentFees({ t, f, isolate }: Presenting, fees: Presenting['receipt']['fees']): LineView[] {
  return (fees ?? [])
    .filter(fee => fee.amount || fee.description)
    .map(fee => ({
      label: fee.description ? isolate.words(fee.description) : t('totals.fee'),
      amount: fee.amount === undefined ? '' : isolate.amount(f.money(fee.amount)),
    }))
}

/** Amounts are added in millionths, so that no cent is lost to binary fractions. */
const millionth = 1e6

/** Sum of what the discounts took off, in millionths; never above zero. */
function sumOf(discounts: readonly DiscountData[] | undefined): number {
  return (discounts ?? []).reduce((total, { amount = 0 }) => total + Math.min(0, Math.round(amount * millionth)), 0)
}

/** Whether gross and net differ by just these discounts and the fees. */
function explains({ grossAmount = 0, netAmount = 0, fees }: Presenting['receipt'], discounts: number): boolean {
  const charged = (fees ?? []).reduce((total, { amount = 0 }) => total + Math.round(amount * millionth), 0)
  return Math.abs(Math.round(grossAmount * millionth) + discounts + charged - Math.round(netAmount * millionth)) < 1
}

function nonZero(amount: number | undefined): number | undefined {
  return amount === 0 ? undefined : amount
}
