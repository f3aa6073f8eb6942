import type { MessageKey, Messages } from '../../locale/words/messages.ts'
import type { LedgerColumn, LedgerRow, RowRole } from '../../reading/column/column.ts'
import { amountOf } from '../../reading/sums.ts'
import type { DiscountData, FeeData, TaxData } from '../../receipt/data/money-data.ts'
import type { ViewContext } from '../presenting.ts'
import type { LineKind, LineView, TotalsView } from '../receipt-view.ts'
import { discountLine } from './goods/item-notes.ts'
import { baseNote, taxLine } from './taxes.ts'

/** The totals: what leads from the goods to the grand total, as a column that adds from top to bottom, and what stands beside it. */
export function presentTotals(p: ViewContext): TotalsView | undefined {
  const { t, kind, money } = p
  if (kind === 'gift') return undefined
  const { savings, column } = p.ledger
  const label = kind === 'payment-link' ? 'totals.toPay' : kind === 'return' ? 'totals.refund' : 'totals.grand'
  const { above, total = 0, beside } = columnLines(p, column, words)
  return {
    title: t('totals.title'),
    lines: above,
    total: { kind: 'total', label: t(label), amount: money(total) },
    ...(beside.length > 0 && { beside }),
    // A single discount is said where it stands.
    ...(savings.count > 1 && { saved: t('totals.saved', { amount: money(savings.total) }) }),
  }
}

/** Labels of sums that differ between a receipt and an order. */
export interface SumWords {
  subtotal: MessageKey
  net: MessageKey
  afterDiscounts: MessageKey
}

/** What a sum in between is called: "Before tax" only if taxes follow, and none is in it. */
function netWord({ rows, taxesInside }: LedgerColumn, { net, afterDiscounts }: SumWords): MessageKey {
  if (taxesInside.length === 0 && rows.some(({ role }) => role === 'tax')) return net
  return rows.some(({ role }) => role === 'fee') ? 'totals.includingFees' : afterDiscounts
}

const words: SumWords = {
  subtotal: 'totals.subtotal',
  net: 'totals.net',
  afterDiscounts: 'totals.afterDiscounts',
}

/** The rows of a column as lines: those above the total, the total, and those beside it. */
export function columnLines(
  p: ViewContext,
  column: LedgerColumn,
  sumWords: SumWords,
): { above: LineView[]; total: number | undefined; beside: LineView[] } {
  const { rows } = column
  const at = rows.findIndex(({ role }) => role === 'total')
  const lines = rows.map(row => rowLine(p, row, sumWords, column))
  const total = rows[at]?.amount
  return {
    above: (at < 0 ? lines : lines.slice(0, at)).map(withoutRepeat(p.t)),
    total: total === undefined ? undefined : amountOf(total),
    beside: at < 0 ? [] : lines.slice(at + 1),
  }
}

function rowLine(p: ViewContext, row: LedgerRow, sumWords: SumWords, column: LedgerColumn): LineView {
  const { t, money, isolate } = p
  const { role, amount, entry } = row
  const shown = amount === undefined ? '' : money(amountOf(amount))
  if (role === 'tax') return taxLine(p, entry as TaxData)
  if (role === 'discount') return discountLine(p, entry as DiscountData)
  if (role === 'fee') {
    const { description } = entry as FeeData
    return { kind: 'fee', label: description ? isolate.words(description) : t('totals.fee'), amount: shown }
  }
  if (role === 'orders') return { kind: role, label: ordersLabel(p), amount: shown }
  const label = role === 'subtotal' ? sumWords.subtotal : role === 'net' ? netWord(column, sumWords) : rowWords[role]
  // In a column that adds, an amount that no rows come to stands in words.
  if (role === 'netAsSent' && column.fits)
    return { kind: 'net', label: t('taxes.amount', { tax: t(rowWords.netAsSent), amount: shown }), amount: '' }
  return {
    kind: role === 'netAsSent' ? 'net' : role,
    label: t(label),
    amount: shown,
    ...(role === 'itemDiscounts' && (amount ?? 0) < 0 && { saving: true }),
  }
}

function ordersLabel({ receipt, t, isolate }: ViewContext): string {
  const numbers = (receipt.orders ?? []).flatMap(({ number }) => (number ? isolate.code(number) : []))
  return numbers.length > 0 ? t('orders.titleWithNumber', { number: numbers.join(', ') }) : t('orders.title')
}

const rowWords = {
  gross: 'totals.beforeDiscounts',
  itemDiscounts: 'totals.itemDiscounts',
  netAsSent: 'totals.netAsSent',
  serviceCharge: 'totals.serviceCharge',
  tip: 'totals.tip',
  rounding: 'totals.rounding',
  total: 'totals.grand',
} as const satisfies Partial<Record<RowRole, MessageKey>>

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
