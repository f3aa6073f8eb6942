import type { AttemptOutcome, DeliveryTable } from '../database/tables.ts'

/** How an attempt ended. Without `retryAt`, the delivery is finished. */
export interface AttemptEnd {
  outcome: AttemptOutcome
  code?: string
  detail?: string
  retryAt?: number
  /** Version of the engine that made the mail. */
  engineVersion?: string
  /** It failed because the address doesn't exist. */
  badAddress?: boolean
}

export interface Begun {
  delivery: DeliveryTable
  number: number
  /** Earlier attempts that were answered and deferred, since an operator last had it tried again. Interrupted ones don't count. */
  answered: number
  /** The previous attempt was found open and closed as interrupted. */
  interrupted: boolean
}

/**
 * Why no attempt was opened. `over`: nothing is left to do. `busy`: another attempt is open and may still be running. `later`:
 * an open attempt was closed as interrupted, and the next one has to wait. `alone`: so many attempts were interrupted that this
 * mail may be crashing the process; begin again when no other mail is being sent.
 */
export type NotBegun = 'over' | 'busy' | 'later' | 'alone'
