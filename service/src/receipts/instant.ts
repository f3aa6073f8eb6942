/** A point in time, milliseconds since 1970; whether only a date was given. */
export interface Instant {
  at: number
  dateOnly: boolean
}

/**
 * Reads ISO 8601 (extended form) as a point in time. Without a zone it is UTC: the same rule for receipts and for queries,
 * so that what was sent as 12:00 is found at 12:00. Gives undefined for anything else.
 */
export function readInstant(text: string): Instant | undefined {
  const match = text.length > 40 ? null : pattern.exec(text)
  if (!match) return undefined
  const [, date = '', hour, minute, second = '00', fraction = '', zone = 'Z'] = match
  // Date.parse takes the 30th of February for the 1st or 2nd of March.
  const midnight = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined
  if (hour === undefined || minute === undefined) return { at: midnight, dateOnly: true }
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const seconds = second === '60' ? '59' : second
  const at = Date.parse(`${date}T${hour}:${minute}:${seconds}.${milliseconds}${offsetOf(zone)}`)
  return Number.isNaN(at) ? undefined : { at, dateOnly: false }
}

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

function offsetOf(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z'
  return `${zone.slice(0, 3)}:${zone.length > 3 ? zone.slice(-2) : '00'}`
}
