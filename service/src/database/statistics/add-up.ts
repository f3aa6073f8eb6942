import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database.ts'
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
const most = 40

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
  const into = insertInto(table)
  for (let start = 0; start < rows.length; start += most) {
    const values = rows.slice(start, start + most).map(row => sql`(${sql.join(row)})`)
    await sql`${into.begin} ${sql.join(values)} ${into.end}`.execute(transaction)
  }
}

/** A text as part of a statement, whatever the database would take it for. */
export function sqlText(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`
}

interface Parts {
  begin: RawBuilder<unknown>
  end: RawBuilder<unknown>
}

function insertInto(table: SummedTable): Parts {
  const columns = [...cellColumns, ...summedColumns[table]]
  const sums = summedColumns[table].map(
    name => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  )
  return {
    begin: sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}) values`,
    end: sql`on conflict (${sql.join(cellColumns.map(name => sql.ref(name)))}) do update set ${sql.join(sums)}`,
  }
}
