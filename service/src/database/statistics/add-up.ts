import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { insertStatement, isAmong } from '../rows.ts'
import { storesOn } from './stores.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from './tables.ts'

/** A table whose rows are added to. */
export type SummedTable = keyof typeof summedColumns

/** Rows per statement: enough to share its cost, then fewer, and no other numbers, so that each is compiled once. */
const rowsPerStatement = [50, 10, 1]

/** Rows with only those sums that aren't 0 in all of them. */
export interface Addends {
  /** Names of the table's `summedColumns`. */
  sums: readonly string[]
  /** Values of `cellColumns`, then of `sums`; no two with the same cell. */
  rows: readonly (readonly (string | number)[])[]
}

/** Adds rows to a table: new ones are inserted, to others their sums are added. */
export async function addUp(transaction: Transaction, table: SummedTable, { sums, rows }: Addends): Promise<void> {
  // Written as text, zeros need no parameters, and nothing is added.
  const zeros = summedColumns[table].filter(name => !sums.includes(name))
  const [named, end] = [[...cellColumns, ...sums], addingTo(table, sums)]
  let at = 0
  for (const size of rowsPerStatement) {
    if (at + size > rows.length) continue
    const statement = insertStatement(transaction, table, named, size, { zeros, end })
    for (; at + size <= rows.length; at += size) {
      const values: (string | number)[] = []
      for (let index = at; index < at + size; index++) for (const value of rows[index] ?? []) values.push(value)
      await transaction.executeQuery(CompiledQuery.raw(statement, values))
    }
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

/** Days that are added up as one: a third of a month, or a month. `from` is its first day. */
export interface Sum extends Days {
  level: 'third' | 'month'
}

/** Makes the rows of a third or month anew from those of its days: of a dimension for all stores, or for each. */
export async function addSum(
  transaction: Transaction,
  table: SummedTable,
  { merchantId, level, from, to }: Sum,
  of: { dimension: string; scope: 'all' | 'store' },
): Promise<void> {
  const dimension = sql`dimension = ${of.dimension}`
  // By name, because rows of a store are found by it: without it, those of all years would be looked at.
  const stores = of.scope === 'all' ? [''] : await storesOn(transaction, merchantId, [{ level: 'day', from, to }])
  const store = isAmong(transaction, 'store_id', stores)
  await sql`
    delete from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept in (0, 1) and level = ${level} and ${dimension} and ${store} and day = ${from}
  `.execute(transaction)
  const cell = cellColumns.map(name => {
    if (name === 'level') return sql`cast(${level} as text)`
    return name === 'day' ? sql`${sql.lit(from)}` : sql.ref(name)
  })
  const groups = refs(cellColumns.filter(name => name !== 'level' && name !== 'day'))
  // In order, so that PostgreSQL finds those that are read together on few pages.
  await sql`
    insert into ${sql.table(table)} (${refs(columns[table])})
    select ${sql.join(cell)}, ${sql.join(summedColumns[table].map(name => sql`sum(${sql.ref(name)})`))}
    from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept in (0, 1) and level = 'day' and ${dimension} and ${store}
      and day between ${from} and ${to}
    group by ${groups}
    order by ${groups}
    ${sql.raw(adding[table])}
  `.execute(transaction)
}

function refs(names: readonly string[]) {
  return sql.join(names.map(name => sql.ref(name)))
}
