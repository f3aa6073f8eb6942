import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Transaction } from '../database.ts'

/** The stores that there are rows of on some days. */
export function storesOn(
  transaction: Transaction,
  { merchantId, from, to }: { merchantId: string; from: number; to: number },
): Promise<string[]> {
  return storesIn(transaction, merchantId, sql`level = 'day' and day between ${from} and ${to}`)
}

/** All stores of a merchant that there are rows of. @param month the first whose rows are still of days only, if there are others */
export function allStores(transaction: Transaction, merchantId: string, month: number | undefined): Promise<string[]> {
  return storesIn(transaction, merchantId, isCoarsest(month))
}

/** The condition of the coarsest rows of each day: of months, and of days from this month on. */
export function isCoarsest(month: number | undefined): RawBuilder<SqlBool> {
  if (month === undefined) return sql`level = 'day'`
  return sql`((level = 'month' and day < ${month}) or (level = 'day' and day >= ${month}))`
}

async function storesIn(transaction: Transaction, merchantId: string, isIn: RawBuilder<SqlBool>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('statistics_rows')
    .select('name')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('kept', 'in', [0, 1])
    .where(isIn)
    .where('dimension', '=', 'store')
    .where('store_id', '=', '')
    .execute()
  return rows.map(({ name }) => name)
}
