import type { Grouping } from './groups.ts'
import type { Interval } from './periods.ts'

/** By what groups may be ranked. */
export const orders = ['amount', 'count', 'returns'] as const

/** What a client asks. */
export interface Asked {
  merchantId: string
  /** First and last day, days since 1970. */
  from: number
  to: number
  interval: Interval
  groupBy?: Grouping | undefined
  storeId?: string | undefined
  /** Whose days; default each store's own. */
  timeZone?: string | undefined
  /** The zone of `start` and `end` otherwise. */
  shownZone: string
  weekStart: number
  /** Only so many groups, by their rank in the whole range. */
  top?: number | undefined
  orderBy: (typeof orders)[number]
  /** Only what receipts add up to: no times from sale to mail, no refused requests or validations, which are more rows than all else. */
  brief?: boolean
}
