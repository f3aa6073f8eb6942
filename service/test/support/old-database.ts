import { rmSync } from 'node:fs'
import { type Dialect, Kysely } from 'kysely'
import { migrate } from '../../src/database/migrate.ts'
import { migrations } from '../../src/database/migrations.ts'
import { postgresDialect } from '../../src/database/postgres.ts'
import { sqliteDialect } from '../../src/database/sqlite.ts'
import type { Tables } from '../../src/database/tables.ts'
import { storedReceipt } from './records.ts'

/** The migrations of a version before. */
const { '001-first': first, '002-delivery-variant': second, '003-schema-needs': third } = migrations
const old = { '001-first': first, '002-delivery-variant': second, '003-schema-needs': third }

/** Overdue enough that the service queues them again. Milliseconds. */
const age = 1_200_000

/**
 * Replaces a database with one of an old version that has three receipts with queued mails. Returns their numbers and ids.
 *
 * @param name distinguishes the receipts' numbers: `old-name-1`
 */
export async function makeOldDatabase(settings: Record<string, string>, name: string): Promise<Map<string, string>> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = settings
  if (url === undefined) rmSync(folder, { recursive: true, force: true })
  const db = new Kysely<Tables>({ dialect: dialectOf(settings) })
  try {
    if (url !== undefined) await empty(db)
    await migrate(db, old)
    const merchant = { id: 'demo', name: 'Demo Shop', active: 1, settings: '{}', version: 1 }
    await db.insertInto('merchants').values(merchant).execute()
    const accepted = new Map<string, string>()
    for (const number of [1, 2, 3].map(one => `old-${name}-${one}`)) {
      const { record, delivery } = storedReceipt(number, Date.now() - age)
      await db
        .insertInto('receipts')
        .values(await fitting(db, 'receipts', record))
        .execute()
      await db
        .insertInto('deliveries')
        .values(await fitting(db, 'deliveries', delivery))
        .execute()
      accepted.set(number, record.id)
    }
    return accepted
  } finally {
    await db.destroy()
  }
}

/** How to reach the database that these settings name. */
export function dialectOf({ DATABASE_URL: url, DATA_DIR: folder = '' }: Record<string, string>): Dialect {
  return url === undefined ? sqliteDialect(folder) : postgresDialect(url, () => {})
}

/** A row without the columns that later versions added. */
async function fitting<Row extends object>(db: Kysely<Tables>, table: string, row: Row): Promise<Row> {
  const found = (await db.introspection.getTables()).find(({ name }) => name === table)
  const names = new Set(found?.columns.map(({ name }) => name))
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))) as Row
}

async function empty(db: Kysely<Tables>): Promise<void> {
  for (const schema of ['pgboss', 'public']) await db.schema.dropSchema(schema).ifExists().cascade().execute()
  await db.schema.createSchema('public').execute()
}
