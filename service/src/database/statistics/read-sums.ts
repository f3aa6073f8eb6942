import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, isPostgres } from '../database.ts'
import { isAmong, isOneOf } from '../rows.ts'
import { type SummedTable, summedColumns } from './add-up.ts'
import { partCounts, receiptCounts, type StatisticsPartTable } from './tables.ts'

/** Rows of some days. */
export interface RowSpan {
  level: StatisticsPartTable['level']
  /** First and last day. */
  from: number
  to: number
  /** To be taken off the others. */
  isLess?: boolean
}

/** Which rows to add, and how far apart to keep them. */
export interface SumsQuery {
  merchantId: string
  /** One; several only if they are added up (`none`), in one statement: the database answers each group once. */
  spans: readonly [RowSpan, ...RowSpan[]]
  dimension: string
  /** Only of these stores; an empty id for the rows of all stores. */
  storeIds: readonly string[]
  /** Each store's apart: rows have a `store_id`, too. */
  isByStore?: boolean | undefined
  /** Only quarter hours, or hours, that begin in this time: from, inclusive, until. Milliseconds. */
  during?: readonly [number, number] | undefined
  /** Only these names: equal to one of some texts, or beginning with one. */
  name?: { is: readonly string[] } | { begins: readonly string[] } | undefined
  /** Only these sums, others being absent; default all. Of groups by the thousand, to add each up takes most of the time. */
  measures?: readonly string[] | undefined
  by: 'start' | 'day' | 'week' | 'none' | Grid
  /** For weeks: days from Monday to the first day of the week, 0 to 6. */
  weekStart?: number
}

/** Hours or days of a clock, by which quarter hours are added. */
interface Grid {
  /** Milliseconds. */
  length: number
  /** Milliseconds ahead of UTC; or each store's own clock. */
  ahead: number | 'own'
}

/** Sums by column: counts as numbers, amounts as whole numbers of 10^-scale in decimal digits. */
export interface SumRow extends Record<string, string | number> {
  level: string
  /** First day of the day or week; of quarter hours their day; 0 if days are added. */
  day: number
  /** Of quarter hours, and of hours that an earlier version counted; of several that are added the first. */
  hour_start: number
  utc_offset: number
  name: string
  currency: string
  scale: number
}

/** Adds up rows of a table. Amounts may be above 2^53, so the database gives them as text. */
export async function readSums(db: Database, table: SummedTable, reading: SumsQuery): Promise<SumRow[]> {
  const { spans, measures } = reading
  const { day, hour, among, isSummed } = periodOf(reading)
  const apart = reading.isByStore ? [sql.ref('store_id')] : []
  const groups = [...among, ...apart, sql.ref('name'), sql.ref('currency'), sql.ref('scale')]
  const values = measures ? chosenOf(isSummed, table, measures) : (isSummed ? sumsOf : columnsOf)[table]
  const { rows } = await sql<SumRow>`
    select ${day} as "day", ${hour}, ${reading.isByStore ? sql`"store_id", ` : sql``}"name", "currency", "scale", ${values}
    from ${spans.length > 1 ? joined(db, table, reading) : sql`${sql.table(table)} where ${isIn(db, reading, spans[0])}`}
    ${isSummed ? sql`group by ${sql.join(groups)}` : sql``}
  `.execute(db)
  const [{ level }] = spans
  for (const row of rows) {
    row.level = level
    // PostgreSQL gives counts as text, too.
    for (const name of summedColumns[table]) if (counts.has(name) && name in row) row[name] = Number(row[name])
  }
  if (!spans.some(({ isLess }) => isLess)) return rows
  // Groups of which nothing is left.
  return rows.filter(row => summedColumns[table].some(name => Number(row[name] ?? 0) !== 0))
}

/** The rows of several spans as one table; those to be taken off with the opposite sign. */
function joined(db: Database, table: SummedTable, reading: SumsQuery): RawBuilder<unknown> {
  const names = summedColumns[table].filter(name => reading.measures?.includes(name) ?? true)
  const named = sql.join([...(reading.isByStore ? ['store_id'] : []), 'name', 'currency', 'scale'].map(sql.ref))
  const each = reading.spans.map(span => {
    const values = names.map(name => (span.isLess ? sql`-${sql.ref(name)} as ${sql.ref(name)}` : sql.ref(name)))
    return sql`select ${sql.join([named, ...values])} from ${sql.table(table)} where ${isIn(db, reading, span)}`
  })
  return sql`(${sql.join(each, sql` union all `)}) as "joined"`
}

/** Has PostgreSQL read for a transaction in one process: others that it would start take more CPU than they save. */
export async function inOneProcess(transaction: Database): Promise<void> {
  if (isPostgres(transaction)) await sql`set local max_parallel_workers_per_gather = 0`.execute(transaction)
}

function isIn(
  db: Database,
  { merchantId, dimension, storeIds, during, name }: SumsQuery,
  { level, from, to }: RowSpan,
) {
  return sql<SqlBool>`"merchant_id" = ${merchantId} and "kept" = 0 and "level" = ${level} and "dimension" = ${dimension}
    and ${isAmong(db, 'store_id', storeIds)} and "day" between ${from} and ${to}
    ${during ? sql`and "hour_start" >= ${during[0]} and "hour_start" < ${during[1]}` : sql``}
    ${name ? sql`and ${isNamed(name)}` : sql``}`
}

function isNamed(name: NonNullable<SumsQuery['name']>): RawBuilder<SqlBool> {
  if ('is' in name) return isOneOf('name', name.is)
  if (name.begins.length === 0) return isOneOf('name', [])
  const each = name.begins.map(begin => sql`substr("name", 1, ${[...begin].length}) = ${begin}`)
  return sql`(${sql.join(each, sql` or `)})`
}

interface PeriodColumns {
  day: RawBuilder<unknown>
  hour: RawBuilder<unknown>
  /** What tells periods apart. */
  among: RawBuilder<unknown>[]
  /** Whether a period and name have several rows. */
  isSummed: boolean
}

/** Of a level's own periods there is one row for each store, name, currency and scale: of one store nothing is to be added up. */
function periodOf({ by, weekStart = 0, storeIds, isByStore }: SumsQuery): PeriodColumns {
  const noHour = sql`0 as "hour_start", 0 as "utc_offset"`
  const own = sql.ref('day')
  if (by === 'none') return { day: sql`0`, hour: noHour, among: [], isSummed: true }
  if (by === 'start') return { day: own, hour: sql`"hour_start", "utc_offset"`, among: [], isSummed: false }
  if (by === 'day') return { day: own, hour: noHour, among: [own], isSummed: storeIds.length > 1 && !isByStore }
  if (by !== 'week') return onGrid(by)
  // Day 0 was a Thursday. The sevens keep days before it above zero.
  const inWeek = sql`(("day" + ${sql.lit(3 - weekStart + 7_000_000)}) % 7)`
  const day = sql`("day" - ${inWeek})`
  return { day, hour: noHour, among: [day], isSummed: true }
}

function onGrid({ length, ahead }: Grid): PeriodColumns {
  const first = sql`min("hour_start") as "hour_start"`
  const [day, offset] = [sql.ref('day'), sql.ref('utc_offset')]
  // Whole days that keep instants before 1970 above zero.
  const past = 7_000_000 * 86_400_000
  const clock = ahead === 'own' ? sql`"utc_offset" * 60000 + ${sql.lit(past)}` : sql.lit(ahead + past)
  const part = sql`(("hour_start" + ${clock}) / ${sql.lit(length)})`
  if (ahead === 'own') return { day, hour: sql`${first}, ${offset}`, among: [day, offset, part], isSummed: true }
  return { day: sql`0`, hour: sql`${first}, 0 as "utc_offset"`, among: [part], isSummed: true }
}

const counts: ReadonlySet<string> = new Set([...receiptCounts, ...partCounts])

type Expression = (name: string) => RawBuilder<unknown>

const sumOf: Expression = name => sql`sum(${sql.ref(name)})`
const sumsOf = valuesOf(sumOf)
const columnsOf = valuesOf(sql.ref)

function valuesOf(expression: Expression): Record<SummedTable, RawBuilder<unknown>> {
  return {
    statistics_rows: valueList(expression, summedColumns.statistics_rows),
    statistics_parts: valueList(expression, summedColumns.statistics_parts),
  }
}

function valueList(expression: Expression, names: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    names.map(
      name => sql`${counts.has(name) ? expression(name) : sql`cast(${expression(name)} as text)`} as ${sql.ref(name)}`,
    ),
  )
}

function chosenOf(isSummed: boolean, table: SummedTable, measures: readonly string[]): RawBuilder<unknown> {
  const names = summedColumns[table].filter(name => measures.includes(name))
  return valueList(isSummed ? sumOf : sql.ref, names)
}

/** How many receipts one till gave in one hour. */
export interface TillHour {
  /** Store and register, as the statistics name them. */
  name: string
  /** When the hour began by the store's clock, milliseconds since 1970. */
  hour_start: number
  /** Minutes that the store's clock is ahead of UTC. */
  utc_offset: number
  receipts: number
}

/** The hours in which a merchant's tills gave receipts. Only counts, because a month of many tills is many rows. */
export async function readTillHours(
  db: Database,
  { merchantId, from, to }: { merchantId: string; from: number; to: number },
): Promise<TillHour[]> {
  const hour = sql`("hour_start" - ("hour_start" + "utc_offset" * 60000) % 3600000)`
  const { rows } = await sql<TillHour>`
    select "name", ${hour} as "hour_start", "utc_offset", sum("receipts") as "receipts"
    from "statistics_rows"
    where "merchant_id" = ${merchantId} and "kept" = 0 and "level" in ('quarterHour', 'hour') and "dimension" = 'register'
      and "store_id" = '' and "day" between ${from} and ${to} and "receipts" > 0
    group by "name", ${hour}, "utc_offset"
  `.execute(db)
  return rows.map(row => ({ ...row, hour_start: Number(row.hour_start), receipts: Number(row.receipts) }))
}
