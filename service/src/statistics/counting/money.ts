import type { ReceiptData } from 'counterfoil'
import type { ReceiptMeasure } from '../../database/statistics/columns.ts'
import type { Part } from './change.ts'
import { between, nameOf, type PartDimension } from './dimensions.ts'
import { type Lines, lineTotal } from './items.ts'

/** A receipt's amounts. */
export interface Money {
  /** What adds up to each sum. */
  sums: (readonly [ReceiptMeasure, readonly number[]])[]
  /** Every amount that is added anywhere. */
  all: number[]
}

/** Gathers a receipt's amounts; those of its orders only where the receipt itself has none. */
export function moneyOf(receipt: ReceiptData, lines: Lines): Money {
  const { grossAmount = 0, netAmount = 0, grandAmount, tip = 0, serviceCharge = 0, changeDue = 0 } = receipt
  const rounding = receipt.roundingAdjustment?.value ?? 0
  const taxes = taxesOf(receipt)
  const discounts = takenOff(receipt, lines)
  const fees = (receipt.fees ?? (receipt.orders ?? []).flatMap(order => order.fees ?? [])).map(amountOf)
  const all = [grossAmount, netAmount, grandAmount, tip, serviceCharge, changeDue, rounding, ...discounts, ...fees]
  for (const { amount = 0, taxableAmount = 0 } of taxes) all.push(amount, taxableAmount)
  for (const { amount = 0 } of receipt.tenders ?? []) all.push(amount)
  for (const item of lines.sold) all.push(lineTotal(item))
  for (const item of lines.returned) all.push(lineTotal(item))
  return {
    sums: [
      ['gross', [grossAmount]],
      ['net', [netAmount]],
      ['grand', [grandAmount]],
      ['discounts', discounts],
      ['taxes', taxes.map(amountOf)],
      ['tips', [tip]],
      ['fees', fees],
      ['service_charges', [serviceCharge]],
      ['change_due', [changeDue]],
      ['rounding', [rounding]],
    ],
    all,
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

/** Discounts as positive amounts. Those above 0 raise the price. */
function takenOff({ discounts = [] }: ReceiptData, { sold, returned }: Lines): number[] {
  const amounts: number[] = []
  for (const { amount = 0 } of discounts) if (amount < 0) amounts.push(-amount)
  for (const list of [sold, returned])
    for (const item of list) for (const { amount = 0 } of item.discounts ?? []) if (amount < 0) amounts.push(-amount)
  return amounts
}

function amountOf({ amount = 0 }: { amount?: number }): number {
  return amount
}
