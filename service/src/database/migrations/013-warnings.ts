import { type Kysely, sql } from 'kysely'

/** Older code doesn't use what is added. */
export const needs = '003-schema-needs'

/** What accepted receipts were warned of, by store and till; by which rules statistics are counted, and of whom they are counted anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt_warnings')
    .addColumn('merchant_id', 'text', column => column.notNull())
    .addColumn('code', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('store_id', 'text', column => column.notNull())
    .addColumn('register', 'text', column => column.notNull())
    .addColumn('receipts', 'bigint', column => column.notNull())
    .addColumn('receipt_id', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('receipt_warnings_key', ['merchant_id', 'code', 'field', 'store_id', 'register'])
    .execute()
  await db.schema.createIndex('receipt_warnings_by_receipt').on('receipt_warnings').column('receipt_id').execute()

  await db.schema
    .alterTable('statistics_turn')
    .addColumn('rules', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update statistics_turn set rules = 2 where not exists (select 1 from receipts)`.execute(db)
  await db.schema
    .createTable('statistics_recounts')
    .addColumn('merchant_id', 'text', column => column.primaryKey())
    .addColumn('next_day', 'integer')
    .addColumn('holder', 'text')
    .addColumn('until', 'bigint', column => column.notNull())
    .execute()
}
