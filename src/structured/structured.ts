import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { receiptAsEkabs } from './ekabs/ekabs.ts'
import { receiptAsPosLog } from './poslog/poslog.ts'
import type { StructuredReceipt } from './taking.ts'

/** The formats: what makes them, and how a file of theirs ends. */
const formats = {
  ekabs: { make: receiptAsEkabs, ending: 'ekabs.json' },
  poslog: { make: receiptAsPosLog, ending: 'poslog.xml' },
} as const satisfies Record<string, { make(receipt: ReceiptData): StructuredReceipt; ending: string }>

/** A format of structured receipts. */
export type StructuredFormat = keyof typeof formats

/** The formats of structured receipts. */
export const structuredFormats = Object.keys(formats) as readonly StructuredFormat[]

/** A receipt in a format. @throws ReceiptDataError if it can't be said in it at all */
export function structuredReceipt(receipt: ReceiptData, format: StructuredFormat): StructuredReceipt {
  return formats[format].make(receipt)
}

/** How the names of files in a format end, after a dot: `ekabs.json`. */
export function structuredEnding(format: StructuredFormat): string {
  return formats[format].ending
}
