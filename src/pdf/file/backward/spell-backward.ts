import { openObjectValues } from '../object-values.ts'
import { inflated, type PdfObject, storedStream, streamsIn } from '../plain-pdf.ts'
import { fontsOn } from '../text-runs.ts'
import { asReference } from '../values.ts'
import { type DrawnGlyph, openSpelling, type Spelling } from './spelling.ts'

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
    const fonts = new Map<string, Spelling>()
    for (const [name, font] of fontsOn(page)) {
      if (!spellings.has(font)) spellings.set(font, openSpelling(font, values, streams))
      const spelling = spellings.get(font)
      if (spelling) fonts.set(name, spelling)
    }
    changed.set(contents, storedStream(contents, spellRuns(content, fonts)))
  }
  if (changed.size === 0) return objects
  for (const spelling of spellings.values())
    for (const stream of spelling?.finish() ?? []) changed.set(stream.number, stream)
  return values.written().map(object => changed.get(object.number) ?? object)
}

/** How a text object begins whose letters are drawn from the last to the first (14.8.2.3.3). */
export const startOfBackward = 'BT\n/ReversedChars BMC\n'
const endOfText = '\nET\n'
const endOfLetter = '> >> BDC'

/** How one begins with letters that say what they are; a letter alone isn't marked as running backward. */
const startOfLetter = 'BT\n/Span<</ActualText <FEFF'

function spellRuns(content: string, fonts: ReadonlyMap<string, Spelling>): string {
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
    const end = content.indexOf(endOfText, at) + endOfText.length
    if (end < endOfText.length) break
    const run = spellRun(content.slice(at + (isBackward ? startOfBackward : 'BT\n').length, end), fonts)
    if (run === undefined) continue
    spelled += content.slice(copied, at) + run
    copied = end
  }
  return spelled + content.slice(copied)
}

/** One letter, as Chromium draws it. */
interface Cluster {
  drawn: DrawnGlyph[]
  /** Undefined if the font says which it is. */
  text: string | undefined
}

/** A text object as one string of glyphs from left to right; undefined if it isn't understood. */
function spellRun(text: string, fonts: ReadonlyMap<string, Spelling>): string | undefined {
  const clusters: Cluster[] = []
  let letter: Cluster | undefined
  let font: { name: string; size: number; spelling: Spelling } | undefined
  let origin: { x: number; y: number } | undefined
  let [x, y, pen] = [0, 0, 0]
  for (const line of text.slice(0, -endOfText.length).split('\n')) {
    const open = line.indexOf('<')
    if (open >= 0 && line.endsWith('> Tj')) {
      if (!font) return undefined
      // Without a move, the text goes on where the one before ends.
      if (open > 0) {
        const [along, up, operator] = line.slice(0, open - 1).split(' ')
        if (operator !== 'Td') return undefined
        x += Number(along)
        y += Number(up)
        pen = x
      }
      for (let at = open + 1; at < line.length - '> Tj'.length; at += 4) {
        const drawn = { glyph: Number.parseInt(line.slice(at, at + 4), 16), x: pen, y }
        if (letter) letter.drawn.push(drawn)
        else clusters.push({ drawn: [drawn], text: undefined })
        pen += (font.spelling.widths.drawn(drawn.glyph) / 1000) * font.size
      }
    } else if (line === 'EMC') letter = undefined
    else if (line.startsWith(startOfLetter.slice('BT\n'.length)) && line.endsWith(endOfLetter) && !letter) {
      letter = { drawn: [], text: fromHex(line.slice(startOfLetter.length - 'BT\n'.length, -endOfLetter.length)) }
      clusters.push(letter)
    } else if (line.endsWith(' Tf') && !font) {
      const [name = '', size] = line.split(' ')
      const spelling = fonts.get(name.slice(1))
      if (!spelling) return undefined
      font = { name, size: Number(size), spelling }
    } else if (line.startsWith('1 0 0 -1 ') && line.endsWith(' Tm')) {
      const [, , , , left, up] = line.split(' ')
      origin = { x: Number(left), y: Number(up) }
    } else return undefined
  }
  if (!font || !origin) return undefined
  const { name, size, spelling } = font
  const letters: { code: number; x: number }[] = []
  for (const { drawn, text } of clusters) {
    const spelled =
      text === undefined
        ? drawn.map(({ glyph, x }) => ({ code: glyph, x }))
        : drawn.length > 0 && spelling.lettersOf(drawn, text, size)
    if (!spelled) return undefined
    letters.push(...spelled)
  }
  const [start] = letters
  if (!start || Number.isNaN(x + y)) return undefined
  const run = runOf(
    letters.map(letter => ({ ...letter, x: letter.x - start.x })),
    spelling,
    size,
  )
  return `${startOfBackward}${name} ${size} Tf\n1 0 0 -1 ${decimal(origin.x + start.x)} ${origin.y} Tm\n${run}\nEMC${endOfText}`
}

/** What a glyph may be off before it is put right, as in a line that runs the other way. */
const minShift = 0.04

function runOf(letters: readonly { code: number; x: number }[], { widths }: Spelling, size: number): string {
  let parts = '<'
  let pen = 0
  for (const { code, x } of letters) {
    if (Math.abs(pen - x) > minShift) {
      const shift = Math.round(((pen - x) * 1000) / size)
      parts += `> ${shift} <`
      pen -= (shift / 1000) * size
    }
    parts += code.toString(16).toUpperCase().padStart(4, '0')
    pen += (widths.written(code) / 1000) * size
  }
  return parts.includes('>') ? `[${parts}>] TJ` : `${parts}> Tj`
}

function decimal(points: number): string {
  return String(Math.round(points * 1e5) / 1e5)
}

function fromHex(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
