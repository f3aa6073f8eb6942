import type { Kysely } from 'kysely'

/** Older code works with or without the index. */
export const needs = '003-schema-needs'

/** For lists filtered by store name, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('receipts_by_store_name')
    .on('receipts')
    .columns(['merchant_id', 'store_name', 'receipt_date', 'id'])
    .execute()
}
