import type { Database } from '../../database/database.ts'
import type { WebhookEndpointTable } from '../../database/tables.ts'
import { findMerchant, type Merchant } from '../../merchants/merchants.ts'

/** A mail that tells a merchant that one of its endpoints was turned off. */
export interface Notice {
  endpointId: string
  merchant: Merchant
  to: string
  subject: string
  /** Paragraphs. */
  text: readonly string[]
}

/** Until a notice is sent again that perhaps wasn't, milliseconds: longer than a mail server may take. */
const repeatMs = 3_600_000

/** How long a notice is tried. Milliseconds. */
const triedMs = 3 * 86_400_000

/**
 * Sends the mails about endpoints that were turned off, each once, unless the process dies meanwhile. A merchant without `contactEmail` is
 * told by the console only.
 *
 * @param send sends one. @throws if that failed
 */
export async function sendNotices(db: Database, send: (notice: Notice) => Promise<void>, at: number): Promise<void> {
  const due = await db
    .updateTable('webhook_endpoints')
    .set({ notice_due_at: at + repeatMs })
    .where('notice_due_at', '<=', at)
    .returningAll()
    .execute()
  for (const endpoint of due) {
    const merchant = await findMerchant(db, endpoint.merchant_id)
    const to = merchant?.settings.contactEmail
    if (merchant && to !== undefined && endpoint.off_at !== null && at - endpoint.off_at < triedMs)
      await send({ endpointId: endpoint.id, merchant, to, ...wordsOf(endpoint) })
    await db.updateTable('webhook_endpoints').set({ notice_due_at: null }).where('id', '=', endpoint.id).execute()
  }
}

/** English: it is read by whoever keeps the receiver. */
function wordsOf({ url, off_reason, failing_since }: WebhookEndpointTable): Pick<Notice, 'subject' | 'text'> {
  const { host } = new URL(url)
  const why =
    off_reason === 'gone'
      ? 'It answered that it wants no more messages (HTTP 410).'
      : `It has answered no message since ${new Date(failing_since ?? 0).toISOString()}.`
  return {
    subject: `Webhook to ${host} turned off`,
    text: [
      `Your webhook ${url} was turned off. ${why}`,
      'Receipts and mails to your customers are not affected. What happens now is not told to this webhook.',
      'Once it works, turn it on again in the console, under Settings, Webhooks. There you can see what it answered, and have the messages of the last 14 days sent again.',
    ],
  }
}
