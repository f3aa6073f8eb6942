/** What a member of a header may be; undefined is left out. */
export type FieldValue = number | string | Date | undefined

/**
 * A header that is a Dictionary (RFC 9651). A text with letters beyond ASCII is a Display String; of a date, whole seconds.
 *
 * @param members by keys of small letters
 */
export function writeDictionary(members: Readonly<Record<string, FieldValue>>): string {
  return Object.entries(members)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${itemOf(value)}`]))
    .join(', ')
}

function itemOf(value: number | string | Date): string {
  if (typeof value === 'number') return String(Math.trunc(value))
  if (value instanceof Date) return `@${Math.floor(value.getTime() / 1000)}`
  if (/^[ -~]*$/.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`
  const escaped = encodeURIComponent(value.toWellFormed()).replace(/%[0-9A-F]{2}/g, byte => byte.toLowerCase())
  return `%"${escaped}"`
}
