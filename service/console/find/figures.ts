import { weekdaysIn } from './date-names.ts'
import { westernFigures } from './date-words.ts'
import { dayOf, lastSuch, monthOf, type ReadDays } from './days.ts'

/** Reads a date in figures, in the language's order: "20.11.2026", "2026年11月20日", "11/20". */
export function readFigures(words: readonly string[], today: Date, language: string): ReadDays | undefined {
  return readSpaced(words, today, language) ?? readNumbers(words[0] ?? '', today, language)
}

/** With a space after each dot: "20. 11. 2026", "20. 11.", and in Hungarian and Korean "2026. 11. 20.". */
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
  const word = withoutWeekday(westernFigures(typed), language).replace(/[),;:!?]+$/g, '')
  const day = readYearFirst(word, language) ?? readWithYear(word, language) ?? readWithoutYear(word, today, language)
  if (day !== undefined) return { days: { from: day, to: day }, length: 1 }
  const [, year, month] = /^(\d{4})[/年](\d{1,2})月?$/.exec(word) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return isMonth ? { days: monthOf(Number(year), Number(month)), length: 1 } : undefined
}

/** Chinese and Japanese write the weekday at the day: "2026年11月20日金曜日", "11月20日(金)". */
function withoutWeekday(word: string, language: string): string {
  const [, date, at = ''] = /^(.*\d日)\(?(\p{L}+)\)?$/u.exec(word) ?? []
  return date !== undefined && weekdaysIn(language).includes(at) ? date : word
}

function readYearFirst(word: string, language: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})[-/.年년](\d{1,2})[-/.月월](\d{1,2})[日일.]?$/.exec(word) ??
    (/^(?:eu|ko)/.test(language) ? /^(\d{2})[/.](\d{1,2})[/.](\d{1,2})\.?$/.exec(word) : null) ??
    []
  return year === undefined ? undefined : dayOf(fullYear(year, language), Number(month), Number(day))
}

/** A year, which may be one of this century without its first figures. */
export function fullYear(year: string, language: string): number {
  if (year.length > 2) return Number(year)
  // 69 is 2569 in Thailand.
  return Number(year) + (language.startsWith('th') && Number(year) > 60 ? 2500 : 2000)
}

function readWithYear(word: string, language: string): string | undefined {
  const [, first, second, year = ''] =
    /^(\d{1,2})[./](\d{1,2})[./](\d{2}|\d{4})\.?$/.exec(word) ?? /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(word) ?? []
  return inOrder(first, second, language, (month, day) => dayOf(fullYear(year, language), month, day))
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
  const isMonthFirst = /^(?:en-US|fil|ja|zh(?!-Hant-HK)|ko|hu|lt|eu)/.test(language)
  const [usual, turned] = [() => dayOfMonth(one, other), () => dayOfMonth(other, one)]
  return isMonthFirst ? (usual() ?? turned()) : (turned() ?? usual())
}
