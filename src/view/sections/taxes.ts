import { emsOf } from '../../locale/format/ems.ts'
import { inOnePiece, signed } from '../../locale/format/one-piece.ts'
import type { Messages } from '../../locale/words/messages.ts'
import { type Micros, micros, sum } from '../../reading/sums.ts'
import { readBase } from '../../reading/taxes.ts'
import type { TaxData } from '../../receipt/data/money-data.ts'
import { findTaxType, nationalTax, taxNameOf } from '../../standards/codes/tax-types.ts'
import { asOne } from '../direction.ts'
import type { ViewContext } from '../presenting.ts'
import type { LineView, TaxesView } from '../receipt-view.ts'

/**
 * Taxes included in the total, as a table by rate. Taxes added to it are among the totals instead. If the receipt doesn't say
 * which, they are a table too, with a title that claims neither.
 */
export function presentTaxes(p: ViewContext): TaxesView | undefined {
  const { taxes: reading, taxesInside, net: netAmount, rows: column } = p.ledger.column
  const said = taxesInside.filter(saysSomething)
  if (!said.length) return undefined
  const { t, f, money } = p
  const net =
    netAmount !== undefined &&
    micros(netAmount) !== column.find(({ role }) => role === 'total')?.amount &&
    !column.some(({ role }) => role === 'netAsSent')
      ? netAmount
      : undefined
  const isIncluded = reading !== 'unclear'
  const taxes = isIncluded && net !== undefined ? withBase(said, net, p.ledger.unit) : said
  // The base of a single tax is the net amount.
  const isSaid = taxes.length === 1 && taxes[0]?.taxableAmount === netAmount
  const shown = net === undefined || isSaid ? undefined : presentNet(p, net, taxes, isIncluded)
  const rows = taxes.map(tax => ({
    tax: taxName(p, tax),
    rate: (tax.percent !== undefined && f.percent(tax.percent)) || '',
    base: tax.taxableAmount === undefined ? '' : money(tax.taxableAmount),
    amount: tax.amount === undefined ? '' : money(tax.amount),
    phrase: taxLabel(p, tax),
    basePhrase: tax.taxableAmount === undefined ? '' : inOnePiece(t('taxes.on', { amount: money(tax.taxableAmount) })),
  }))
  const hasBases = Boolean(shown?.amount) || taxes.some(tax => tax.taxableAmount !== undefined)
  return {
    title: t(isIncluded ? 'taxes.included' : 'taxes.title'),
    ...(shown && { net: shown }),
    columns: {
      tax: t('taxes.column.tax'),
      rate: t('taxes.column.rate'),
      base: hasBases ? t('taxes.column.base') : '',
      amount: t('taxes.column.amount'),
    },
    rows,
    ...(rows.some(({ base, amount }) => emsOf(base) + emsOf(amount) > mostEms) && { isWide: true }),
  }
}

/** How wide a base and its amount may be, in heights of their letters: 260 px at 26 px, of 335. */
const mostEms = 10

/** A single tax with the net amount as its base, if its rate makes the tax of it: some goods may bear none. */
function withBase(taxes: readonly TaxData[], net: number, unit: Micros): readonly TaxData[] {
  const [only, ...others] = taxes
  if (!only || others.length > 0 || only.taxableAmount !== undefined) return taxes
  const base = { ...only, taxableAmount: net }
  return readBase(base, unit) === 'net' ? [base] : taxes
}

/**
 * The net amount, below the bases if they come to it, or if there are none of taxes that are included; else it is said in words, for below
 * them it would be a false sum.
 */
function presentNet({ t, money }: ViewContext, net: number, taxes: readonly TaxData[], isIncluded: boolean): LineView {
  const label = t('totals.net')
  const bases = taxes.flatMap(({ taxableAmount = [] }) => taxableAmount)
  const isSum = bases.length === 0 ? isIncluded : sum(bases) === micros(net)
  return isSum
    ? { kind: 'net', label, amount: money(net) }
    : { kind: 'net', label: t('taxes.amount', { tax: label, amount: money(net) }), amount: '' }
}

/** Taxes as lines: 'HST 13%', 'on $105.00', '$13.65'. */
export function taxLines(p: ViewContext, taxes: readonly TaxData[] | undefined): LineView[] {
  return (taxes ?? []).filter(saysSomething).map(tax => taxLine(p, tax))
}

/** A tax as a line. */
export function taxLine(p: ViewContext, tax: TaxData): LineView {
  const { t, money } = p
  return {
    kind: 'tax',
    label: taxLabel(p, tax),
    amount: tax.amount === undefined ? '' : money(tax.amount),
    ...(tax.taxableAmount !== undefined && { note: baseNote(t, money(tax.taxableAmount)) }),
  }
}

/** What a tax is on: 'on $105.00'. */
export function baseNote(t: Messages, amount: string): string {
  return inOnePiece(t('taxes.on', { amount: signed(amount) }))
}

/** A tax in one phrase, for an item: 'HST 13% $12.74 on $98.00'. */
export function taxPhrase(p: ViewContext, entry: TaxData): string | undefined {
  if (!saysSomething(entry)) return undefined
  const { t, money } = p
  const tax = (words: Messages, locale: string) =>
    taxLabel({ ...p, t: words, names: () => p.names(words, locale) }, entry)
  const amount = entry.amount === undefined ? '' : signed(money(entry.amount))
  const base = entry.taxableAmount === undefined ? '' : signed(money(entry.taxableAmount))
  if (base && amount) return t('taxes.amountOn', { tax, amount, base })
  if (base) return `${taxLabel(p, entry)} ${t('taxes.on', { amount: base })}`
  return amount ? t('taxes.amount', { tax, amount }) : taxLabel(p, entry)
}

/** The tax's name as sent, or the usual one for its type and place. */
export function taxName({ receipt, t, f, names, isolate, country }: ViewContext, tax: TaxData): string {
  const { description, taxTypeCode = '' } = tax
  if (description) return isolate.words(description)
  const type = findTaxType(taxTypeCode, receipt.workstation.store.address.territory)
  return type
    ? names(t)(`taxes.${nationalTax(type.code, { store: country, reader: f.country })}`)
    : (taxNameOf(taxTypeCode) ?? t('taxes.label'))
}

function taxLabel(p: ViewContext, tax: TaxData): string {
  const name = taxName(p, tax)
  const rate = tax.percent === undefined ? undefined : p.f.percent(tax.percent)
  return rate && !/\d\s*%/.test(name) ? asOne(p.t('taxes.named', { tax: name, rate: p.isolate.amount(rate) })) : name
}

/** Whether a tax has anything to print. */
function saysSomething(tax: TaxData): boolean {
  return Boolean(tax.amount || tax.taxableAmount || tax.description || tax.percent !== undefined)
}
