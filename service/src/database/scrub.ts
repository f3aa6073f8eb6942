import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, type RawBuilder, sql } from 'kysely'
import { postgresDialect } from './postgres.ts'
import type { Tables } from './tables.ts'

/** Tables with what customers bought, and where it was mailed. */
const erasable = [
  'receipts',
  'deliveries',
  'delivery_attempts',
  'bounces',
  'bounce_reports',
  'suppressions',
  'receipt_terms',
  'statistics_deltas',
  'statistics_rows',
  'statistics_parts',
  'statistics_names',
  'receipt_warnings',
  'webhook_messages',
  'webhook_attempts',
] as const

/** Tries to empty the log, while another process reads. */
const tries = 20

/**
 * Removes what an embedded database keeps of deleted rows: its log holds them until it is emptied. In the file, SQLite overwrites
 * deleted rows with zeros (`secure_delete`), but one in many thousands leaves a copy in the free space of a page it was moved from.
 *
 * @param largest a file of at most so many bytes is written anew
 * @returns whether it was
 */
export async function scrubFile(db: Kysely<Tables>, file: string, largest: number): Promise<boolean> {
  // The rows are gone either way, also without room for a second file.
  const isNew =
    statSync(file).size <= largest &&
    (await vacuum(db).then(
      () => true,
      () => false,
    ))
  await emptyLog(db)
  return isNew
}

/** Writes the embedded database anew, into a file without free space. */
export async function rewriteFile(db: Kysely<Tables>): Promise<void> {
  await vacuum(db)
  await emptyLog(db)
}

/** Builds the new file on disk, not in memory. */
async function vacuum(db: Kysely<Tables>): Promise<void> {
  await sql`pragma temp_store = file`.execute(db)
  await sql`vacuum`.execute(db).finally(() => sql`pragma temp_store = memory`.execute(db))
}

async function emptyLog(db: Kysely<Tables>): Promise<void> {
  for (let turn = 0; turn < tries; turn++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    await pause(50)
  }
}

/**
 * Writes PostgreSQL's tables anew, however long that takes, and the planner's statistics, which hold values that occurred often: for
 * these, the service must own the database. Its log and backups keep what they have.
 *
 * @throws Error if a transaction that may still see deleted rows doesn't end within a minute: they would be kept
 */
export async function rewriteTables(url: string): Promise<void> {
  const patient = new URL(url)
  for (const timeout of ['statement_timeout', 'query_timeout']) patient.searchParams.set(timeout, String(86_400_000))
  const db = new Kysely<Tables>({ dialect: postgresDialect(patient.href, () => {}) })
  try {
    await olderOnesEnd(db)
    for (const table of erasable) await sql`vacuum full ${sql.table(table)}`.execute(db)
    await forgetStatistics(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Takes erased values out of the planner's statistics. `ANALYZE` leaves those of an empty table as they are; they go with a change of
 * a column's type, also to the one it has. What they replaced stays as long as an older transaction may see it.
 */
async function forgetStatistics(db: Kysely<Tables>): Promise<void> {
  await sql`analyze`.execute(db)
  const ofEmpty = sql<{ statement: string }>`
    select format('alter table %I alter column %I type %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod)) as statement
    from pg_stats s
    join pg_class c on c.relname = s.tablename and c.relnamespace = current_schema()::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = s.attname
    where s.schemaname = current_schema() and s.tablename in (${sql.join(erasable)}) and c.reltuples <= 0`
  for (const { statement } of (await ofEmpty.execute(db)).rows) await sql.raw(statement).execute(db)
  await olderOnesEnd(db)
  await sql`vacuum full pg_catalog.pg_statistic`.execute(db)
}

/**
 * Waits until nobody may see what was there before now: first until all transactions that wrote before are ended, also in the server's
 * other databases, because whatever begins while one runs, a rewriting one too, sees no more than it did when it began; then those of
 * this database that began while one ran, and those of standbys, which have none.
 */
async function olderOnesEnd(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ now: string }>`select txid_current()::text as now`.execute(db)
  const now = rows[0]?.now
  const age = sql`age((${now}::bigint % 4294967296)::text::xid)`
  await oneEnds(
    db,
    sql`
    select min(xact_start)::text as since from pg_stat_activity where age(backend_xid) >= ${age}
    having txid_snapshot_xmin(txid_current_snapshot()) <= ${now}::bigint`,
  )
  await oneEnds(
    db,
    sql`
    select xact_start::text as since from pg_stat_activity
    where coalesce(datname, current_database()) = current_database() and pid <> pg_backend_pid() and age(backend_xmin) >= ${age}
    order by xact_start limit 1`,
  )
}

/** Waits until the query finds no transaction. */
async function oneEnds(db: Kysely<Tables>, isOpen: RawBuilder<{ since: string | null }>): Promise<void> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const [open] = (await isOpen.execute(db)).rows
    if (!open) return
    if (performance.now() > deadline) {
      const which = open.since === null ? 'a prepared transaction' : `a transaction that is open since ${open.since}`
      throw new Error(
        `The rows are deleted, but ${which} may still see them, so not all files were written anew. End it, also if it is in another database of the server, and repeat the command.`,
      )
    }
    await pause(100)
  }
}

/** For transactions to end, milliseconds. */
const maxWaitMs = 60_000
