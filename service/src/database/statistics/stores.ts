import type { Transaction } from '../database.ts'
import type { StatisticsRowTable } from './tables.ts'

/** The stores of which there are rows, of erased receipts, too. */
export async function storesOn(
  transaction: Transaction,
  merchantId: string,
  spans: readonly { level: StatisticsRowTable['level']; from: number; to: number }[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const { level, from, to } of spans) {
    const rows = await transaction
      .selectFrom('statistics_rows')
      .select('name')
      .distinct()
      .where('merchant_id', '=', merchantId)
      .where('kept', 'in', [0, 1])
      .where('level', '=', level)
      .where('dimension', '=', 'store')
      .where('store_id', '=', '')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute()
    for (const { name } of rows) found.add(name)
  }
  return [...found]
}
