import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { cellColumns, type SummedTable, summedColumns } from './add-up.ts'

/** Rows of a merchant's day, or of the days of a month. */
export interface Days {
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
