import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { newId } from '../../basics/ids.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import { type Database, isPostgres } from '../database.ts'

/** A process that works on rows, as others that share the database know it. */
export interface WorkerName {
  name: string
  /** Lets go of all that is in hand. */
  end(): Promise<void>
}

/** Milliseconds between two signs of life: several may fail before a worker is taken for dead. */
const beatMs = 3000

/** Names this process as a worker, which says that it is alive until it ends. The embedded database has one process, without a name. */
export async function nameWorker(db: Database, log: Log): Promise<WorkerName> {
  if (!isPostgres(db)) return { name: '', end: async () => {} }

  const name = newId()
  const failed = (error: unknown) => log.error('This worker’s sign of life failed', { error })
  await sayAlive(db, name)
  const timer = setInterval(() => sayAlive(db, name).catch(failed), beatMs)
  return {
    name,
    async end() {
      clearInterval(timer)
      await sayDone(db, name).catch(failed)
    },
  }
}

/** Whether a row is in no other worker's hand. */
export function isFree(table: RawBuilder<unknown>, worker: string): RawBuilder<SqlBool> {
  return sql`(${table}.worker is null or ${table}.worker = ${worker} or not exists (
    select from workers where workers.id = ${table}.worker and workers.seen_at >= ${serverNow} - ${deadAfterMs}
  ))`
}

/** How long a worker that says nothing is taken for alive, milliseconds. */
const deadAfterMs = 15_000

/** Milliseconds since 1970 by the server's clock: those of workers may differ. */
const serverNow = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`

/** Says that a worker is alive, and forgets the dead. A row in the hand of one that isn't known is free. */
async function sayAlive(db: Database, worker: string): Promise<void> {
  await sql`
    insert into workers (id, seen_at) values (${worker}, ${serverNow})
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
  await sql`delete from workers where seen_at < ${serverNow} - ${deadAfterMs}`.execute(db)
}

/** A worker lets go of all it has. */
async function sayDone(db: Database, worker: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', worker).execute()
}
