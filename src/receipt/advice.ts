import type { FieldErrors } from '../errors.ts'

/**
 * What a developer probably did, for the errors whose own words don't say: one line for each. For people only: an ErrorResponse has the
 * interface's words. Says nothing of what is in the receipt but a field's name.
 *
 * @param sent the input, before it was read
 */
export function adviceOn(sent: unknown, errors: FieldErrors): string[] {
  if (typeof sent === 'string' || sent instanceof Uint8Array) return adviceOnText(sent)
  if (Array.isArray(sent)) return ['This is a list: pass one receipt at a time; `merge` takes several.']
  if (sent instanceof Promise) return ['This is a promise: await it first.']
  if (typeof sent !== 'object' || sent === null) return []
  const within = wrapperOf(sent)
  if (within !== undefined) return [`The receipt is within \`${within}\`: pass that.`]
  const lines = Object.keys(errors).flatMap(path => adviceOnValue(path, valueAt(sent, path)) ?? [])
  return [...new Set(lines)].slice(0, most)
}

/** Lines of advice on one receipt. */
const most = 5

function adviceOnText(sent: string | Uint8Array): string[] {
  if (typeof sent !== 'string') return []
  const text = sent.slice(0, 300).trim()
  return /^[^{}[\]"]+\.json$/i.test(text) || /^(?:\.{0,2}\/|[A-Za-z]:\\|file:)/.test(text)
    ? ["This looks like a file's path: pass what is in the file, as text or parsed."]
    : []
}

/** The only field, if a receipt is in it. */
function wrapperOf(sent: object): string | undefined {
  const [name, ...others] = Object.keys(sent)
  if (name === undefined || others.length > 2 || !/^\w{1,30}$/.test(name)) return undefined
  const inner: unknown = (sent as Record<string, unknown>)[name]
  const isReceipt = typeof inner === 'object' && inner !== null && 'transactionNumber' in inner
  return isReceipt && !('transactionNumber' in sent) ? name : undefined
}

function adviceOnValue(path: string, value: unknown): string | undefined {
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (value instanceof Date)
    return `${path}: a Date doesn't know the shop's clock; pass text such as "2026-11-20T23:30:00-05:00", or date.toISOString() with the store's timeZone in \`locales\`.`
  if (field === 'quantity' && (typeof value === 'number' || typeof value === 'string'))
    return `${path}: write { value: 2 }, with unitOfMeasureCode for what is weighed.`
  if (typeof value === 'number' && /date/i.test(field))
    return `${path}: a number of seconds or milliseconds isn't read; write new Date(…).toISOString().`
  if (
    typeof value === 'string' &&
    /\d/.test(value) &&
    /[^\d.+\-eE\s]/.test(value) &&
    !/date|time|currency|number|code/i.test(field)
  )
    return `${path}: an amount has no currency sign and no separator but its point: 126.99, or "126.99".`
  return undefined
}

/** The value at a path such as `items[0].quantity`; undefined if there is none. */
function valueAt(sent: object, path: string): unknown {
  let value: unknown = sent
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
