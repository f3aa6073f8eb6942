import type { Gtin12 } from '../../barcode/symbol/gtin.ts'
import { applyRules } from '../check/rules.ts'
import type { ReceiptData } from '../data/receipt-data.ts'
import { Notes } from '../notes.ts'
import { isWithinLimits, newCounters, type ReadCounters } from './read-counters.ts'
import { readReceiptData } from './readers.ts'

/**
 * Reads a receipt that is as the interface describes it, in one pass and without a schema library: known fields of the right
 * type, nothing blank, nothing to mask or clean. Undefined for one that would warn or fail. The result
 * equals that of the full path.
 *
 * @param counters count what is read
 * @param gtin12 what a GTIN of twelve digits is
 */
export function readFast(
  sent: unknown,
  counters: ReadCounters = newCounters(),
  gtin12: Gtin12 = 'padded',
): ReceiptData | undefined {
  const receipt = readReceiptData(sent, counters)
  if (!receipt || !isWithinLimits(counters)) return undefined
  const notes = new Notes()
  let isBroken = false
  const refuse = () => {
    isBroken = true
  }
  applyRules(receipt, refuse, notes, gtin12)
  if (isBroken || notes.warnings.length > 0) return undefined
  return receipt as ReceiptData
}
