import type { Kysely } from 'kysely'

/** The variant of a mail, if it isn't the merchant's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('variant', 'text').execute()
}
