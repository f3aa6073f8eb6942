import { type DateTime, instantOf } from '../../standards/iso8601.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { dateFormat } from './intl.ts'

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
export function isUniversal({ offset }: DateTime): boolean {
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
