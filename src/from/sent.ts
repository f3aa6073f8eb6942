import { type FieldErrors, OrderError } from '../errors.ts'
import { type Decimal, numberOf, readDecimal } from './decimal.ts'

/**
 * A platform's object, read field by field. What is missing or of another kind is undefined or empty, and a problem where it is needed:
 * so all problems are found, each under its path in the platform's own words. A key also finds its spelling in camel case, as SDKs and
 * GraphQL have it, and lists may be GraphQL's connections.
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
  /** Ends the reading with this problem, where all others would follow from it. */
  refuse(key: string, message: string): never
}

/** What other interfaces of a platform call a field; the last is named where none is there. */
export type Spellings = Readonly<Record<string, readonly string[]>>

/**
 * Reads an order of a platform and converts it.
 *
 * @param order the platform's JSON, parsed
 * @param platform its name, as in messages
 * @throws OrderError with all problems by path in the platform's words
 */
export function readOrder<Result>(
  order: unknown,
  platform: string,
  convert: (order: Sent) => Result,
  spellings: Spellings = {},
): Result {
  const errors: FieldErrors = {}
  if (!isObject(order)) throw new OrderError(platform, { '': [{ code: null, message: 'must be an object' }] })
  const result = convert(sentIn(order, '', { platform, errors, spellings }))
  if (Object.keys(errors).length > 0) throw new OrderError(platform, errors)
  return result
}

/** What is under the innermost of these keys: what an API wraps an object in. */
export function within(sent: Sent, ...envelopes: readonly string[]): Sent {
  return envelopes.reduce((inner, key) => (inner.has(key) ? inner.part(key) : inner), sent)
}

interface SentContext {
  /** Whether keys around it are in camel case, so that missing ones would be. */
  readonly isCamel?: boolean
  readonly platform: string
  readonly errors: FieldErrors
  readonly spellings: Spellings
}

function sentIn(object: Readonly<Record<string, unknown>>, path: string, context: SentContext): Sent {
  const { errors, spellings } = context
  const isCamel = context.isCamel === true || Object.keys(object).some(key => /[a-z][A-Z]/.test(key))
  const below = { ...context, isCamel }
  const spellingsOf = (key: string) => [key, camelCased(key), ...(spellings[key] ?? [])]
  /** The key as it was sent, or would have been. */
  const keyOf = (key: string): string => {
    const known = spellingsOf(key)
    return known.find(each => Object.hasOwn(object, each)) ?? (isCamel ? known.at(-1) : undefined) ?? key
  }
  const at = (key: string) => (path === '' ? keyOf(key) : `${path}.${keyOf(key)}`)
  const wrong = (key: string, message: string) => {
    const known = errors[at(key)] ?? []
    errors[at(key)] = known
    // A field may be read more than once.
    if (!known.some(each => each.message === message)) known.push({ code: null, message })
  }
  const sentAt = (key: string): unknown => {
    const own = keyOf(key)
    const value = Object.hasOwn(object, own) ? object[own] : undefined
    // Odoo writes null as false.
    return value === null || value === false ? undefined : value
  }
  const text = (key: string) => {
    const value = sentAt(key)
    if (typeof value === 'number' || typeof value === 'bigint') return String(value)
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
    isFalse: key => Object.hasOwn(object, keyOf(key)) && object[keyOf(key)] === false,
    part(key) {
      const value = sentAt(key)
      return sentIn(isObject(value) ? value : {}, at(key), below)
    },
    list(key) {
      const value = sentAt(key)
      const { entries, place, within } = listIn(value)
      if (value !== undefined && !entries) wrong(key, 'must be a list')
      return (entries ?? []).flatMap((entry, index) => {
        const item: unknown = within !== '' && isObject(entry) ? entry.node : entry
        if (isObject(item)) return [sentIn(item, `${at(key)}${place}[${index}]${within}`, below)]
        wrong(`${keyOf(key)}${place}[${index}]${within}`, 'must be an object')
        return []
      })
    },
    has: key => sentAt(key) !== undefined,
    value: sentAt,
    wrong,
    refuse(key, message) {
      throw new OrderError(context.platform, { [at(key)]: [{ code: null, message }] })
    },
  }
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of a list or of a GraphQL connection, and where they are in it. */
function listIn(value: unknown): { entries: unknown[] | undefined; place: string; within: string } {
  if (Array.isArray(value)) return { entries: value, place: '', within: '' }
  const { nodes, edges } = isObject(value) ? value : {}
  if (Array.isArray(nodes)) return { entries: nodes, place: '.nodes', within: '' }
  if (Array.isArray(edges)) return { entries: edges, place: '.edges', within: '.node' }
  return { entries: undefined, place: '', within: '' }
}

const camelCased = (key: string): string => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
