import { limits } from '../limits.ts'
import { pathOf, type ReceiptLocation } from '../notes.ts'

/** Why a value is too large or too deep to read, and where; undefined if it isn't. */
type TooLarge = { path: string; message: string } | undefined

/** Measures a JSON value: depth, entries, items, text. Stops at the first limit exceeded. */
export function measure(sent: unknown): TooLarge {
  return walk(sent, undefined, 1, newCounters())
}

function walk(value: unknown, place: ReceiptLocation | undefined, depth: number, count: ReadCounters): TooLarge {
  if (typeof value === 'string') return sized(value.length, count) ?? broken(value, place, count)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > limits.depth) return { path: pathOf(place), message: `must not be nested more than ${limits.depth} deep` }
  const isList = Array.isArray(value)
  const { length } = isList ? value : Object.keys(value)
  if (isList || maps.has(place?.key)) count.entries += length
  if (count.entries > limits.entries)
    return { path: pathOf(place), message: `must keep all lists and maps together within ${limits.entries} entries` }
  const kind = isList ? limitedLists.get(place?.key) : undefined
  if (kind !== undefined) {
    count[kind] += length
    if (count[kind] > limits[kind])
      return { path: pathOf(place), message: `must keep the receipt within ${limits[kind]} ${kind}` }
  }
  for (const [key, inside] of isList ? value.entries() : Object.entries(value)) {
    const tooLarge =
      (typeof key === 'string' ? sized(key.length, count) : undefined) ??
      walk(inside, { within: place, key }, depth + 1, count)
    if (tooLarge) return tooLarge
  }
  return undefined
}

/** What is counted while a receipt is read. */
export interface ReadCounters {
  /** UTF-16 units of texts and keys. */
  size: number
  /** Line breaks; `receipt/quick` counts all units of texts that have any. */
  breaks: number
  /** Entries of all lists and maps. */
  entries: number
  items: number
  orders: number
  tenders: number
  /** Keys of all objects; only `receipt/quick` counts them. */
  keys: number
  /** Something in it must not be stored as sent, as `receipt/quick` found. */
  isSecret: boolean
}

/** Counters of nothing. */
export function newCounters(): ReadCounters {
  return { size: 0, breaks: 0, entries: 0, items: 0, orders: 0, tenders: 0, keys: 0, isSecret: false }
}

/** Whether nothing can be over its limit. */
export function isWithinLimits({ size, breaks, entries, items, orders, tenders }: ReadCounters): boolean {
  return (
    size <= limits.input &&
    breaks <= limits.lineBreaks &&
    entries <= limits.entries &&
    items <= limits.items &&
    orders <= limits.orders &&
    tenders <= limits.tenders
  )
}

/** Lists with their own limits, wherever they are. */
export const limitedLists = new Map<string | number | undefined, 'items' | 'orders' | 'tenders'>([
  ['items', 'items'],
  ['orders', 'orders'],
  ['tenders', 'tenders'],
  ['tenderHistory', 'tenders'],
])

/** Fields whose keys the sender chooses: their entries cost as much as a list's. */
const maps: ReadonlySet<unknown> = new Set(['supportingDocuments', 'additionalAttributes'])

function sized(length: number, count: ReadCounters): TooLarge {
  count.size += length
  return count.size > limits.input ? { path: 'receipt', message: `must be at most ${limits.input} bytes` } : undefined
}

/** What may be a line break, real or escaped. */
export const mayBreak = /[\n\r\\\u0085\u2028\u2029]/

/** Counts a text's line breaks, real or escaped as `\\n` (clean.ts). */
function broken(text: string, place: ReceiptLocation | undefined, count: ReadCounters): TooLarge {
  if (!mayBreak.test(text)) return undefined
  for (const mark of ['\n', '\r', '\\n', '\u2028', '\u2029', '\u0085'])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) count.breaks++
  return count.breaks > limits.lineBreaks
    ? { path: pathOf(place), message: `must keep the receipt within ${limits.lineBreaks} line breaks` }
    : undefined
}
