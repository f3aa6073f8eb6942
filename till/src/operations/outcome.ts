/** An offer of the service, to show or print. */
export interface TillOffer {
  offerContentType?: string
  content: string
  /** CSS px; images only. */
  imageWidth?: number
}

/** The interface's ErrorResponse, as far as the service sent one. */
export interface ErrorResponse {
  message: string
  code: string | null
  referenceId?: string
  errors: Record<string, { code: string | null; message: string }[]>
  /** How many more fields were at fault than are kept here. */
  leftOut?: number
}

interface About {
  /** The HTTP status, if there was an answer. */
  status?: number | undefined
  referenceId?: string | undefined
  /** One sentence for the log. */
  message: string
}

/**
 * Why the service doesn't write to an address: mail to it came back (`bounce`), its reader called one spam (`complaint`), or the merchant
 * said so (`hand`).
 */
export type Suppressed = (typeof suppressions)[number]

/** All there are. */
export const suppressions = ['bounce', 'complaint', 'hand'] as const

/** The service has the receipt, now or from an earlier try. */
export interface Accepted extends About {
  kind: 'accepted'
  receiptId?: string | undefined
  /** Where the service mails it; null if nowhere, undefined if it didn't say. */
  address?: string | null | undefined
  /** Why the service won't mail it: it doesn't write to the address. */
  suppressed?: Suppressed | undefined
  offers: TillOffer[]
}

/** This receipt won't be taken, however often it is sent. */
export interface Refused extends About {
  kind: 'refused'
  error: ErrorResponse
}

/** Nothing is taken until a person mends key, merchant, address or mode. */
export interface Halted extends About {
  kind: 'halted'
  /** What is to be mended. */
  what: 'key' | 'merchant' | 'address' | 'mode'
}

/** The service asks for a pause. */
export interface Busy extends About {
  kind: 'busy'
  /** Milliseconds. */
  retryAfter?: number | undefined
}

/** The service failed, or no usable answer came: it may have the receipt or not. */
export interface Failed extends About {
  kind: 'failed'
  /** Such as `ECONNREFUSED`, `deadline` or `not_receipt`; absent if the service said 5xx. */
  code?: string | undefined
}

/** What became of a receipt that was sent. */
export type Outcome = Accepted | Refused | Halted | Busy | Failed
