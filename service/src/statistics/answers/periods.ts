import { instantOf, parseDateTime, zoneOffsetAt } from 'counterfoil/internal'
import { getOrAdd } from '../../basics/maps.ts'
import type { SumRow } from '../../database/statistics/read-sums.ts'
import { hourStartOf, monthOf } from '../counting/bucket-key.ts'

/** How long the periods of an answer may be. */
export const intervals = ['hour', 'day', 'week', 'month', 'all'] as const

/** One of them; `all` is one period from first to last. */
export type Interval = (typeof intervals)[number]

/** A row's time. */
export interface Period {
  /** First day by the store's calendar, days since 1970. */
  day: number
  /** The day after its last. */
  endDay: number
  /** Of an hour: the instants at which it begins and ends, milliseconds, and minutes ahead of UTC. */
  hour?: { start: number; end: number; offset: number }
}

/** Milliseconds. */
export const dayLength = 86_400_000
/** Milliseconds. */
export const hourLength = 3_600_000
/** Milliseconds. Clocks of all zones differ from UTC by whole quarters, and change at whole quarters. */
export const quarterLength = hourLength / 4

/** An hour that an earlier version counted lies in two periods of the zone asked for. */
export class SplitHourError extends Error {}

/** The time that a row is about, of those by the quarter hour or hour: from, inclusive, until. */
export function timeOf({ level, hour_start: start }: Pick<SumRow, 'level' | 'hour_start'>): [number, number] {
  if (level === 'hour') return [start, start + hourLength]
  const quarter = Math.floor(start / quarterLength) * quarterLength
  return [quarter, quarter + quarterLength]
}

/** The period in which a day lies. `from` and `to` are the first and last day asked for. */
export function periodAt(
  interval: Interval,
  day: number,
  { from, to, weekStart }: { from: number; to: number; weekStart: number },
): Period {
  switch (interval) {
    case 'hour':
    case 'day':
      return { day, endDay: day + 1 }
    case 'week': {
      const first = weekOf(day, weekStart)
      return { day: first, endDay: first + 7 }
    }
    case 'month': {
      const first = monthOf(day)
      return { day: first, endDay: monthOf(first + 31) }
    }
    case 'all':
      return { day: from, endDay: to + 1 }
  }
}

/** The first day of a day's week. @param weekStart days from Monday to the week's first day, 0 to 6 */
export function weekOf(day: number, weekStart: number): number {
  // Day 0 was a Thursday.
  return day - ((((day + 3 - weekStart) % 7) + 7) % 7)
}

/** When a period begins, to sort by: milliseconds. */
export function startOf({ day, hour }: Period): number {
  return hour?.start ?? day * dayLength
}

/** How many periods a range has, by arithmetic. Days count as 24 hours, though those on which clocks change have 23 or 25. */
export function periodsIn({ from, to, interval, weekStart }: PeriodsAsked): number {
  switch (interval) {
    case 'hour':
      return (to - from + 1) * 24
    case 'day':
      return to - from + 1
    case 'week':
      return (weekOf(to, weekStart) - weekOf(from, weekStart)) / 7 + 1
    case 'month':
      return monthsAt(to) - monthsAt(from) + 1
    case 'all':
      return 1
  }
}

interface PeriodsAsked {
  from: number
  to: number
  interval: Interval
  weekStart: number
}

function monthsAt(day: number): number {
  const date = new Date(day * dayLength)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** All hours of a zone's days, in order; of a day on which clocks change, 23 or 25. */
export function hoursOf(from: number, to: number, zone: string): Period[] {
  const offsetAt = offsetsOf(zone)
  return stretchesOf(zone, [startOfDay(from, zone), startOfDay(to + 1, zone)]).flatMap(([start, end, ahead]) => {
    const hours: Period[] = []
    for (let at = start; at < end; ) {
      const day = Math.floor((at + ahead) / dayLength)
      const hour = hourAt(at, ahead / 60_000, offsetAt)
      hours.push({ day, endDay: day + 1, hour })
      at = hour.end
    }
    return hours
  })
}

/**
 * The hour of an instant, by a clock that is so many minutes ahead of UTC. Where the zone's clock is changed within it, as it is by half
 * an hour in Lord Howe, it is the part of the hour that this clock shows.
 *
 * @param offsetAt `offsetsOf` the zone
 */
export function hourAt(
  instant: number,
  offset: number,
  offsetAt: (instant: number) => number,
): NonNullable<Period['hour']> {
  const start = hourStartOf(instant, offset)
  const end = start + hourLength
  const isShown = (at: number) => offsetAt(at) === offset * 60_000
  // Nothing is cut of the hour of another clock: a till may send an offset that its zone doesn't have.
  if ((isShown(start) && isShown(end - quarterLength)) || !isShown(instant)) return { start, end, offset }
  const quarters = [0, 1, 2, 3].map(quarter => start + quarter * quarterLength).filter(isShown)
  return { start: quarters[0] ?? start, end: (quarters.at(-1) ?? end) + quarterLength, offset }
}

/**
 * Tells how far a zone is ahead of UTC, milliseconds, for many instants: of a day on which its clock isn't changed, by the day.
 */
export function offsetsOf(zone: string): (instant: number) => number {
  const days = new Map<number, number | undefined>()
  return instant => {
    const day = Math.floor(instant / dayLength)
    if (!days.has(day)) {
      const offset = zoneOffsetAt(day * dayLength, zone)
      days.set(day, zoneOffsetAt((day + 1) * dayLength, zone) === offset ? offset : undefined)
    }
    return days.get(day) ?? zoneOffsetAt(instant, zone)
  }
}

/** A time in parts in which a zone's clock isn't changed: from, inclusive, until, and how far it is ahead of UTC. Milliseconds. */
export function stretchesOf(zone: string, [from, until]: readonly [number, number]): [number, number, number][] {
  const offsetAt = offsetsOf(zone)
  const stretches: [number, number, number][] = []
  for (let at = from; at < until; ) {
    const offset = offsetAt(at)
    let end = at
    // By days as far as nothing is changed, then by quarters.
    while (end < until && offsetAt(end + dayLength) === offset) end += dayLength
    while (end < until && offsetAt(end) === offset) end += quarterLength
    end = Math.min(end, until)
    stretches.push([at, end, offset])
    at = end
  }
  return stretches
}

/** The day of an instant in UTC. */
export function dayAt(instant: number): number {
  return Math.floor(instant / dayLength)
}

/** The instant at which a day begins in a zone; where clocks skip midnight, the first one of the day. */
export function startOfDay(day: number, zone: string): number {
  const midnight = day * dayLength
  const before = midnight - zoneOffsetAt(midnight - dayLength, zone)
  const after = midnight - zoneOffsetAt(midnight + dayLength, zone)
  if (before === after) return before
  return [Math.min(before, after), Math.max(before, after)].find(at => at + zoneOffsetAt(at, zone) >= midnight) ?? after
}

/** ISO 8601 with the zone's offset: `2026-03-08T00:00:00-05:00`. */
export function isoIn(zone: string, instant: number): string {
  return isoAt(instant, zoneOffsetAt(instant, zone) / 60_000)
}

/** The same, with minutes ahead of UTC. */
function isoAt(instant: number, offset: number): string {
  const sign = offset < 0 ? '-' : '+'
  const two = (number: number) => String(number).padStart(2, '0')
  const written = offset === 0 ? 'Z' : `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  return new Date(instant + offset * 60_000).toISOString().replace(/\.\d{3}Z$/, written)
}

/** When a row's period begins and ends, as an answer says it. */
interface Bounds {
  start: string
  end: string
  date: string
  partial?: true
}

/** Whose days are asked for, and which. */
interface Range {
  from: number
  to: number
  timeZone?: string | undefined
  shownZone: string
}

/** Writes periods. Each once, because many groups share one; `key` tells them apart. */
export function boundsOf(
  { from, to, timeZone, shownZone }: Range,
  now: number,
): (period: Period, key: string) => Bounds {
  const zone = timeZone ?? shownZone
  const known = new Map<string, Bounds>()
  const starts = new Map<number, { at: number; iso: string }>()
  // Where one period ends the next begins.
  const startOn = (day: number) =>
    getOrAdd(starts, day, () => {
      const at = startOfDay(day, zone)
      return { at, iso: isoIn(zone, at) }
    })
  const write = (period: Period): Bounds => {
    const date = dateOf(period.day)
    if (period.hour) {
      const { start, end, offset } = period.hour
      return { start: isoAt(start, offset), end: isoAt(end, offset), date }
    }
    const end = startOn(period.endDay)
    const isPartial = period.day < from || period.endDay > to + 1 || end.at > now
    return { start: startOn(period.day).iso, end: end.iso, date, ...(isPartial && { partial: true }) }
  }
  return (period, key) => getOrAdd(known, key, () => write(period))
}

/** The day that ISO 8601 names, without a time; undefined for anything else. */
export function dayOf(text: string): number | undefined {
  const date = parseDateTime(text)
  return date && date.hour === undefined ? instantOf(date) / dayLength : undefined
}

/** A day as ISO 8601: `2026-03-08`. */
export function dateOf(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10)
}
