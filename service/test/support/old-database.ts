import { rmSync } from 'node:fs'
import { type Dialect, Kysely, sql } from 'kysely'
import { makeDataFolder } from '../../src/basics/data-folder.ts'
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
      await store(db, record, delivery)
      accepted.set(number, record.id)
    }
    return accepted
  } finally {
    await db.destroy()
  }
}

const [minute, hour] = [60_000, 3_600_000]

/** Mails that wait in a database of version 0.2, by what became of them so far: when they are due, and their attempts. Milliseconds from now. */
const waiting = {
  new: { dueIn: 0, attempts: [] },
  forgotten: { dueIn: -26 * hour, attempts: [] },
  deferred: { dueIn: 1500, attempts: [{ started_at: -minute, ended_at: -minute, outcome: 'deferred', code: '450' }] },
  // Its process was killed.
  interrupted: { dueIn: -6 * hour, attempts: [{ started_at: -6 * hour, ended_at: null, outcome: null, code: null }] },
  // An older process is sending it. Only on PostgreSQL: the embedded database has one process.
  inHand: { dueIn: 0, attempts: [{ started_at: 0, ended_at: null, outcome: null, code: null }] },
} as const

/**
 * Makes a database as version 0.2 leaves it, where mails wait, and on PostgreSQL a job of pg-boss for each but a forgotten one. Returns
 * the ids of their receipts, by the names of `waiting`, which their addresses begin with.
 */
export async function makeDatabaseWithJobs(settings: Record<string, string>): Promise<Map<string, string>> {
  const db = new Kysely<Tables>({ dialect: dialectOf(settings) })
  try {
    if (settings.DATABASE_URL !== undefined) await empty(db)
    else makeDataFolder(settings.DATA_DIR ?? '')
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '015')))
    const now = Date.now()
    const receipts = new Map<string, string>()
    for (const [name, { dueIn, attempts }] of Object.entries(waiting)) {
      if (name === 'inHand' && settings.DATABASE_URL === undefined) continue
      const { record, delivery } = storedReceipt(name, now + Math.min(0, dueIn))
      await store(db, record, { ...delivery, due_at: now + dueIn, attempt_count: attempts.length })
      for (const [index, { started_at, ended_at, ...rest }] of attempts.entries())
        await db
          .insertInto('delivery_attempts')
          .values({
            ...{ delivery_id: delivery.id, number: index + 1, detail: null, reason: undefined, ...rest },
            started_at: now + started_at,
            ended_at: ended_at === null ? null : now + ended_at,
          } as never)
          .execute()
      receipts.set(name, record.id)
    }
    if (settings.DATABASE_URL !== undefined) await addJobs(db)
    return receipts
  } finally {
    await db.destroy()
  }
}

/** The jobs that pg-boss had for the deliveries that wait, with what of its tables says so. */
async function addJobs(db: Kysely<Tables>): Promise<void> {
  await sql`create schema pgboss`.execute(db)
  await sql`create type pgboss.job_state as enum
    ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')`.execute(db)
  await sql`create table pgboss.job (
    id uuid default gen_random_uuid() primary key, name text not null, data jsonb, state pgboss.job_state not null,
    singleton_key text, start_after timestamp with time zone not null, policy text
  )`.execute(db)
  await sql`insert into pgboss.job (name, data, state, singleton_key, start_after, policy)
    select 'delivery', json_build_object('deliveryId', id),
      (case when attempt_count > 0 and due_at < created_at + 1 then 'active' else 'created' end)::pgboss.job_state,
      id, to_timestamp(due_at / 1000.0), 'short'
    from deliveries where email_address not like 'forgotten%'`.execute(db)
}

/** How to reach the database that these settings name. */
export function dialectOf({ DATABASE_URL: url, DATA_DIR: folder = '' }: Record<string, string>): Dialect {
  return url === undefined ? sqliteDialect(folder) : postgresDialect(url, () => {})
}

async function store(db: Kysely<Tables>, ...rows: [Tables['receipts'], Tables['deliveries']]): Promise<void> {
  for (const [index, table] of (['receipts', 'deliveries'] as const).entries())
    await db
      .insertInto(table)
      .values(await fitting(db, table, rows[index]!))
      .execute()
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
