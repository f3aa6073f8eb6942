import type { Kysely } from 'kysely'

/** Older code doesn't use what is added. */
export const needs = '003-schema-needs'

/** The browsers that people signed in with: they don't wait for what strangers guess. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_devices')
    .addColumn('subject', 'text', column => column.primaryKey())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .execute()
}
