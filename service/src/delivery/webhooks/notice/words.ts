import type { WebhookEndpointTable } from '../../../database/tables.ts'
import { type MerchantSettings, zoneOf } from '../../../merchants/merchant-settings.ts'
import { languageOf, speechIn } from '../../../merchants/speech.ts'
import { keptDays } from '../upkeep.ts'

/** What a mail about an endpoint that was turned off says. */
export interface NoticeWords {
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
