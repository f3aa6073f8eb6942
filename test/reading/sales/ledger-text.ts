import { sumOf, type TrueLine, type TrueSale, type TrueTender } from './true-sale.ts'

/** What a row of the printed column is. */
export type RowRole =
  | 'sold'
  | 'back'
  | 'discount'
  | 'fee'
  | 'service'
  | 'tax'
  | 'total'
  | 'tip'
  | 'rounding'
  | 'tender'
  | 'change'
  | 'earlier'
  | 'due'

/** What is sent within the total. */
export interface InTotal {
  tip: boolean
  rounding: boolean
}

/** A row that each printed receipt of a sale has. `label` is as it was sent, or empty where the words are ours. */
export interface LedgerRow {
  role: RowRole
  label: string
  /** In the currency's smallest unit, with the sign that is printed. */
  amount: number
}

/**
 * The column that a sale's receipts print, whatever dialect its till speaks: goods, discounts, fees, service charge and added taxes lead to
 * the total; tip and rounding lead on to what was paid.
 *
 * What goes back as a whole (a return) is printed above 0, as a refund. Payments and change are printed above 0 always.
 *
 * @param inTotal what the till sent in its total: it stands above it then
 */
export function ledgerTextOf(sale: TrueSale, inTotal: InTotal = { tip: false, rounding: false }): LedgerRow[] {
  const { kind, sold, back, discounts, fees, serviceCharge, taxing, taxes, total, tip, rounding } = sale
  const sign = kind === 'return' ? -1 : 1
  const row = (role: RowRole, label: string, amount: number): LedgerRow[] =>
    amount === 0 ? [] : [{ role, label, amount: sign * amount }]
  const lines = (role: RowRole, all: readonly TrueLine[]) =>
    all.map(({ label, amount }) => ({ role, label, amount: sign * amount }))
  const paid = (role: RowRole, tenders: readonly TrueTender[]): LedgerRow[] =>
    tenders.map(({ type, brand, amount }) => ({ role, label: brand ?? type, amount: Math.abs(amount) }))
  return [
    ...lines('sold', sold),
    ...lines('back', back),
    ...discounts.flatMap(({ label, amount }) => row('discount', label, amount)),
    ...fees.flatMap(({ label, amount }) => row('fee', label, amount)),
    ...row('service', '', serviceCharge),
    ...(taxing === 'added' ? taxes.flatMap(({ amount }) => row('tax', '', amount)) : []),
    ...(inTotal.tip ? row('tip', '', tip) : []),
    ...(inTotal.rounding ? row('rounding', '', rounding) : []),
    { role: 'total', label: '', amount: sign * (total + (inTotal.tip ? tip : 0) + (inTotal.rounding ? rounding : 0)) },
    ...(inTotal.tip ? [] : row('tip', '', tip)),
    ...(inTotal.rounding ? [] : row('rounding', '', rounding)),
    ...paid('tender', sale.tenders),
    ...(sale.change > 0 ? [{ role: 'change' as const, label: '', amount: sale.change }] : []),
    ...(sale.earlier.length > 0 ? [{ role: 'earlier' as const, label: '', amount: sumOf(sale.earlier) }] : []),
    ...(sale.due > 0 ? [{ role: 'due' as const, label: '', amount: sale.due }] : []),
  ]
}
