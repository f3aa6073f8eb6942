/** Days, inclusive, such as `2026-11-16` to `2026-11-22`. */
export interface DaySpan {
  from: string
  to: string
}

/** The days that words say and how many of the words say them, or that there is no such day. */
export type ReadDays = { days: DaySpan; length: number } | { days: undefined; length: number }

/** The day some days before, on this device's calendar. */
export function before(today: Date, days: number): string {
  return rolled(today.getFullYear(), today.getMonth() + 1, today.getDate() - days)
}

/** A day as `2026-11-20`, undefined if there is none. The year may be one of Iran's, such as 1405, or of Thailand's, such as 2569. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  if (isPersian(year)) return persianDay(year, month, day)
  const date = new Date(Date.UTC(year - (year > 2400 ? 543 : 0), month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? written(date) : undefined
}

/** The days of a month; a Gregorian one may be counted beyond its year. */
export function monthOf(year: number, month: number): DaySpan {
  if (!isPersian(year)) return { from: rolled(year, month, 1), to: rolled(year, month + 1, 0) }
  const last = [31, 30, 29].map(day => dayOf(year, month, day)).find(each => each !== undefined)
  return { from: dayOf(year, month, 1) ?? '', to: last ?? '' }
}

/** The last such day there was, in the years of the calendar; the 29th of February was up to eight years ago. */
export function lastSuch(today: Date, month: number, day: number, isPersian = false): string | undefined {
  const thisYear = today.getFullYear() - (isPersian ? 621 : 0)
  const days = Array.from({ length: 9 }, (_, ago) => dayOf(thisYear - ago, month, day))
  return days.find(each => each !== undefined && each <= before(today, 0))
}

function isPersian(year: number): boolean {
  return year >= 1300 && year < 1500
}

/** Looked for near where it would be without leap years: years begin on March 20 or 21. */
function persianDay(year: number, month: number, day: number): string | undefined {
  const passed = 31 * Math.min(month - 1, 6) + 30 * Math.max(month - 7, 0) + day
  for (let first = 19; first <= 22; first++) {
    const date = new Date(Date.UTC(year + 621, 2, first + passed - 1))
    const parts = new Map(
      inPersian()
        .formatToParts(date)
        .map(({ type, value }) => [type, Number(value)]),
    )
    if (parts.get('year') === year && parts.get('month') === month && parts.get('day') === day) return written(date)
  }
  return undefined
}

let persian: Intl.DateTimeFormat | undefined

function inPersian(): Intl.DateTimeFormat {
  const style = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const
  persian ??= new Intl.DateTimeFormat('en-u-ca-persian', style)
  return persian
}

function rolled(year: number, month: number, day: number): string {
  return written(new Date(Date.UTC(year, month - 1, day)))
}

function written(date: Date): string {
  return date.toISOString().slice(0, 10)
}
