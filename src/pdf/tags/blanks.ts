import { glyphText, type Widths } from '../file/text-runs.ts'
import type { LeafPart } from './draw-order.ts'
import { type FontLetters, lettersOf } from './letters.ts'
import type { Leaf } from './page-elements.ts'

/** A text without a blank behind it. */
export interface Word extends DrawnWord, LeafPart {}

/** How a text is drawn. */
export interface DrawnWord {
  /** The font's name on the page; undefined if it has several. */
  font: string | undefined
  /** Of the text, in points. */
  size: number
  /** Where it begins, if what follows it is at its left. */
  place: { x: number; y: number } | undefined
}

/** Whether the page has a blank between two texts that are drawn without, as at a line's end (ISO 32000-1, 14.8.2.5). */
export function needsBlank(word: LeafPart, next: LeafPart): boolean {
  if (word.leaf === next.leaf) return hasBlankAt(word.leaf, word.to)
  const isSame = word.leaf.element === next.leaf.element
  const isWithin = [word, next].some(({ leaf }) => leaf.element?.role === 'Link' || leaf.element?.role === 'Span')
  if (!(isSame || isWithin) || word.to < word.leaf.letters.length || next.from > 0) return false
  return /\s$/.test(word.leaf.text) || /^\s/.test(next.leaf.text)
}

/** Whether a blank follows so many of a leaf's letters. */
function hasBlankAt(leaf: Leaf, count: number): boolean {
  let ends = blanks.get(leaf)
  if (!ends) {
    ends = new Set()
    let letters = 0
    for (const word of leaf.text.split(/\s+/)) {
      letters += lettersOf(word).length
      ends.add(letters)
    }
    blanks.set(leaf, ends)
  }
  return ends.has(count)
}

const blanks = new WeakMap<Leaf, Set<number>>()

/**
 * Writes a blank behind a text, where it isn't seen.
 *
 * @param text its operators: all of its text object, or those that show glyphs
 * @returns the text as it is if no font on the page has a blank
 */
export function withBlank(
  text: string,
  { font, size, place }: DrawnWord,
  letters: FontLetters,
  widths: ReadonlyMap<string, Widths>,
): string {
  const own = letters.get(font ?? '')?.blank
  const [name, blank] =
    own === undefined
      ? (Array.from(letters, ([each, of]) => [each, of.blank] as const).find(([, glyph]) => glyph !== undefined) ?? [])
      : [font, own]
  if (name === undefined || blank === undefined) return text
  const glyph = glyphText(blank)
  if (place) {
    // Turned, as in vertical lines.
    if (Number.isNaN(place.x + place.y)) return text
    const left = place.x - ((widths.get(name)?.written(blank) ?? 0) / 1000) * size
    return `${text}BT\n/${name} ${size} Tf\n1 0 0 -1 ${Math.round(left * 1e5) / 1e5} ${place.y} Tm\n<${glyph}> Tj\nET\n`
  }
  const end = text.endsWith(endOfText) ? text.length - endOfText.length : text.length
  const close = text.lastIndexOf('>', end)
  return name === font
    ? `${text.slice(0, close)}${glyph}${text.slice(close)}`
    : `${text.slice(0, end)}/${name} ${size} Tf\n<${glyph}> Tj\n${text.slice(end)}`
}

const endOfText = 'ET\n'
