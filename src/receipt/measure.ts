import { isObject } from './blank.ts'
import { cleanText } from './clean.ts'
import { limits } from './limits.ts'
import { type Place, pathOf } from './notes.ts'

/** What a sent value breaks before anyone looks at its fields. */
export interface Measure {
  /** The value is too large or too deep to be read at all. */
  tooLarge: { path: string; message: string } | undefined
  /** Paths of keys that are refused because copying them could change every object (prototype pollution). */
  hostileKeys: string[]
}

/** Counts a whole JSON value: depth, entries, items, text, names. Stops at the first limit that is broken. */
export function measure(sent: unknown): Measure {
  const count: Count = { entries: 0, items: 0, size: 0, hostile: [] }
  return { tooLarge: walk(sent, undefined, 1, count), hostileKeys: count.hostile }
}

interface Count {
  entries: number
  items: number
  size: number
  hostile: string[]
}

const hostileKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function walk(value: unknown, place: Place | undefined, depth: number, count: Count): Measure['tooLarge'] {
  if (typeof value === 'string') return sized(value.length, count)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > limits.depth) return { path: 'receipt', message: `must not be nested more than ${limits.depth} deep` }
  return Array.isArray(value) ? walkList(value, place, depth, count) : walkObject(value, place, depth, count)
}

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
  if (place?.key === 'items') count.items += list.length
  if (count.items > limits.items) return { path: path(), message: `must keep the receipt within ${limits.items} items` }
  for (const [key, value] of list.entries()) {
    const broken = walk(value, { within: place, key }, depth + 1, count)
    if (broken) return broken
  }
  return undefined
}

function walkObject(object: object, place: Place | undefined, depth: number, count: Count): Measure['tooLarge'] {
  if (!isObject(object)) return undefined
  for (const key of Object.keys(object)) {
    const here = { within: place, key }
    if (hostileKeys.has(cleanText(key)) && count.hostile.length < limits.errors)
      count.hostile.push(pathOf({ within: place, key: cleanText(key) }))
    const broken = sized(key.length, count) ?? walk(object[key], here, depth + 1, count)
    if (broken) return broken
  }
  return undefined
}

function sized(length: number, count: Count): Measure['tooLarge'] {
  count.size += length
  return count.size > limits.input ? { path: 'receipt', message: `must be at most ${limits.input} bytes` } : undefined
}
