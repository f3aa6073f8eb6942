import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { pathBelow } from './paths.ts'
import { pictureOf, shownPart } from './shown.ts'

/** A view in which every shown text says where it is from. */
export interface MarkedView {
  view: ReceiptView
  /** What the numbers of the marks stand for: `items.groups[0].items[0].name`. */
  paths: readonly string[]
}

/**
 * Marks the texts of a view, with characters that nobody sees: a language tag character (U+E0001) and the number of the path in
 * tag digits before a text, U+E0001 and a cancel tag behind it. These are format characters (Cf): they take no columns, and no
 * word is broken before one. Flags are written with tags too, but U+E0001 is deprecated: a text that has it is not marked.
 *
 * Spaces at the ends of a text stay outside its marks, and a text of nothing else is left alone, so that whoever trims, wraps or
 * asks whether there is a text does as without marks. Not marked are keys of pictures, and what decides and is not printed.
 */
export function markView(view: ReceiptView): MarkedView {
  const paths: string[] = []
  return { view: { ...view, ...(marked(shownPart(view), '', '') as Partial<ReceiptView>) }, paths }

  function marked(value: unknown, path: string, name: string | number): unknown {
    if (typeof value === 'string') return pictureOf(view, name, value) ? value : markedText(value, path)
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

/** A text cut at its marks; each piece with the path of the text it belongs to, if it belongs to a marked one. */
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
