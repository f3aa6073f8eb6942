import { plainWord } from './date-words.ts'

/** A month of a calendar. */
export interface Month {
  month: number
  isPersian: boolean
}

const keptMonths = new Map<string, ReadonlyMap<string, Month>>()

/** The names of months, alone and beside a day, long and short; in Persian also those of Iran. */
export function monthsIn(language: string): ReadonlyMap<string, Month> {
  const known = keptMonths.get(language)
  if (known) return known
  const months = new Map<string, Month>()
  for (const calendar of language.startsWith('fa') ? ['gregory', 'persian'] : ['gregory'])
    for (const form of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const style = { month: form, ...(day && { day }), calendar, timeZone: 'UTC' } as const
        const format = new Intl.DateTimeFormat(language, style)
        const isPersian = calendar === 'persian'
        for (let month = 1; month <= 12; month++) {
          // Iran's first month begins on March 20 or 21.
          const date = new Date(Date.UTC(2026, month - 1 + (isPersian ? 3 : 0), 15 - (isPersian ? 5 : 0)))
          const named = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
          // Also with what is attached to it: Catalan "d’abril", Hebrew "בנובמבר".
          const beside = format
            .format(date)
            .split(/\s+/)
            .filter(word => word.includes(named))
          for (const name of [named, ...beside].map(each => plainWord(each, language)))
            if (/\p{L}/u.test(name)) months.set(name, { month, isPersian })
        }
      }
  keptMonths.set(language, months)
  return months
}

/** The month that a word names, or begins to name with three Latin letters or more, as no other does: "Sept", but not "jui" in French. */
export function monthNamed(word: string, months: ReadonlyMap<string, Month>): Month | undefined {
  const known = months.get(word)
  if (known !== undefined || !/^\p{sc=Latn}{3,}$/u.test(word)) return known
  const found = [...months].filter(([name]) => name.startsWith(word))
  return new Set(found.map(([, { month }]) => month)).size === 1 ? found[0]?.[1] : undefined
}

const keptWeekdays = new Map<string, readonly string[]>()

/** The names of weekdays as they stand beside a date, as plain words. */
export function weekdaysIn(language: string): readonly string[] {
  const known = keptWeekdays.get(language)
  if (known) return known
  const names = new Set<string>()
  const short = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  for (const style of [{ dateStyle: 'full' }, short] as const)
    for (let day = 1; day <= 7; day++) {
      const parts = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).formatToParts(
        new Date(Date.UTC(2026, 10, day)),
      )
      const at = parts.findIndex(({ type }) => type === 'weekday')
      // With what is attached to it: Thai "วันพุธที่".
      const attached = /^\S*/.exec(parts[at + 1]?.value ?? '')?.[0] ?? ''
      for (const name of [parts[at]?.value ?? '', `${parts[at]?.value}${attached}`])
        names.add(plainPhrase(name.split(/\s+/), language))
    }
  const all = [...names].sort((one, other) => other.length - one.length)
  keptWeekdays.set(language, all)
  return all
}

/** How many of the first plain words are a weekday's name; Vietnamese and Hebrew ones have two. */
export function weekdayLength(plain: readonly string[], language: string): number {
  const names = weekdaysIn(language)
  return [2, 1].find(length => plain.length >= length && names.includes(plain.slice(0, length).join(' '))) ?? 0
}

function plainPhrase(words: readonly string[], language: string): string {
  return words.map(word => plainWord(word, language)).join(' ')
}
