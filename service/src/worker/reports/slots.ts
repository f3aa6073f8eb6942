import { zoneOffsetAt } from 'counterfoil/internal'
import { readInstant } from '../../receipts/instant.ts'
import { dateOf } from '../../statistics/answers/periods.ts'
import { clockText } from '../../statistics/day-end/clock.ts'

/** When reports come: on every day, or on one of the week, at a time of a clock. */
export interface Rhythm {
  every: 'day' | 'week'
  /** For weeks: 1 is Monday, 7 Sunday. */
  weekday: number
  /** Minutes after midnight. */
  minute: number
}

/** When a report is made: at most once a day, so a time that a clock shows twice is one. */
export interface Slot {
  /** By the zone's clock, days since 1970. */
  day: number
  /** Milliseconds since 1970. A time that a clock skips is the one after. */
  at: number
}

/** The newest slot until an instant, inclusive: what was missed before it isn't made up for. */
export function newestSlot(rhythm: Rhythm, timeZone: string, now: number): Slot {
  return slotFrom(rhythm, timeZone, { now, step: -1 })
}

/** The first slot after an instant. */
export function nextSlot(rhythm: Rhythm, timeZone: string, now: number): Slot {
  return slotFrom(rhythm, timeZone, { now, step: 1 })
}

const dayLength = 86_400_000

function slotFrom(
  { every, weekday, minute }: Rhythm,
  timeZone: string,
  { now, step }: { now: number; step: 1 | -1 },
): Slot {
  const today = Math.floor((now + zoneOffsetAt(now, timeZone)) / dayLength)
  // A day nearer than today, because a clock may have been changed since.
  for (let day = today - step; ; day += step) {
    // Day 0 was a Thursday.
    if (every === 'week' && mod(day + 3, 7) + 1 !== weekday) continue
    const at = readInstant(`${dateOf(day)}T${clockText(minute)}`, timeZone)?.at ?? day * dayLength + minute * 60_000
    if (step === 1 ? at > now : at <= now) return { day, at }
  }
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by
}
