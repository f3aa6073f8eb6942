import type { Database } from '../../../database/database.ts'
import { findMerchant, type Merchant } from '../../../merchants/merchants.ts'
import { type NoticeWords, noticeWords } from './words.ts'

/** A mail that tells a merchant that one of its endpoints was turned off. */
export interface Notice extends NoticeWords {
  endpointId: string
  merchant: Merchant
  to: string
}

/** Until a notice is sent again that perhaps wasn't, milliseconds: longer than a mail server may take. */
const repeatMs = 3_600_000

/** How long a notice is tried. Milliseconds. */
const triedMs = 3 * 86_400_000

/**
 * Sends the mails about endpoints that were turned off, each once, unless the process dies meanwhile; one that can't be sent waits for its
 * next turn. A merchant without `contactEmail` is told by the console only.
 *
 * @param send sends one. @throws if that failed
 * @returns why some weren't sent
 */
export async function sendNotices(
  db: Database,
  send: (notice: Notice) => Promise<void>,
  at: number,
): Promise<{ endpointId: string; error: unknown }[]> {
  const due = await db
    .updateTable('webhook_endpoints')
    .set({ notice_due_at: at + repeatMs })
    .where('notice_due_at', '<=', at)
    .returningAll()
    .execute()
  const unsent: { endpointId: string; error: unknown }[] = []
  for (const endpoint of due) {
    const { id: endpointId, off_at } = endpoint
    const merchant = await findMerchant(db, endpoint.merchant_id)
    const to = merchant?.settings.contactEmail
    const isWanted = off_at !== null && at - Number(off_at) < triedMs
    try {
      if (merchant && to !== undefined && isWanted)
        await send({ endpointId, merchant, to, ...noticeWords(endpoint, merchant.settings) })
    } catch (error) {
      unsent.push({ endpointId, error })
      continue
    }
    await db.updateTable('webhook_endpoints').set({ notice_due_at: null }).where('id', '=', endpointId).execute()
  }
  return unsent
}
