// Room `statistics`: what receipts and mails add up to.
// `counting` makes the deltas of a receipt or mail, `folding` adds them to rows, `answers` reads these; `rebuilding` counts anew.
// Besides the wiring, `delivery`, `receipts`, `operations`, `worker`, `acts`, `http` and `commands` may call it.

import { receiptJsonSchema } from 'counterfoil/internal'
import type { Transaction } from '../../database/database.ts'
import { insertMany, statementAbout } from '../../database/rows.ts'
import type { ReceiptMeasure } from '../../database/statistics/tables.ts'
import type { ReceiptTable } from '../../database/tables.ts'
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
  labels?: readonly NameLabel[]
  /** It isn't of a receipt, so nothing else tells of it. */
  isEvent?: true
  /** When the labels were received, milliseconds since 1970. */
  at?: number
}

/** What one name in a dimension adds: `partCounts`, then `partSums`, without zeros at the end. Null is the receipt's currency. */
export type Part = readonly [dimension: PartDimension, name: string, currency: string | null, ...values: number[]]

/** What to show for a name. */
export type NameLabel = readonly [dimension: PartDimension | 'store', name: string, label: string]

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

/** A receipt as it is written, and what it adds, as text: `writeChange`. */
interface Recorded {
  record: Pick<ReceiptTable, 'merchant_id' | 'statistics_place'>
  delta: string
}

/** Writes what receipts add, in the transaction that writes the receipts. */
export async function recordReceipts(transaction: Transaction, receipts: readonly Recorded[]): Promise<void> {
  const rows = receipts.flatMap(({ record: { merchant_id, statistics_place: place }, delta }) =>
    place === null ? [] : { merchant_id, kept: 0, place, body: delta },
  )
  await insertMany(transaction, 'statistics_deltas', rows)
}

/**
 * Writes what a change of deliveries adds, each where its receipt counts, in the transaction of the change. Nothing for receipts
 * accepted before there were statistics.
 */
export async function recordMails(
  transaction: Transaction,
  deliveryIds: readonly string[],
  adds: Change['adds'],
): Promise<void> {
  await recordChanges(
    transaction,
    deliveryIds.map(id => ({ id, change: { adds } })),
  )
}

/** The same for deliveries that change in different ways. */
export async function recordChanges(
  transaction: Transaction,
  changes: readonly { id: string; change: Change }[],
): Promise<void> {
  if (changes.length === 0) return
  await insertChanges(
    transaction,
    changes.map(({ id, change }) => ({ id, body: writeChange(change) })),
  )
}

const insertChanges = statementAbout({ id: 'text', body: 'text' }, (transaction, rows) =>
  transaction
    .insertInto('statistics_deltas')
    .columns(['merchant_id', 'kept', 'place', 'body'])
    .expression(from =>
      from
        .selectFrom(rows.as('changed'))
        .innerJoin('deliveries', 'deliveries.id', 'changed.id')
        .innerJoin('receipts', 'receipts.id', 'deliveries.receipt_id')
        .select(({ lit, ref }) => [
          'receipts.merchant_id',
          lit(0).as('kept'),
          ref('receipts.statistics_place').$notNull().as('place'),
          ref('changed.body').$notNull().as('body'),
        ])
        .where('receipts.statistics_place', 'is not', null),
    ),
)
