import { limits } from '../limits.ts'
import { type Place, pathOf } from '../notes.ts'
import { isObject } from '../tidy/blank.ts'
import { cleanText } from '../tidy/clean.ts'

/** Problems found before looking at any field. */
export interface Measure {
  /** The value is too large or too deep to read. */
  tooLarge: { path: string; message: string } | undefined
  /** Paths of keys that are rejected because copying them could change every object (prototype pollution). */
  hostileKeys: string[]
}

/** Measures a JSON value: depth, entries, items, text, keys. Stops at the first limit exceeded. */
export function measure(sent: unknown): Measure {
  const count: Count = { entries: 0, items: 0, orders: 0, tenders: 0, size: 0, breaks: 0, hostile: [] }
  return { tooLarge: walk(sent, undefined, 1, count), hostileKeys: count.hostile }
}

interface Count {
  entries: number
  items: number
  orders: number
  tenders: number
  size: number
  breaks: number
  hostile: string[]
}

const hostileKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function walk(value: unknown, place: Place | undefined, depth: number, count: Count): Measure['tooLarge'] {
  if (typeof value === 'string') return sized(value.length, count) ?? broken(value, place, count)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > limits.depth) return { path: 'receipt', message: `must not be nested more than ${limits.depth} deep` }
  return Array.isArray(value) ? walkList(value, place, depth, count) : walkObject(value, place, depth, count)
}

/** Lists with their own limits, wherever they are. */
const counted = new Map<string | number | undefined, 'items' | 'orders' | 'tenders'>([
  ['items', 'items'],
  ['orders', 'orders'],
  ['tenders', 'tenders'],
  ['tenderHistory', 'tenders'],
])

function walkList(
  list: readonly unknown[],
  place: Place | undefined,
  depth: number,
  count: Count,
): Measure['tooLarge'] {
  const path = () => pathOf(place)
  count.entries += list.length
  if (count.entries > limits.entries)
    return { path: path(), message: `must keep all lists together within ${limits.entries} entries` }
  const kind = counted.get(place?.key)
  if (kind !== undefined) count[kind] += list.length
  if (kind !== undefined && count[kind] > limits[kind])
    return { path: path(), message: `must keep the receipt within ${limits[kind]} ${kind}` }
  for (const [key, value] of list.entries()) {
    const tooLarge = walk(value, { within: place, key }, depth + 1, count)
    if (tooLarge) return tooLarge
  }
  return undefined
}

function walkObject(object: object, place: Place | undefined, depth: number, count: Count): Measure['tooLarge'] {
  if (!isObject(object)) return undefined
  for (const key of Object.keys(object)) {
    const here = { within: place, key }
    if (hostileKeys.has(cleanText(key)) && count.hostile.length < limits.errors)
      count.hostile.push(pathOf({ within: place, key: cleanText(key) }))
    const tooLarge = sized(key.length, count) ?? walk(object[key], here, depth + 1, count)
    if (tooLarge) return tooLarge
  }
  return undefined
}

function sized(length: number, count: Count): Measure['tooLarge'] {
  count.size += length
  return count.size > limits.input ? { path: 'receipt', message: `must be at most ${limits.input} bytes` } : undefined
}

const mayBreak = /[\n\r\\\u0085\u2028\u2029]/

/** Counts a text's line breaks, real or escaped as `\\n` (clean.ts). */
function broken(text: string, place: Place | undefined, count: Count): Measure['tooLarge'] {
  if (!mayBreak.test(text)) return undefined
  for (const mark of ['\n', '\r', '\\n', '\u2028', '\u2029', '\u0085'])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) count.breaks++
  return count.breaks > limits.lineBreaks
    ? { path: pathOf(place), message: `must keep the receipt within ${limits.lineBreaks} line breaks` }
    : undefined
}
