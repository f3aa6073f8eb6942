import type { Database } from '../database/database.ts'
import { countOf } from '../database/rows.ts'

/** A mail that was given up, and why. */
export interface FailedMail {
  emailAddress: string
  receiptId: string
  number: string
  /** The mail server's reply code, or the service's own. */
  code: string
  /** Milliseconds since 1970. */
  at: number
}

/** Most mails listed. */
const maxMails = 200

/** A merchant's mails that failed since then: the latest, the last one first, and how many there are. */
export async function listFailedMails(
  db: Database,
  merchantId: string,
  since: number,
): Promise<{ mails: FailedMail[]; count: number }> {
  const failed = db
    .selectFrom('deliveries')
    .where('status', '=', 'failed')
    .where('due_at', '>=', since)
    .where('deliveries.merchant_id', '=', merchantId)
  const rows = await failed
    .innerJoin('receipts', 'receipts.id', 'deliveries.receipt_id')
    .select(['deliveries.id', 'deliveries.email_address', 'receipt_id', 'transaction_number', 'finished_at'])
    .orderBy('due_at', 'desc')
    .limit(maxMails)
    .execute()
  if (rows.length === 0) return { mails: [], count: 0 }
  const count = await countOf(failed, rows.length, maxMails)
  const attempts = await db
    .selectFrom('delivery_attempts')
    .select(['delivery_id', 'number', 'code'])
    .where(
      'delivery_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('number')
    .execute()
  const codes = new Map(attempts.map(({ delivery_id, code }) => [delivery_id, code ?? '']))
  const mails = rows.map(row => ({
    emailAddress: row.email_address,
    receiptId: row.receipt_id,
    number: row.transaction_number,
    code: codes.get(row.id) ?? '',
    at: row.finished_at ?? since,
  }))
  return { mails, count }
}
