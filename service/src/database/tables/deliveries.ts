import type { Variant } from 'counterfoil'

/** One mail to one address: the source of truth. A queue's job only says when to look here. */
export interface DeliveryTable {
  id: string
  receipt_id: string
  merchant_id: string
  kind: 'receipt' | 'resend'
  email_address: string
  /** A look other than the merchant's, or `gift`. */
  variant: Variant | null
  message_id: string
  status: DeliveryStatus
  created_at: number
  due_at: number
  attempt_count: number
  finished_at: number | null
  /** Version of the engine that made the mail, once sent. */
  engine_version: string | null
  /** When an operator last had a finished delivery tried again. Attempts before don't count as tries. */
  retried_at: number | null
  /** When the address turned out not to exist; null unless `status` is `failed`. */
  bounced_at: number | null
}

/** `held`: queued, but its delivery is paused. */
export type DeliveryStatus = 'queued' | 'held' | 'sent' | 'failed' | 'canceled' | 'withheld'

export interface AttemptTable {
  delivery_id: string
  number: number
  started_at: number
  ended_at: number | null
  outcome: AttemptOutcome | null
  /** The SMTP reply code, or our own, such as `connection`. */
  code: string | null
  detail: string | null
}

/**
 * `interrupted`: the process died during the attempt, so the mail may have been sent. With a code it wasn't: no connection was free
 * (`no_connection`) until the service stopped (`stopped`).
 */
export type AttemptOutcome = 'sent' | 'deferred' | 'failed' | 'interrupted' | 'withheld'

export interface BounceTable {
  /** A hash of merchant and address with the key of the search; others are an older version's. */
  address_hash: string
  code: string
  bounced_at: number
}

/** Deliveries that operators hold back. One row per scope and value. */
export interface PauseTable {
  id: string
  scope: 'all' | 'merchant' | 'domain'
  /** The merchant's id, or the addresses' domain in lowercase; empty for all. */
  value: string
  reason: string
  actor: string
  paused_at: number
}
