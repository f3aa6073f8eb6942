import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reason } from '../../basics/reasons.ts'
import { type Database, isPostgres } from '../database.ts'

/** Which receipts: a merchant's, of some time, milliseconds since 1970, inclusive, and how many. */
interface Wanted {
  merchantId: string
  from: number
  to: number
  most: number
}

/** Receipts per query: few enough to keep the embedded database, and with it the process, busy for milliseconds only. */
const step = 2000

/** Most receipts with such mails that are looked at, the last ones received first. */
const mostRead = 100_000

/**
 * The newest receipts that have a mail with trouble of a kind: it failed, came back, was called spam, waits, or isn't sent. A mail that was
 * tried again and arrived has none; those of versions without reasons have `other`.
 *
 * @returns their ids and dates, milliseconds since 1970
 */
export async function withMailReason(
  db: Database,
  reason: Reason,
  { merchantId, from, to, most }: Wanted,
): Promise<Map<string, number>> {
  // SQLite keeps no statistics, and would take another index. The condition is the index's (migration `031`), word for word.
  const mails = isPostgres(db) ? sql`deliveries` : sql`deliveries indexed by deliveries_by_reason`
  const found: [id: string, date: number][] = []
  let before = '~'
  for (let read = 0; read < mostRead; read += step) {
    const { rows } = await sql<{ id: string; date: number | null }>`
      with mails as materialized (
        select distinct receipt_id from ${mails}
        where merchant_id = ${merchantId} and coalesce(reason, 'other') = ${reason} and receipt_id < ${before}
          and (reason is not null or (status || '') in ('failed', 'bounced')) and (status || '') not in ('sent', 'canceled')
        order by receipt_id desc limit ${step}
      )
      select mails.receipt_id as id, receipts.receipt_date as date
      from mails left join receipts on receipts.id = mails.receipt_id`.execute(db)
    for (const { id, date } of rows) {
      if (date !== null && date >= from && date <= to) found.push([id, date])
      if (id < before) before = id
    }
    if (rows.length < step) break
    await nextTurn()
  }
  return new Map(found.toSorted(([id, date], [other, its]) => its - date || (id < other ? 1 : -1)).slice(0, most))
}
