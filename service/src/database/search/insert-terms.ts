import { CompiledQuery } from 'kysely'
import { isPostgres, type Transaction } from '../database.ts'
import type { ReceiptTermTable } from '../tables.ts'

/**
 * Writes terms, unless they are there already. One statement for any number of rows: a text for each number of them would be
 * compiled again and again.
 */
export async function insertReceiptTerms(transaction: Transaction, rows: readonly ReceiptTermTable[]): Promise<void> {
  if (rows.length === 0) return
  const values = columns.map(column => rows.map(row => row[column]))
  await transaction.executeQuery(
    isPostgres(transaction)
      ? CompiledQuery.raw(fromArrays, values)
      : CompiledQuery.raw(fromJson, [JSON.stringify(rows.map(row => columns.map(column => row[column])))]),
  )
}

const columns = ['merchant_id', 'term', 'receipt_date', 'receipt_id'] as const
const into = `insert into receipt_terms (${columns.join(', ')})`
const fromArrays = `${into} select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) on conflict do nothing`
// Without a condition, SQLite would take the conflict for a join's.
const fromJson = `${into} select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?) where true on conflict do nothing`
