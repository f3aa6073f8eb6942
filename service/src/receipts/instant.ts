import { instantOf, parseDateTime } from 'counterfoil'

/** A point in time, milliseconds since 1970, and whether only a date was given. */
export interface Instant {
  at: number
  dateOnly: boolean
}

/**
 * Parses ISO 8601 like `parseDateTime`, as a point in time; undefined for anything else. Without a zone it is UTC, for receipts
 * and queries alike, so that what was sent as 12:00 is found at 12:00.
 */
export function readInstant(text: string): Instant | undefined {
  const sent = parseDateTime(text)
  return sent && { at: instantOf(sent), dateOnly: sent.hour === undefined }
}
