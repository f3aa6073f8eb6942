import { type Place, placeBehind } from './markup/html-pieces.ts'

/** Where a field of a JSON file stands; its start where it has none of that name. A quote within a text has a backslash before it. */
export function placeOfKey(source: string, key: string): Place {
  const index = source.search(new RegExp(`(?<!\\\\)"${key.replace(/\W/g, '\\$&')}"\\s*:`))
  return placeBehind({ line: 1, column: 1 }, source.slice(0, Math.max(index, 0)))
}
