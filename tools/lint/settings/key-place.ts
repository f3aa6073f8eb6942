import { type Place, placeAfter } from '../markup/html-pieces.ts'

/** Where a key is in a JSON file; the file's start if it has no such key. Quotes within strings are escaped, so cannot match. */
export function placeOfKey(source: string, key: string): Place {
  return placeAt(source, indexOfKey(source, key))
}

/** Where an entry of a list of strings is in a JSON file; the key's place if there is no such entry. */
export function placeOfEntry(source: string, key: string, at: number): Place {
  const start = indexOfKey(source, key)
  const list = source.indexOf('[', start)
  const entry = [...source.slice(list).matchAll(/"(?:[^"\\]|\\.)*"/g)][at]
  return placeAt(source, entry ? list + entry.index : start)
}

function indexOfKey(source: string, key: string): number {
  return source.search(new RegExp(`(?<!\\\\)"${key.replace(/\W/g, '\\$&')}"\\s*:`))
}

function placeAt(source: string, index: number): Place {
  return placeAfter({ line: 1, column: 1 }, source.slice(0, Math.max(index, 0)))
}
