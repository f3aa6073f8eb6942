import { instantOf, parseDateTime } from '../standards/iso8601.ts'
import { receiptData } from './data/receipt-data.ts'
import { joinPath, type Notes } from './notes.ts'
import type { Field } from './schema/field.ts'
import { isObject } from './tidy/clean.ts'

/**
 * Leaves out dates that no sale has, such as year 1, 1970 or 2099 of a till's dead clock: they are neither printed nor counted, as if they
 * had not been sent. Text that is no date stays.
 *
 * @param receipt tidied, and changed; its other fields may still be invalid
 * @param receivedAt when the receipt arrived, milliseconds since 1970, if known: what happened can't be a year after it
 */
export function leaveOutFalseDates(receipt: Record<string, unknown>, notes: Notes, receivedAt?: number): void {
  dateFields ??= datesIn(receiptData.field)
  const walk: DateSearch = { at: 0, path: [], notes, bounds: boundsAt(receivedAt) }
  for (const field of dateFields) leaveOutIn(receipt, field, walk)
}

/** A field that has a date: its keys from the receipt, `[]` for each entry of a list. */
interface DateField {
  keys: readonly string[]
  /** It tells of what happened, such as a payment; else of what is to come, such as a due date. */
  hasHappened: boolean
}

let dateFields: readonly DateField[] | undefined

/** Every field of the interface that has a date. */
export function datesIn(field: Field, keys: readonly string[] = []): DateField[] {
  if (field.kind === 'verbatim') return field.form === 'dateTime' ? [{ keys, hasHappened: true }] : []
  if (field.kind === 'text') return field.date ? [{ keys, hasHappened: field.date === 'happened' }] : []
  if (field.kind === 'list') return datesIn(field.of, [...keys, '[]'])
  if (field.kind !== 'object') return []
  return [...field.parts].flatMap(([key, part]) => datesIn(part.field, [...keys, key]))
}

/** Where a field is looked for: in what its first `at` keys lead to, which is at `path`. */
interface DateSearch {
  at: number
  path: PropertyKey[]
  notes: Notes
  bounds: Bounds
}

function leaveOutIn(value: unknown, field: DateField, walk: DateSearch): void {
  const key = field.keys[walk.at] ?? ''
  if (key === '[]') {
    if (!Array.isArray(value)) return
    for (let index = 0; index < value.length; index++) step(value[index], index, field, walk)
    return
  }
  if (!isObject(value)) return
  const sent = value[key]
  if (sent === undefined) return
  if (walk.at < field.keys.length - 1) step(sent, key, field, walk)
  else if (typeof sent === 'string' && isFalse(sent, field.hasHappened, walk.bounds)) {
    delete (value as Record<string, unknown>)[key]
    walk.notes.warn(joinPath([...walk.path, key]), 'date_impossible')
  }
}

function step(value: unknown, key: PropertyKey, field: DateField, walk: DateSearch): void {
  walk.path.push(key)
  walk.at++
  leaveOutIn(value, field, walk)
  walk.at--
  walk.path.pop()
}

/** Of what has happened: the last year that needs no closer look, and the last instant. */
interface Bounds {
  year: string
  instant: number
}

/**
 * The engine has no clock: what it knows is that no till sent receipts before 1990, that none reads one of these in 2060, and that what is
 * due or expires in 2100 or later is due never.
 */
function boundsAt(receivedAt: number | undefined): Bounds {
  if (receivedAt === undefined) return engineBounds
  return { year: String(new Date(receivedAt).getUTCFullYear()), instant: receivedAt + yearLength }
}

const engineBounds: Bounds = { year: '2059', instant: Date.UTC(2060, 0) }

/** Milliseconds. */
const yearLength = 366 * 86_400_000

/** Whether a text is a date that can't be true. */
function isFalse(text: string, hasHappened: boolean, { year: lastYear, instant }: Bounds): boolean {
  // Every form of ISO 8601 that is read begins with the year.
  const year = text.slice(0, 4)
  if (year >= '1990' && year <= (hasHappened ? lastYear : '2099')) return false
  const sent = parseDateTime(text)
  return sent !== undefined && (year < '1990' || !hasHappened || instantOf(sent) >= instant)
}
