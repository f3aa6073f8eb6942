import { type Place, placeAfter } from './markup/html-pieces.ts'

/** Where a key is in a JSON file; the file's start if it has no such key. Quotes within strings are escaped, so cannot match. */
export function placeOfKey(source: string, key: string): Place {
  const index = source.search(new RegExp(`(?<!\\\\)"${key.replace(/\W/g, '\\$&')}"\\s*:`))
  return placeAfter({ line: 1, column: 1 }, source.slice(0, Math.max(index, 0)))
}
