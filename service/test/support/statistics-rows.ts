import type { Database } from '../../src/database/database.ts'

/** All of a merchant's rows of the statistics that say something, each as a line with its cell and sums, in order. */
export async function statisticsRows(db: Database, merchantId: string): Promise<string[]> {
  const found: string[] = []
  for (const table of ['statistics_rows', 'statistics_parts'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('merchant_id', '=', merchantId).execute()
    for (const {
      merchant_id,
      kept,
      level,
      dimension,
      store_id,
      day,
      hour_start,
      utc_offset,
      name,
      currency,
      scale,
      ...sums
    } of rows) {
      const said = Object.entries(sums).filter(([, sum]) => Number(sum) !== 0)
      const cell = [kept, level, dimension, store_id, day, hour_start, utc_offset, name, currency, scale].join('|')
      if (said.length > 0) found.push(`${table} ${cell}: ${said.map(([of, sum]) => `${of} ${sum}`).join(', ')}`)
    }
  }
  return found.sort()
}
