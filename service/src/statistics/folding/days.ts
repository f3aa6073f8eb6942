import type { Database } from '../../database/database.ts'

const length = 86_400_000

/** All days, in order, on which a merchant may have receipts or rows: days since 1970. */
export async function daysOf(db: Database, merchantId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('statistics_rows')
    .select('day')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('kept', 'in', [0, 1])
    .where('level', '=', 'day')
    .where('dimension', '=', 'all')
    .where('store_id', '=', '')
    .execute()
  const days = new Set(rows.map(({ day }) => day))
  for (let from = Number.MIN_SAFE_INTEGER; ; ) {
    const { next } = await db
      .selectFrom('receipts')
      .select(({ fn }) => fn.min('receipt_date').as('next'))
      .where('merchant_id', '=', merchantId)
      .where('receipt_date', '>=', from)
      .executeTakeFirstOrThrow()
    if (next === null) return [...days].sort((one, other) => one - other)
    // By a store's clock it may be the day before or after.
    const day = Math.floor(next / length)
    for (const near of [day - 1, day, day + 1]) days.add(near)
    from = (day + 1) * length
  }
}

/** The first day of a day's month, both in days since 1970. */
export function monthOf(day: number): number {
  return day - new Date(day * length).getUTCDate() + 1
}
