import { instantOf, parseDateTime } from 'counterfoil'
import { z } from 'zod'

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

/** What an instant is given as, in operations and commands. */
export const instant = instantField('must be an ISO 8601 date and time with its offset')

/** As `instant`, where a date alone is usual. */
export const dateOrInstant = instantField('must be an ISO 8601 date, such as 2026-11-21')

function instantField(message: string) {
  return z.string().transform((text, context) => {
    const found = readInstant(text)
    if (found) return found
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}
