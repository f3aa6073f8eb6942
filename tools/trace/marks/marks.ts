import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { pathBelow } from '../fields/leaves.ts'
import { isCode, pictureOf, shownPart } from '../shown.ts'

/** A view in which every shown text carries its path. */
export interface MarkedView {
  view: ReceiptView
  /** The path for each mark's number: `items.groups[0].items[0].name`. */
  paths: readonly string[]
}

/**
 * Marks the texts of a view with invisible characters: U+E0001 (language tag) and the path's number in tag digits before a
 * text, U+E0001 and a cancel tag after it. These are format characters (Cf): they take no columns, and words do not break
 * before them. Flags also use tags, but U+E0001 is deprecated: a text that contains it is not marked.
 *
 * Leading and trailing spaces stay outside the marks, and blank text is not marked, so that code that trims, wraps or tests
 * text behaves as without marks. Image keys, codes and fields that are never printed are not marked.
 */
export function markView(view: ReceiptView): MarkedView {
  const paths: string[] = []
  return { view: { ...view, ...(marked(shownPart(view), '', '') as Partial<ReceiptView>) }, paths }

  function marked(value: unknown, path: string, name: string | number): unknown {
    if (typeof value === 'string') return pictureOf(view, name, value) || isCode(path) ? value : markedText(value, path)
    if (Array.isArray(value)) return value.map((each, at) => marked(each, pathBelow(path, at), at))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, marked(each, pathBelow(path, key), key)]),
    )
  }

  function markedText(text: string, path: string): string {
    const words = text.trim()
    if (words === '' || text.includes(begin)) return text
    const start = text.indexOf(words)
    return text.slice(0, start) + before(paths.push(path) - 1) + words + behind + text.slice(start + words.length)
  }
}

/** Splits a text at its marks; each piece has the path of the marked text it belongs to, if any. */
export function piecesOf(marked: string, paths: readonly string[], within?: string): Piece[] {
  const pieces: Piece[] = []
  let path = within
  let from = 0
  for (const { 0: mark, 1: number, index } of marked.matchAll(everyMark)) {
    pieces.push({ text: marked.slice(from, index), path })
    path = number === undefined ? undefined : paths[numberOf(number)]
    from = index + mark.length
  }
  return [...pieces, { text: marked.slice(from), path }]
}

export interface Piece {
  text: string
  path: string | undefined
}

/** The same text without marks. */
export function withoutMarks(marked: string): string {
  return marked.replace(everyMark, '')
}

const begin = '\u{e0001}'
const zero = 0xe0030
const behind = `${begin}\u{e007f}`
const everyMark = /\u{e0001}(?:([\u{e0030}-\u{e0039}]+)|\u{e007f})/gu

function before(number: number): string {
  return begin + Array.from(String(number), digit => String.fromCodePoint(zero + Number(digit))).join('')
}

function numberOf(tagDigits: string): number {
  return Number(Array.from(tagDigits, digit => digit.codePointAt(0)! - zero).join(''))
}
