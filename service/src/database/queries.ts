import { type SelectQueryBuilder, sql } from 'kysely'
import { type Database, isPostgres } from './database.ts'
import type { ReceiptTable, Tables } from './tables.ts'

/** The columns that have an index by merchant, column, date and id. */
const indexes = {
  transaction_number: 'receipts_by_transaction',
  store_id: 'receipts_by_store',
  store_name: 'receipts_by_store_name',
} as const satisfies Partial<Record<keyof ReceiptTable, string>>

/**
 * A query of all receipts, for a condition on this column. SQLite keeps no statistics and takes the date's index for as good, so
 * it would read all of a merchant's receipts to find the few of a store; it is told the index. PostgreSQL knows.
 */
export function receiptsBy(db: Database, column: keyof typeof indexes) {
  if (isPostgres(db)) return db.selectFrom('receipts')
  const told = sql<ReceiptTable>`(select * from receipts indexed by ${sql.ref(indexes[column])})`
  return db.selectFrom(told.as('receipts')) as unknown as ReturnType<typeof db.selectFrom<'receipts'>>
}

/**
 * How many rows there are, where a list shows at most so many of them: counted only if the list is full.
 *
 * @param rows all of them, without a limit and without columns
 */
export async function countOf<From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
  listed: number,
  limit: number,
): Promise<number> {
  if (listed < limit) return listed
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
