import { type DateTime, instantOf, parseDateTime } from '../../standards/iso8601.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { dateFormat } from './intl.ts'

/** How much of a date-time to print, and how. Months are always words: 03/04 is two different days. */
export type DateStyle = 'dateTimeLong' | 'dateTime' | 'date'

const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const LONG_DAY: Intl.DateTimeFormatOptions = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }
const TIME_PARTS = new Set(['hour', 'minute', 'dayPeriod', 'timeZoneName'])

/**
 * A date-time in the words of a locale. What is printed is the clock that was sent, wherever the server stands: 23:30-05:00
 * is half past eleven of that day. A time in UTC is printed by the clock of the store's zone when that is known, else marked
 * "UTC". An hour that comes twice, when clocks are put back, is marked with the zone's name. A date without a time stays that date. Inside the time nothing can wrap, so "p.m." never stands alone on a line.
 *
 * @param iso ISO 8601 as `parseDateTime` accepts it; another text is given back as it is
 * @param timeZone IANA zone of the store
 */
export function formatDate(tag: string, iso: string, style: DateStyle, timeZone: string | undefined): string {
  const sent = parseDateTime(iso)
  if (!sent) return iso
  const withTime = sent.hour !== undefined && style !== 'date'
  const universal = sent.offset === 'Z' || (sent.offset === '+00:00' && timeZone !== undefined)
  if (universal && timeZone !== undefined) {
    const mark = withTime && isRepeated(instantOf(sent), timeZone)
    return joined(formatByIntl(tag, sent, { style, withTime, mark, timeZone }))
  }

  const mark = withTime && sent.offset === 'Z'
  const key = `${tag} ${style} ${mark} `
  const byIntl = () => formatByIntl(tag, sent, { style, withTime, mark, timeZone: 'UTC' })
  if (!withTime) return days.get(`${key}${iso.slice(0, 10)}`, byIntl).before
  const day = days.get(`${key}at ${iso.slice(0, 10)}`, byIntl)
  return day.before + times.get(`${key}${iso.slice(11, 16)}`, byIntl).time + day.after
}

/** A date-time in three pieces; all is `before` where there is no time. */
interface DateText {
  before: string
  time: string
  after: string
}

/**
 * Intl takes 8 µs to write a date. But what stands around the time depends on the day alone, and the time not on the day: so
 * the receipts of a day share its words, and all receipts those of their minute. All engines share them: a day and a minute
 * say nothing about whose receipt it was.
 */
const days = createBoundedCache<DateText>(2000)
const times = createBoundedCache<DateText>(10_000)

interface DateParts {
  style: DateStyle
  withTime: boolean
  /** Says "UTC" behind the time. */
  mark: boolean
  timeZone: string
}

function formatByIntl(tag: string, sent: DateTime, { style, withTime, mark, timeZone }: DateParts): DateText {
  const format = dateFormat(tag, `${style} ${withTime} ${mark} ${timeZone}`, () => ({
    ...(style === 'dateTimeLong' ? LONG_DAY : DAY),
    ...(withTime ? { hour: hourStyle(tag), minute: '2-digit' } : {}),
    ...(mark ? { timeZoneName: 'short' } : {}),
    timeZone,
  }))
  // The clock that was sent, whatever its offset: a clock in UTC shows it then.
  const instant = instantOf({ ...sent, offset: 'Z' })
  return withTime ? inPieces(format.formatToParts(instant)) : { before: format.format(instant), time: '', after: '' }
}

/** Whether clocks of the zone show that time twice, once before they are put back and once after. */
function isRepeated(instant: number, timeZone: string): boolean {
  const offset = offsetAt(instant, timeZone)
  return [-HOUR, HOUR].some(step => {
    const other = offsetAt(instant + step, timeZone)
    return other !== offset && offsetAt(instant + offset - other, timeZone) === other
  })
}

const HOUR = 3_600_000

/** Clocks are put back at full or half hours, so a zone's offset is asked once for each. */
const offsets = createBoundedCache<number>(2000)

/** How far the clocks of a zone are before UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const halfHour = Math.floor((instant * 2) / HOUR)
  return offsets.get(`${timeZone} ${halfHour}`, () => {
    const format = dateFormat('en-US', `offset ${timeZone}`, () => ({ timeZone, timeZoneName: 'longOffset' }))
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format((halfHour * HOUR) / 2)) ?? []
    if (sign === undefined) return 0
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000)
  })
}

/** As CLDR's short time has it: 4:30 p.m. and 4:30 in Spain, but 04:30 in Britain. */
function hourStyle(tag: string): 'numeric' | '2-digit' {
  const format = dateFormat(tag, 'time', () => ({ timeStyle: 'short', timeZone: 'UTC' }))
  const hour = format.formatToParts(new Date(4.5 * 3_600_000)).find(part => part.type === 'hour')
  return hour?.value.length === 2 ? '2-digit' : 'numeric'
}

function inPieces(parts: Intl.DateTimeFormatPart[]): DateText {
  const first = parts.findIndex(part => TIME_PARTS.has(part.type))
  const last = parts.findLastIndex(part => TIME_PARTS.has(part.type))
  const text = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map(part => part.value)
      .join('')
  return {
    before: text(0, first),
    time: text(first, last + 1).replaceAll(' ', '\u00a0'),
    after: text(last + 1, parts.length),
  }
}

function joined({ before, time, after }: DateText): string {
  return before + time + after
}
