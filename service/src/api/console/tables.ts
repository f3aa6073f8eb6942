import { setImmediate as nextTurn } from 'node:timers/promises'
import { tenderTypeName } from 'counterfoil/internal'
import { z } from 'zod'
import { InvalidInputError, readBy } from '../../errors/errors.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import type { StatisticsAnswer } from '../../statistics/answers/answer-shape.ts'
import { dayOf } from '../../statistics/answers/periods.ts'
import {
  columnsOf,
  mainColumn,
  nameIn,
  outliersIn,
  type TableColumn,
  type TableRow,
  tableGroupings,
  tableOf,
  totalsOf,
} from '../../statistics/answers/table.ts'
import { tableCsv, tableLines } from '../../statistics/answers/table-file.ts'
import { type ApiContext, type Call, consoleOperation, type Operation } from '../operation.ts'
import { catalogue, languageOf } from './receipts.ts'

const day = z.string().transform(readBy(dayOf, 'must be a date, such as 2026-11-21'))

const query = z.object({
  from: day,
  to: day,
  by: z.enum(tableGroupings),
  store: z.string().min(1).max(200).optional(),
  /** Compare with the same days of the year before. */
  beside: z.literal('year').optional(),
  currency: z
    .string()
    .regex(/^(?:[A-Z]{3})?$/, 'must be a currency, such as CAD')
    .optional(),
  sort: z.string().max(40).optional(),
  way: z.enum(['up', 'down']).optional(),
  words: z.string().trim().max(200).optional(),
  page: z.coerce.number().int().min(1).max(1000).default(1),
})

/** Rows on a page; a figure is shown as a mark for so many groups at most. */
const [pageSize, maxMarks] = [50, 1000]

/** Tables of the statistics: a row for each group, all of them, sorted, searched and paged; and all as a file. */
export function tableOperations({ statistics }: Pick<ApiContext, 'statistics'>): Operation[] {
  /** The table that was asked for, sorted, with what it was made of. */
  async function read({ merchant, reach }: Pick<Call, 'merchant' | 'reach'>, asked: z.output<typeof query>) {
    const { from, to, by, store, beside, words, way, sort } = asked
    if (to < from) throw new InvalidInputError({ to: [{ code: 'custom', message: 'must not be before from' }] })
    const answer = async (first: number, last: number): Promise<StatisticsAnswer> => {
      const found = await statistics.answer({
        ...{
          ...reach,
          from: first,
          to: last,
          interval: 'all',
          groupBy: by,
          storeId: store,
          brief: true,
        },
        ...{ orderBy: 'amount', weekStart: 0, shownZone: zoneOf(merchant.settings) },
      })
      if (typeof found !== 'string') return found
      // Whoever sees some stores named none.
      const atFault = store === undefined ? 'by' : 'store'
      const field = found === 'not by store' ? atFault : 'to'
      throw new InvalidInputError({ [field]: [{ code: 'custom', message: `can’t be answered: ${found}` }] })
    }
    const now = await answer(from, to)
    await nextTurn()
    const before = beside && (await answer(yearBefore(from), yearBefore(to)))
    const currency = asked.currency ?? now.currencies[0] ?? before?.currencies[0] ?? ''
    const column = columnsOf(by).find(each => each === sort)
    const view = {
      ...{ currency, words, isRising: way === undefined ? sort === 'name' : way === 'up' },
      sort: sort === 'name' ? ('name' as const) : (column ?? mainColumn(by)),
    }
    return { now, before, currency, view, rows: tableOf(by, now, before, view) }
  }

  const file = (name: 'csv' | 'jsonl', type: string, write: typeof tableCsv): Operation =>
    consoleOperation(
      `exportTable${name === 'csv' ? 'Csv' : 'Lines'}`,
      `GET /table.${name}`,
      'A table of the statistics',
      {
        role: 'desk',
        stores: 'some',
        recorded: true,
        query,
        async handle({ merchant, reach, parameters: asked }) {
          const { rows, currency, now } = await read({ merchant, reach }, asked)
          const { fromDate: from, toDate: to } = now
          return {
            status: 200,
            headers: {
              'content-type': `${type}; charset=utf-8`,
              'content-disposition': `attachment; filename="${asked.by}-${from}-${to}.${name}"`,
            },
            body: write({ by: asked.by, currency, from, to, rows }),
            audit: { detail: { by: asked.by, from, to } },
          }
        },
      },
    )

  return [
    consoleOperation('readTable', 'GET /table', 'A table of the statistics', {
      role: 'statistics',
      stores: 'some',
      query,
      async handle({ merchant, reach, headers, parameters: asked }) {
        const named = (row: TableRow) => ({ ...row, name: nameFor(languageOf(headers), row) })
        const { now, before, rows, currency, view } = await read({ merchant, reach }, asked)
        const { by, page } = asked
        const mark: TableColumn = view.sort === 'name' ? mainColumn(by) : view.sort
        const at = columnsOf(by).indexOf(mark)
        const standingOut = outliersIn(rows, by, mark)
        return {
          status: 200,
          json: {
            columns: columnsOf(by),
            rows: rows.slice((page - 1) * pageSize, page * pageSize).map(named),
            count: rows.length,
            pages: Math.ceil(rows.length / pageSize),
            currency,
            currencies: [...new Set([...now.currencies, ...(before?.currencies ?? [])])],
            sort: view.sort,
            isRising: view.isRising,
            totals: totalsOf(by, now, currency),
            ...(before && { totalsBefore: totalsOf(by, before, currency) }),
            marks: rows.slice(0, maxMarks).map(({ values }) => Number(values[at] ?? 0)),
            mark,
            outliers: standingOut.slice(0, 6).flatMap(id => rows.filter(row => row.id === id).map(named)),
            recounting: now.freshness.recounting,
          },
        }
      },
    }),
    file('csv', 'text/csv', tableCsv),
    file('jsonl', 'application/x-ndjson', tableLines),
  ]
}

/** A group's name; what receipts have words for in the reader's. */
function nameFor(language: string, { group }: TableRow): string {
  const { tenderTypeCode } = group
  return tenderTypeCode === undefined ? nameIn(group) : tenderTypeName(catalogue().for([language]), tenderTypeCode)
}

/** The same day of the year before; of a leap day the one before it. Days since 1970. */
function yearBefore(day: number): number {
  const date = new Date(day * 86_400_000)
  const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / 86_400_000
}
