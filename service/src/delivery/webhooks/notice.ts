import type { Database } from '../../database/database.ts'
import type { WebhookEndpointTable } from '../../database/tables.ts'
import { type MerchantSettings, zoneOf } from '../../merchants/merchant-settings.ts'
import { findMerchant, type Merchant } from '../../merchants/merchants.ts'
import { languageOf, speechIn } from '../../merchants/speech.ts'
import { keptDays } from './upkeep.ts'

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

/** What a mail about an endpoint that was turned off says. */
interface NoticeWords {
  /** Its language, such as `de-DE`. */
  language: string
  direction: 'ltr' | 'rtl'
  subject: string
  /** Paragraphs. */
  text: readonly string[]
}

/** Words for a merchant, in the language of its receipts where nothing else says one, or in English. */
export function noticeWords(
  { url, off_reason, failing_since, off_at }: WebhookEndpointTable,
  settings: Pick<MerchantSettings, 'locales'>,
): NoticeWords {
  const { language, direction, say, time } = speechIn(languageOf(settings), zoneOf(settings))
  const values = { url, host: new URL(url).host, count: keptDays, time: time(Number(failing_since ?? off_at)) }
  return {
    language,
    direction,
    subject: say('webhooks.notice.subject', values),
    text: [off_reason === 'gone' ? 'gone' : 'failing', 'unharmed', 'again'].map(key =>
      say(`webhooks.notice.${key}`, values),
    ),
  }
}
