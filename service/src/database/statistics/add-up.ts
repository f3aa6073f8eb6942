import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { chunksOf, insertStatement } from '../rows.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from './tables.ts'

/** A table whose rows are added to. */
export type SummedTable = keyof typeof summedColumns

/** Rows per statement: enough to share its cost, and of one size mostly, so that it is compiled once. */
const rowsPerStatement = 50

/**
 * Adds rows to a table: new ones are inserted, to others their sums are added.
 *
 * @param rows values of `cellColumns`, then of the table's `summedColumns`; no two with the same cell
 */
export async function addUp(
  transaction: Transaction,
  table: SummedTable,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const sums = summedColumns[table]
  // Most sums are 0 in all rows of a fold: written as text they need no parameters, and nothing is added.
  const used = sums.filter((_, at) => rows.some(row => row[cellColumns.length + at] !== 0))
  const all: readonly string[] = columns[table]
  const places = [...cellColumns, ...used].map(name => all.indexOf(name))
  for (const some of chunksOf(rows, rowsPerStatement)) {
    const statement = insertStatement(transaction, table, [...cellColumns, ...used], some.length, {
      zeros: sums.filter(name => !used.includes(name)),
      end: addingTo(table, used),
    })
    const values = some.flatMap(row => places.map(place => row[place]))
    await transaction.executeQuery(CompiledQuery.raw(statement, values))
  }
}

/** The columns that say what a row is about, in the order of the primary key. */
export const cellColumns = [
  'merchant_id',
  'kept',
  'level',
  'dimension',
  'store_id',
  'day',
  'hour_start',
  'utc_offset',
  'name',
  'currency',
  'scale',
] as const

/** The columns that are summed, by table. */
export const summedColumns = {
  statistics_rows: [...receiptCounts, ...receiptSums],
  statistics_parts: [...partCounts, ...partSums],
} as const

/** All columns of a table, in order. */
const columns = {
  statistics_rows: [...cellColumns, ...summedColumns.statistics_rows],
  statistics_parts: [...cellColumns, ...summedColumns.statistics_parts],
} as const

/** What is done about a row that is there: the sums of both are its own. */
const adding = {
  statistics_rows: addingTo('statistics_rows', summedColumns.statistics_rows),
  statistics_parts: addingTo('statistics_parts', summedColumns.statistics_parts),
}

function addingTo(table: SummedTable, names: readonly string[]): string {
  if (names.length === 0) return `on conflict (${cellColumns.join(', ')}) do nothing`
  const sums = names.map(name => `${name} = ${table}.${name} + excluded.${name}`)
  return `on conflict (${cellColumns.join(', ')}) do update set ${sums.join(', ')}`
}

/** Rows of a merchant's day, or of the days of a month. */
interface Days {
  merchantId: string
  /** First and last day. */
  from: number
  to: number
}

/** Adds the rows of erased receipts on a day to those of all receipts. */
export async function addKept(
  transaction: Transaction,
  table: SummedTable,
  { merchantId, from, to }: Days,
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (${refs(columns[table])})
    select ${sql.join(cellColumns.map(name => (name === 'kept' ? sql`0` : sql.ref(name))))}, ${refs(summedColumns[table])}
    from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept = 1 and level in ('quarterHour', 'hour', 'day') and day between ${from} and ${to}
    ${sql.raw(adding[table])}
  `.execute(transaction)
}

/** Makes the rows of a month anew from those of its days: of dimensions for all stores, or for each. `from` is its first day. */
export async function addMonth(
  transaction: Transaction,
  table: SummedTable,
  { merchantId, from, to }: Days,
  dimensions: readonly string[],
  scope: 'all' | 'store',
): Promise<void> {
  if (dimensions.length === 0) return
  const dimension = sql`dimension in (${sql.join(dimensions)})`
  // By name, because rows of a store are found by it: without it, those of all years would be looked at.
  const stores = sql`select name from statistics_rows where merchant_id = ${merchantId} and kept in (0, 1) and level = 'day'
    and dimension = 'store' and store_id = '' and day between ${from} and ${to}`
  const store = scope === 'all' ? sql`store_id = ''` : sql`store_id in (${stores})`
  await sql`
    delete from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept in (0, 1) and level = 'month' and ${dimension} and ${store} and day = ${from}
  `.execute(transaction)
  const cell = cellColumns.map(name => {
    if (name === 'level') return sql`'month'`
    return name === 'day' ? sql`${sql.lit(from)}` : sql.ref(name)
  })
  const groups = cellColumns.filter(name => name !== 'level' && name !== 'day')
  await sql`
    insert into ${sql.table(table)} (${refs(columns[table])})
    select ${sql.join(cell)}, ${sql.join(summedColumns[table].map(name => sql`sum(${sql.ref(name)})`))}
    from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept in (0, 1) and level = 'day' and ${dimension} and ${store}
      and day between ${from} and ${to}
    group by ${refs(groups)}
    ${sql.raw(adding[table])}
  `.execute(transaction)
}

function refs(names: readonly string[]) {
  return sql.join(names.map(name => sql.ref(name)))
}
