import { type DateTime, parseDateTime } from '../receipt/date-time.ts'
import { dateFormat } from './intl.ts'

/** How much of a date-time to print, and how. Months are always words: 03/04 is two different days. */
export type DateStyle = 'dateTimeLong' | 'dateTime' | 'date'

const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const LONG_DAY: Intl.DateTimeFormatOptions = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }
const TIME_PARTS = new Set(['hour', 'minute', 'dayPeriod', 'timeZoneName'])

/**
 * A date-time in the words of a locale. What is printed is the clock that was sent, wherever the server stands: 23:30-05:00
 * is half past eleven of that day. A time in UTC is printed by the clock of the store's zone when that is known, else marked
 * "UTC". A date without a time stays that date. Inside the time nothing can wrap, so "p.m." never stands alone on a line.
 *
 * @param iso ISO 8601 as `parseDateTime` accepts it; another text is given back as it is
 * @param timeZone IANA zone of the store
 */
export function formatDate(tag: string, iso: string, style: DateStyle, timeZone: string | undefined): string {
  const sent = parseDateTime(iso)
  if (!sent) return iso
  const universal = sent.offset === 'Z' || (sent.offset === '+00:00' && timeZone !== undefined)
  const zone = universal && timeZone !== undefined ? timeZone : 'UTC'
  const withTime = sent.hour !== undefined && style !== 'date'
  const mark = withTime && sent.offset === 'Z' && timeZone === undefined
  const format = dateFormat(tag, `${style} ${withTime} ${mark} ${zone}`, () => ({
    ...(style === 'dateTimeLong' ? LONG_DAY : DAY),
    ...(withTime ? { hour: hourStyle(tag), minute: '2-digit' } : {}),
    ...(mark ? { timeZoneName: 'short' } : {}),
    timeZone: zone,
  }))
  return withTime ? joinTime(format.formatToParts(instantOf(sent))) : format.format(instantOf(sent))
}

/** The moment at which a clock in UTC shows what was sent. Not `Date.UTC`, which takes the year 26 for 1926. */
function instantOf(sent: DateTime): Date {
  const instant = new Date(0)
  instant.setUTCFullYear(sent.year, sent.month - 1, sent.day)
  instant.setUTCHours(sent.hour ?? 0, sent.minute ?? 0, sent.second ?? 0)
  return instant
}

/** As CLDR's short time has it: 4:30 p.m. and 4:30 in Spain, but 04:30 in Britain. */
function hourStyle(tag: string): 'numeric' | '2-digit' {
  const format = dateFormat(tag, 'time', () => ({ timeStyle: 'short', timeZone: 'UTC' }))
  const hour = format.formatToParts(new Date(4.5 * 3_600_000)).find(part => part.type === 'hour')
  return hour?.value.length === 2 ? '2-digit' : 'numeric'
}

function joinTime(parts: Intl.DateTimeFormatPart[]): string {
  const first = parts.findIndex(part => TIME_PARTS.has(part.type))
  const last = parts.findLastIndex(part => TIME_PARTS.has(part.type))
  return parts
    .map(({ value }, index) => (index >= first && index <= last ? value.replaceAll(' ', '\u00a0') : value))
    .join('')
}
