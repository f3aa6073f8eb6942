import { type CodeGroup, cardBrandOf, type ItemData, type ReceiptData, taxTypeOf, tenderTypeOf } from 'counterfoil'
import type { ReceiptMeasure } from '../../database/statistics/columns.ts'
import type { Label, Part } from './change.ts'
import { between, nameOf, type PartDimension } from './dimensions.ts'
import { type Lines, lineTotal } from './items.ts'

/** A receipt's amounts: every one that is added anywhere, and at the same index the sum that it adds to, if any. */
export interface Amounts {
  all: number[]
  of: (ReceiptMeasure | undefined)[]
}

/**
 * Gathers a receipt's amounts; those of its orders only where the receipt itself has none. Discounts are positive: only those
 * below 0 as sent, because what is above raises the price.
 */
export function amountsOf(receipt: ReceiptData, { sold, returned }: Lines): Amounts {
  const amounts: Amounts = { all: [], of: [] }
  const add = (amount: number, of?: ReceiptMeasure) => {
    if (amount === 0) return
    amounts.all.push(amount)
    amounts.of.push(of)
  }
  const addDiscounts = ({ discounts }: Pick<ReceiptData, 'discounts'> | ItemData) => {
    if (discounts) for (const { amount = 0 } of discounts) if (amount < 0) add(-amount, 'discounts')
  }
  const { grossAmount = 0, netAmount = 0, tip = 0, serviceCharge = 0, changeDue = 0, orders = [] } = receipt
  add(grossAmount, 'gross')
  add(netAmount, 'net')
  add(receipt.grandAmount, 'grand')
  add(tip, 'tips')
  add(serviceCharge, 'service_charges')
  add(changeDue, 'change_due')
  add(receipt.roundingAdjustment?.value ?? 0, 'rounding')
  for (const { amount = 0 } of receipt.fees ?? orders.flatMap(order => order.fees ?? [])) add(amount, 'fees')
  for (const { amount = 0, taxableAmount = 0 } of taxesOf(receipt)) {
    add(amount, 'taxes')
    add(taxableAmount)
  }
  for (const { amount = 0 } of receipt.tenders ?? []) add(amount)
  addDiscounts(receipt)
  for (const lines of [sold, returned])
    for (const line of lines) {
      add(lineTotal(line))
      addDiscounts(line)
    }
  return amounts
}

/** By type of tender and, for cards, by brand; foreign money in its own currency. */
export function addPayments(
  parts: Part[],
  labels: Label[],
  { tenders = [] }: ReceiptData,
  units: (amount: number) => number,
): void {
  for (const { tenderTypeCode, amount = 0, creditDebit, currency = null } of tenders) {
    const sum = units(amount)
    const type = codeName(labels, 'tenderType', tenderTypeOf(tenderTypeCode), tenderTypeCode)
    addEntry(parts, 'tenderType', type, currency, [sum])
    if (!creditDebit) continue
    const { typeCode = '' } = creditDebit
    addEntry(parts, 'cardBrand', codeName(labels, 'cardBrand', cardBrandOf(typeCode), typeCode), currency, [sum])
  }
}

/** By type and rate: `VAT`, 0.07. Without a type, by description. */
export function addTaxes(
  parts: Part[],
  labels: Label[],
  receipt: ReceiptData,
  units: (amount: number) => number,
): void {
  const { territory } = receipt.workstation.store.address
  for (const tax of taxesOf(receipt)) {
    const { taxTypeCode, description = '', percent = '', amount = 0, taxableAmount = 0 } = tax
    const sent = taxTypeCode ?? description
    const name = codeName(labels, 'taxType', taxTypeOf(tax, territory), sent, `${between}${percent}`)
    addEntry(parts, 'taxType', name, null, [units(amount), units(taxableAmount)])
  }
}

/** A code's name among those of its dimension; one that no table has is labeled as it was sent. */
function codeName(labels: Label[], dimension: PartDimension, { code, isListed }: CodeGroup, sent: string, more = '') {
  const name = `${nameOf(code)}${more}`
  if (!isListed && code !== sent) labels.push([dimension, name, nameOf(sent)])
  return name
}

/** One entry; of those with a name, the first counts the receipt. */
function addEntry(
  parts: Part[],
  dimension: PartDimension,
  name: string,
  currency: string | null,
  amounts: readonly number[],
): void {
  let isFirst = 1
  for (const part of parts) if (part[0] === dimension && part[1] === name && part[2] === currency) isFirst = 0
  parts.push([dimension, name, currency, isFirst, 1, 0, 0, ...amounts])
}

function taxesOf({ taxes, orders = [] }: ReceiptData) {
  return taxes ?? orders.flatMap(order => order.taxes ?? [])
}
