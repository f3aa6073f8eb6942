import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How many receipts one till gave in one hour. */
export interface TillHour {
  /** Store and register, as the statistics name them. */
  name: string
  /** When the hour began by the store's clock, milliseconds since 1970. */
  hour_start: number
  /** Minutes that the store's clock is ahead of UTC. */
  utc_offset: number
  receipts: number
}

/** The hours in which a merchant's tills gave receipts. Only counts, because a month of many tills is many rows. */
export async function readTillHours(
  db: Database,
  { merchantId, from, to }: { merchantId: string; from: number; to: number },
): Promise<TillHour[]> {
  const hour = sql`("hour_start" - ("hour_start" + "utc_offset" * 60000) % 3600000)`
  const { rows } = await sql<TillHour>`
    select "name", ${hour} as "hour_start", "utc_offset", sum("receipts") as "receipts"
    from "statistics_rows"
    where "merchant_id" = ${merchantId} and "kept" = 0 and "level" in ('quarterHour', 'hour') and "dimension" = 'register'
      and "store_id" = '' and "day" between ${from} and ${to} and "receipts" > 0
    group by "name", ${hour}, "utc_offset"
  `.execute(db)
  return rows.map(row => ({ ...row, hour_start: Number(row.hour_start), receipts: Number(row.receipts) }))
}
