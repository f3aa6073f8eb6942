import { openObjectValues } from '../object-values.ts'
import { inflated, type PdfObject, storedStream, streamsIn } from '../plain-pdf.ts'
import { decimalAt, fontsOn, glyphAt, glyphText } from '../text-runs.ts'
import { asReference } from '../values.ts'
import { type DrawnGlyph, fromHex, openSpelling, type PlacedCode, type Spelling } from './spelling.ts'

/** Whether a text has letters that run from right to left: of Hebrew, Arabic and other such scripts, or their presentation forms. */
export function runsBackward(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)
}

/**
 * Gives each letter that runs from right to left a glyph of its own, whose letter the font says. Chromium draws Arabic letters, their dots
 * and marks apart, and says in marked content around each letter which it is (ISO 32000-1, 14.9.4): that tears words apart for
 * readers that look at places, and says nothing to those that ask the fonts.
 *
 * @param objects all of the document
 * @returns the objects, changed
 */
export function spellBackward(objects: readonly PdfObject[]): readonly PdfObject[] {
  const streams = streamsIn(objects)
  const values = openObjectValues(objects)
  const spellings = new Map<number, Spelling | undefined>()
  const changed = new Map<number, PdfObject>()
  for (const number of values.beginning('<</Type /Page\n')) {
    const page = values.get(number)
    const contents = asReference(page.get('Contents')) ?? 0
    const content = inflated(streams.get(contents))
    if (content === undefined) continue
    const fonts = new Map(fontsOn(page))
    const spellingOf = (name: string) => {
      const font = fonts.get(name) ?? 0
      if (!spellings.has(font)) spellings.set(font, openSpelling(font, values, streams))
      return spellings.get(font)
    }
    changed.set(contents, storedStream(contents, spellRuns(content, spellingOf)))
  }
  if (changed.size === 0) return objects
  for (const spelling of spellings.values())
    for (const stream of spelling?.finish() ?? []) changed.set(stream.number, stream)
  return values.written().map(object => changed.get(object.number) ?? object)
}

/** How a text object begins whose letters are drawn from the last to the first (14.8.2.3.3). */
export const startOfBackward = 'BT\n/ReversedChars BMC\n'
const endOfText = '\nET\n'

/** What a letter is, and how a text object begins with such; a letter alone isn't marked as running backward. */
const letterMark = '/Span<</ActualText <FEFF'
const startOfLetter = `BT\n${letterMark}`
const endOfMark = '> >> BDC'

function spellRuns(content: string, spellingOf: (name: string) => Spelling | undefined): string {
  let spelled = ''
  let copied = 0
  for (let at = content.indexOf('BT\n/'); at >= 0; at = content.indexOf('BT\n/', at + 1)) {
    const isBackward = content.startsWith(startOfBackward, at)
    const letter = at + startOfLetter.length
    if (
      !isBackward &&
      !(content.startsWith(startOfLetter, at) && runsBackward(fromHex(content.slice(letter, letter + 4))))
    )
      continue
    const end = content.indexOf(endOfText, at)
    if (end < 0) break
    const run = spellRun(content, at + (isBackward ? startOfBackward : 'BT\n').length, end, spellingOf)
    if (run === undefined) continue
    spelled += content.slice(copied, at) + run
    copied = end + endOfText.length
  }
  return spelled + content.slice(copied)
}

/** The lines of a text object as one string of glyphs from left to right; undefined if one isn't understood. */
function spellRun(
  content: string,
  from: number,
  to: number,
  spellingOf: (name: string) => Spelling | undefined,
): string | undefined {
  let name = ''
  let size = 0
  let spelling: Spelling | undefined
  let [left, up] = [Number.NaN, '']
  const letters: PlacedCode[] = []
  /** What the glyphs stand for, until its end; undefined if the font says it. */
  let text: string | undefined
  let drawn: DrawnGlyph[] = []
  let [x, y, pen] = [0, 0, 0]
  for (let at = from, end = 0; at < to; at = end + 1) {
    end = content.indexOf('\n', at)
    if (content.startsWith('> Tj', end - 4)) {
      if (!spelling) return undefined
      const open = content.indexOf('<', at)
      // Without a move, the text goes on where the one before ends.
      if (open > at) {
        if (!content.startsWith(' Td ', open - 4)) return undefined
        const space = content.indexOf(' ', at)
        x += decimalAt(content, at, space)
        y += decimalAt(content, space + 1, open - 4)
        pen = x
      }
      for (let place = open + 1; place < end - 4; place += 4) {
        const glyph = glyphAt(content, place)
        if (text === undefined) letters.push({ code: glyph, x: pen })
        else drawn.push({ glyph, x: pen, y })
        pen += (spelling.own.drawn(glyph) / 1000) * size
      }
    } else if (content.startsWith('EMC', at)) {
      if (text === undefined) continue
      const spelled = drawn.length > 0 ? spelling?.lettersOf(drawn, text, size) : undefined
      if (!spelled) return undefined
      for (const letter of spelled) letters.push(letter)
      text = undefined
      drawn = []
    } else if (content.startsWith(letterMark, at) && content.startsWith(endOfMark, end - endOfMark.length)) {
      if (text !== undefined) return undefined
      text = fromHex(content.slice(at + letterMark.length, end - endOfMark.length))
    } else if (content.startsWith(' Tf', end - 3)) {
      const space = content.indexOf(' ', at)
      if (spelling) return undefined
      name = content.slice(at, space)
      size = decimalAt(content, space + 1, end - 3)
      spelling = spellingOf(name.slice(1))
      if (!spelling) return undefined
    } else if (content.startsWith(upright, at) && content.startsWith(' Tm', end - 3)) {
      const space = content.indexOf(' ', at + upright.length)
      left = decimalAt(content, at + upright.length, space)
      up = content.slice(space + 1, end - 3)
    } else return undefined
  }
  const [first] = letters
  if (!spelling || !first || text !== undefined || Number.isNaN(left + x + y)) return undefined
  const run = runOf(letters, spelling, size)
  return `${startOfBackward}${name} ${size} Tf\n${upright}${decimal(left + first.x)} ${up} Tm\n${run}\nEMC${endOfText}`
}

/** How the matrix of a text begins that isn't turned. */
const upright = '1 0 0 -1 '

/** What a glyph may be off before it is put right, as in a line that runs the other way. */
const minShift = 0.04

function runOf(letters: readonly PlacedCode[], { widths }: Spelling, size: number): string {
  let parts = '<'
  let pen = letters[0]?.x ?? 0
  for (const { code, x } of letters) {
    if (Math.abs(pen - x) > minShift) {
      const shift = Math.round(((pen - x) * 1000) / size)
      parts += `> ${shift} <`
      pen -= (shift / 1000) * size
    }
    parts += glyphText(code)
    pen += (widths.written(code) / 1000) * size
  }
  return parts.includes('>') ? `[${parts}>] TJ` : `${parts}> Tj`
}

function decimal(points: number): string {
  return String(Math.round(points * 1e5) / 1e5)
}
