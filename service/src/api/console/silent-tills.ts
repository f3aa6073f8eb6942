import type { StatisticsRow } from '../../statistics/answers/answer-shape.ts'

/** A till that sends receipts on most days, and has stopped. */
export interface SilentTill {
  storeId: string
  storeName: string
  register: string
  /** The last day with a receipt. */
  lastDay: string
  /** Days since then. */
  days: number
  /** Its longest pause before, in days. */
  usual: number
}

/** Days with receipts from which on a till has a habit. */
const fewestDays = 5

/** Pauses as long as so many usual ones are silence. */
const patience = 2

/**
 * The tills that have gone silent: no receipt for more than twice their longest pause before, so that weekends and closed days
 * don't count.
 *
 * @param rows statistics by day and register
 * @param today days since 1970
 */
export function silentTills(rows: readonly StatisticsRow[], today: number): SilentTill[] {
  const tills = Map.groupBy(
    rows.filter(({ group, receipts = 0 }) => receipts > 0 && group?.workstationId !== undefined && !group.other),
    ({ group }) => group?.id ?? '',
  )
  return [...tills.values()]
    .flatMap(days => silenceOf(days, today))
    .sort((one, other) => other.days / other.usual - one.days / one.usual)
}

function silenceOf(rows: readonly StatisticsRow[], today: number): SilentTill[] {
  const days = rows.map(({ date }) => Date.parse(date) / 86_400_000).sort((one, other) => one - other)
  const last = days.at(-1) ?? today
  const pauses = days.slice(1).map((day, index) => day - (days[index] ?? day))
  const usual = Math.max(1, ...pauses)
  const { storeId = '', storeName = '', workstationId: register = '' } = rows[0]?.group ?? {}
  if (days.length < fewestDays || today - last <= usual * patience) return []
  const lastDay = new Date(last * 86_400_000).toISOString().slice(0, 10)
  return [{ storeId, storeName, register, lastDay, days: today - last, usual }]
}
