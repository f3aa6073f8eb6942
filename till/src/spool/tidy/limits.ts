import type { Log } from '../../basics/log.ts'

/** What a till keeps, and how long. */
export interface Limits {
  /** Receipts that may wait; more are sent live only. */
  pendingCount: number
  /** Days after which a waiting receipt that can't be sent is given up, that is moved to `refused`. */
  pendingDays: number
  /** Days that sent receipts are kept. */
  sentDays: number
  /** Days that refused receipts are kept, and what else was set aside. */
  refusedDays: number
}

export interface Tidying {
  limits: Limits
  /** Milliseconds since 1970. */
  now: number
  log: Log
  /** Whether this process tried a waiting receipt, in vain. */
  hasFailed: (name: string) => boolean
}

/** Part of a limit from which on it is warned of. */
export const nearly = 0.8
