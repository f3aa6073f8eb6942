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
 * Reads ISO 8601's extended form (also RFC 3339): `2026-11-20`, `2026-11-20T23:30`, `2026-11-20T23:30:05,5+05:30`. A leap
 * second becomes :59, `+05` becomes `+05:00`; lower-case `t` and `z`, and a space instead of `T`, are allowed as in RFC 3339.
 * Returns undefined for anything else: impossible dates, basic form (`20261120`), week and ordinal dates, digits other than
 * 0–9.
 */
export function parseDateTime(text: string): DateTime | undefined {
  if (text.length > longest || !pattern.test(text)) return undefined
  const sent: DateTime = {
    year: numberAt(text, 0) * 100 + numberAt(text, 2),
    month: numberAt(text, 5),
    day: numberAt(text, 8),
  }
  // ISO 8601 allows the year 0000 only by agreement, and no sale was made in it.
  if (sent.year === 0) return undefined
  if (sent.month < 1 || sent.month > 12 || sent.day < 1 || sent.day > daysIn(sent.year, sent.month)) return undefined
  if (text.length === dateLength) return sent
  sent.hour = numberAt(text, 11)
  sent.minute = numberAt(text, 14)
  if (sent.hour > 23 || sent.minute > 59) return undefined
  const zoneAt = endOfTime(text)
  if (zoneAt > minuteEnd) {
    const second = numberAt(text, 17)
    if (second > 60 || (second === 60 && sent.minute !== 59)) return undefined
    sent.second = Math.min(second, 59)
  }
  if (zoneAt > secondEnd)
    sent.millisecond = Number(text.slice(secondEnd + 1, Math.min(zoneAt, secondEnd + 4)).padEnd(3, '0'))
  if (zoneAt < text.length) {
    const offset = offsetOf(text.slice(zoneAt))
    if (offset === undefined) return undefined
    sent.offset = offset
  }
  return sent
}

/** Where each part ends, in the extended form. */
const dateLength = '2026-11-20'.length
const minuteEnd = '2026-11-20T23:30'.length
const secondEnd = '2026-11-20T23:30:05'.length

/** Where the zone begins, or the text ends. */
function endOfTime(text: string): number {
  if (text[minuteEnd] !== ':') return minuteEnd
  if (text[secondEnd] !== '.' && text[secondEnd] !== ',') return secondEnd
  let at = secondEnd + 1
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++
  return at
}

/** The number of two digits. */
function numberAt(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
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

/** Longer than any date-time with a nine-digit fraction. */
const longest = 40

/** Every part has a fixed length except the fraction, which nothing after it can match, so this never backtracks. */
const pattern = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function offsetOf(zone: string): DateTime['offset'] {
  if (zone === 'Z' || zone === 'z') return 'Z'
  const hours = numberAt(zone, 1)
  const minutes = zone.length > 3 ? numberAt(zone, zone.length - 2) : 0
  const sign = zone[0] === '-' ? '-' : '+'
  // UTC with an unknown local offset (RFC 3339, 4.3).
  if (sign === '-' && hours === 0 && minutes === 0) return 'Z'
  // Offsets in use range from -12:00 to +14:00.
  if (hours > 14 || minutes > 59) return undefined
  if (zone.length === 6) return zone as DateTime['offset']
  return `${sign}${zone.slice(1, 3)}:${zone.length > 3 ? zone.slice(-2) : '00'}`
}
