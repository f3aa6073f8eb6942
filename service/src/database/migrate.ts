import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as first from './migrations/001-first.ts'
import * as deliveryVariant from './migrations/002-delivery-variant.ts'
import * as storeNameIndex from './migrations/005-store-name-index.ts'
import type { Tables } from './tables.ts'

/** In the order they were written; a migration that was released never changes. */
const migrations = {
  '001-first': first,
  '002-delivery-variant': deliveryVariant,
  '005-store-name-index': storeNameIndex,
}

/**
 * Brings the tables up to date. With PostgreSQL an advisory lock lets one process at a time do it, the others wait and find
 * nothing left to do.
 *
 * @throws the database's error; on PostgreSQL nothing is left half done
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
