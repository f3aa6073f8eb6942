/** Where a merchant's own system is told what became of receipts and mails. */
export interface WebhookEndpointTable {
  id: string
  merchant_id: string
  url: string
  /** JSON list of event types. */
  events: string
  /** Whether messages say who the customer is: 1 or 0. */
  customer_data: number
  /** Its messages are signed with it; sealed if the service has a key for that. */
  secret: string
  /** The one before, with which they are signed, too, until that time. */
  old_secret: string | null
  old_secret_until: number | null
  created_at: number
  /** When the first attempt since the last success failed; null if the last one succeeded. */
  failing_since: number | null
  /** Attempts that have failed since then; those that ended together are one. */
  failures: number
  /** Until then only one attempt at a time is made. */
  blocked_until: number | null
  /** When it was turned off; null while it is on. */
  off_at: number | null
  off_reason: WebhookOffReason | null
  /** When the merchant is to be told that it was turned off; null if there is nothing to tell. */
  notice_due_at: number | null
}

/**
 * `hand`: a person turned it off. `failing`: it failed for days. `gone`: it answered that it wants no more (410). `removed`: it is
 * deleted, once its messages are.
 */
export type WebhookOffReason = 'hand' | 'failing' | 'gone' | 'removed'

/** What is told to an endpoint. */
export interface WebhookMessageTable {
  /** In the order in which they were written. */
  seq: number
  /** Of `webhook-id`. */
  id: string
  endpoint_id: string
  merchant_id: string
  /** Empty if it isn't about a receipt. */
  receipt_id: string
  /** Empty if it isn't about a mail. */
  delivery_id: string
  type: string
  /** JSON of the payload's data, without anything about the customer. */
  data: string
  /** JSON of what is added about the customer; null without, and once that is erased. */
  customer: string | null
  /** 1 if its receipt or mail was erased: answers to it, which may repeat something of it, aren't kept. */
  erased: number
  created_at: number
  status: WebhookStatus
  due_at: number
  /** 0: somebody waits for it; 1: a retry, or one of a backlog. */
  lane: number
  /** Which process has it in hand; null if none has. */
  worker: string | null
  attempt_count: number
  /** Attempts that were answered, or not in time, since it was last asked for by hand; interrupted ones don't count. */
  tries: number
  finished_at: number | null
}

/**
 * `queued`: it is posted when it is due. `parked`: it waits for its endpoint. `behind`: it waits for an earlier one about the same receipt. `delivered`
 * and `failed`: it is over.
 */
export type WebhookStatus = 'queued' | 'parked' | 'behind' | 'delivered' | 'failed'

/** What an endpoint answered to a message. */
export interface WebhookAttemptTable {
  message_id: string
  number: number
  started_at: number
  took_ms: number
  /** HTTP status code; null without an answer. */
  status_code: number | null
  /** Why there was none, such as `timeout`; or `ok`, or `status`. */
  code: string
  /** How the answer's body begins, at most 500 characters. */
  answer: string
}

/** Tills whose silence was told to their merchant. */
export interface WebhookSilenceTable {
  merchant_id: string
  store_id: string
  /** Empty for all of the store's. */
  register: string
  since: number
}
