import { type DateTime, instantOf, parseDateTime } from '../../standards/iso8601.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { dateFormat } from './intl.ts'
import { wholeInHan } from './one-piece.ts'

/** How much of a date-time to print, and how. Months are always words, because 03/04 is ambiguous. */
export type DateStyle = 'dateTimeLong' | 'dateTime' | 'date'

const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const LONG_DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }
const TIME_PARTS = new Set(['hour', 'minute', 'dayPeriod', 'timeZoneName'])

/**
 * Formats a date-time for a locale. Prints the local time as sent, wherever the server is: 23:30-05:00 is 11:30 p.m. that day. A
 * UTC time is converted to the store's zone if known, else marked "UTC". A time in the hour that repeats when clocks go back is
 * marked with the zone's name. A date without a time stays a date. The time can't wrap, so "p.m." is never alone on a line.
 *
 * @param iso ISO 8601 as `parseDateTime` accepts it; any other text is returned as it is
 * @param timeZone the store's IANA zone
 */
export function formatDate(tag: string, iso: string, style: DateStyle, timeZone: string | undefined): string {
  const sent = parseDateTime(iso)
  if (!sent) return iso
  const withTime = sent.hour !== undefined && style !== 'date'
  if (timeZone !== undefined && isUniversal(sent)) {
    const mark = withTime && isRepeated(instantOf(sent), timeZone)
    return joined(formatByIntl(tag, sent, { style, withTime, mark, timeZone }))
  }

  const mark = withTime && sent.offset === 'Z'
  const key = `${tag} ${style} ${mark} `
  const byIntl = () => formatByIntl(tag, sent, { style, withTime, mark, timeZone: 'UTC' })
  const date = `${sent.year}-${sent.month}-${sent.day}`
  if (!withTime) return days.get(`${key}${date}`, byIntl).before
  const day = days.get(`${key}at ${date}`, byIntl)
  return day.before + times.get(`${key}${sent.hour}:${sent.minute}`, byIntl).time + day.after
}

/** A date-time in three pieces; without a time, all of it is in `before`. */
interface DateText {
  before: string
  time: string
  after: string
}

/**
 * Intl takes 8 µs to format a date. But the text around the time depends only on the day, and the time doesn't depend on the
 * day, so both are cached separately. All engines share the caches: a day or a minute reveals nothing about a receipt.
 */
const days = createBoundedCache<DateText>(2000)
const times = createBoundedCache<DateText>(10_000)

interface DateParts {
  style: DateStyle
  withTime: boolean
  /** Adds "UTC" after the time. */
  mark: boolean
  timeZone: string
}

function formatByIntl(tag: string, sent: DateTime, { style, withTime, mark, timeZone }: DateParts): DateText {
  const isSentence = style === 'dateTimeLong' && !(withTime && withoutSentence.has(new Intl.Locale(tag).language))
  const isLong = isSentence || !wordMonths.get(tag, () => hasShortMonths(tag))
  const format = dateFormat(tag, `${style} ${withTime} ${mark} ${timeZone}`, () => ({
    ...(isLong ? LONG_DAY : DAY),
    ...(withTime ? { hour: hourStyle(tag), minute: '2-digit' } : {}),
    ...(mark ? { timeZoneName: 'short' } : {}),
    timeZone,
  }))
  // The instant at which a UTC clock shows the sent local time, whatever its offset.
  const instant = instantOf({ ...sent, offset: 'Z' })
  const month = isLong && !isSentence ? shortMonth(tag, instant, timeZone) : undefined
  const parts = format
    .formatToParts(instant)
    .map(part => (part.type === 'month' && month ? { ...part, value: month } : part))
    .map(part => (part.type === 'literal' ? { ...part, value: part.value.replace(basqueForm, '') } : part))
  return withTime ? inPieces(parts) : { before: wholeDay(textOf(parts)), time: '', after: '' }
}

/**
 * Languages whose long pattern with a time can't stand in a sentence: ICU says "at 5:05 pm o'clock" in Hindi and begins with
 * "at" in Vietnamese; in Basque it is a form to fill in (`basqueForm`). They get the short one.
 */
const withoutSentence = new Set(['hi', 'vi', 'bn', 'eu'])

/** Endings that CLDR leaves to choose: `2026(e)ko abenduaren 24(a)`. Without them it is how a date stands by itself. */
const basqueForm = /\((?:e\)ko|a\))/

/** Whether clocks in the zone show that time twice, before and after they go back. */
function isRepeated(instant: number, timeZone: string): boolean {
  const offset = zoneOffsetAt(instant, timeZone)
  return [-HOUR, HOUR].some(step => {
    const other = zoneOffsetAt(instant + step, timeZone)
    return other !== offset && zoneOffsetAt(instant + offset - other, timeZone) === other
  })
}

/** By locale or language: whether the short month of a date is a word. */
const wordMonths = createBoundedCache<boolean>(200)

/** The month as the language shortens it, if its short dates are numbers in this country only: in Portugal, but not in Brazil. */
function shortMonth(tag: string, instant: number, timeZone: string): string | undefined {
  const { language } = new Intl.Locale(tag)
  if (!wordMonths.get(language, () => hasShortMonths(language))) return undefined
  const parts = dateFormat(language, `day ${timeZone}`, () => ({ ...DAY, timeZone })).formatToParts(instant)
  return parts.find(({ type }) => type === 'month')?.value
}

/** Whether the short month of a date is a word: Czech, Bulgarian and Lithuanian write a number. */
function hasShortMonths(tag: string): boolean {
  const parts = dateFormat(tag, 'day', () => ({ ...DAY, timeZone: 'UTC' })).formatToParts(0)
  const at = parts.findIndex(({ type }) => type === 'month')
  return /\p{L}/u.test(`${parts[at]?.value}${parts[at + 1]?.value.charAt(0)}`)
}

/** As in CLDR's short time: 4:30 p.m., and 4:30 in Spain but 04:30 in Britain. */
function hourStyle(tag: string): 'numeric' | '2-digit' {
  const format = dateFormat(tag, 'time', () => ({ timeStyle: 'short', timeZone: 'UTC' }))
  const hour = format.formatToParts(4.5 * HOUR).find(part => part.type === 'hour')
  return hour?.value.length === 2 ? '2-digit' : 'numeric'
}

function inPieces(parts: Intl.DateTimeFormatPart[]): DateText {
  const first = parts.findIndex(part => TIME_PARTS.has(part.type))
  const last = parts.findLastIndex(part => TIME_PARTS.has(part.type))
  const text = (from: number, to: number) => textOf(parts.slice(from, to))
  return {
    // 'at' stays with its time.
    before: wholeDay(text(0, first)).replace(/(?<=\p{L}) $/u, beforeTime),
    time: wholeInHan(text(first, last + 1).replaceAll(' ', '\u00a0')),
    after: wholeDay(text(last + 1, parts.length)),
  }
}

/** A day in which no line ends, if it is in Chinese, Japanese or Korean: there it is short. */
function wholeDay(text: string): string {
  return /\p{Script=Hangul}/u.test(text) ? text.replace(/ (?=\d)/g, '\u00a0') : wholeInHan(text)
}

/** Chinese, Japanese and Korean have no "at": a line may end before the time. */
function beforeTime(_: string, at: number, text: string): string {
  return /[\p{Script=Han}\p{Script=Hangul}]/u.test(text.charAt(at - 1)) ? ' ' : '\u00a0'
}

function textOf(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts.map(({ value }) => value).join('')
}

function joined({ before, time, after }: DateText): string {
  return before + time + after
}

/** The clock time that a receipt prints, and how far it is ahead of UTC. */
export interface LocalTime {
  /** The printed time read as if it were UTC, in milliseconds since 1970; midnight without a time. */
  clock: number
  /** In milliseconds; undefined if neither the time nor a zone tells. */
  offset: number | undefined
}

/**
 * The time that is printed for a date-time: as sent, except that a UTC time is converted to the store's zone if known. So its day
 * is the day on the receipt. A time without an offset gets the zone's; of two in the hour that repeats, the first.
 *
 * @param timeZone the store's IANA zone
 */
export function localTimeOf(sent: DateTime, timeZone: string | undefined): LocalTime {
  if (timeZone !== undefined && isUniversal(sent)) {
    const offset = zoneOffsetAt(instantOf(sent), timeZone)
    return { clock: instantOf(sent) + offset, offset }
  }
  const clock = instantOf({ ...sent, offset: 'Z' })
  if (sent.offset !== undefined) return { clock, offset: clock - instantOf(sent) }
  return { clock, offset: timeZone === undefined ? undefined : offsetOfClock(clock, timeZone) }
}

/** Whether a time was sent in UTC, and so isn't the store's clock time. */
function isUniversal({ offset }: DateTime): boolean {
  return offset === 'Z' || offset === '+00:00'
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export function zoneOffsetAt(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / QUARTER)
  return offsets.get(`${timeZone} ${quarter}`, () => {
    const format = dateFormat('en-US', `offset ${timeZone}`, () => ({ timeZone, timeZoneName: 'longOffset' }))
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(quarter * QUARTER)) ?? []
    if (sign === undefined) return 0
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000)
  })
}

const HOUR = 3_600_000

/** Clocks change at full, half or (Chatham) three-quarter hours of UTC, so a zone's offset is computed once for each quarter. */
const QUARTER = HOUR / 4
const offsets = createBoundedCache<number>(4000)

/** A clock time that is skipped gets the offset from before. */
function offsetOfClock(clock: number, timeZone: string): number {
  const before = zoneOffsetAt(clock - 24 * HOUR, timeZone)
  if (zoneOffsetAt(clock - before, timeZone) === before) return before
  const after = zoneOffsetAt(clock + 24 * HOUR, timeZone)
  return zoneOffsetAt(clock - after, timeZone) === after ? after : before
}
