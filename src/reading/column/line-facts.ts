import type { ItemData } from '../../receipt/data/item-data.ts'
import type { TaxData } from '../../receipt/data/money-data.ts'
import { amountOf, isBeforeDiscounts, type Micros, sum, sumOf } from '../sums.ts'

/** What lines say besides their amounts. */
export interface LineFacts {
  /** What is off single lines in their totals, as a negative amount. */
  itemDiscounts: Micros
  /** What is said of lines whose totals don't have it, as a negative amount. */
  openDiscounts: Micros
  /** The taxes of the lines, by kind and rate, if the receipt has none of its own. */
  itemTaxes: readonly TaxData[]
}

/** Reads lines for them. @param taxes the receipt's own */
export function lineFacts(
  sold: readonly ItemData[],
  back: readonly ItemData[],
  taxes: readonly TaxData[] | undefined,
): LineFacts {
  let [itemDiscounts, openDiscounts] = [0, 0]
  for (const line of sold)
    if (line.discounts)
      if (isBeforeDiscounts(line)) openDiscounts += sumOf(line.discounts)
      else itemDiscounts += sumOf(line.discounts)
  for (const line of back) if (line.discounts && !isBeforeDiscounts(line)) itemDiscounts -= sumOf(line.discounts)
  return { itemDiscounts, openDiscounts, itemTaxes: taxes?.length ? none : taxesByKind([sold, back]) }
}

/** The taxes of lines, added up by name, type and rate. */
function taxesByKind(lists: readonly (readonly ItemData[])[]): readonly TaxData[] {
  const entries: TaxData[] = []
  for (const lines of lists) for (const { taxes } of lines) if (taxes) entries.push(...taxes)
  if (entries.length === 0) return none
  const found = new Map<string, TaxData>()
  for (const tax of entries) {
    const key = [tax.percent, tax.taxTypeCode, tax.description].join('\n')
    const { amount, taxableAmount } = found.get(key) ?? {}
    found.set(key, {
      ...tax,
      amount: amountOf(sum([amount, tax.amount])),
      ...(tax.taxableAmount !== undefined && { taxableAmount: amountOf(sum([taxableAmount, tax.taxableAmount])) }),
    })
  }
  return [...found.values()]
}

const none: readonly never[] = []
