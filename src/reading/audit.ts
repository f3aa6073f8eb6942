import { ReceiptDataError } from '../errors.ts'
import { Notes } from '../receipt/notes.ts'
import { readReceipt } from '../receipt/parse.ts'
import type { Warning } from '../receipt/warning.ts'
import { auditEntries } from './audit-entries.ts'
import { auditSums } from './audit-sums.ts'

export { type Warning, type WarningCode, warningMessages } from '../receipt/warning.ts'

/**
 * Everything odd about a receipt as it was sent: what reading it noticed, entries that will not be printed as meant, and
 * sums that add up in no way tills are known to count. Takes what `parseReceipt` takes. Nothing is changed or repaired: a
 * receipt is printed as sent. Throws ReceiptDataError when the receipt is not valid.
 */
export function auditReceipt(input: unknown): Warning[] {
  const { receipt, errors, warnings } = readReceipt(input)
  if (!receipt) throw new ReceiptDataError(errors)
  const notes = new Notes(warnings)
  auditEntries(receipt, notes)
  auditSums(receipt, notes)
  return notes.warnings
}
