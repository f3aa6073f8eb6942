import { readFileSync } from 'node:fs'
import type { ReceiptData } from '../src/index.ts'

/** The receipts are German, and the peers write amounts the German way. */
export const language = 'de-DE'

const grocery = readFixture('grocery-vat.de-DE')

/** 20 goods, VAT, cash and a Code 128 barcode; every `index` is another receipt with another barcode. */
export function receiptOf(index: number): ReceiptData {
  const number = String(217_000_348_213 + index).padStart(13, '0')
  return { ...grocery, transactionNumber: `0217-3-${48_213 + index}`, barcodeNumber: number }
}

/** A receipt with 300 goods. */
export function longReceipt(): ReceiptData {
  return readFixture('bulk-300')
}

function readFixture(name: string): ReceiptData {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}/receipt.json`, import.meta.url), 'utf8')) as ReceiptData
}
