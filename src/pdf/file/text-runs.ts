import type { ObjectValues, ReadDictionary } from './object-values.ts'
import { asDictionary, asList, asNumber, asReference, type Dictionary, type PdfValue } from './values.ts'

/** What a run of glyphs may be off before it is put right, in CSS pixels: a hundredth of a millimeter. */
const minShift = 0.04

/**
 * Writes the glyphs of a line as one string. Chromium places each by itself if its widths and the font's differ at all, mostly by
 * less than anybody sees; that made most of a page's content. What does differ, such as a kerned pair, is kept as a shift
 * (ISO 32000-1, 9.4.3, TJ). Joined letters and what runs backward are left as they are.
 *
 * @param content a page's operators as Chromium writes them, one in a line
 * @param fonts widths, by the fonts' names on the page
 */
export function joinGlyphs(content: string, fonts: ReadonlyMap<string, Widths>): string {
  let joined = ''
  let copied = 0
  for (let at = content.indexOf('BT\n/'); at >= 0; at = content.indexOf('BT\n/', at + 1)) {
    const run = readTextObject(content, at, fonts)
    if (!run) continue
    joined += content.slice(copied, run.start) + run.text
    copied = run.end
  }
  return joined + content.slice(copied)
}

/** The glyphs of a text object, from `start` to `end`, as one string and its operator. */
export interface GlyphRun {
  text: string
  start: number
  end: number
  /** The font's name on the page, and the glyphs' numbers. */
  font: string
  glyphs: readonly number[]
}

/** Reads a text object that begins with a font and a matrix, as one string; undefined if it is more than a line of glyphs. */
export function readTextObject(content: string, at: number, fonts: ReadonlyMap<string, Widths>): GlyphRun | undefined {
  const tf = content.indexOf(' Tf\n', at)
  const space = content.indexOf(' ', at)
  const font = content.slice(at + 'BT\n/'.length, space)
  const widths = fonts.get(font)
  const tm = content.indexOf(' Tm\n', tf)
  if (!widths || tm < 0) return undefined
  const start = tm + ' Tm\n'.length
  const run = readRun(content, start, Number(content.slice(space, tf)), widths)
  return run && { ...run, start, font }
}

/** Reads `<glyphs> Tj`, then lines of `distance 0 Td <glyphs> Tj` up to `ET`; undefined if there is anything else. */
function readRun(
  content: string,
  start: number,
  size: number,
  widths: Widths,
): { text: string; end: number; glyphs: number[] } | undefined {
  const all: number[] = []
  let parts = ''
  let glyphs = ''
  let isShifted = false
  /** Where the next glyph would go, where it should, and where its line of the content began, from the run's start. */
  let pen = 0
  let place = 0
  let origin = 0
  let at = start
  for (; !content.startsWith('ET\n', at); ) {
    const open = content.indexOf('<', at)
    const close = content.indexOf('> Tj\n', open)
    if (open < 0 || close < 0) return undefined
    if (at === start ? open !== at : !content.startsWith(' 0 Td ', open - 6)) return undefined
    if (at > start) origin += decimalAt(content, at, open - 6)
    // Not a number: this line is something else, of which the glyphs are only a part.
    if (Number.isNaN(origin)) return undefined
    place = origin
    let copied = open + 1
    for (let from = copied; from < close; from += 4) {
      if (Math.abs(pen - place) > minShift) {
        const shift = Math.round(((pen - place) * 1000) / size)
        parts += `<${glyphs}${content.slice(copied, from)}> ${shift} `
        glyphs = ''
        copied = from
        isShifted = true
        pen -= (shift / 1000) * size
      }
      const glyph = glyphAt(content, from)
      all.push(glyph)
      place += (widths.drawn(glyph) / 1000) * size
      pen += (widths.written(glyph) / 1000) * size
    }
    glyphs += content.slice(copied, close)
    at = close + 5
  }
  return { text: isShifted ? `[${parts}<${glyphs}>] TJ\n` : `<${glyphs}> Tj\n`, end: at, glyphs: all }
}

/** A number such as `-12.5`, without a text for it; NaN if it is written otherwise. */
export function decimalAt(content: string, from: number, to: number): number {
  const isNegative = content.startsWith('-', from)
  let number = 0
  let scale = 0
  for (let at = isNegative ? from + 1 : from; at < to; at++) {
    const code = content.charCodeAt(at)
    if (code === 46 && scale === 0) scale = 1
    else if (code < 48 || code > 57) return Number.NaN
    else {
      number = number * 10 + code - 48
      scale *= 10
    }
  }
  const value = number / (scale || 1)
  return isNegative ? -value : value
}

/** The number of a glyph: four hexadecimal digits in capitals. */
export function glyphAt(content: string, from: number): number {
  let glyph = 0
  for (let at = from; at < from + 4; at++) {
    const digit = content.charCodeAt(at)
    glyph = glyph * 16 + digit - (digit > 57 ? 55 : 48)
  }
  return glyph
}

/** A glyph's number as it is written. */
export function glyphText(glyph: number): string {
  return glyph.toString(16).toUpperCase().padStart(4, '0')
}

/** Whether a page's content draws glyph 0, which fonts have for characters that they haven't (ISO 32000-1, 9.7.6.3). */
export function drawsMissing(content: string): boolean {
  for (let at = content.indexOf('0000'); at >= 0; at = content.indexOf('0000', at + 1)) {
    const open = content.lastIndexOf('<', at) + 1
    if ((at - open) % 4 === 0 && /^[0-9A-F]*$/.test(content.slice(open, at))) return true
  }
  return false
}

/** Widths of a font's glyphs, in thousandths of its size. */
export interface Widths {
  /** As Chromium draws a glyph. */
  drawn(glyph: number): number
  /** As the document says: whole. */
  written(glyph: number): number
}

/**
 * The widths of a page's fonts, by the names its content uses (ISO 32000-1, 9.7.4.3), which are made whole in the document: PDFium
 * cuts off what is behind the point, others don't. Fonts without widths, as Chromium writes for emoji, aren't among them.
 *
 * @param values changed
 * @param known what was read before, by a font's object number
 */
export function widthsOn(
  page: ReadDictionary,
  values: ObjectValues,
  known: Map<number, Widths>,
): ReadonlyMap<string, Widths> {
  const widths = new Map<string, Widths>()
  for (const [name, font] of fontsOn(page)) {
    const read = known.get(font) ?? wholeWidths(font, values)
    if (!read) continue
    known.set(font, read)
    widths.set(name, read)
  }
  return widths
}

function wholeWidths(font: number, values: ObjectValues): Widths | undefined {
  const descendant = descendantOf(values.get(font))
  const read = readWidths(values.get(descendant))
  if (read && !read.isWhole) changeWidths(values.edit(descendant), Math.round)
  return read
}

/** The object number of the font that has a composite font's glyphs (9.7.1); 0 if there is none. */
export function descendantOf(font: ReadDictionary): number {
  return asReference(asList(font.get('DescendantFonts'))[0]) ?? 0
}

/** The widths of such a font, and whether they are whole; undefined if it has none. */
export function readWidths(dictionary: ReadDictionary): (Widths & { isWhole: boolean }) | undefined {
  const usual = asNumber(dictionary.get('DW')) ?? Number.NaN
  if (!(usual >= 0)) return undefined
  const table: (number | undefined)[] = []
  let isWhole = Number.isInteger(usual)
  eachWidth(dictionary.get('W'), (first, last, width) => {
    for (let glyph = first; glyph <= last; glyph++) table[glyph] = width
    isWhole &&= Number.isInteger(width)
    return width
  })
  const drawn = (glyph: number) => table[glyph] ?? usual
  return { drawn, written: glyph => Math.round(drawn(glyph)), isWhole }
}

/** Gives a font other widths. */
export function changeWidths(font: Dictionary, widthOf: (width: number) => number): void {
  font.set('DW', String(widthOf(asNumber(font.get('DW')) ?? 0)))
  eachWidth(font.get('W'), (_, __, width) => widthOf(width))
}

/**
 * `/W` holds `first [width …]` for glyphs in a row, and `first last width` for those of one width; `/DW` is for all others: in a
 * monospaced font, for all.
 *
 * @param visit gives another width
 */
function eachWidth(value: PdfValue | undefined, visit: (first: number, last: number, width: number) => number): void {
  const list = asList(value)
  const numberAt = (from: readonly PdfValue[], at: number) => asNumber(from[at]) ?? 0
  for (let at = 0; at + 1 < list.length; ) {
    const first = numberAt(list, at)
    const row = list[at + 1]
    if (Array.isArray(row))
      for (const place of row.keys()) row[place] = String(visit(first + place, first + place, numberAt(row, place)))
    else list[at + 2] = String(visit(first, numberAt(list, at + 1), numberAt(list, at + 2)))
    at += Array.isArray(row) ? 2 : 3
  }
}

/** A page's fonts: the names that its content uses, and the numbers of their objects. */
export function fontsOn(page: ReadDictionary): [name: string, font: number][] {
  const fonts = asDictionary(asDictionary(page.get('Resources'))?.get('Font')) ?? []
  return Array.from(fonts, ([name, font]) => [name, asReference(font) ?? 0])
}
