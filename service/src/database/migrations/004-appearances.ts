import type { Kysely } from 'kysely'

/** Older code doesn't use what is added. */
export const needs = '003-schema-needs'

/**
 * Appearances by content hash, and each merchant version's appearance. Receipts already have their merchant's version, so
 * they need no new column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('appearances')
    .addColumn('hash', 'text', column => column.primaryKey())
    .addColumn('content', 'text', column => column.notNull())
    .addColumn('kept_at', 'bigint', column => column.notNull())
    .execute()

  await db.schema
    .createTable('merchant_versions')
    .addColumn('merchant_id', 'text', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('appearance', 'text', column => column.notNull().references('appearances.hash'))
    .addColumn('saved_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('merchant_versions_key', ['merchant_id', 'version'])
    .execute()
  // To find appearances that no version uses anymore.
  await db.schema.createIndex('merchant_versions_by_appearance').on('merchant_versions').column('appearance').execute()

  await db.schema.alterTable('deliveries').addColumn('engine_version', 'text').execute()
}
