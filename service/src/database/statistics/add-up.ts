import { CompiledQuery } from 'kysely'
import { isPostgres, type Transaction } from '../database.ts'
import { placeholders } from '../rows.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from './columns.ts'

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

export type SummedTable = keyof typeof summedColumns

/** Rows per statement: enough to share its cost, and of one size mostly, so that it is compiled once. */
const most = 50

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
  for (let start = 0; start < rows.length; start += most) {
    const some = rows.slice(start, start + most)
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
