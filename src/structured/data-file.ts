import { ReceiptDataError } from '../errors.ts'
import type { OptionKind } from '../options/check-options.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { type StructuredFormat, structuredEnding, structuredFormats, structuredReceipt } from './structured.ts'

/** A receipt's data as a file of a PDF. */
export interface DataFile {
  text: string
  mediaType: string
  /** How its name ends, after a dot. */
  ending: string
}

/** What of a receipt's data is attached to a PDF: `true` is `receipt`, the interface's own JSON. */
export type AttachData = boolean | 'receipt' | StructuredFormat

/** What `attachData` may be. */
export const attachable = ['receipt', ...structuredFormats] as const

/** An option of that kind. */
export const anAttachment: OptionKind = {
  is: value => typeof value === 'boolean' || attachable.some(name => name === value),
  must: `must be true, false, or one of ${attachable.join(', ')}`,
}

/** The file; undefined if none is asked for, or the format has no document for such a receipt. */
export function dataFile(receipt: ReceiptData, format: AttachData): DataFile | undefined {
  if (format === false) return undefined
  if (format === true || format === 'receipt')
    return { text: JSON.stringify({ ...receipt, extra: undefined }), mediaType: 'application/json', ending: 'json' }
  try {
    const { text, mediaType } = structuredReceipt(receipt, format)
    return { text, mediaType, ending: structuredEnding(format) }
  } catch (error) {
    if (error instanceof ReceiptDataError) return undefined
    throw error
  }
}
