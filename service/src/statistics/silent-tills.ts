import { type Reach, reaches } from '../basics/reach.ts'
import { type Database, inSnapshot } from '../database/database.ts'
import { readTillHours, type TillHour } from '../database/statistics/read-sums.ts'
import { hourStartOf, readBucketKey } from './counting/bucket-key.ts'
import { readChange } from './counting/change.ts'
import { between, nameOf } from './counting/dimensions.ts'
import { forgottenName, otherName, readLabels } from './folding/labels.ts'

/** A silent till with its store's name. */
export interface NamedSilentTill extends SilentTill {
  storeName: string
}

const day = 86_400_000

/** Days from which habits are read. */
const span = 28

/** The tills within reach that have gone silent, as of now: also by receipts that weren't folded into the statistics yet. */
export function readSilentTills(db: Database, { merchantId, stores }: Reach, now: number): Promise<NamedSilentTill[]> {
  const names = stores?.map(nameOf) ?? null
  const today = Math.floor(now / day)
  return inSnapshot(db, async snapshot => {
    const read = { merchantId, from: today - span, to: today + 1 }
    const folded = await readTillHours(snapshot, read)
    const all = silentTills([...folded, ...(await pendingHours(snapshot, read))], now)
    const silent = all.filter(({ storeId }) => reaches({ stores: names }, storeId))
    if (silent.length === 0) return []
    const ids = [...new Set(silent.map(({ storeId }) => storeId))]
    const labels = await readLabels(snapshot, merchantId, 'store', ids)
    const labelOf = new Map(labels.map(({ name, label }) => [name, label]))
    return silent.map(till => ({ ...till, storeName: labelOf.get(till.storeId) ?? '' }))
  })
}

interface Days {
  merchantId: string
  from: number
  to: number
}

async function pendingHours(db: Database, { merchantId, from, to }: Days): Promise<TillHour[]> {
  const deltas = await db
    .selectFrom('statistics_deltas')
    .select(['place', 'body'])
    .where('merchant_id', '=', merchantId)
    .where('kept', '=', 0)
    .execute()
  return deltas.flatMap(({ place, body }) => {
    const { receipts = 0 } = readChange(body).adds ?? {}
    if (receipts <= 0) return []
    const { day: on, store, register, quarterStart, utcOffset } = readBucketKey(place)
    // By a clock that is years behind, there would be millions of hours since.
    if (on < from || on > to) return []
    const hour_start = hourStartOf(quarterStart, utcOffset)
    return [{ name: `${store}${between}${register}`, hour_start, utc_offset: utcOffset, receipts }]
  })
}

/** A till, or a whole store, that has stopped sending receipts at hours when it usually sends some. */
interface SilentTill {
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

/** An hour with receipts: its number since 1970, how many there were, and its place in the week by the store's clock. */
interface Hour {
  at: number
  receipts: number
  /** 0 to 167. */
  slot: number
}

/** Since when there were no receipts, and how many would have been usual. */
interface Silence {
  /** The end of the last hour with receipts, in hours since 1970. */
  since: number
  missing: number
}

/** How many receipts are usual from one hour, inclusive, to another. */
type Habit = (from: number, to: number) => number

/** Receipts that would usually have come from which on a pause is a silence. */
const minMissing = 10

/** The pause must be so many times the second longest before: the longest may have been a holiday. */
const silenceFactor = 2

/** Days with receipts from which on there is a habit. */
const minDays = 5

const week = 168

/**
 * Whether receipts stopped. Pauses are measured in receipts that would usually have come: so a night is none, however long, and an
 * hour at noon is one.
 *
 * @param hours with receipts, in order
 * @param now in hours since 1970, with a fraction
 */
function silenceOf(hours: readonly Hour[], now: number, habit: Habit): Silence | undefined {
  const last = hours.at(-1)
  const days = new Set(hours.map(({ at }) => Math.floor(at / 24)))
  if (!last || days.size < minDays) return undefined
  const pauses = hours.slice(1).map(({ at }, index) => habit((hours[index]?.at ?? at) + 1, at))
  const [, second = 0] = pauses.sort((one, other) => other - one)
  const missing = habit(last.at + 1, now)
  return missing >= Math.max(minMissing, silenceFactor * second) ? { since: last.at + 1, missing } : undefined
}

/** What is usual at each hour of the week. */
function weeklyHabit(hours: readonly Hour[]): Habit {
  const [first, last] = [hours[0], hours.at(-1)]
  if (!first || !last) return () => 0
  const slotOf = (at: number) => (first.slot + at - first.at) % week
  const counts = new Array<number>(week).fill(0)
  const times = new Array<number>(week).fill(0)
  for (const { slot, receipts } of hours) counts[slot] = (counts[slot] ?? 0) + receipts
  for (let at = first.at; at <= last.at; at++) times[slotOf(at)] = (times[slotOf(at)] ?? 0) + 1
  return (from, to) => {
    let sum = 0
    for (let at = from; at < to; at++) {
      const slot = slotOf(at)
      sum += ((counts[slot] ?? 0) / Math.max(1, times[slot] ?? 0)) * Math.min(1, to - at)
    }
    return sum
  }
}

/** What is usual beside others: as many receipts as its share of theirs, while it sold. When they sell nothing, nothing is usual. */
function habitBeside(own: readonly Hour[], others: ReadonlyMap<number, number>): Habit {
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return () => 0
  const theirs = (from: number, to: number) => {
    let sum = 0
    for (let at = from; at < to; at++) sum += others.get(at) ?? 0
    return sum
  }
  const all = theirs(first.at, last.at + 1)
  const share = all === 0 ? 0 : own.reduce((sum, { receipts }) => sum + receipts, 0) / all
  return (from, to) => share * theirs(from, to)
}
