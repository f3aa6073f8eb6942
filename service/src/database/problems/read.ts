import { sql } from 'kysely'
import type { Reach } from '../../basics/reach.ts'
import type { Database } from '../database.ts'
import type { DeliveryTable } from '../tables.ts'
import {
  conditionOf,
  kindOf,
  type ProblemFilter,
  type ProblemKind,
  type ProblemSource,
  sourcesOf,
  tableBy,
} from './filter.ts'

/** A mail in the list, and when it became a problem, milliseconds since 1970. */
export type ProblemMail = Pick<
  DeliveryTable,
  | 'id'
  | 'receipt_id'
  | 'email_address'
  | 'variant'
  | 'status'
  | 'reason'
  | 'attempt_count'
  | 'created_at'
  | 'due_at'
  | 'done_at'
  | 'done_by'
  | 'report'
  | 'store_id'
  | 'register'
> & { at: number }

const columns = sql.raw(
  'id, receipt_id, email_address, variant, status, reason, attempt_count, created_at, due_at, done_at, done_by, report, store_id, register',
)

/** A place in the list: a problem's time, milliseconds since 1970, and its mail. */
export interface ListPlace {
  date: number
  id: string
}

/** To what is older, or newer. */
type Way = 'next' | 'prev'

/** Where to look for problems. */
export interface ProblemQuery {
  reach: Reach
  filter: ProblemFilter
  /** Milliseconds since 1970: what waits since long before. */
  now: number
}

/**
 * Problems, newest first, or from the oldest on: after a cursor, or from the beginning. New ones shift nothing, and every depth costs
 * the same.
 */
export async function problemsFrom(
  db: Database,
  { reach, filter, now }: ProblemQuery,
  { size, start, way = 'next' }: { size: number; start?: ListPlace | undefined; way?: Way },
): Promise<ProblemMail[]> {
  const parts = await Promise.all(
    sourcesOf(filter, now).map(async source => {
      // The index alone says which; only these are fetched.
      const { rows } = await sql<ProblemMail>`
        select ${columns}, ${source.time} as at from deliveries where id in (
          select id from ${tableBy(db, source)}
          where ${conditionOf(db, reach, filter, source)} ${start ? beyond(source, start, way) : sql``}
          order by ${source.time} ${sql.raw(orders[way])}, id ${sql.raw(orders[way])} limit ${size}
        )`.execute(db)
      return rows.map(numbered)
    }),
  )
  const sign = way === 'next' ? 1 : -1
  return parts
    .flat()
    .toSorted((one, other) => sign * newestFirst(one, other))
    .slice(0, size)
}

const orders = { next: 'desc', prev: 'asc' } as const

function beyond({ time }: ProblemSource, { date, id }: ListPlace, way: Way) {
  // The bound on the time alone lets the database enter the index right at the cursor.
  return way === 'next'
    ? sql`and ${time} <= ${date} and (${time} < ${date} or id < ${id})`
    : sql`and ${time} >= ${date} and (${time} > ${date} or id > ${id})`
}

/** PostgreSQL gives sums and expressions of numbers as text. */
function numbered(row: ProblemMail): ProblemMail {
  return { ...row, at: Number(row.at) }
}

function newestFirst(one: Pick<ProblemMail, 'at' | 'id'>, other: Pick<ProblemMail, 'at' | 'id'>): number {
  return other.at - one.at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}

/** How many problems fulfill a filter, whatever its kind, by kind. */
export async function countProblems(db: Database, query: ProblemQuery): Promise<Record<ProblemKind, number>> {
  const counts = { undelivered: 0, waiting: 0, held: 0, suppressed: 0 }
  const filter = { ...query.filter, kind: undefined }
  await Promise.all(
    sourcesOf(filter, query.now).map(async source => {
      const { rows } = await sql<{ status: DeliveryTable['status']; count: number }>`
        select status, count(*) as count from ${tableBy(db, source)}
        where ${conditionOf(db, query.reach, filter, source)} group by status`.execute(db)
      for (const { status, count } of rows) counts[kindOf(status)] += Number(count)
    }),
  )
  return counts
}

/** How many problems are within reach, counted up to a limit. */
export async function countUpTo(db: Database, { reach, filter, now }: ProblemQuery, most: number): Promise<number> {
  let count = 0
  for (const source of sourcesOf(filter, now)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from ${tableBy(db, source)}
        where ${conditionOf(db, reach, filter, source)} limit ${most}) as counted`.execute(db)
    count += Number(rows[0]?.count ?? 0)
  }
  return Math.min(count, most)
}
