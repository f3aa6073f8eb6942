/** A day of the Gregorian calendar, also before it was introduced. */
export interface CalendarDay {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
}

/** The number of days in a month. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day with an ordinal number in its year, 1 to 365 or 366; undefined for any other. */
export function ofOrdinal(year: number, ordinal: number): CalendarDay | undefined {
  if (!(ordinal >= 1 && ordinal <= (isLeap(year) ? 366 : 365))) return undefined
  return counted(year, ordinal)
}

/** The day of an ISO 8601 week, 1 to 52 or 53, which may be in the year before or after; 1 is Monday. Undefined if there is none. */
export function ofWeek(year: number, week: number, weekday: number): CalendarDay | undefined {
  if (!(week >= 1 && week <= weeksIn(year) && weekday >= 1 && weekday <= 7)) return undefined
  // January 4 is always in week 1.
  return counted(year, 4 - weekdayOf(year, 1, 4) + (week - 1) * 7 + weekday)
}

/** The next day; undefined after the year 9999. */
export function tomorrow({ year, month, day }: CalendarDay): CalendarDay | undefined {
  if (day < daysIn(year, month)) return { year, month, day: day + 1 }
  if (month < 12) return { year, month: month + 1, day: 1 }
  return year < 9999 ? { year: year + 1, month: 1, day: 1 } : undefined
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** A year has 53 weeks if it has 53 Thursdays. */
function weeksIn(year: number): number {
  return weekdayOf(year, 1, 1) === 4 || weekdayOf(year, 12, 31) === 4 ? 53 : 52
}

/** 1 is Monday, 7 Sunday. */
function weekdayOf(year: number, month: number, day: number): number {
  return dateOf(year, month, day).getUTCDay() || 7
}

/** The day with a number from January 1, which may be outside that year; undefined outside the years 1 to 9999. */
function counted(year: number, ordinal: number): CalendarDay | undefined {
  const date = dateOf(year, 1, ordinal)
  const found = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  return found.year >= 1 && found.year <= 9999 ? found : undefined
}

/** Not `Date.UTC`, which reads the year 26 as 1926. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}
