import { type Month, monthNamed, monthsIn, weekdayLength } from './date-names.ts'
import { isDateSign, isFiller, plainWord } from './date-words.ts'
import { before, type DaySpan, dayOf, lastSuch, monthOf, type ReadDays } from './days.ts'
import { fullYear, readFigures } from './figures.ts'

/** Most words of a date: "the 27th of November 2026". */
const longest = 6

/**
 * Reads days as people write them: numbers in the language's order, names of months and weekdays, what `Intl` says of days, weeks,
 * months, quarters and years ago. A day without a year, and a weekday, is the last one; in other words than the language's, nothing.
 *
 * @param words as typed, of which the first begin with a date
 * @param isWhole whether they are all that was typed: then the name of a month alone is one, else it may be a name
 */
export function readDays(
  words: readonly string[],
  today: Date,
  language: string,
  isWhole: boolean,
): ReadDays | undefined {
  const plain = words.slice(0, longest).map(word => plainWord(word, language))
  const phrase = readPhrase(plain, today, language)
  const skipped = weekdayLength(plain, language)
  const date = readDate(words, plain, today, language, isWhole)
  const dated = skipped > 0 ? readDate(words.slice(skipped), plain.slice(skipped), today, language, false) : undefined
  const beside = dated && { ...dated, length: dated.length + skipped }
  // The longer one: "mar" is a weekday in Filipino, "mar 3" a day of a month.
  const [found] = [beside, phrase, date]
    .filter(each => each !== undefined)
    .sort((one, other) => other.length - one.length)
  if (found === undefined || found === phrase) return found
  // "20.11.2026 г."
  const length = found.length + (isDateSign(plain[found.length]) ? 1 : 0)
  return { ...found, length: length + weekdayLength(plain.slice(length), language) }
}

function readDate(
  words: readonly string[],
  plain: readonly string[],
  today: Date,
  language: string,
  isWhole: boolean,
): ReadDays | undefined {
  return readFigures(words, today, language) ?? readNamed(plain, today, language, isWhole)
}

/** What `Intl` says of so much ago, and words before it that people leave out or add. */
function readPhrase(plain: readonly string[], today: Date, language: string): ReadDays | undefined {
  const phrases = phrasesIn(language, today)
  for (let length = Math.min(plain.length, longest); length > 0; length--) {
    const days = phrases.get(plain.slice(0, length).join(' '))
    // "vendredi dernier"
    if (days) return { days, length: length + (isFiller(plain[length], language) ? 1 : 0) }
  }
  const skipped = isFiller(plain[0], language) ? readPhrase(plain.slice(1), today, language) : undefined
  return skipped && { ...skipped, length: skipped.length + 1 }
}

const kept = new Map<string, ReadonlyMap<string, DaySpan>>()

function phrasesIn(language: string, today: Date): ReadonlyMap<string, DaySpan> {
  const key = `${language} ${before(today, 0)}`
  const known = kept.get(key)
  if (known) return known
  const phrases = new Map<string, DaySpan>()
  const put = (text: string, days: DaySpan) => {
    const words = text.split(/\s+/).map(word => plainWord(word, language))
    for (const each of [words, isFiller(words[0], language) ? words.slice(1) : words])
      if (!phrases.has(each.join(' '))) phrases.set(each.join(' '), days)
  }
  for (const numeric of ['auto', 'always'] as const)
    for (const style of ['long', 'short', 'narrow'] as const) {
      const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric, style })
      for (const [unit, most, daysAgo] of units)
        for (let ago = numeric === 'auto' ? 0 : 1; ago <= most; ago++)
          put(format.format(-ago, unit), daysAgo(today, ago, language))
    }
  for (const weekday of ['long', 'short'] as const)
    for (let ago = 1; ago <= 7; ago++) {
      const date = new Date(`${before(today, ago)}T00:00:00Z`)
      const day = before(today, ago)
      put(new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(date), { from: day, to: day })
    }
  kept.set(key, phrases)
  return phrases
}

/** Periods that are asked for often, in the language's words: last week, month, quarter and year. */
export function periodsAgo(language: string, today: Date): { words: string; days: DaySpan }[] {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return units.slice(1).map(([unit, , daysAgo]) => {
    const words = format.format(-1, unit)
    return { words: words.charAt(0).toLocaleUpperCase(language) + words.slice(1), days: daysAgo(today, 1, language) }
  })
}

type Ago = (today: Date, ago: number, language: string) => DaySpan

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, most: number, daysAgo: Ago])[] = [
  ['day', 62, (today, ago) => ({ from: before(today, ago), to: before(today, ago) })],
  ['week', 53, weekAgo],
  ['month', 36, (today, ago) => monthOf(today.getFullYear(), today.getMonth() + 1 - ago)],
  [
    'quarter',
    8,
    (today, ago) => {
      const first = Math.floor(today.getMonth() / 3) * 3 + 1 - 3 * ago
      return { from: monthOf(today.getFullYear(), first).from, to: monthOf(today.getFullYear(), first + 2).to }
    },
  ],
  [
    'year',
    10,
    (today, ago) => ({ from: `${today.getFullYear() - ago}-01-01`, to: `${today.getFullYear() - ago}-12-31` }),
  ],
]

function weekAgo(today: Date, ago: number, language: string): DaySpan {
  const since = (today.getDay() - firstDayOf(language) + 7) % 7
  return { from: before(today, since + 7 * ago), to: before(today, since + 7 * ago - 6) }
}

/** The day with which weeks begin, 0 for Sunday. Firefox can't say. */
function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?(): { firstDay: number } }
  const known = locale.getWeekInfo?.().firstDay
  return (known ?? (/^(?:en-US|en-CA|fr-CA|ja|pt-BR|es-419)/.test(language) ? 7 : /^ar/.test(language) ? 6 : 1)) % 7
}

interface DateParts {
  month?: Month
  day: string
  until: string
  year: string
}

/** A year of the language's calendars. */
function yearPattern(language: string): RegExp {
  if (language.startsWith('fa')) return /^(?:1[34]|19|20)\d\d$/
  return language.startsWith('th') ? /^(?:(?:19|20|25)\d\d|[67]\d)$/ : /^(?:19|20)\d\d(?:年|년|\(e\)ko)?$/
}

/** A day and a month's name, in either order, with a year or without; a month and a year; a month alone. */
function readNamed(plain: readonly string[], today: Date, language: string, isWhole: boolean): ReadDays | undefined {
  const months = monthsIn(language)
  const parts: DateParts = { day: '', until: '', year: '' }
  let length = 0
  for (let index = 0; index < plain.length; index++) {
    const word = plain[index] ?? ''
    // Vietnamese months have two words: "tháng 11".
    const pair = parts.month === undefined ? months.get(`${word} ${plain[index + 1]}`) : undefined
    const month = pair ?? monthNamed(word, months)
    const [, first = '', last = ''] =
      /^(0?[1-9]|[12]\d|3[01])(?:[-\u2013](\d{1,2}))?(?:st|nd|rd|th|er|e|o|a|\(a|日|일)?$/.exec(word) ?? []
    if (month !== undefined && parts.month === undefined) parts.month = month
    else if (first !== '' && parts.day === '') Object.assign(parts, { day: first, until: last })
    else if (yearPattern(language).test(word) && parts.year === '') parts.year = word.slice(0, 4)
    else if (isFiller(word, language)) continue
    else break
    if (pair !== undefined) index++
    length = index + 1
    if (parts.month !== undefined && parts.day !== '' && parts.year !== '') break
  }
  // Without a month there is no date. A number between may be another clue: "43 April".
  if (parts.month === undefined) return undefined
  const { day, until, year } = parts
  const { month, isPersian } = parts.month
  if (day === '' && year === '') {
    if (!isWhole || length < plain.length) return undefined
    const thisYear = today.getFullYear() - (isPersian ? 621 : 0)
    const days = monthOf(thisYear, month)
    return { days: days.from > before(today, 0) ? monthOf(thisYear - 1, month) : days, length }
  }
  if (day === '') return { days: monthOf(fullYear(year, language), month), length }
  const at = (its: string) =>
    year === '' ? lastSuch(today, month, Number(its), isPersian) : dayOf(fullYear(year, language), month, Number(its))
  const [from, to] = [at(day), until === '' ? at(day) : at(until)]
  return { days: from === undefined || to === undefined || from > to ? undefined : { from, to }, length }
}
