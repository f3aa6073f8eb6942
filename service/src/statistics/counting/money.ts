import type { ItemData, ReceiptData } from 'counterfoil'
import type { ReceiptMeasure } from '../../database/statistics/columns.ts'
import type { Part } from './change.ts'
import { between, nameOf, type PartDimension } from './dimensions.ts'
import { type Lines, lineTotal } from './items.ts'

/** Told of an amount. @param of the sum it adds to; undefined if only parts add it */
type Tell = (amount: number, of?: ReceiptMeasure) => void

/**
 * Tells of every amount of a receipt that is added anywhere; of those of its orders only where the receipt itself has none.
 * Discounts are positive: those below 0 as sent, because what is above raises the price.
 */
export function eachAmount(receipt: ReceiptData, { sold, returned }: Lines, tell: Tell): void {
  const { grossAmount = 0, netAmount = 0, tip = 0, serviceCharge = 0, changeDue = 0, orders = [] } = receipt
  tell(grossAmount, 'gross')
  tell(netAmount, 'net')
  tell(receipt.grandAmount, 'grand')
  tell(tip, 'tips')
  tell(serviceCharge, 'service_charges')
  tell(changeDue, 'change_due')
  tell(receipt.roundingAdjustment?.value ?? 0, 'rounding')
  for (const { amount = 0 } of receipt.fees ?? orders.flatMap(order => order.fees ?? [])) tell(amount, 'fees')
  for (const { amount = 0, taxableAmount = 0 } of taxesOf(receipt)) {
    tell(amount, 'taxes')
    tell(taxableAmount)
  }
  for (const { amount = 0 } of receipt.tenders ?? []) tell(amount)
  tellDiscounts(receipt, tell)
  for (const lines of [sold, returned])
    for (const line of lines) {
      tell(lineTotal(line))
      tellDiscounts(line, tell)
    }
}

/** By type of tender and, for cards, by brand; foreign money in its own currency. */
export function addPayments(parts: Part[], { tenders = [] }: ReceiptData, units: (amount: number) => number): void {
  for (const { tenderTypeCode, amount = 0, creditDebit, currency = null } of tenders) {
    const sum = units(amount)
    addEntry(parts, 'tenderType', nameOf(tenderTypeCode), currency, [sum])
    if (creditDebit) addEntry(parts, 'cardBrand', nameOf(creditDebit.typeCode ?? ''), currency, [sum])
  }
}

/** By type and rate: `VAT`, 0.07. Without a type, by description. */
export function addTaxes(parts: Part[], receipt: ReceiptData, units: (amount: number) => number): void {
  for (const { taxTypeCode, description = '', percent, amount = 0, taxableAmount = 0 } of taxesOf(receipt)) {
    const name = `${nameOf(taxTypeCode ?? description)}${between}${percent ?? ''}`
    addEntry(parts, 'taxType', name, null, [units(amount), units(taxableAmount)])
  }
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

function tellDiscounts({ discounts }: Pick<ReceiptData, 'discounts'> | ItemData, tell: Tell): void {
  for (const { amount = 0 } of discounts ?? []) if (amount < 0) tell(-amount, 'discounts')
}
