import { instantOf, parseDateTime } from 'counterfoil'

const day = 86_400_000

/**
 * The day that a receipt says, in days since 1970. It is printed as sent, except that UTC is converted to the store's time zone
 * (the engine's `Format.dateTime`).
 *
 * @param sent ISO 8601; the receipt's date, or the time it arrived
 * @param timeZone the store's IANA zone
 */
export function localDayOf(sent: string, timeZone: string | undefined): number | null {
  const read = parseDateTime(sent)
  if (!read) return null
  const { offset, ...clock } = read
  const isUniversal = offset === 'Z' || offset === '+00:00'
  if (!isUniversal || timeZone === undefined) return Math.floor(instantOf(clock) / day)
  return dayIn(instantOf(read), timeZone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day) / day
}
