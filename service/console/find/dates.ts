import { isDateSign, isFiller, plainWord, westernFigures } from './date-words.ts'

/** Days, inclusive, such as `2026-11-16` to `2026-11-22`. */
export interface DaySpan {
  from: string
  to: string
}

/** What some words say: days, as many words as say them, or that there is no such day. */
export type ReadDays = { days: DaySpan; length: number } | { days: undefined; length: number }

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
  const found =
    readSpaced(words, today, language) ??
    readNumbers(words[0] ?? '', today, language) ??
    readPhrase(plain, today, language) ??
    readNamed(plain, today, language, isWhole)
  // "20.11.2026 г."
  return found && { ...found, length: found.length + (isDateSign(plain[found.length]) ? 1 : 0) }
}

/** The day some days before, on this device's calendar. */
export function before(today: Date, days: number): string {
  return dayOf(today.getFullYear(), today.getMonth() + 1, today.getDate() - days, true) ?? ''
}

function dayOf(year: number, month: number, day: number, rolls = false): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (!rolls && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)) return undefined
  return date.toISOString().slice(0, 10)
}

function oneDay(day: string | undefined, length: number): ReadDays {
  return { days: day === undefined ? undefined : { from: day, to: day }, length }
}

function monthOf(year: number, month: number): DaySpan {
  return { from: dayOf(year, month, 1, true) ?? '', to: dayOf(year, month + 1, 0, true) ?? '' }
}

/** The last such day there was; the 29th of February was up to eight years ago. */
function lastSuch(today: Date, month: number, day: number): string | undefined {
  const years = Array.from({ length: 9 }, (_, ago) => today.getFullYear() - ago)
  const days = years.map(year => dayOf(year, month, day))
  return days.find(each => each !== undefined && each <= before(today, 0))
}

/** A date in figures with a space after each dot: "20. 11. 2026", "20. 11.", and in Hungarian and Korean "2026. 11. 20.". */
function readSpaced(words: readonly string[], today: Date, language: string): ReadDays | undefined {
  const [first = '', second = '', third = ''] = words.slice(0, 3).map(westernFigures)
  if (!/^(?:\d{1,2}|\d{4})\.$/.test(first) || !/^\d{1,2}\.$/.test(second)) return undefined
  const isWhole = /^(?:\d{4}\.?|\d{1,2}\.)[),;:!?]*$/.test(third)
  const found = isWhole ? readNumbers(`${first}${second}${third}`, today, language) : undefined
  if (found) return { ...found, length: 3 }
  const short = readNumbers(`${first}${second}`, today, language)
  return short && { ...short, length: 2 }
}

/** A date of one word in figures; undefined if it is none, also because there is no such day: it may be a number. */
function readNumbers(typed: string, today: Date, language: string): ReadDays | undefined {
  const word = westernFigures(typed).replace(/[),;:!?]+$/g, '')
  const day = readYearFirst(word) ?? readWithYear(word, language) ?? readWithoutYear(word, today, language)
  if (day !== undefined) return oneDay(day, 1)
  const [, year, month] = /^(\d{4})[/年](\d{1,2})月?$/.exec(word) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return isMonth ? { days: monthOf(Number(year), Number(month)), length: 1 } : undefined
}

function readYearFirst(word: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.年년](\d{1,2})[-/.月월](\d{1,2})[日일.]?$/.exec(word) ?? []
  return year === undefined ? undefined : dayOf(Number(year), Number(month), Number(day))
}

function readWithYear(word: string, language: string): string | undefined {
  const [, first, second, year = ''] =
    /^(\d{1,2})[./](\d{1,2})[./](\d{2}|\d{4})\.?$/.exec(word) ?? /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(word) ?? []
  const full = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  return inOrder(first, second, language, (month, day) => dayOf(full, month, day))
}

/** With a slash, or with a dot after both: an amount has none. */
function readWithoutYear(word: string, today: Date, language: string): string | undefined {
  const [, named, its] = /^(\d{1,2})[月월](\d{1,2})[日일]$/.exec(word) ?? []
  if (named !== undefined) return lastSuch(today, Number(named), Number(its))
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})$/.exec(word) ?? /^(\d{1,2})\.(\d{1,2})\.$/.exec(word) ?? []
  return inOrder(first, second, language, (month, day) => lastSuch(today, month, day))
}

/** A day by month and day in the language's order, or in the other if there is no such day. */
function inOrder(
  first: string | undefined,
  second: string | undefined,
  language: string,
  dayOfMonth: (month: number, day: number) => string | undefined,
): string | undefined {
  if (first === undefined) return undefined
  const [one, other] = [Number(first), Number(second)]
  const isMonthFirst = /^(?:en-US|ja|zh|ko|hu|lt|eu)/.test(language)
  const [usual, turned] = [() => dayOfMonth(one, other), () => dayOfMonth(other, one)]
  return isMonthFirst ? (usual() ?? turned()) : (turned() ?? usual())
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

/** A day and a month's name, in either order, with a year or without; a month and a year; a month alone. */
function readNamed(plain: readonly string[], today: Date, language: string, isWhole: boolean): ReadDays | undefined {
  const months = monthsIn(language)
  const parts = { month: 0, day: '', until: '', year: '' }
  let length = 0
  for (let index = 0; index < plain.length; index++) {
    const word = plain[index] ?? ''
    // Vietnamese months have two words: "tháng 11".
    const pair = parts.month === 0 ? months.get(`${word} ${plain[index + 1]}`) : undefined
    const month = pair ?? monthNamed(word, months)
    const [, first = '', last = ''] =
      /^(0?[1-9]|[12]\d|3[01])(?:[-\u2013](\d{1,2}))?(?:st|nd|rd|th|er|e|o|a|\(a|日|일)?$/.exec(word) ?? []
    if (month !== undefined && parts.month === 0) parts.month = month
    else if (first !== '' && parts.day === '') Object.assign(parts, { day: first, until: last })
    else if (/^(?:19|20)\d\d(?:年|년|\(e\)ko)?$/.test(word) && parts.year === '') parts.year = word.slice(0, 4)
    else if (isFiller(word, language)) continue
    else break
    if (pair !== undefined) index++
    length = index + 1
    if (parts.month !== 0 && parts.day !== '' && parts.year !== '') break
  }
  // Without a month there is no date. A number between may be another clue: "43 April".
  if (parts.month === 0) return undefined
  const { month, day, until, year } = parts
  if (day === '' && year === '') {
    if (!isWhole || length < plain.length) return undefined
    const isAhead = month > today.getMonth() + 1
    return { days: monthOf(today.getFullYear() - (isAhead ? 1 : 0), month), length }
  }
  if (day === '') return { days: monthOf(Number(year), month), length }
  const at = (its: string) =>
    year === '' ? lastSuch(today, month, Number(its)) : dayOf(Number(year), month, Number(its))
  const [from, to] = [at(day), until === '' ? at(day) : at(until)]
  return { days: from === undefined || to === undefined || from > to ? undefined : { from, to }, length }
}

const keptMonths = new Map<string, ReadonlyMap<string, number>>()

/** The names of months, alone and beside a day, long and short. */
function monthsIn(language: string): ReadonlyMap<string, number> {
  const known = keptMonths.get(language)
  if (known) return known
  const months = new Map<string, number>()
  for (const form of ['long', 'short'] as const)
    for (const day of [undefined, 'numeric'] as const) {
      const style = { month: form, ...(day && { day }), calendar: 'gregory', timeZone: 'UTC' } as const
      const format = new Intl.DateTimeFormat(language, style)
      for (let month = 1; month <= 12; month++) {
        const date = new Date(Date.UTC(2026, month - 1, 15))
        const named = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
        // Also with what is written at it: Catalan "d’abril", Hebrew "בנובמבר".
        const beside = format
          .format(date)
          .split(/\s+/)
          .filter(word => word.includes(named))
        for (const name of [named, ...beside].map(each => plainWord(each, language)))
          if (/\p{L}/u.test(name)) months.set(name, month)
      }
    }
  keptMonths.set(language, months)
  return months
}

/** The month that a word names, or begins to name with three Latin letters or more, as no other does: "Sept", but not "jui" in French. */
function monthNamed(word: string, months: ReadonlyMap<string, number>): number | undefined {
  const known = months.get(word)
  if (known !== undefined || !/^\p{sc=Latn}{3,}$/u.test(word)) return known
  const found = new Set([...months].flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])))
  return found.size === 1 ? [...found][0] : undefined
}
