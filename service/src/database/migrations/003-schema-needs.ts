import type { Kysely } from 'kysely'

/** Tells older processes whether they can use tables that a later version has changed (`../migrate.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schema_needs')
    .addColumn('migration', 'text', column => column.primaryKey())
    .addColumn('needs', 'text', column => column.notNull())
    .execute()
}
