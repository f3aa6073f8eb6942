import type { Gtin12 } from '../../barcode/symbol/gtin.ts'
import { applyRules } from '../check/rules.ts'
import type { ReceiptData } from '../data/receipt-data.ts'
import { Notes } from '../notes.ts'
import { readReceiptData } from './readers.ts'
import { isWithinLimits, newTally, type Tally } from './tally.ts'

/**
 * Reads a receipt that is as the interface describes it, in one pass and without a schema library: known fields of the right
 * type, nothing blank, nothing to mask or clean. Undefined for any other, about which there is something to say. The result
 * equals that of the full path.
 *
 * @param tally counts what is read
 * @param gtin12 what a GTIN of twelve digits is
 */
export function readUsual(
  sent: unknown,
  tally: Tally = newTally(),
  gtin12: Gtin12 = 'padded',
): ReceiptData | undefined {
  const receipt = readReceiptData(sent, tally)
  if (!receipt || !isWithinLimits(tally)) return undefined
  const notes = new Notes()
  let isBroken = false
  const refuse = () => {
    isBroken = true
  }
  applyRules(receipt, refuse, notes, gtin12)
  if (isBroken || notes.warnings.length > 0) return undefined
  return receipt as ReceiptData
}
