import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { type ProblemQuery, problemsFrom } from '../../database/problems/read.ts'
import { cellOf } from '../../statistics/answers/csv.ts'
import { problemsOf } from './rows.ts'

/** Problems that are read at once. */
const step = 500

const columns = [
  'at',
  'kind',
  'reason',
  'code',
  'emailAddress',
  'number',
  'storeId',
  'storeName',
  'register',
  'attempts',
  'doneAt',
  'doneBy',
  'receiptId',
  'id',
] as const

/** All problems that a query finds, newest first, as CSV (RFC 4180), some hundreds at a time. Cells that begin like formulas are texts. */
export async function* problemsCsv(db: Database, query: ProblemQuery): AsyncGenerator<string> {
  yield lineOf(columns)
  for (let start: { date: number; id: string } | undefined; ; await nextTurn()) {
    const mails = await problemsFrom(db, query, { size: step, start })
    const rows = await problemsOf(db, mails)
    if (rows.length > 0)
      yield rows
        .map(row => ({ ...row, at: timeOf(row.at), doneAt: row.doneAt === null ? null : timeOf(row.doneAt) }))
        .map(row => lineOf(columns.map(column => row[column])))
        .join('')
    const last = mails.at(-1)
    if (!last || mails.length < step) return
    start = { date: last.at, id: last.id }
  }
}

function lineOf(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

const timeOf = (at: number) => new Date(at).toISOString()
