import { runsBackward, startOfBackward } from '../file/backward/spell-backward.ts'
import { decimalAt, glyphAt, glyphText, readTextObject, type Widths } from '../file/text-runs.ts'
import { type FontLetters, lettersBackward, lettersOfGlyphs, lettersSpelled } from './letters.ts'

/** A text object of a line. */
export interface LineText {
  /** Where it begins in the content. */
  start: number
  /** From BT to ET, its glyphs joined. */
  written: string
  /** The operators that set its color. */
  color: string
  letters: string
  /** Whether its letters run from right to left. */
  isBackward: boolean
  /** Whether a blank is its first, and its last, as it is read. */
  blanks: { before: boolean; behind: boolean }
  /** The font's name on the page; undefined if a string isn't all of it. */
  font: string | undefined
  size: number
  /** Where it begins at the left; not a number if it is turned. */
  place: { x: number; y: number }
}

/**
 * Reads text objects from one on that are in one line: each at the right of the one before, with nothing but colors between them.
 *
 * @param color the operators that set the color before the first
 * @returns them from left to right, and where they end; undefined if a font isn't known
 */
export function readLine(
  content: string,
  start: number,
  color: string,
  fonts: FontLetters,
  widths: ReadonlyMap<string, Widths>,
): { texts: LineText[]; end: number } | undefined {
  const texts: LineText[] = []
  let [at, end, now] = [start, start, color]
  while (content.startsWith('BT\n', at)) {
    const text = readText(content, at, fonts, widths)
    if (!text) return undefined
    const before = texts.at(-1)?.place
    if (before && (text.place.y !== before.y || text.place.x < before.x)) break
    texts.push({ ...text, color: now })
    end = text.end
    at = text.end
    const set = content.slice(at, content.indexOf('\n', at) + 1)
    if (!set.endsWith(' rg\n')) continue
    now = set
    at += set.length
  }
  return { texts, end }
}

/** The blank on its own that is drawn beside a text, on the side where the line goes on. */
export function blankBeside(
  line: readonly LineText[],
  text: LineText | undefined,
  runsBackward: boolean,
): LineText | undefined {
  if (!text) return undefined
  const at = line.indexOf(text)
  const sides = [line[at - 1], line[at + 1]]
  if (!(runsBackward || text.isBackward)) sides.reverse()
  return sides.find(side => side?.letters === '')
}

/**
 * Two texts that run backward, the second at the left of the first, as one with a blank between: so readers that look at each text by
 * itself find both.
 *
 * @returns undefined if they look different, or the font has no blank
 */
export function joinBackward(
  first: LineText,
  second: LineText,
  fonts: FontLetters,
  widths: ReadonlyMap<string, Widths>,
): LineText | undefined {
  const { font = '', size, color, place } = first
  const { blank } = fonts.get(font) ?? {}
  const width = widths.get(font)
  const isAlike = font === second.font && size === second.size && color === second.color && place.y === second.place.y
  if (!(first.isBackward && second.isBackward && isAlike) || blank === undefined || !width) return undefined
  const strings = [second, first].map(({ written }) => /^\[?(<.*>)\]? T[jJ]$/m.exec(written)?.[1])
  const [left, right] = strings
  if (left === undefined || right === undefined) return undefined
  let pen = width.written(blank)
  for (const [, glyphs, shift] of left.matchAll(/<([0-9A-F]+)>|(-?\d+)/g)) {
    if (shift !== undefined) pen -= Number(shift)
    for (const glyph of glyphs?.match(/.{4}/g) ?? []) pen += width.written(Number.parseInt(glyph, 16))
  }
  const shift = Math.round(pen - ((place.x - second.place.x) * 1000) / size)
  const start = `${left.slice(0, -1)}${glyphText(blank)}`
  const all = Math.abs(shift) > 3 ? `${start}> ${shift} ${right}` : start + right.slice(1)
  const show = all.includes(' ') ? `[${all}] TJ` : `${all} Tj`
  return {
    ...second,
    blanks: { ...second.blanks, before: first.blanks.before },
    written: second.written.replace(/^.* T[jJ]$/m, () => show),
  }
}

function readText(
  content: string,
  start: number,
  fonts: FontLetters,
  widths: ReadonlyMap<string, Widths>,
): (Omit<LineText, 'color'> & { end: number }) | undefined {
  const run = readTextObject(content, start, widths)
  const end = content.indexOf(endOfText, run ? run.end - 1 : start) + endOfText.length
  if (end <= start) return undefined
  const drawn = content.slice(start, end)
  const { font, size, place } = readStart(drawn)
  const isMarked = drawn.startsWith(startOfBackward)
  const letters = run
    ? lettersOfGlyphs(run.glyphs, fonts.get(run.font))
    : isMarked
      ? lettersBackward(drawn, fonts.get(font))
      : lettersSpelled(drawn, fonts)
  if (letters === undefined) return undefined
  // A letter alone isn't marked as running backward.
  const isBackward = isMarked || (run?.glyphs.length === 1 && runsBackward(letters))
  const written = run ? textObject(content.slice(start + 'BT\n'.length, run.start) + run.text, isBackward) : drawn
  const { of } = (drawn.includes('/ActualText') ? undefined : fonts.get(font)) ?? { of: [] }
  const left = of[glyphAt(written, written.indexOf('<') + 1)] === ''
  const right = of[glyphAt(written, written.lastIndexOf('>') - 4)] === ''
  const blanks = isBackward ? { before: right, behind: left } : { before: left, behind: right }
  return { start, end, written, letters, isBackward, blanks, font: run || isBackward ? font : undefined, size, place }
}

/** The first font of a text object, its size, and where the first glyph is. */
function readStart(drawn: string): Pick<LineText, 'size' | 'place'> & { font: string } {
  const tf = drawn.indexOf(' Tf\n')
  const name = drawn.lastIndexOf('\n/', tf) + '\n/'.length
  const space = drawn.indexOf(' ', name)
  const end = drawn.indexOf(' Tm\n', tf)
  const matrix = drawn.lastIndexOf('\n', end)
  // A letter may be slanted, which is the third number.
  const tm = drawn.startsWith('\n1 0 ', matrix) ? drawn.indexOf(' -1 ', matrix) + ' -1 '.length : end
  const between = drawn.indexOf(' ', tm)
  const shown = end + ' Tm\n'.length
  const isMoved = drawn[shown] !== '<' && drawn[shown] !== '['
  const along = isMoved ? decimalAt(drawn, shown, drawn.indexOf(' ', shown)) : 0
  return {
    font: drawn.slice(name, space),
    size: decimalAt(drawn, space + 1, tf),
    place: { x: decimalAt(drawn, tm, between) + along, y: decimalAt(drawn, between + 1, end) },
  }
}

/** @param operators with their ends */
function textObject(operators: string, isBackward: boolean): string {
  return isBackward ? `${startOfBackward}${operators}EMC\nET\n` : `BT\n${operators}ET\n`
}

const endOfText = '\nET\n'
