import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database.ts'
import { isWaiting, type WorkSource } from './source.ts'

/** How long a worker that says nothing is taken for alive, milliseconds. */
const deadAfterMs = 15_000

/** Milliseconds since 1970 by the server's clock: those of workers may differ. */
const serverNow = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`

/** Says that a worker is alive, and forgets the dead. A row in the hand of one that isn't known is free. */
export async function sayAlive(db: Database, worker: string): Promise<void> {
  await sql`
    insert into workers (id, seen_at) values (${worker}, ${serverNow})
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
  await sql`delete from workers where seen_at < ${serverNow} - ${deadAfterMs}`.execute(db)
}

/** A worker lets go of all it has. */
export async function sayDone(db: Database, worker: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', worker).execute()
}

/** Whether a row is in no other worker's hand. */
export function isFree(table: RawBuilder<unknown>, worker: string): RawBuilder<SqlBool> {
  return sql`(${table}.worker is null or ${table}.worker = ${worker} or not exists (
    select from workers where workers.id = ${table}.worker and workers.seen_at >= ${serverNow} - ${deadAfterMs}
  ))`
}

/**
 * Takes rows in hand, those that are as they were found: no other worker has been quicker. Returns the ids of those taken.
 *
 * @param rows as found, with the worker that had each
 * @param at milliseconds since 1970: what isn't due then any more is left alone
 */
export async function claimRows(
  db: Database,
  source: WorkSource,
  rows: readonly { id: string; worker: string | null }[],
  worker: string,
  at: number,
): Promise<string[]> {
  const table = sql.table(source.table)
  const ids = rows.map(({ id }) => id)
  const workers = rows.map(row => row.worker)
  const { rows: claimed } = await sql<{ id: string }>`
    with free as (
      select ${table}.id from ${table}
      join unnest(${ids}::text[], ${workers}::text[]) as found (id, worker) on found.id = ${table}.id
      where ${isWaiting(source)} and ${table}.due_at <= ${at} and ${table}.worker is not distinct from found.worker
        and ${isFree(table, worker)}
      for update of ${table} skip locked
    )
    update ${table} set worker = ${worker} from free where ${table}.id = free.id returning ${table}.id`.execute(db)
  return claimed.map(({ id }) => id)
}
