import type { ReceiptMeasure } from '../../database/statistics/columns.ts'
import type { PartDimension } from './dimensions.ts'

/** What a receipt, or a change of its mails, adds to statistics. Holds no address, number or name of a person. */
export interface Change {
  /** Measures that aren't 0. */
  adds: Partial<Record<ReceiptMeasure, number>>
  parts?: readonly Part[]
  /** What to show for names: dimension, name, label. */
  labels?: readonly (readonly [dimension: string, name: string, label: string])[]
  /** When the labels were received, milliseconds since 1970. */
  at?: number
}

/** What one name in a dimension adds, in the order of the columns. */
export type Part = readonly [
  dimension: PartDimension,
  name: string,
  /** Null: the receipt's. */
  currency: string | null,
  receipts: number,
  entries: number,
  pieces: number,
  piecesReturned: number,
  amount: number,
  taxable: number,
  refunds: number,
]

/** A change as text, to store. */
export function writeChange(change: Change): string {
  return JSON.stringify(change)
}

/** Reads what `writeChange` wrote. */
export function readChange(text: string): Change {
  return JSON.parse(text) as Change
}

/** The opposite of a change, without labels. */
export function negated({ adds, parts }: Change): Change {
  const entries = Object.entries(adds).map(([name, value]) => [name, -value])
  return {
    adds: Object.fromEntries(entries) as Change['adds'],
    ...(parts && {
      parts: parts.map(([dimension, name, currency, ...sums]) => {
        const [a, b, c, d, e, f, g] = sums.map(sum => -sum) as [number, number, number, number, number, number, number]
        return [dimension, name, currency, a, b, c, d, e, f, g] as const
      }),
    }),
  }
}
