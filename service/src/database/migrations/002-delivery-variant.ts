import type { Kysely } from 'kysely'

/** In which variant a receipt is mailed, where that is not the merchant's usual one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('variant', 'text').execute()
}
