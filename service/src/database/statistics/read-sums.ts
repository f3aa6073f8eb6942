import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { StatisticsPartTable } from '../tables.ts'
import { type SummedTable, summedColumns } from './add-up.ts'
import { partCounts, receiptCounts } from './columns.ts'

/** Which rows to add, and how far apart to keep them. */
export interface Reading {
  merchantId: string
  level: StatisticsPartTable['level']
  dimension: string
  /** Only of this store; empty for the rows of all stores. */
  storeId: string
  /** First and last day. */
  from: number
  to: number
  /** Only hours that begin in this time: from, inclusive, until. Milliseconds. */
  during?: readonly [number, number] | undefined
  /** Only these names: equal, or beginning with. */
  name?: { is: string } | { begins: string } | undefined
  by: 'hour' | 'day' | 'week' | 'none'
  /** For weeks: days from Monday to the first day of the week, 0 to 6. */
  weekStart?: number
  /** Adds up all names. */
  together?: boolean
}

/** Sums by column: counts as numbers, amounts as whole numbers of 10^-scale in decimal digits. */
export interface SumRow extends Record<string, string | number> {
  /** First day of the day or week; of hours their day; 0 if days are added. */
  day: number
  hour_start: number
  utc_offset: number
  name: string
  currency: string
  scale: number
}

/** Adds up rows of a table. Amounts may be above 2^53, so the database gives them as text. */
export async function readSums(db: Database, table: SummedTable, reading: Reading): Promise<SumRow[]> {
  const { merchantId, level, dimension, storeId, from, to, during, name, together = false } = reading
  const [day, hourStart, offset] = periodOf(reading)
  const names = together ? sql`''` : sql.ref('name')
  const groups = [...(day.column ? [day.sql] : []), ...(hourStart.column ? [hourStart.sql, offset.sql] : [])]
  const grouped = [...groups, ...(together ? [] : [sql.ref('name')]), sql.ref('currency'), sql.ref('scale')]
  const { rows } = await sql<SumRow>`
    select ${day.sql} as "day", ${hourStart.sql} as "hour_start", ${offset.sql} as "utc_offset",
      ${names} as "name", "currency", "scale", ${sumsOf[table]}
    from ${sql.table(table)}
    where "merchant_id" = ${merchantId} and "kept" = 0 and "level" = ${level} and "dimension" = ${dimension}
      and "store_id" = ${storeId} and "day" between ${from} and ${to}
      ${during ? sql`and "hour_start" >= ${during[0]} and "hour_start" < ${during[1]}` : sql``}
      ${name && 'is' in name ? sql`and "name" = ${name.is}` : sql``}
      ${name && 'begins' in name ? sql`and substr("name", 1, ${[...name.begins].length}) = ${name.begins}` : sql``}
    group by ${sql.join(grouped)}
  `.execute(db)
  return rows.map(row => numbered(row, table))
}

interface Column {
  sql: RawBuilder<unknown>
  column: boolean
}

const nothing: Column = { sql: sql`0`, column: false }
const column = (name: string): Column => ({ sql: sql.ref(name), column: true })

function periodOf({ by, weekStart = 0 }: Reading): [day: Column, hourStart: Column, offset: Column] {
  if (by === 'none') return [nothing, nothing, nothing]
  if (by === 'hour') return [column('day'), column('hour_start'), column('utc_offset')]
  if (by === 'day') return [column('day'), nothing, nothing]
  // Day 0 was a Thursday. The sevens keep days before it above zero.
  const inWeek = sql`(("day" + ${sql.lit(3 - weekStart + 7_000_000)}) % 7)`
  return [{ sql: sql`("day" - ${inWeek})`, column: true }, nothing, nothing]
}

const counts: ReadonlySet<string> = new Set([...receiptCounts, ...partCounts])

const sumsOf = Object.fromEntries(
  Object.entries(summedColumns).map(([table, names]) => [
    table,
    sql.join(
      names.map(name => {
        const sum = sql`sum(${sql.ref(name)})`
        return sql`${counts.has(name) ? sum : sql`cast(${sum} as text)`} as ${sql.ref(name)}`
      }),
    ),
  ]),
) as Record<SummedTable, RawBuilder<unknown>>

/** PostgreSQL gives sums as text, too. */
function numbered(row: SumRow, table: SummedTable): SumRow {
  for (const name of summedColumns[table]) if (counts.has(name)) row[name] = Number(row[name])
  return row
}
