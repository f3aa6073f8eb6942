import type { Reach } from '../../basics/reach.ts'
import { createDatabaseCache } from '../../database/cache.ts'
import type { Database } from '../../database/database.ts'
import {
  countProblems,
  countUpTo,
  type ProblemMail,
  type ProblemQuery,
  problemsFrom,
} from '../../database/problems/read.ts'
import { type Cursor, writeCursor } from '../page.ts'
import { problemsOf } from './rows.ts'

/** Problems on a page. */
const pageSize = 50

/** A page of problems with what there is to say of them, how many there are of each kind, and where the pages beside it start. */
export async function listProblems(db: Database, query: ProblemQuery, start: Cursor | undefined) {
  const [{ mails, hasNext, hasPrevious }, counts] = await Promise.all([
    pageOfProblems(db, query, pageSize, start),
    countProblems(db, query),
  ])
  const edge = (way: Cursor['way'], mail: ProblemMail | undefined) =>
    mail && writeCursor({ way, date: mail.at, id: mail.id })
  return {
    problems: await problemsOf(db, mails),
    counts,
    next: hasNext ? edge('next', mails.at(-1)) : undefined,
    previous: hasPrevious ? edge('prev', mails[0]) : undefined,
  }
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

/** Counted up to here only: nobody reads more of it in a menu. */
export const mostLeft = 1000

const left = createDatabaseCache<number>(10_000, 5000)

/** How many problems are left, at most `mostLeft`, and at most some seconds out of date. */
export function countLeft(db: Database, reach: Reach, now: number): Promise<number> {
  return left.get(db, keyOf(reach), () => countUpTo(db, { reach, filter: {}, now }, mostLeft))
}

/** Counts anew when it is asked next: something was done about them. */
export function forgetLeft(db: Database, reach: Reach): void {
  left.forget(db, keyOf(reach))
}

function keyOf({ merchantId, stores }: Reach): string {
  return JSON.stringify([merchantId, stores])
}
