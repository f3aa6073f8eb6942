import { CompiledQuery, sql } from 'kysely'
import { isPostgres, type Transaction } from '../database.ts'
import { placeholders } from '../rows.ts'
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
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement)
    const statement = statementFor(table, some.length, isPostgres(transaction))
    await transaction.executeQuery(CompiledQuery.raw(statement, some.flat()))
  }
}

const statements = new Map<string, string>()

/** Written once, because building thousands of values into one costs more than carrying it out. */
function statementFor(table: SummedTable, count: number, numbered: boolean): string {
  const key = `${table} ${count} ${numbered}`
  const known = statements.get(key)
  if (known !== undefined) return known
  const columns = [...cellColumns, ...summedColumns[table]]
  const sums = summedColumns[table].map(name => `${name} = ${table}.${name} + excluded.${name}`)
  const statement =
    `insert into ${table} (${columns.join(', ')}) values ${placeholders(count, columns.length, numbered)} ` +
    `on conflict (${cellColumns.join(', ')}) do update set ${sums.join(', ')}`
  statements.set(key, statement)
  return statement
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
    insert into ${sql.table(table)} (${columnsOf(table)})
    select ${sql.join(cellColumns.map(name => (name === 'kept' ? sql`0` : sql.ref(name))))}, ${refs(summedColumns[table])}
    from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept = 1 and level in ('quarterHour', 'hour', 'day') and day between ${from} and ${to}
    ${adding(table)}
  `.execute(transaction)
}

/** Makes the rows of a month anew from those of its days; by store there are none. `from` is its first day. */
export async function addMonth(
  transaction: Transaction,
  table: SummedTable,
  { merchantId, from, to }: Days,
  dimensions: readonly string[],
): Promise<void> {
  if (dimensions.length === 0) return
  const dimension = sql`dimension in (${sql.join(dimensions)})`
  await sql`
    delete from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept in (0, 1) and level = 'month' and ${dimension} and store_id = '' and day = ${from}
  `.execute(transaction)
  const cell = cellColumns.map(name => {
    if (name === 'level') return sql`'month'`
    return name === 'day' ? sql`${sql.lit(from)}` : sql.ref(name)
  })
  const groups = cellColumns.filter(name => name !== 'level' && name !== 'day')
  await sql`
    insert into ${sql.table(table)} (${columnsOf(table)})
    select ${sql.join(cell)}, ${sql.join(summedColumns[table].map(name => sql`sum(${sql.ref(name)})`))}
    from ${sql.table(table)}
    where merchant_id = ${merchantId} and kept in (0, 1) and level = 'day' and ${dimension} and store_id = ''
      and day between ${from} and ${to}
    group by ${refs(groups)}
    ${adding(table)}
  `.execute(transaction)
}

function columnsOf(table: SummedTable) {
  return refs([...cellColumns, ...summedColumns[table]])
}

function refs(names: readonly string[]) {
  return sql.join(names.map(name => sql.ref(name)))
}

function adding(table: SummedTable) {
  const sums = summedColumns[table].map(
    name => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  )
  return sql`on conflict (${refs(cellColumns)}) do update set ${sql.join(sums)}`
}
