import type { StatisticsAnswer } from '../answers.ts'
import { addressOf } from '../parts/router.ts'
import { dayText } from '../parts/words.ts'
import type { DayRange, Measure } from './figures.ts'

/** What the address says is shown. */
export interface OverviewQuery extends DayRange {
  show: Measure
  store?: string
  currency?: string
}

/** A period's statistics beside those of the one before. */
export interface Compared {
  shown: OverviewQuery
  now: StatisticsAnswer
  past: StatisticsAnswer
  currency: string
}

/** The overview's address with something else shown. */
export function placeWith(shown: OverviewQuery, changes: Partial<OverviewQuery>): string {
  return addressOf([], { ...shown, ...changes })
}

/** A period in words. */
export function periodWords({ from, to }: DayRange): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}
