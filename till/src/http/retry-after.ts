/** No service may send a till away for longer; milliseconds. */
const maxRetryAfterMs = 3_600_000

/**
 * How long to wait by a Retry-After header (RFC 9110: seconds or a date); at most an hour. Undefined if it says nothing usable.
 *
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxRetryAfterMs)
}
