import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { idsOf } from '../rows.ts'
import type { Tables } from '../tables.ts'

/** Where work waits: a table with the columns `id`, `merchant_id` and `due_at`. */
export interface WorkSource {
  table: keyof Tables
  /** SQL that is true of rows that wait: the same words as in the table's index. */
  waiting: string
}

/** The ids of rows that are due, the longest due first. */
export async function dueRows(db: Database, source: WorkSource, at: number, limit: number): Promise<string[]> {
  return idsOf(
    await waitingIn(db, source).select('id').where('due_at', '<=', at).orderBy('due_at').limit(limit).execute(),
  )
}

/** When the next row is due that isn't yet, milliseconds since 1970. */
export async function nextDue(db: Database, source: WorkSource, at: number): Promise<number | undefined> {
  const { next } = await waitingIn(db, source)
    .select(({ fn }) => fn.min('due_at').as('next'))
    .where('due_at', '>', at)
    .executeTakeFirstOrThrow()
  return next === null ? undefined : Number(next)
}

/** Every source has the columns that are asked for; that of mails stands for all. */
function waitingIn(db: Database, { table, waiting }: WorkSource) {
  return db.selectFrom(table as 'deliveries').where(sql<boolean>`${sql.raw(waiting)}`)
}
