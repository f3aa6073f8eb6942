import { type FieldErrors, OrderError } from '../errors.ts'
import { type Decimal, numberOf, readDecimal } from './decimal.ts'

/**
 * A platform's object, read field by field. What is missing or of another kind is undefined or empty, and a problem where it is needed:
 * so all problems are found, each under its path in the platform's own words.
 */
export interface Sent {
  /** Where it is: `line_items[0]`. Empty at the top. */
  readonly path: string
  /** Text or a number as text; undefined if it is blank, missing or null. */
  text(key: string): string | undefined
  /** The same of a field that a receipt must have. */
  needText(key: string): string
  /** A decimal, sent as text or number. A problem if it is neither. */
  decimal(key: string): Decimal | undefined
  needDecimal(key: string): Decimal
  /** The decimal as a number of a receipt. */
  number(key: string): number | undefined
  isTrue(key: string): boolean
  /** Whether it was sent as false, which other readers take for missing. */
  isFalse(key: string): boolean
  /** The object under a key: an empty one if there is none. */
  part(key: string): Sent
  /** The objects of a list. */
  list(key: string): Sent[]
  has(key: string): boolean
  /** What is under a key, as sent; undefined if it is missing or null. */
  value(key: string): unknown
  /** Notes a problem with a field. */
  wrong(key: string, message: string): void
}

/**
 * Reads an order of a platform and converts it.
 *
 * @param order the platform's JSON, parsed
 * @param platform its name, as in messages
 * @throws OrderError with all problems by path in the platform's words
 */
export function readOrder<Result>(order: unknown, platform: string, convert: (order: Sent) => Result): Result {
  const errors: FieldErrors = {}
  if (!isObject(order)) throw new OrderError(platform, { '': [{ code: null, message: 'must be an object' }] })
  const result = convert(sentIn(order, '', errors))
  if (Object.keys(errors).length > 0) throw new OrderError(platform, errors)
  return result
}

function sentIn(object: Readonly<Record<string, unknown>>, path: string, errors: FieldErrors): Sent {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  const wrong = (key: string, message: string) => {
    const known = errors[at(key)] ?? []
    errors[at(key)] = known
    // A field may be read more than once.
    if (!known.some(each => each.message === message)) known.push({ code: null, message })
  }
  const sentAt = (key: string): unknown => {
    const value = Object.hasOwn(object, key) ? object[key] : undefined
    // Odoo writes null as false.
    return value === null || value === false ? undefined : value
  }
  const text = (key: string) => {
    const value = sentAt(key)
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const decimal = (key: string) => {
    const value = sentAt(key)
    if (value === undefined || value === '') return undefined
    const read = readDecimal(value)
    if (!read) wrong(key, 'must be an amount, such as "24.00"')
    return read
  }
  const need = <Value>(key: string, value: Value | undefined, fallback: Value): Value => {
    if (value === undefined && !Object.hasOwn(errors, at(key))) wrong(key, 'may not be null')
    return value ?? fallback
  }
  return {
    path,
    text,
    needText: key => need(key, text(key), ''),
    decimal,
    needDecimal: key => need(key, decimal(key), { units: 0n, digits: 0 }),
    number(key) {
      const read = decimal(key)
      return read && numberOf(read)
    },
    isTrue: key => sentAt(key) === true,
    isFalse: key => Object.hasOwn(object, key) && object[key] === false,
    part(key) {
      const value = sentAt(key)
      return sentIn(isObject(value) ? value : {}, at(key), errors)
    },
    list(key) {
      const value = sentAt(key)
      if (value !== undefined && !Array.isArray(value)) wrong(key, 'must be a list')
      const entries: unknown[] = Array.isArray(value) ? value : []
      return entries.flatMap((entry, index) => {
        if (isObject(entry)) return [sentIn(entry, `${at(key)}[${index}]`, errors)]
        wrong(`${key}[${index}]`, 'must be an object')
        return []
      })
    },
    has: key => sentAt(key) !== undefined,
    value: sentAt,
    wrong,
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
