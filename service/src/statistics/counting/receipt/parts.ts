import { type CodeGroup, type TaxData, taxTypeOf } from 'counterfoil/internal'
import type { NameLabel, Part } from '../change.ts'
import { between, nameOf, type PartDimension } from '../dimensions.ts'

/** By type and rate: `VAT`, 0.07. Without a type, by description. @param units an amount in the receipt's units, with its sign */
export function addTaxes(
  to: { parts: Part[]; labels: NameLabel[] },
  entries: readonly TaxData[],
  territory: string | undefined,
  units: (amount: number) => number,
): void {
  for (const tax of entries) {
    const { taxTypeCode, description = '', percent = '', amount = 0, taxableAmount = 0 } = tax
    const sent = taxTypeCode ?? description
    const name = codeName(to.labels, 'taxType', taxTypeOf(tax, territory), sent, `${between}${percent}`)
    addEntry(to.parts, 'taxType', name, null, [units(amount), units(taxableAmount)])
  }
}

/** By the till's name for it. @param units an amount in the receipt's units */
export function addDiscounts(
  to: Part[],
  discounts: readonly { name: string; amount: number }[],
  units: (amount: number) => number,
): void {
  for (const { name, amount } of discounts) addEntry(to, 'discount', nameOf(name), null, [units(amount)])
}

/** A code's name among those of its dimension; one that no table has is labeled as it was sent. */
export function codeName(
  labels: NameLabel[],
  dimension: PartDimension,
  { code, isListed }: CodeGroup,
  sent: string,
  more = '',
): string {
  const name = `${nameOf(code)}${more}`
  if (!isListed && code !== sent) labels.push([dimension, name, nameOf(sent)])
  return name
}

/**
 * Adds one entry. Of those with a name, the first counts the receipt, whatever their currencies: so a receipt counts once in each
 * group, though a group has a row for each currency.
 */
export function addEntry(
  parts: Part[],
  dimension: PartDimension,
  name: string,
  currency: string | null,
  amounts: readonly number[],
): void {
  let isFirst = 1
  for (const part of parts) if (part[0] === dimension && part[1] === name && part[3] === 1) isFirst = 0
  parts.push([dimension, name, currency, isFirst, 1, 0, 0, ...amounts])
}
