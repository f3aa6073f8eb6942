import { readdirSync, readFileSync } from 'node:fs'
import { createFormat, type Format, resolveLocale } from 'counterfoil/internal'
import { getOrAdd } from '../basics/maps.ts'
import { once } from '../basics/ttl-cache.ts'
import type { MerchantSettings } from './merchant-settings.ts'

/** Values that words are filled with. `count` chooses the plural form. */
type SpeechValues = Readonly<Record<string, string | number>>

/** What is said to people, in a language: the console's words, and numbers as they are written there. The console's page has the same. */
export interface Speech {
  /** A tag, such as `de-DE`. */
  language: string
  direction: 'ltr' | 'rtl'
  /** The words for a message. @throws Error if there are none */
  say(key: string, values?: SpeechValues): string
  /** The words for a key that is made up, such as a code; undefined if there are none. */
  known(key: string): string | undefined
  number(value: number): string
  /** @param amount a decimal number as text @param currency ISO 4217; empty if unknown */
  amount(amount: string, currency: string): string
  /** @param part such as 0.13 */
  percent(part: number): string
  /** A day such as `2026-11-28`. */
  day(date: string): string
  /** A moment with its zone. @param at milliseconds since 1970 */
  time(at: number): string
  /** A time of day such as `04:00`. */
  clock(text: string): string
}

/** The console's languages; English is first, for whoever reads none of the others. */
export const speechLanguages = once((): readonly string[] => {
  const tags = readdirSync(folder).flatMap(name => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
  return Object.freeze(['en-US', ...tags.filter(tag => tag !== 'en-US')])
})

/** The language in which a merchant is written to: that of its receipts, where nothing else says one, or English. */
export function languageOf({ locales = {} }: Pick<MerchantSettings, 'locales'>): string {
  return resolveLocale({}, locales, speechLanguages()).chosen
}

/** Figures and years as the console's page writes them, also where receipts have others, as in Persian. */
export const consoleFigures = { calendar: 'gregory', numberingSystem: 'latn' } as const

/** The console's words, as its page is told them: one table a language. */
const folder = new URL('../../page/words/', import.meta.url)

/**
 * Speaks a language.
 *
 * @param language one of `speechLanguages`
 * @param timeZone in which times are told
 */
export function speechIn(language: string, timeZone: string): Speech {
  const isRtl = /^(?:ar|fa|he|ur)\b/.test(language)
  const table: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  const plurals = new Intl.PluralRules(language)
  const style = { numberingSystem: 'latn' } as const
  const dates = { ...style, calendar: 'gregory' } as const
  const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const

  const formats = new Map<string, Format>()
  const formatOf = (currency: string) =>
    getOrAdd(formats, currency, () =>
      createFormat(language, { ...consoleFigures, ...(currency !== '' && { currency }) }),
    )
  // Beside words that run the other way, what begins with a digit keeps to itself.
  const isolated = (text: string) => (isRtl ? `\u2068${text}\u2069` : text)
  const number = (value: number) => new Intl.NumberFormat(language, style).format(value)

  function say(key: string, values: SpeechValues = {}): string {
    const { count } = values
    const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key
    const text = table[form] ?? table[key] ?? table[`${key}_other`]
    if (text === undefined) throw new Error(`The console's page lacks the word "${key}".`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = values[name] ?? ''
      if (typeof value === 'number') return number(value)
      // A text keeps to itself in one that runs the other way (Unicode's first-strong isolate).
      return isolated(value)
    })
  }

  return {
    language,
    direction: isRtl ? 'rtl' : 'ltr',
    say,
    known: key => (key in table ? say(key) : undefined),
    number,
    amount(amount, currency) {
      const text = formatOf(currency).money(Number(amount))
      // The sign of `CA$` keeps its place among letters that run the other way.
      return isRtl ? text.replace(/[A-Z]+\p{Sc}/gu, '\u2066$&\u2069') : text
    },
    percent: part =>
      isolated(new Intl.NumberFormat(language, { ...style, style: 'percent', maximumFractionDigits: 3 }).format(part)),
    day: date =>
      new Intl.DateTimeFormat(language, { ...dates, ...longDay, timeZone: 'UTC' }).format(
        Date.parse(`${date}T00:00:00Z`),
      ),
    time: at =>
      new Intl.DateTimeFormat(language, {
        ...{ ...dates, ...longDay, timeZone },
        ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
      }).format(at),
    clock: text =>
      new Intl.DateTimeFormat(language, { ...dates, timeStyle: 'short', timeZone: 'UTC' }).format(
        Date.parse(`1970-01-01T${text}:00Z`),
      ),
  }
}
