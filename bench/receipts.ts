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

/** Amounts differ so that caching formatted amounts doesn't help; nothing checks the sums. */
function makeReceipt(index: number): ReceiptData {
  return {
    ...grocery,
    transactionNumber: `0217-3-${48_213 + index}`,
    barcodeNumber: String(217_000_348_213 + index).padStart(13, '0'),
    items: grocery.items!.map((item, line) => {
      const more = ((index * 37 + line * 101) % 4_999) / 100
      return { ...item, price: cents(item.price! + more), total: cents(item.total! + more) }
    }),
    grandAmount: cents(grocery.grandAmount! + index / 100),
  }
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

function readFixture(name: string): ReceiptData {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}/receipt.json`, import.meta.url), 'utf8')) as ReceiptData
}
