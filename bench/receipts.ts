import { readFileSync } from 'node:fs'
import type { ReceiptData } from '../src/index.ts'

/** Receipts are German, and the peers format amounts the German way. */
export const language = 'de-DE'
export const receiptOptions = { acceptLanguage: language } as const

/** 20 items, VAT, cash and a Code 128 barcode; cycles through 512 receipts with different amounts and barcodes. */
export function receiptOf(index: number): ReceiptData {
  const number = index & 511
  receipts[number] ??= makeReceipt(number)
  return receipts[number]
}

/** A receipt with 300 items. */
export function longReceipt(): ReceiptData {
  return readFixture('bulk-300')
}

const grocery = readFixture('grocery-vat.de-DE')

/** Made when they are asked for: a new process makes one mail. */
const receipts: ReceiptData[] = []

/** Amounts differ, because formatted ones are kept, and add, as a receipt's do: one that is only paid in part has more to say. */
function makeReceipt(number: number): ReceiptData {
  const items = grocery.items!.map((item, line) => {
    const more = ((number * 37 + line * 101) % 499) / 100
    const total = cents(item.total! + more * item.quantity!.value!)
    return { ...item, price: cents(item.price! + more), total }
  })
  const taxes = grocery.taxes!.map(tax => {
    const taxed = items.filter(({ priceNotation }) => tax.description!.endsWith(` ${priceNotation}`))
    const whole = sumOf(taxed.map(({ total }) => total))
    const taxableAmount = cents(whole / (1 + tax.percent!))
    return { ...tax, taxableAmount, amount: cents(whole - taxableAmount) }
  })
  const grandAmount = sumOf(items.map(({ total }) => total))
  const cash = 10 * Math.ceil(grandAmount / 10)
  return {
    ...grocery,
    transactionNumber: `0217-3-${48_213 + number}`,
    barcodeNumber: String(217_000_348_213 + number).padStart(13, '0'),
    items,
    netAmount: sumOf(taxes.map(({ taxableAmount }) => taxableAmount)),
    taxes,
    grandAmount,
    tenderApplied: grandAmount,
    changeDue: cents(cash - grandAmount),
    tenders: [{ ...grocery.tenders![0]!, amount: cash }],
  }
}

function sumOf(amounts: readonly number[]): number {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0))
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

function readFixture(name: string): ReceiptData {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}/receipt.json`, import.meta.url), 'utf8')) as ReceiptData
}
