import { receiptJsonSchema } from 'counterfoil'
import type { ReceiptMeasure } from '../../database/statistics/tables.ts'
import type { PartDimension } from './dimensions.ts'

/** What a receipt, or a change of its mails, adds to statistics. Holds no address, number or name of a person. */
export interface Change {
  /** Measures that aren't 0. */
  adds: Partial<Record<ReceiptMeasure, number>>
  parts?: readonly Part[]
  /**
   * Lines sold, five values each: item, label (0 if it is the item), pieces, amount, and category, by its place in `categories`. In
   * one flat list, because a receipt has many, and each list costs time to write and read.
   */
  lines?: readonly (string | number)[]
  categories?: readonly string[]
  /** What to show for names: dimension, name, label. */
  labels?: readonly Label[]
  /** It isn't of a receipt, so nothing else tells of it. */
  isEvent?: true
  /** When the labels were received, milliseconds since 1970. */
  at?: number
}

/** What one name in a dimension adds: `partCounts`, then `partSums`, without zeros at the end. Null is the receipt's currency. */
export type Part = readonly [dimension: PartDimension, name: string, currency: string | null, ...values: number[]]

/** What to show for a name. */
export type Label = readonly [dimension: PartDimension | 'store', name: string, label: string]

/** A change as text, to store. */
export function writeChange(change: Change): string {
  return JSON.stringify(change)
}

/** Reads what `writeChange` wrote. */
export function readChange(text: string): Change {
  return JSON.parse(text) as Change
}

/**
 * A field without its place in lists, and without names that a till has made up.
 *
 * @param more names that aren't a receipt's, such as parameters
 */
export function fieldNameOf(path: string, more?: ReadonlySet<string>): string {
  return path
    .replace(/\[\d+\]/g, '[]')
    .split('.')
    .map(part => {
      const name = part.replaceAll('[]', '')
      return fieldNames.has(name) || more?.has(name) ? part : '…'
    })
    .slice(0, 8)
    .join('.')
}

const fieldNames: ReadonlySet<string> = new Set([
  'receipt',
  ...Object.values((receiptJsonSchema() as { $defs: Record<string, { properties?: object }> }).$defs).flatMap(
    ({ properties = {} }) => Object.keys(properties),
  ),
])
