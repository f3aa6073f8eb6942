import type { Database } from '../database/database.ts'

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
const most = 200

/** A merchant's mails that failed since then, the latest first. */
export function createFailedMails(db: Database): (merchantId: string, since: number) => Promise<FailedMail[]> {
  return async (merchantId, since) => {
    const rows = await db
      .selectFrom('deliveries')
      .innerJoin('receipts', 'receipts.id', 'deliveries.receipt_id')
      .select(['deliveries.id', 'deliveries.email_address', 'receipt_id', 'transaction_number', 'finished_at'])
      .where('status', '=', 'failed')
      .where('due_at', '>=', since)
      .where('deliveries.merchant_id', '=', merchantId)
      .orderBy('due_at', 'desc')
      .limit(most)
      .execute()
    if (rows.length === 0) return []
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
    return rows.map(row => ({
      emailAddress: row.email_address,
      receiptId: row.receipt_id,
      number: row.transaction_number,
      code: codes.get(row.id) ?? '',
      at: row.finished_at ?? since,
    }))
  }
}
