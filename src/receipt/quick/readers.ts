import { tables } from '../../standards/codes/tables.ts'
import { receiptData } from '../data/receipt-data.ts'
import * as valueReaders from './value-readers.ts'
import { writeReaders } from './write-readers.ts'

/**
 * Reads a receipt. Run from source, the readers are made here; the build writes them into the bundle, in this file's place
 * (`scripts/build-bundle.ts`).
 */
export const readReceiptData: valueReaders.Read<Record<string, unknown>> = new Function(
  'tables',
  ...Object.keys(valueReaders),
  `${writeReaders(receiptData.field)}\nreturn readReceiptData`,
)(tables, ...Object.values(valueReaders))
