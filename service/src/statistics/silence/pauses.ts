/** An hour with receipts: its number since 1970, how many there were, and its place in the week by the store's clock. */
export interface Hour {
  at: number
  receipts: number
  /** 0 to 167. */
  slot: number
}

/** Since when there were no receipts, and how many would have been usual. */
export interface Silence {
  /** The end of the last hour with receipts, in hours since 1970. */
  since: number
  missing: number
}

/** How many receipts are usual from one hour, inclusive, to another. */
export type Habit = (from: number, to: number) => number

/** Receipts that would usually have come from which on a pause is a silence. */
const fewest = 10

/** The pause must be so many times the second longest before: the longest may have been a holiday. */
const patience = 2

/** Days with receipts from which on there is a habit. */
const fewestDays = 5

const week = 168

/**
 * Whether receipts stopped. Pauses are measured in receipts that would usually have come: so a night is none, however long, and an
 * hour at noon is one.
 *
 * @param hours with receipts, in order
 * @param now in hours since 1970, with a fraction
 */
export function silenceOf(hours: readonly Hour[], now: number, habit: Habit): Silence | undefined {
  const last = hours.at(-1)
  const days = new Set(hours.map(({ at }) => Math.floor(at / 24)))
  if (!last || days.size < fewestDays) return undefined
  const pauses = hours.slice(1).map(({ at }, index) => habit((hours[index]?.at ?? at) + 1, at))
  const [, second = 0] = pauses.sort((one, other) => other - one)
  const missing = habit(last.at + 1, now)
  return missing >= Math.max(fewest, patience * second) ? { since: last.at + 1, missing } : undefined
}

/** What is usual at each hour of the week. */
export function weeklyHabit(hours: readonly Hour[]): Habit {
  const [first, last] = [hours[0], hours.at(-1)]
  if (!first || !last) return () => 0
  const slotOf = (at: number) => (first.slot + at - first.at) % week
  const counts = new Array<number>(week).fill(0)
  const times = new Array<number>(week).fill(0)
  for (const { slot, receipts } of hours) counts[slot]! += receipts
  for (let at = first.at; at <= last.at; at++) times[slotOf(at)]! += 1
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
export function habitBeside(own: readonly Hour[], others: ReadonlyMap<number, number>): Habit {
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
