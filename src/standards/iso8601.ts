/** A date or date-time as written: local clock time, not converted to another zone. */
export interface DateTime {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
  /** 0 to 23; absent without a time */
  hour?: number
  minute?: number
  /** 0 to 59; absent without seconds */
  second?: number
  /** 0 to 999, truncated; absent without a fraction */
  millisecond?: number
  /** `Z` (also for `-00:00`) or `±hh:mm`; absent without a zone */
  offset?: 'Z' | `${'+' | '-'}${string}`
}

/**
 * Reads a date or date-time of ISO 8601 in linear time: calendar dates, ordinal dates (`2026-324`) and week dates (`2026-W47-5`), each
 * also in basic format (`20261120T233005Z`). A time may end after hours, minutes or seconds and have a fraction of the last; `24:00` is
 * the next day's midnight, a leap second :59, `+05` is `+05:00`.
 *
 * Also accepted, because tills send it: a space or lower-case `t` for `T`, lower-case `z` (RFC 3339), an offset in the other format
 * (`2026-11-20T23:30+0530`), and a zone's name behind its offset (`[America/Toronto]`, RFC 9557), which adds nothing; `isIso8601` tells. Undefined for anything else: impossible dates, months and years without a day, years
 * of more than four digits and the year 0000, which need an agreement, digits other than 0–9.
 */
export function parseDateTime(text: string): DateTime | undefined {
  return read(text)?.dateTime
}

/** Whether a text that `parseDateTime` reads is ISO 8601 to the letter. */
export function isIso8601(text: string): boolean {
  return read(text)?.isExact === true
}

/** A date or date-time in extended format, `2026-11-20T23:30:05.120+05:30`, with the parts that it has. */
export function writeDateTime({ year, month, day, hour, minute = 0, second, millisecond, offset }: DateTime): string {
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  if (hour === undefined) return date
  const seconds = second === undefined ? '' : `:${two(second)}`
  const fraction = millisecond === undefined ? '' : `.${String(millisecond).padStart(3, '0')}`
  return `${date}T${two(hour)}:${two(minute)}${seconds}${fraction}${offset ?? ''}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}

/**
 * A date-time without its time if that only stands for the day, as programs write one that have no type for it: midnight in UTC or
 * without an offset.
 *
 * @param orItsEnd also the day's last minute, of what is in time until the day is over
 */
export function withoutMidnight(dateTime: DateTime, orItsEnd = false): DateTime {
  const { year, month, day, hour, minute = 0, second = 0, millisecond = 0, offset = 'Z' } = dateTime
  if (offset !== 'Z' && offset !== '+00:00') return dateTime
  const isMidnight = hour === 0 && minute === 0 && second === 0 && millisecond === 0
  return isMidnight || (orItsEnd && hour === 23 && minute === 59) ? { year, month, day } : dateTime
}

/** A date-time's instant, in milliseconds since 1970. No offset means UTC; no time means midnight. */
export function instantOf(dateTime: DateTime): number {
  const { year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0, offset = 'Z' } = dateTime
  // Not `Date.UTC`, which reads the year 26 as 1926.
  const clock = new Date(0)
  clock.setUTCFullYear(year, month - 1, day)
  clock.setUTCHours(hour, minute, second, millisecond)
  return clock.getTime() - minutesOf(offset) * 60_000
}

function minutesOf(offset: NonNullable<DateTime['offset']>): number {
  if (offset === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
  return offset[0] === '-' ? -minutes : minutes
}

/** Longer than any date-time with a nine-digit fraction and a zone's name. */
const maxLength = 80

function read(written: string): { dateTime: DateTime; isExact: boolean } | undefined {
  if (written.length > maxLength) return undefined
  const text = written.replace(zoneName, '')
  const date = readDate(text)
  if (!date) return undefined
  const { year, month, day: dayOfMonth, end, isExtended } = date
  const dateTime = { year, month, day: dayOfMonth }
  if (end === text.length) return { dateTime, isExact: true }
  const mark = text[end]
  if (mark !== 'T' && mark !== ' ' && mark !== 't') return undefined
  const time = readTime(text, end + 1, isExtended)
  if (!time) return undefined
  const { clock, end: zoneAt, isNextDay } = time
  const zone = zoneAt === text.length ? undefined : readZone(text.slice(zoneAt))
  if (zoneAt < text.length && zone === undefined) return undefined
  const day = isNextDay ? tomorrow(dateTime) : dateTime
  if (!day) return undefined
  return {
    dateTime: { ...day, ...clock, ...(zone !== undefined && { offset: zone }) },
    isExact: text === written && mark === 'T' && isExactZone(text.slice(zoneAt), isExtended),
  }
}

/** As Java and JavaScript write a time with its zone. Only behind an offset: without one, the zone would matter. */
const zoneName = /(?<=[-+]\d{2}(?::?\d{2})?|Z)\[[A-Za-z][\w+/-]{0,40}\]$/

type ReadDate = Pick<DateTime, 'year' | 'month' | 'day'> & { end: number; isExtended: boolean }

function readDate(text: string): ReadDate | undefined {
  const year = numberAt(text, 0, 4)
  // ISO 8601 allows the year 0000 only by agreement, and no sale was made in it.
  if (!(year > 0)) return undefined
  const isExtended = text[4] === '-'
  const at = isExtended ? 5 : 4
  if (text[at] === 'W') {
    const dayAt = at + (isExtended ? 4 : 3)
    if (isExtended && text[at + 3] !== '-') return undefined
    return placed(ofWeek(year, numberAt(text, at + 1, 2), numberAt(text, dayAt, 1)), dayAt + 1, isExtended)
  }
  const isCalendar = isExtended ? text[at + 2] === '-' : isDigit(text, at + 3)
  if (!isCalendar) return placed(ofOrdinal(year, numberAt(text, at, 3)), at + 3, isExtended)
  const dayAt = at + (isExtended ? 3 : 2)
  const month = numberAt(text, at, 2)
  const day = numberAt(text, dayAt, 2)
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined
  return { year, month, day, end: dayAt + 2, isExtended }
}

function placed(date: Pick<DateTime, 'year' | 'month' | 'day'> | undefined, end: number, isExtended: boolean) {
  return date && { ...date, end, isExtended }
}

type Clock = Pick<DateTime, 'hour' | 'minute' | 'second' | 'millisecond'>

interface ReadTime {
  clock: Clock
  end: number
  isNextDay: boolean
}

/** Hours, and what follows of minutes, seconds and a fraction of the last of them. */
function readTime(text: string, from: number, isExtended: boolean): ReadTime | undefined {
  const width = isExtended ? 3 : 2
  const follows = (at: number) => (isExtended ? text[at] === ':' : isDigit(text, at))
  const hour = numberAt(text, from, 2)
  let end = from + 2
  const clock: Clock = { hour, minute: 0 }
  let unit = hourLength
  if (follows(end)) {
    clock.minute = numberAt(text, end + width - 2, 2)
    end += width
    unit = 60_000
    if (follows(end)) {
      clock.second = numberAt(text, end + width - 2, 2)
      end += width
      unit = 1000
    }
  }
  const { minute = 0, second = 0 } = clock
  const isLeap = second === 60 && minute === 59
  if (!(hour <= 24 && minute <= 59 && (second <= 59 || isLeap))) return undefined
  if (isLeap) clock.second = 59
  const fraction = text[end] === '.' || text[end] === ',' ? digitsFrom(text, end + 1) : undefined
  if (fraction !== undefined) {
    if (fraction === '' || fraction.length > 9) return undefined
    end += 1 + fraction.length
    addFraction(clock, Math.trunc((Number(fraction) * unit) / 10 ** fraction.length), unit)
  }
  if (hour < 24) return { clock, end, isNextDay: false }
  const isMidnight = minute === 0 && second === 0 && Number(fraction ?? 0) === 0
  return isMidnight ? { clock: { ...clock, hour: 0 }, end, isNextDay: true } : undefined
}

const hourLength = 3_600_000

/** Milliseconds below the last unit written: below a second they are kept, below an hour or a minute they are minutes and seconds. */
function addFraction(clock: Clock, below: number, unit: number): void {
  if (unit === hourLength) clock.minute = Math.trunc(below / 60_000)
  if (unit > 1000) clock.second = Math.trunc(below / 1000) % 60
  clock.millisecond = below % 1000
}

function digitsFrom(text: string, from: number): string {
  let at = from
  while (isDigit(text, at)) at++
  return text.slice(from, at)
}

/** The number of `count` digits; NaN if there are other characters. */
function numberAt(text: string, from: number, count: number): number {
  let number = 0
  for (let at = from; at < from + count; at++) {
    if (!isDigit(text, at)) return Number.NaN
    number = number * 10 + text.charCodeAt(at) - 48
  }
  return number
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** `Z`, `+05`, `+0530` or `+05:30`. */
function readZone(zone: string): DateTime['offset'] {
  if (zone === 'Z' || zone === 'z') return 'Z'
  const sign = zone[0]
  const hasColon = zone.length === 6 && zone[3] === ':'
  if ((sign !== '+' && sign !== '-') || !(zone.length === 3 || zone.length === 5 || hasColon)) return undefined
  const hours = numberAt(zone, 1, 2)
  const minutes = zone.length === 3 ? 0 : numberAt(zone, zone.length - 2, 2)
  // Offsets in use range from -12:00 to +14:00.
  if (!(hours <= 14 && minutes <= 59)) return undefined
  // UTC with an unknown local offset (RFC 3339, 4.3).
  if (sign === '-' && hours === 0 && minutes === 0) return 'Z'
  return hasColon ? (zone as DateTime['offset']) : `${sign}${two(hours)}:${two(minutes)}`
}

/** One format throughout, and no negative zero. */
function isExactZone(zone: string, isExtended: boolean): boolean {
  if (zone === '' || zone === 'Z') return true
  return zone.length === 3 ? zone !== '-00' : zone.length === (isExtended ? 6 : 5) && !/^-00:?00$/.test(zone)
}

/** A day of the Gregorian calendar, also before it was introduced. */
interface CalendarDay {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
}

/** The number of days in a month. */
function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day with an ordinal number in its year, 1 to 365 or 366; undefined for any other. */
function ofOrdinal(year: number, ordinal: number): CalendarDay | undefined {
  if (!(ordinal >= 1 && ordinal <= (isLeap(year) ? 366 : 365))) return undefined
  return counted(year, ordinal)
}

/** The day of an ISO 8601 week, 1 to 52 or 53, which may be in the year before or after; 1 is Monday. Undefined if there is none. */
function ofWeek(year: number, week: number, weekday: number): CalendarDay | undefined {
  if (!(week >= 1 && week <= weeksIn(year) && weekday >= 1 && weekday <= 7)) return undefined
  // January 4 is always in week 1.
  return counted(year, 4 - weekdayOf(year, 1, 4) + (week - 1) * 7 + weekday)
}

/** The next day; undefined after the year 9999. */
function tomorrow({ year, month, day }: CalendarDay): CalendarDay | undefined {
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
