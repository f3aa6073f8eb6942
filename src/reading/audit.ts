import { ReceiptDataError } from '../errors.ts'
import { Notes } from '../receipt/notes.ts'
import { type ReadOptions, readReceipt } from '../receipt/parse.ts'
import type { Warning } from '../receipt/warning.ts'
import { auditEntries } from './audit-entries.ts'
import { auditSums } from './audit-sums.ts'

export { type Warning, type WarningCode, warningMessages } from '../receipt/warning.ts'

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
