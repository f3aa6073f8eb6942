import type { Kysely } from 'kysely'

/** Older code works on these tables, but leaves held deliveries lying: resume all before going back. */
export const needs = '003-schema-needs'

/** What operators do: pauses of delivery, tokens with a name, and who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('retried_at', 'bigint').execute()

  await db.schema
    .createTable('pauses')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('paused_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('pauses_of_scope', ['scope', 'value'])
    .execute()

  await db.schema
    .createTable('admin_tokens')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('scopes', 'text', column => column.notNull())
    .addColumn('secret_hash', 'text', column => column.notNull().unique())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()

  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('merchant_id', 'text')
    .addColumn('target', 'text')
    .addColumn('detail', 'text', column => column.notNull())
    .execute()
  await db.schema.createIndex('audit_by_time').on('audit_entries').columns(['at', 'id']).execute()
}
