import type { ItemData } from '../../receipt/data/item-data.ts'
import type { DiscountData, TaxData } from '../../receipt/data/money-data.ts'
import { amountOf, isBeforeDiscounts, type Micros, sum, sumOf } from '../sums.ts'

/** What lines say besides their amounts. */
export interface LineFacts {
  /** What is off single lines in their totals, as a negative amount. */
  itemDiscounts: Micros
  /** What is said of lines whose totals don't have it, as a negative amount. */
  openDiscounts: Micros
  /** What is off single lines, each amount: of those sold, and of those taken back in an exchange. */
  lineDiscounts: { sold: readonly DiscountData[]; back: readonly DiscountData[] }
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
  const itemTaxes = taxes?.length ? [] : taxesByKind(sold.concat(back))
  return {
    itemDiscounts,
    openDiscounts,
    lineDiscounts: { sold: discountsOf(sold), back: discountsOf(back) },
    itemTaxes,
  }
}

function discountsOf(lines: readonly ItemData[]): DiscountData[] {
  const all: DiscountData[] = []
  for (const { discounts } of lines) if (discounts) all.push(...discounts)
  return all
}

/** The taxes of lines, added up by name, type and rate. */
function taxesByKind(lines: readonly ItemData[]): TaxData[] {
  const found = new Map<string, TaxData>()
  for (const { taxes } of lines)
    for (const tax of taxes ?? []) {
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
