import { instantOf, parseDateTime } from '../../standards/iso8601.ts'

/** When a document was made, as it says. */
export interface Created {
  /** A date of the PDF (ISO 32000-1, 7.9.4), without parentheses. */
  text: string
  /** In milliseconds since 1970. */
  instant: number
}

/** The date in a document's information dictionary, as Chromium writes it; undefined if it has none. */
export function createdIn(info: string): Created | undefined {
  const [, text, ...parts] = created.exec(info) ?? []
  if (text === undefined) return undefined
  const [year, month, day, hour, minute, second, offset, minutes] = parts
  const dateTime = parseDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}:${minutes}`)
  return dateTime && { text, instant: instantOf(dateTime) }
}

const created = /\/CreationDate \((D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)'(\d\d)')\)/
