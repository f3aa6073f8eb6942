import { type Gtin12, mayBeUpcA } from '../barcode/symbol/gtin.ts'
import { ReceiptDataError } from '../errors.ts'
import type { ItemData } from '../receipt/data/item-data.ts'
import type { DiscountData, FeeData, TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { Notes, type Warning } from '../receipt/notes.ts'
import { type ReadOptions, readReceipt } from '../receipt/parse.ts'
import { transactionTypes } from '../standards/codes/tables.ts'
import { currencyDigits, newerCurrencies } from '../standards/currency.ts'
import { auditSums } from './audit/audit-sums.ts'

/**
 * Lists everything odd about a receipt as sent: parsing warnings, entries that won't be printed as intended, and sums that
 * don't add up in any way tills are known to count. Takes what `parseReceipt` takes. Changes nothing: the receipt is printed
 * as sent. Throws ReceiptDataError if the receipt is invalid.
 */
export function auditReceipt(input: unknown, options: ReadOptions = {}): Warning[] {
  const { receipt, errors, warnings } = readReceipt(input, options)
  if (!receipt) throw new ReceiptDataError(errors)
  const notes = new Notes(warnings)
  auditEntries(receipt, notes, options.gtin12)
  auditSums(receipt, notes)
  return notes.warnings
}

/** Notes every entry that prints differently, or not at all: barcodes, currency, taxes, discounts, fees. */
function auditEntries(receipt: ReceiptData, notes: Notes, gtin12: Gtin12 = 'padded'): void {
  auditBarcode('', receipt, gtin12, notes)
  if (receipt.currency === undefined) notes.warn('currency', 'currency_missing')
  auditCurrency('currency', receipt.currency, notes)
  if (looksLikeCents(receipt)) notes.warn('grandAmount', 'minor_units')
  for (const [at, tender] of (receipt.tenders ?? []).entries())
    auditCurrency(`tenders[${at}].currency`, tender.currency, notes)
  const refund = transactionTypes.find(receipt.transactionType)?.code === 'ReturnTransaction'
  auditItems('items', receipt.items, refund, notes)
  for (const [at, entry] of (receipt.returns ?? []).entries())
    auditItems(`returns[${at}].items`, entry.items, true, notes)
  for (const [at, order] of (receipt.orders ?? []).entries()) {
    auditBarcode(`orders[${at}].`, order, gtin12, notes)
    auditTaxes(`orders[${at}].taxes`, order.taxes, notes)
    auditFees(`orders[${at}].fees`, order.fees, notes)
    auditItems(`orders[${at}].items`, order.items, refund, notes)
  }
  auditDiscounts('discounts', receipt.discounts, refund, notes)
  auditTaxes('taxes', receipt.taxes, notes)
  auditFees('fees', receipt.fees, notes)
}

function auditBarcode(
  path: string,
  holder: Pick<ReceiptData, 'barcodeNumber' | 'barcodeType'>,
  gtin12: Gtin12,
  notes: Notes,
): void {
  const { barcodeNumber, barcodeType } = holder
  if (barcodeNumber !== undefined && barcodeType === undefined) notes.warn(`${path}barcodeType`, 'barcode_type_missing')
  if (barcodeNumber === undefined && barcodeType !== undefined)
    notes.warn(`${path}barcodeNumber`, 'barcode_number_missing')
  if (gtin12 === 'padded' && barcodeType === 'GTIN' && barcodeNumber !== undefined && mayBeUpcA(barcodeNumber))
    notes.warn(`${path}barcodeNumber`, 'gtin_completed')
}

function auditCurrency(path: string, currency: ReceiptData['currency'], notes: Notes): void {
  if (newerCurrencies.some(newer => newer === currency)) notes.warn(path, 'currency_unlisted')
}

/** All amounts are whole, in a currency whose decimals are in use, and a tax is rounded to the whole, which only cents are. */
function looksLikeCents({ currency, grandAmount, items = [], taxes = [], tenders = [] }: ReceiptData): boolean {
  const { minimum, wholeWithout } = currencyDigits(currency)
  if (currency === undefined || minimum === 0 || wholeWithout || Math.abs(grandAmount) < 100) return false
  const amounts = [
    ...items.flatMap(({ price, total }) => [price, total]),
    ...[...taxes, ...tenders].map(({ amount }) => amount),
  ]
  if (![grandAmount, ...amounts].every((amount = 0) => Number.isInteger(amount))) return false
  return taxes.some(({ amount = 0, percent = 0, taxableAmount = grandAmount - amount }) => {
    const tax = Math.abs(taxableAmount) * percent
    return amount !== 0 && Math.round(tax) === Math.abs(amount) && Math.abs(tax - Math.round(tax)) > 0.01
  })
}

/** `refund`: a return takes a discount back, so its positive amount is correct. */
function auditItems(path: string, items: readonly ItemData[] = [], refund: boolean, notes: Notes): void {
  for (const [at, item] of items.entries()) {
    const back =
      refund || [item.total, item.price, item.quantity?.value].some(value => value !== undefined && value < 0)
    auditDiscounts(`${path}[${at}].discounts`, item.discounts, back, notes)
    auditTaxes(`${path}[${at}].taxes`, item.taxes, notes)
  }
}

function auditDiscounts(path: string, discounts: readonly DiscountData[] = [], refund: boolean, notes: Notes): void {
  for (const [at, { amount = 0, name }] of discounts.entries()) {
    if (amount === 0 && name === undefined) notes.warn(`${path}[${at}]`, 'empty_line')
    if (amount > 0 && !refund) notes.warn(`${path}[${at}].amount`, 'discount_positive')
  }
}

function auditTaxes(path: string, taxes: readonly TaxData[] = [], notes: Notes): void {
  for (const [at, { amount = 0, description, percent, taxTypeCode }] of taxes.entries()) {
    const nameless = description === undefined && taxTypeCode === undefined && percent === undefined
    if (amount === 0 && nameless) notes.warn(`${path}[${at}]`, 'empty_line')
    if (percent !== undefined && percent > 1) notes.warn(`${path}[${at}].percent`, 'percent_above_one')
    if (percent !== undefined && percent < 0) notes.warn(`${path}[${at}].percent`, 'percent_negative')
  }
}

function auditFees(path: string, fees: readonly FeeData[] = [], notes: Notes): void {
  for (const [at, { amount = 0, description }] of fees.entries())
    if (amount === 0 && description === undefined) notes.warn(`${path}[${at}]`, 'empty_line')
}
