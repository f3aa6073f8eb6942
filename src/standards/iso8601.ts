/** A date, or a date with a time, as it was written: the clock that was sent, in no zone but its own. */
export interface DateTime {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
  /** 0 to 23; absent in a date without a time */
  hour?: number
  minute?: number
  /** 0 to 59; absent when no seconds were written */
  second?: number
  /** 0 to 999, what is finer cut off; absent when no fraction was written */
  millisecond?: number
  /** `Z` (for `-00:00` too) or `±hh:mm`; absent when the text names no zone */
  offset?: 'Z' | `${'+' | '-'}${string}`
}

/**
 * Reads ISO 8601 in its extended form (also RFC 3339): `2026-11-20`, `2026-11-20T23:30`, `2026-11-20T23:30:05,5+05:30`.
 * A leap second reads as :59, `+05` as `+05:00`, lower-case `t` and `z` and one space instead of `T` as RFC 3339 allows. Gives undefined for anything else: impossible dates, basic form
 * (`20261120`), week and ordinal dates, other digits than 0–9.
 */
export function parseDateTime(text: string): DateTime | undefined {
  if (text.length > longest) return undefined
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  // ISO 8601 needs an agreement for the year 0000, and no sale was made in it.
  if (date.year === 0) return undefined
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > daysIn(date.year, date.month)) return undefined
  if (hour === undefined || minute === undefined) return date
  const time = { hour: Number(hour), minute: Number(minute) }
  if (time.hour > 23 || time.minute > 59) return undefined
  const offset = zone === undefined ? {} : offsetOf(zone)
  if (offset === undefined) return undefined
  if (second === undefined) return { ...date, ...time, ...offset }
  if (Number(second) > 60 || (second === '60' && time.minute !== 59)) return undefined
  const seconds = { second: Math.min(Number(second), 59) }
  if (fraction === undefined) return { ...date, ...time, ...seconds, ...offset }
  return { ...date, ...time, ...seconds, millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')), ...offset }
}

/** The point in time that a date-time names, in milliseconds since 1970. Without an offset it is UTC, without a time midnight. */
export function instantOf(dateTime: DateTime): number {
  const { year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0, offset = 'Z' } = dateTime
  // Not `Date.UTC`, which takes the year 26 for 1926.
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

/** Longer than any date-time with nine digits of a fraction. */
const longest = 40

/** Every part has one length but the fraction, which nothing after it can match: read in one go, without going back. */
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function offsetOf(zone: string): Pick<DateTime, 'offset'> | undefined {
  if (zone === 'Z' || zone === 'z') return { offset: 'Z' }
  // The time in UTC, when nobody knows by which clock it was read (RFC 3339, 4.3).
  if (/^-00(:?00)?$/.test(zone)) return { offset: 'Z' }
  const hours = zone.slice(1, 3)
  const minutes = zone.length > 3 ? zone.slice(-2) : '00'
  // The widest offsets in use are -12:00 and +14:00.
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  return { offset: `${zone[0] === '-' ? '-' : '+'}${hours}:${minutes}` }
}
