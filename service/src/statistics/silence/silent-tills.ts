import type { TillHour } from '../../database/statistics/read-sums.ts'
import { between } from '../counting/dimensions.ts'
import { forgottenName } from '../folding/forget.ts'
import { otherName } from '../folding/name-limit.ts'
import { type Hour, habitBeside, type Silence, silenceOf, weeklyHabit } from './pauses.ts'

/** A till, or a whole store, that has stopped to send receipts at hours at which it usually does. */
export interface SilentTill {
  storeId: string
  /** Absent if all of the store's are silent. */
  register?: string
  /** The end of the last hour with a receipt, milliseconds since 1970. */
  since: number
  /** The day of its last receipt by the store's clock, days since 1970. */
  lastDay: number
  /** Receipts that would usually have come since. */
  missing: number
}

const hour = 3_600_000

/**
 * The tills that have gone silent, those first that lack most. A store that is closed isn't silent: it is judged by the hours of the
 * week at which it usually sells, and each of its tills by what the others sell meanwhile.
 *
 * @param now milliseconds since 1970
 */
export function silentTills(rows: readonly TillHour[], now: number): SilentTill[] {
  const known = rows.filter(({ name, hour_start }) => name !== otherName && name !== forgottenName && hour_start <= now)
  const stores = Map.groupBy(known, ({ name }) => name.split(between)[0] ?? '')
  return [...stores].flatMap(([, own]) => inStore(own, now)).sort((one, other) => other.missing - one.missing)
}

function inStore(rows: readonly TillHour[], now: number): SilentTill[] {
  const whole = hoursOf(rows)
  const silence = silenceOf(whole, now / hour, weeklyHabit(whole))
  if (silence) return [told(rows, silence)]
  return [...Map.groupBy(rows, ({ name }) => name)].flatMap(([name, sold]) => {
    const own = hoursOf(sold)
    const others = new Map(whole.map(({ at, receipts }) => [at, receipts]))
    for (const { at, receipts } of own) others.set(at, (others.get(at) ?? 0) - receipts)
    const found = silenceOf(own, now / hour, habitBeside(own, others))
    return found ? [{ ...told(sold, found), register: name.split(between)[1] ?? '' }] : []
  })
}

function hoursOf(rows: readonly TillHour[]): Hour[] {
  const hours = new Map<number, Hour>()
  for (const { hour_start, utc_offset, receipts } of rows) {
    const at = Math.floor(hour_start / hour)
    const known = hours.get(at)
    if (known) known.receipts += receipts
    else hours.set(at, { at, receipts, slot: mod(Math.floor((hour_start + utc_offset * 60_000) / hour), 168) })
  }
  return [...hours.values()].sort((one, other) => one.at - other.at)
}

function told(rows: readonly TillHour[], { since, missing }: Silence): SilentTill {
  const last = rows.reduce((one, other) => (other.hour_start > one.hour_start ? other : one))
  return {
    storeId: last.name.split(between)[0] ?? '',
    since: since * hour,
    lastDay: Math.floor((last.hour_start + last.utc_offset * 60_000) / (24 * hour)),
    missing: Math.round(missing),
  }
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by
}
