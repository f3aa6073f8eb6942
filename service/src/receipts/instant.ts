import { type DateTime, localTimeOf, parseDateTime } from 'counterfoil/internal'
import { z } from 'zod'
import { readBy } from '../basics/errors/errors.ts'

/** A point in time, milliseconds since 1970. */
interface Instant {
  at: number
  /** Milliseconds that the clock it was told by is ahead of UTC. */
  offset: number
}

/**
 * Parses ISO 8601 like `parseDateTime`, as a point in time; undefined for anything else. A date alone is its midnight. Without an
 * offset it is a time of the zone's clock, for receipts and queries alike, so that what was sent as 12:00 is found at 12:00.
 *
 * @param timeZone the store's, or the merchant's; default UTC
 */
export function readInstant(text: string, timeZone?: string): Instant | undefined {
  const sent = parseDateTime(text)
  return sent && instantIn(timeZone, sent)
}

/** An instant as a date-time with its offset (RFC 3339), milliseconds only if there are any. */
export function isoOf({ at, offset }: Instant): string {
  const clock = new Date(at + offset).toISOString().replace(/(?:\.000)?Z$/, '')
  if (offset === 0) return `${clock}Z`
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${clock}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * The instants from the first to the last of two times that were checked by `dateOrInstant`, inclusive. A date alone is its whole
 * day.
 */
export function spanOf(from: string, to: string, timeZone: string): { from: number; to: number } {
  const [first, last] = [parseDateTime(from), parseDateTime(to)]
  if (!first || !last) throw new RangeError('The times were not checked')
  const end = last.hour === undefined ? { ...last, hour: 23, minute: 59, second: 59, millisecond: 999 } : last
  return { from: instantIn(timeZone, first).at, to: instantIn(timeZone, end).at }
}

function instantIn(timeZone: string | undefined, sent: DateTime): Instant {
  const { clock, offset = 0 } = localTimeOf(sent, timeZone)
  return { at: clock - offset, offset }
}

/** What an instant is given as, in operations and commands. */
export const instant = z
  .string()
  .transform(readBy(text => readInstant(text), 'must be an ISO 8601 date and time with its offset'))

/** A time or a date alone, for `spanOf`. */
export const dateOrInstant = z
  .string()
  .refine(text => parseDateTime(text), 'must be an ISO 8601 date, such as 2026-11-21')
