import { sql } from 'kysely'
import { createDatabaseCache } from '../../database/cache.ts'
import type { Database } from '../../database/database.ts'
import type { DeliveryTable } from '../../database/tables.ts'
import type { Cursor } from '../page.ts'
import { conditionOf, kindOf, type ProblemFilter, type ProblemKind, type Source, sourcesOf, tableBy } from './filter.ts'

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

/** Where to look for problems. */
export interface ProblemQuery {
  merchantId: string
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
  { merchantId, filter, now }: ProblemQuery,
  { size, start, way = 'next' }: { size: number; start?: Pick<Cursor, 'date' | 'id'> | undefined; way?: Cursor['way'] },
): Promise<ProblemMail[]> {
  const found: ProblemMail[] = []
  for (const source of sourcesOf(filter, now)) {
    const { rows } = await sql<ProblemMail>`
      select ${columns}, ${source.time} as at from ${tableBy(db, source)}
      where ${conditionOf(db, merchantId, filter, source)} ${start ? beyond(source, start, way) : sql``}
      order by ${source.time} ${sql.raw(orders[way])}, id ${sql.raw(orders[way])} limit ${size}`.execute(db)
    for (const row of rows) found.push(numbered(row))
  }
  const sign = way === 'next' ? 1 : -1
  return found.toSorted((one, other) => sign * newestFirst(one, other)).slice(0, size)
}

const orders = { next: 'desc', prev: 'asc' } as const

function beyond({ time }: Source, { date, id }: Pick<Cursor, 'date' | 'id'>, way: Cursor['way']) {
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

/** A page of problems, newest first, and whether there is more on either side. */
export async function pageOfProblems(
  db: Database,
  query: ProblemQuery,
  size: number,
  start: Cursor | undefined,
): Promise<{ mails: ProblemMail[]; hasNext: boolean; hasPrevious: boolean }> {
  const way = start?.way ?? 'next'
  const found = await problemsFrom(db, query, { size: size + 1, start, way })
  const hasMore = found.length > size
  const mails = found.slice(0, size)
  if (way === 'prev') return { mails: mails.reverse(), hasPrevious: hasMore, hasNext: true }
  const [first] = mails
  const from = first ? { date: first.at, id: first.id } : start
  const newer = start && from ? await problemsFrom(db, query, { size: 1, start: from, way: 'prev' }) : []
  return { mails, hasNext: hasMore, hasPrevious: newer.length > 0 }
}

/** How many problems fulfill a filter, whatever its kind, by kind. */
export async function countProblems(db: Database, query: ProblemQuery): Promise<Record<ProblemKind, number>> {
  const counts = { undelivered: 0, waiting: 0, held: 0, suppressed: 0 }
  const filter = { ...query.filter, kind: undefined }
  for (const source of sourcesOf(filter, query.now)) {
    const { rows } = await sql<{ status: DeliveryTable['status']; count: number }>`
      select status, count(*) as count from ${tableBy(db, source)}
      where ${conditionOf(db, query.merchantId, filter, source)} group by status`.execute(db)
    for (const { status, count } of rows) counts[kindOf(status)] += Number(count)
  }
  return counts
}

/** Counted up to here only: nobody reads more of it in a menu. */
export const mostLeft = 1000

const left = createDatabaseCache<number>(10_000, 5000)

/** How many problems are left, at most `mostLeft`, and at most some seconds out of date. */
export function countLeft(db: Database, merchantId: string, now: number): Promise<number> {
  return left.get(db, merchantId, async () => {
    let count = 0
    for (const source of sourcesOf({}, now)) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select 1 from ${tableBy(db, source)}
          where ${conditionOf(db, merchantId, {}, source)} limit ${mostLeft}) as counted`.execute(db)
      count += Number(rows[0]?.count ?? 0)
    }
    return Math.min(count, mostLeft)
  })
}

/** Counts anew when it is asked next: something was done about them. */
export function forgetLeft(db: Database, merchantId: string): void {
  left.forget(db, merchantId)
}
