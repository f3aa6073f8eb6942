import type { Kysely } from 'kysely'

/** Older code doesn't use what is added; receipts it accepts meanwhile are found by number, store and date only. */
export const needs = '003-schema-needs'

/** The console: who may sign in, who is signed in, and what receipts are found by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('receipts').addColumn('currency', 'text').execute()
  await db.schema.alterTable('receipts').addColumn('local_day', 'integer').execute()
  await db.schema.alterTable('api_keys').addColumn('last_used_at', 'bigint').execute()
  await db.schema
    .createIndex('receipts_by_amount')
    .on('receipts')
    .columns(['merchant_id', 'transaction_amount', 'receipt_date', 'id'])
    .execute()

  await db.schema
    .createTable('people')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('merchant_id', 'text', column => column.notNull().references('merchants.id'))
    .addColumn('name', 'text', column => column.notNull().unique())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('password', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('signed_in_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute()
  await db.schema.createIndex('people_by_merchant').on('people').column('merchant_id').execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', column => column.primaryKey())
    .addColumn('merchant_id', 'text', column => column.notNull().references('merchants.id'))
    .addColumn('person_id', 'text')
    .addColumn('key_id', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('seen_at', 'bigint', column => column.notNull())
    .execute()

  await db.schema
    .createTable('sign_in_failures')
    .addColumn('subject', 'text', column => column.primaryKey())
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .execute()

  await db.schema
    .createTable('receipt_terms')
    .addColumn('merchant_id', 'text', column => column.notNull())
    .addColumn('term', 'text', column => column.notNull())
    .addColumn('receipt_date', 'bigint', column => column.notNull())
    .addColumn('receipt_id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('receipt_terms_key', ['merchant_id', 'term', 'receipt_date', 'receipt_id'])
    .execute()
  await db.schema.createIndex('receipt_terms_by_receipt').on('receipt_terms').column('receipt_id').execute()

  await db.schema
    .createTable('search_keys')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('secret', 'text')
    .addColumn('received_at', 'bigint', column => column.notNull())
    .addColumn('receipt_id', 'text', column => column.notNull())
    .addColumn('done_at', 'bigint')
    .execute()

  await db.schema
    .createTable('refusal_examples')
    .addColumn('merchant_id', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('message', 'text', column => column.notNull())
    .addColumn('shape', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('refusal_examples_key', ['merchant_id', 'field', 'message'])
    .execute()
}
