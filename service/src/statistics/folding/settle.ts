import { newId } from '../../basics/ids.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { chunksOf } from '../../database/rows.ts'
import { addSum, type Sum, type SummedTable } from '../../database/statistics/add-up.ts'
import { monthOf, thirdAfter, thirdOf } from '../counting/bucket-key.ts'
import { allDimensions, dimensionRows, isPart } from '../counting/dimensions.ts'
import { dropLease, endLease, lease } from './lease.ts'

/**
 * Adds days up as thirds of months and months once they are over, because then most of their receipts are there: to add each receipt to
 * these rows, too, took two fifths of folding a chain's. What comes later is added to them as it is folded (`accumulator.ts`).
 *
 * @param signal ends it after the third that it is at
 */
export async function settleDays(db: Database, now: () => number, signal?: AbortSignal): Promise<void> {
  const until = firstUnsettled(now())
  const due = await db.selectFrom('statistics_settled').select('merchant_id').where('until', '<', until).execute()
  for (const { merchant_id: merchantId } of due) while (await settleThird(db, merchantId, now, signal)) {}
}

/** Days to wait after one is over: tills without a connection, and those far west. */
const grace = 2

function firstUnsettled(now: number): number {
  return thirdOf(Math.floor(now / 86_400_000) - grace)
}

/**
 * Settles a merchant's next third, and its month if that ends with it; false if none is over, or it was to stop. Nothing is folded meanwhile, and nothing
 * of it is read before its last transaction; all are short, because they keep tills waiting on SQLite.
 */
async function settleThird(
  db: Database,
  merchantId: string,
  now: () => number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const holder = newId()
  if (!(await lease(db, holder, now, signal))) return false
  try {
    const third = (await settledIn(db, [merchantId])).get(merchantId)
    const isDue = third !== undefined && third < firstUnsettled(now())
    const next = third === undefined ? 0 : thirdAfter(third)
    if (isDue)
      for (const sum of sumsThrough(merchantId, next - 1))
        for (const of of summed) await db.transaction().execute(transaction => addSum(transaction, of.table, sum, of))
    await db.transaction().execute(async transaction => {
      await endLease(transaction, holder, now())
      if (isDue)
        await transaction
          .updateTable('statistics_settled')
          .set({ until: next })
          .where('merchant_id', '=', merchantId)
          .execute()
    })
    return isDue
  } catch (error) {
    await dropLease(db, holder)
    throw error
  }
}

/** A third, and its month if that ends with it. @param to its last day */
function sumsThrough(merchantId: string, to: number): Sum[] {
  const sums: Sum[] = [{ merchantId, level: 'third', from: thirdOf(to), to }]
  return monthOf(to + 1) === monthOf(to) ? sums : [...sums, { merchantId, level: 'month', from: monthOf(to), to }]
}

/** The dimensions that have thirds and months. */
export const summed = (['statistics_rows', 'statistics_parts'] as const).flatMap((table: SummedTable) =>
  allDimensions
    .filter(dimension => isPart(dimension) === (table === 'statistics_parts'))
    .flatMap(dimension =>
      (['all', 'store'] as const)
        .filter(scope => dimensionRows[dimension][scope].some(level => level === 'month'))
        .map(scope => ({ table, dimension, scope })),
    ),
)

/** The first days of merchants that aren't settled; those that nothing was counted of are missing. */
export async function settledIn(db: Database, merchantIds: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const some of chunksOf(merchantIds)) {
    const rows = db.selectFrom('statistics_settled').selectAll().where('merchant_id', 'in', some)
    for (const { merchant_id, until } of await rows.execute()) found.set(merchant_id, until)
  }
  return found
}

/** The same, for whoever writes rows. A merchant that has none yet is settled until now: rows for its thirds and months are added to from the first on. */
export async function settledFor(
  transaction: Transaction,
  merchantIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const found = await settledIn(transaction, merchantIds)
  const until = firstUnsettled(now)
  const others = merchantIds.filter(id => !found.has(id))
  for (const some of chunksOf(others, 100))
    await transaction
      .insertInto('statistics_settled')
      .values(some.map(merchant_id => ({ merchant_id, until })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return others.length === 0 ? found : settledIn(transaction, merchantIds)
}
