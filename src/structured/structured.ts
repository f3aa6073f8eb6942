// Stage `structured`: the receipt for other programs: EKaBS and POSLog.
// It knows stages up to `reading`; `locale` and those after it may call it.

import { ReceiptDataError } from '../errors.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { receiptAsEkabs } from './ekabs/ekabs.ts'
import { type AttachData, type StructuredFormat, structuredEndings } from './formats.ts'
import { receiptAsPosLog } from './poslog/poslog.ts'
import type { StructuredReceipt } from './taking.ts'

const makers: Record<StructuredFormat, (receipt: ReceiptData) => StructuredReceipt> = {
  ekabs: receiptAsEkabs,
  poslog: receiptAsPosLog,
}

/** A receipt in a format. @throws ReceiptDataError if it can't be said in it at all */
export function structuredReceipt(receipt: ReceiptData, format: StructuredFormat): StructuredReceipt {
  return makers[format](receipt)
}

/** A receipt's data as a file of a PDF. */
export interface DataFile {
  text: string
  mediaType: string
  /** How its name ends, after a dot. */
  ending: string
}

/** The file; undefined if none is asked for, or the format has no document for such a receipt. */
export function dataFile(receipt: ReceiptData, format: AttachData): DataFile | undefined {
  if (format === false) return undefined
  if (format === true || format === 'receipt')
    return { text: JSON.stringify({ ...receipt, extra: undefined }), mediaType: 'application/json', ending: 'json' }
  try {
    const { text, mediaType } = structuredReceipt(receipt, format)
    return { text, mediaType, ending: structuredEndings[format] }
  } catch (error) {
    if (error instanceof ReceiptDataError) return undefined
    throw error
  }
}
