import { sql } from 'kysely'
import { type Database, isPostgres } from '../../database/database.ts'
import type { Reason } from '../../replies/reasons.ts'

/** Which receipts: a merchant's, of some time, milliseconds since 1970, inclusive, and how many. */
interface Wanted {
  merchantId: string
  from: number
  to: number
  most: number
}

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
  // SQLite keeps no statistics, and would take another index. The condition is the index's (migration `029`), word for word.
  const mails = isPostgres(db) ? sql`deliveries` : sql`deliveries indexed by deliveries_by_reason`
  // Mails first: there are far fewer of them than receipts, whose index has the order that is asked for.
  const { rows } = await sql<{ id: string; receipt_date: number }>`
    with mails as materialized (
      select distinct receipt_id from ${mails}
      where merchant_id = ${merchantId} and coalesce(reason, 'other') = ${reason}
        and (reason is not null or (status || '') in ('failed', 'bounced')) and (status || '') not in ('sent', 'canceled')
    )
    select receipts.id, receipts.receipt_date from mails cross join receipts
    where receipts.id = mails.receipt_id and receipts.receipt_date >= ${from} and receipts.receipt_date <= ${to}
    order by receipts.receipt_date desc, receipts.id desc limit ${most}`.execute(db)
  return new Map(rows.map(({ id, receipt_date }) => [id, receipt_date]))
}
