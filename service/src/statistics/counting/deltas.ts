import type { Transaction } from '../../database/database.ts'
import { insertMany, rowsOf } from '../../database/rows.ts'
import type { ReceiptTable } from '../../database/tables.ts'
import { type Change, writeChange } from './change.ts'

/** A receipt as it is written, and what it adds, as text: `writeChange`. */
export interface Recorded {
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
  const rows = changes.map(({ id, change }) => ({ id, body: writeChange(change) }))
  await transaction
    .insertInto('statistics_deltas')
    .columns(['merchant_id', 'kept', 'place', 'body'])
    .expression(from =>
      from
        .selectFrom(rowsOf(transaction, { id: 'text', body: 'text' }, rows).as('changed'))
        .innerJoin('deliveries', 'deliveries.id', 'changed.id')
        .innerJoin('receipts', 'receipts.id', 'deliveries.receipt_id')
        .select(({ lit, ref }) => [
          'receipts.merchant_id',
          lit(0).as('kept'),
          ref('receipts.statistics_place').$notNull().as('place'),
          ref('changed.body').$notNull().as('body'),
        ])
        .where('receipts.statistics_place', 'is not', null),
    )
    .execute()
}
