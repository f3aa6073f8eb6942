import type { MessageKey } from '../../locale/messages.ts'
import type { ItemData } from '../../receipt/item-data.ts'
import type { TaxData } from '../../receipt/money-data.ts'
import type { ReceiptData } from '../../receipt/receipt-data.ts'
import type { Presenting } from '../presenting.ts'
import type { LineView, TaxesView } from '../receipt-view.ts'

/** Taxes that are within the total, as a table by rate. Taxes that are added to it stand among the totals instead. */
export function presentTaxes(p: Presenting): TaxesView | undefined {
  const taxes = (p.receipt.taxes ?? []).filter(saysSomething)
  if (!taxes.length || !taxesAreIncluded(p.receipt)) return undefined
  const { t, f, isolate } = p
  const { netAmount } = p.receipt
  return {
    title: t('taxes.included'),
    ...(netAmount !== undefined &&
      netAmount !== p.receipt.grandAmount && {
        net: { label: t('totals.net'), amount: isolate.amount(f.money(netAmount)) },
      }),
    columns: {
      tax: t('taxes.column.tax'),
      rate: t('taxes.column.rate'),
      base: t('taxes.column.base'),
      amount: t('taxes.column.amount'),
    },
    rows: taxes.map(tax => ({
      tax: taxName(p, tax),
      rate: (tax.percent !== undefined && f.percent(tax.percent)) || '',
      base: tax.taxableAmount === undefined ? '' : isolate.amount(f.money(tax.taxableAmount)),
      amount: tax.amount === undefined ? '' : isolate.amount(f.money(tax.amount)),
      phrase: taxLabel(p, tax),
      basePhrase:
        tax.taxableAmount === undefined ? '' : t('taxes.on', { amount: isolate.amount(f.money(tax.taxableAmount)) }),
    })),
  }
}

/** Taxes as lines of a sum: 'HST 13%', 'on $105.00', '$13.65'. */
export function taxLines(p: Presenting, taxes: readonly TaxData[] | undefined): LineView[] {
  const { t, f, isolate } = p
  return (taxes ?? []).filter(saysSomething).map(tax => ({
    label: taxLabel(p, tax),
    amount: tax.amount === undefined ? '' : isolate.amount(f.money(tax.amount)),
    ...(tax.taxableAmount !== undefined && {
      note: t('taxes.on', { amount: isolate.amount(f.money(tax.taxableAmount)) }),
    }),
  }))
}

/** A tax in one phrase, for a line of goods: 'HST 13% $12.74 on $98.00'. */
export function taxPhrase(p: Presenting, tax: TaxData): string | undefined {
  const [line] = taxLines(p, [tax])
  return line && [line.label, line.amount, line.note].filter(Boolean).join(' ')
}

/** The tax's own name, or the usual one for its kind and place. */
export function taxName({ receipt, t, isolate }: Presenting, tax: TaxData): string {
  if (tax.description) return isolate.words(tax.description)
  const territory = receipt.workstation.store.address.territory?.toUpperCase()
  // The interface has no code for Quebec's sales tax; tills there send PST.
  if (tax.taxTypeCode === 'PST' && (territory === 'QC' || territory === 'CA-QC')) return t('taxes.QST')
  return t(knownTaxes.has(tax.taxTypeCode ?? '') ? (`taxes.${tax.taxTypeCode}` as MessageKey) : 'taxes.label')
}

/**
 * Whether the taxes are within the prices. The interface does not say, so it is read off the sums: the lines, else the gross,
 * else the net amount either make the grand amount without the taxes, or with them. Where neither adds up, they count as added.
 */
export function taxesAreIncluded(receipt: ReceiptData): boolean {
  const tax = sum(receipt.taxes?.map(entry => entry.amount))
  if (!tax) return false
  const goods = [...(receipt.items ?? []), ...(receipt.returns ?? []).flatMap(entry => entry.items ?? [])]
  const adjustments = sum([...(receipt.discounts ?? []), ...(receipt.fees ?? [])].map(entry => entry.amount))
  const bases = [
    goods.length ? sum(goods.map(lineAmount)) + adjustments : undefined,
    receipt.grossAmount === undefined ? undefined : receipt.grossAmount + adjustments,
    receipt.netAmount,
  ]
  const extras = sum([receipt.serviceCharge, receipt.tip, receipt.roundingAdjustment?.value])
  const makesTotal = (amount: number) => [0, extras].some(more => Math.abs(amount + more - receipt.grandAmount) < 0.011)
  for (const base of bases) {
    if (base === undefined) continue
    if (makesTotal(base)) return true
    if (makesTotal(base + tax)) return false
  }
  return false
}

function lineAmount(item: ItemData): number {
  return item.total ?? (item.price ?? 0) * (item.quantity?.value ?? 1)
}

function taxLabel(p: Presenting, tax: TaxData): string {
  const name = taxName(p, tax)
  const rate = tax.percent === undefined ? undefined : p.f.percent(tax.percent)
  return rate && !/\d\s*%/.test(name) ? `${name} ${p.isolate.amount(rate)}` : name
}

const knownTaxes = new Set(['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'])

function saysSomething(tax: TaxData): boolean {
  return Boolean(tax.amount || tax.taxableAmount || tax.description || tax.percent !== undefined)
}

function sum(amounts: readonly (number | undefined)[] | undefined): number {
  return (amounts ?? []).reduce<number>((total, amount) => total + (amount ?? 0), 0)
}
