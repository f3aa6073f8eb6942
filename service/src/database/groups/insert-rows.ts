import { CompiledQuery } from 'kysely'
import { isPostgres, type Transaction } from '../database.ts'
import { valuesFor } from '../statistics/values.ts'
import type { Tables } from '../tables.ts'

/** What the statement does besides: leaves rows that are there already, and returns a column of the others. */
export interface Insertion<Table extends keyof Tables> {
  conflict: readonly (keyof Tables[Table] & string)[]
  returning: keyof Tables[Table] & string
}

/**
 * Inserts a group of rows with the statement of their number, written once: building it anew would cost as much as carrying it
 * out. Returns the column that was asked for.
 *
 * @param rows at most a group, all with the same columns
 */
export async function insertRows<Table extends keyof Tables>(
  transaction: Transaction,
  table: Table,
  rows: readonly Tables[Table][],
  besides?: Insertion<Table>,
): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first as object) as (keyof Tables[Table] & string)[]
  const isNumbered = isPostgres(transaction)
  const key = `${table} ${rows.length} ${isNumbered} ${columns.join(' ')} ${besides?.conflict.join(' ')} ${besides?.returning}`
  let statement = statements.get(key)
  if (statement === undefined) {
    const names = (list: readonly string[]) => list.map(name => `"${name}"`).join(', ')
    const end = besides
      ? ` on conflict (${names(besides.conflict)}) do nothing returning ${names([besides.returning])}`
      : ''
    const values = valuesFor(rows.length, columns.length, isNumbered)
    statement = `insert into "${table}" (${names(columns)}) values ${values}${end}`
    statements.set(key, statement)
  }
  const values = rows.flatMap(row => columns.map(column => row[column]))
  const result = await transaction.executeQuery<Record<string, string>>(CompiledQuery.raw(statement, values))
  return besides ? result.rows.map(row => row[besides.returning] ?? '') : []
}

const statements = new Map<string, string>()
