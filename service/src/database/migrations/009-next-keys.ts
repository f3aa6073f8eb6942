import type { Kysely } from 'kysely'

/** Older code works on these tables, but takes a key also after its end: revoke it before going back. */
export const needs = '003-schema-needs'

/** A key may have a next one, and an end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('ends_at', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute()
}
