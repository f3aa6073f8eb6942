import { instantOf, parseDateTime } from 'counterfoil'

/** A point in time, milliseconds since 1970; whether only a date was given. */
export interface Instant {
  at: number
  dateOnly: boolean
}

/**
 * Reads ISO 8601 as `parseDateTime` does, as a point in time. Without a zone it is UTC: the same rule for receipts and for
 * queries, so that what was sent as 12:00 is found at 12:00. Gives undefined for anything else.
 */
export function readInstant(text: string): Instant | undefined {
  const sent = parseDateTime(text)
  return sent && { at: instantOf(sent), dateOnly: sent.hour === undefined }
}
