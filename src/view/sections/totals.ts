import type { MessageKey, Messages } from '../../locale/words/messages.ts'
import type { Sums } from '../../reading/columns.ts'
import type { Step } from '../../reading/steps.ts'
import { amountOf } from '../../reading/sums.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { ShownMoney } from '../direction.ts'
import type { ViewContext } from '../presenting.ts'
import type { DocumentKind, LineKind, LineView, TotalsView } from '../receipt-view.ts'
import { presentDiscounts } from './goods/item-notes.ts'
import { baseNote, taxLines } from './taxes.ts'

/** The totals: what leads from the goods to the grand total, as a column that adds from top to bottom. */
export function presentTotals(p: ViewContext, kind: DocumentKind): TotalsView | undefined {
  if (kind === 'gift') return undefined
  const { receipt, t, money } = p
  const { savings, sums } = p.meaning
  const lines = stepLines(p, sums, words, receipt)
  const label = kind === 'payment-link' ? 'totals.toPay' : kind === 'return' ? 'totals.refund' : 'totals.grand'
  const { grandAmount } = receipt
  return {
    title: t('totals.title'),
    lines,
    total: { kind: 'total', label: t(label), amount: money(kind === 'return' ? Math.abs(grandAmount) : grandAmount) },
    // A single discount is said where it stands.
    ...(savings.count > 1 && { saved: t('totals.saved', { amount: money(savings.total) }) }),
  }
}

/** Labels of sums that differ between a receipt and an order. */
export interface SumWords {
  subtotal: MessageKey
  net(sums: Sums): MessageKey
}

const words: SumWords = {
  subtotal: 'totals.subtotal',
  // "Before tax" would promise a tax.
  net: ({ taxes, fees }) =>
    taxes.length ? 'totals.net' : fees.length ? 'totals.includingFees' : 'totals.afterDiscounts',
}

/**
 * The rows between goods and total.
 *
 * @param charges service charge, tip and rounding, if they are among them
 */
export function stepLines(
  p: ViewContext,
  sums: Sums,
  { subtotal: subtotalWord, net: netWord }: SumWords,
  charges: Pick<ReceiptData, 'serviceCharge' | 'tip' | 'roundingAdjustment'> = {},
): LineView[] {
  const { t } = p
  const { gross, net, signs } = sums
  const amountIn: ShownMoney = (amount, currency) => p.money(signs.sums * amount, currency)
  const summing = signs.sums === 1 ? p : { ...p, money: amountIn }
  const line = (kind: LineKind, key: MessageKey, amount: number | undefined): LineView[] =>
    amount ? [{ kind, label: t(key), amount: amountIn(amount) }] : []
  const rows: Record<Step, () => LineView[]> = {
    subtotal: () => line('subtotal', subtotalWord, sums.subtotal === 'net' ? net : gross),
    gross: () => line('gross', 'totals.beforeDiscounts', gross),
    itemDiscounts: () => [
      {
        kind: 'itemDiscounts',
        label: t('totals.itemDiscounts'),
        amount: p.money(amountOf(sums.itemDiscounts)),
        ...(sums.itemDiscounts < 0 && { saving: true }),
      },
    ],
    discounts: () => presentDiscounts(summing, sums.discounts),
    fees: () => presentFees(summing, sums.fees),
    net: () => line('net', netWord(sums), net),
    netAsSent: () => line('net', 'totals.netAsSent', net),
    taxes: () => (sums.taxReading === 'added' ? taxLines(summing, sums.taxes) : []),
    serviceCharge: () => line('serviceCharge', 'totals.serviceCharge', charges.serviceCharge),
    tip: () => line('tip', 'totals.tip', charges.tip),
    rounding: () => line('rounding', 'totals.rounding', charges.roundingAdjustment?.value),
  }
  const lines = sums.steps.flatMap(step => rows[step]()).map(withoutRepeat(t))
  // Alone above the total, it would say the same.
  return lines.length === 1 && lines[0]?.kind === 'subtotal' && sums.fits ? [] : lines
}

/** A tax without its base where that is the amount in the row above. */
function withoutRepeat(t: Messages) {
  return (row: LineView, at: number, rows: readonly LineView[]): LineView => {
    const above = rows.slice(0, at).findLast(({ kind }) => kind !== 'tax')
    if (row.kind !== 'tax' || above === undefined || !bases.has(above.kind) || row.note !== baseNote(t, above.amount))
      return row
    const { note: _, ...rest } = row
    return rest
  }
}

const bases: ReadonlySet<LineKind> = new Set(['subtotal', 'net'])

/** Fees as lines; those without amount and description are left out. */
function presentFees({ t, isolate, money }: ViewContext, fees: Sums['fees']): LineView[] {
  return fees
    .filter(fee => fee.amount || fee.description)
    .map(fee => ({
      kind: 'fee',
      label: fee.description ? isolate.words(fee.description) : t('totals.fee'),
      amount: fee.amount === undefined ? '' : money(fee.amount),
    }))
}
