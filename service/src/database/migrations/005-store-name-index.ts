import type { Kysely } from 'kysely'

/** An index is nothing that older code could miss. */
export const needs = '003-schema-needs'

/** Lists by the name of a store, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('receipts_by_store_name')
    .on('receipts')
    .columns(['merchant_id', 'store_name', 'receipt_date', 'id'])
    .execute()
}
