import { setImmediate as nextTurn } from 'node:timers/promises'
import { tenderTypeName } from 'counterfoil/internal'
import { catalogue } from '../../basics/catalogue.ts'
import type { Reach } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { findGroups, type Unanswerable } from '../answers/answer.ts'
import { byReceipts } from '../answers/figures.ts'
import type { PairGrouping } from '../answers/pairs.ts'
import { isPart } from '../counting/dimensions.ts'
import { columnsOf, type Groupings, type TableColumn, type TableGrouping } from './columns.ts'
import { outliersIn } from './outliers.ts'
import { type Grouped, mainColumn, measuresOf, nameIn, type TableRow, tableOf, totalsOf } from './table.ts'

/** What a table is asked for. */
export interface TableQuestion {
  by: TableGrouping
  thenBy?: PairGrouping | undefined
  /** First and last day, days since 1970. */
  from: number
  to: number
  storeId?: string | undefined
  /** Beside the same days of the year before. */
  beside?: 'year' | undefined
  /** Default: the one with the most receipts. */
  currency?: string | undefined
  /** A column, or `name`; default what the grouping is ranked by. */
  sort?: string | undefined
  way?: 'up' | 'down' | undefined
  /** In the names or numbers of a row's groups. */
  words?: string | undefined
}

/** A whole table: all rows, sorted. */
export interface WholeTable {
  groupings: Groupings
  now: Answered
  before: Answered | undefined
  currency: string
  sort: TableColumn | 'name'
  isRising: boolean
  rows: TableRow[]
}

/** What a table says of some days. */
interface Answered extends Grouped {
  currencies: readonly string[]
  recounting: boolean
}

/** A question that has no table, and why. */
export class NoTableError extends Error {
  readonly why: Unanswerable

  constructor(why: Unanswerable) {
    super(why)
    this.why = why
  }
}

/** Reads a table, of what is within reach. @throws NoTableError */
export async function readTable(
  { db, reach, zone }: { db: Database; reach: Reach; zone: string },
  { by, thenBy, from, to, storeId, beside, words, way, sort, ...asked }: TableQuestion,
): Promise<WholeTable> {
  const groupings: Groupings = thenBy ? [by, thenBy] : [by]
  const answer = async (first: number, last: number): Promise<Answered> => {
    const days = { from: first, to: last, interval: 'all', orderBy: 'amount', weekStart: 0, shownZone: zone } as const
    const query = { ...reach, ...days, groupBy: by, thenBy, storeId, measures: measuresOf(groupings) }
    const found = await findGroups(db, query, {}, ({ entries, groups, totals, dimension, snapshot }) => ({
      groups: entries.flatMap(({ name, cell }) => {
        const group = groups?.get(name)
        return group ? [{ group, cell }] : []
      }),
      ...{ totals, additive: !isPart(dimension), recounting: snapshot.recounting },
      currencies: byReceipts(totals).map(([currency]) => currency),
    }))
    if (typeof found === 'string') throw new NoTableError(found)
    return found
  }
  const now = await answer(from, to)
  await nextTurn()
  const before = beside && (await answer(yearBefore(from), yearBefore(to)))
  const currency = asked.currency ?? now.currencies[0] ?? before?.currencies[0] ?? ''
  const column = columnsOf(groupings).find(each => each === sort)
  const view = {
    currency,
    words,
    isRising: way === undefined ? sort === 'name' : way === 'up',
    sort: sort === 'name' ? sort : (column ?? mainColumn(groupings)),
  } as const
  return { ...view, groupings, now, before, rows: tableOf(groupings, now, before, view) }
}

/** Rows on a page; a figure is shown as a mark for so many groups at most. */
const [pageSize, maxMarks] = [50, 1000]

/** A page of a table, with what is said of all its rows. @param language of the names that receipts have words for */
export function pageOf(table: WholeTable, page: number, language: string) {
  const { groupings, now, before, rows, currency, sort, isRising } = table
  const columns = columnsOf(groupings)
  const mark = sort === 'name' ? mainColumn(groupings) : sort
  const at = columns.indexOf(mark)
  const named = (row: TableRow) => ({ ...row, names: groupings.map(by => nameFor(language, row, by)) })
  // What sells in other currencies has no figure, rather than none of it sold.
  const marked = rows.filter(({ values: [receipts], values }) => values[at] !== null || !receipts)
  const standingOut = outliersIn(marked, at)
  return {
    by: groupings,
    columns,
    rows: rows.slice((page - 1) * pageSize, page * pageSize).map(named),
    count: rows.length,
    pages: Math.ceil(rows.length / pageSize),
    currency,
    currencies: [...new Set([...now.currencies, ...(before?.currencies ?? [])])],
    sort,
    isRising,
    totals: totalsOf(groupings, now, currency),
    ...(before && { totalsBefore: totalsOf(groupings, before, currency) }),
    marked: marked.length,
    marks: marked.slice(0, maxMarks).map(({ values }) => Number(values[at] ?? 0)),
    mark,
    outliers: standingOut.slice(0, 6).flatMap(id => rows.filter(row => row.id === id).map(named)),
    recounting: now.recounting || before?.recounting === true,
  }
}

/** A group's name; what receipts have words for in the reader's. */
function nameFor(language: string, { group }: TableRow, by: TableGrouping): string {
  const { tenderTypeCode } = group
  if (by !== 'tenderType' || tenderTypeCode === undefined) return nameIn(group, by)
  return tenderTypeName(catalogue().for([language]), tenderTypeCode)
}

/** The same day of the year before; of a leap day the one before it. Days since 1970. */
function yearBefore(day: number): number {
  const date = new Date(day * 86_400_000)
  const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / 86_400_000
}
