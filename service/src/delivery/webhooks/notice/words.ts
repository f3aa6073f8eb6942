import { readdirSync, readFileSync } from 'node:fs'
import { resolveLocale } from 'counterfoil/internal'
import { once } from '../../../basics/ttl-cache.ts'
import type { WebhookEndpointTable } from '../../../database/tables.ts'
import { type MerchantSettings, zoneOf } from '../../../merchants/merchant-settings.ts'
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
  { locales = {} }: Pick<MerchantSettings, 'locales'>,
): NoticeWords {
  const language = resolveLocale({}, locales, languages()).chosen
  const isRtl = /^(?:ar|fa|he|ur)\b/.test(language)
  const table: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  const form = new Intl.PluralRules(language).select(keptDays)
  const values: Readonly<Record<string, string | number>> = {
    ...{ url, host: new URL(url).host, count: keptDays },
    time: timeText(Number(failing_since ?? off_at), language, zoneOf({ locales })),
  }
  return { language, direction: isRtl ? 'rtl' : 'ltr', subject: say('subject'), text: paragraphs() }

  function paragraphs(): string[] {
    return [say(off_reason === 'gone' ? 'gone' : 'failing'), say('unharmed'), say(`again_${form}`)]
  }

  function say(key: string): string {
    const text = table[`webhooks.notice.${key}`]
    if (text === undefined) throw new Error(`The console's page lacks the word "webhooks.notice.${key}".`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = values[name] ?? ''
      // A text keeps to itself in one that runs the other way (Unicode's first-strong isolate).
      return isRtl && typeof value === 'string' ? `\u2068${value}\u2069` : String(value)
    })
  }
}

/** The console's words, as its page is told them: one table a language. */
const folder = new URL('../../../../page/words/', import.meta.url)

/** English is first, for whoever reads none of the others. */
const languages = once(() => {
  const tags = readdirSync(folder).flatMap(name => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
  return Object.freeze(['en-US', ...tags.filter(tag => tag !== 'en-US')])
})

function timeText(at: number, language: string, timeZone: string): string {
  const date = { year: 'numeric', month: 'long', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const format = { ...date, ...time, timeZone, numberingSystem: 'latn', calendar: 'gregory' } as const
  return new Intl.DateTimeFormat(language, format).format(at)
}
