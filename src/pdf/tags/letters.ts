import type { ObjectValues, ReadDictionary } from '../file/object-values.ts'
import { inflated } from '../file/plain-pdf.ts'
import { fontsOn, glyphAt } from '../file/text-runs.ts'
import { asReference } from '../file/values.ts'

/**
 * What is seen of a text: without spaces and signs that show nothing, and in capitals, because stylesheets may change spaces and
 * case. Signs for the same glyph are one, each by itself: how a text is divided doesn't matter.
 */
export function lettersOf(text: string): string {
  if (!special.test(text)) return seenOf(text)
  let letters = ''
  for (const sign of text) letters += sign.length === 1 ? lettersOfCode(sign.charCodeAt(0)) : seenOf(sign)
  return letters
}

function seenOf(text: string): string {
  const seen = text.replace(unseen, '')
  return (special.test(seen) ? seen.replace(specials, sign => sign.normalize('NFKC')) : seen).toUpperCase()
}

const unseen = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g
/** Beyond Latin letters, currencies and the usual punctuation, there may be several signs for a glyph. */
const special = /[^\u0000-\u017f\u2000-\u2010\u2012-\u2023\u20a0-\u20cf]/u
const specials = new RegExp(special, 'gu')

/** What the glyphs of a font stand for. */
export interface GlyphLetters {
  /** The letters of each glyph, by its number. */
  of: readonly (string | undefined)[]
  /** The glyph of a blank. */
  blank: number | undefined
}

/**
 * The letters of the glyphs of a page's fonts, by the names its content uses (ISO 32000-1, 9.10.3).
 *
 * @param streams the document's streams, by object number
 * @param known what was read before, by a font's object number
 * @param isWhole whether each glyph has to stand for a letter that a document may name
 * @returns undefined if a font doesn't tell
 */
export function glyphLettersOn(
  page: ReadDictionary,
  values: ObjectValues,
  streams: ReadonlyMap<number, string>,
  known: Map<number, GlyphLetters>,
  isWhole = true,
): FontLetters | undefined {
  const letters = new Map<string, GlyphLetters>()
  for (const [name, font] of fontsOn(page)) {
    const mapping = known.get(font) ?? readMapping(asReference(values.get(font).get('ToUnicode')), streams, isWhole)
    if (!mapping) return undefined
    known.set(font, mapping)
    letters.set(name, mapping)
  }
  return letters
}

/** The letters of fonts' glyphs, by the names that a page uses. */
export type FontLetters = ReadonlyMap<string, GlyphLetters>

/** The letters of glyphs in a font; undefined if that isn't known. */
export function lettersOfGlyphs(glyphs: readonly number[], font: GlyphLetters | undefined): string | undefined {
  if (!font) return undefined
  let letters = ''
  for (const glyph of glyphs) letters += font.of[glyph] ?? ''
  return letters
}

/**
 * The letters of a text object that is more than a line of glyphs. Where glyphs and letters differ, as in joined letters, marked content
 * around them says which they are (ISO 32000-1, 14.9.4).
 *
 * @returns undefined if a font isn't known
 */
export function lettersSpelled(text: string, fonts: FontLetters): string | undefined {
  let font: GlyphLetters | undefined
  let letters = ''
  let isSpelled = false
  for (const [token, actual, name, glyphs = ''] of text.matchAll(tokens)) {
    if (token === 'EMC') isSpelled = false
    else if (actual !== undefined) {
      letters += lettersOf(fromHex(actual))
      isSpelled = true
    } else if (name !== undefined) font = fonts.get(name)
    else if (!font) return undefined
    else if (!isSpelled)
      for (const glyph of glyphs.match(/.{4}/g) ?? []) letters += font.of[Number.parseInt(glyph, 16)] ?? ''
  }
  return letters
}

/** The letters of a text object that runs backward: its glyphs have one each, the last first. Undefined if its font isn't known. */
export function lettersBackward(text: string, font: GlyphLetters | undefined): string | undefined {
  if (!font) return undefined
  let letters = ''
  for (let close = text.lastIndexOf('>'); close >= 0; close = text.lastIndexOf('>', close - 1)) {
    const open = text.lastIndexOf('<', close)
    for (let at = close - 4; at > open; at -= 4) letters += font.of[glyphAt(text, at)] ?? ''
  }
  return letters
}

/** Brackets as they are drawn in a line that runs backward, where each stands for the other one. */
export function mirrored(letters: string): string {
  if (!brackets.test(letters)) return letters
  return letters.replace(/[()<>[\]{}«»‹›]/g, sign => '()<>[]{}«»‹›'.charAt('()<>[]{}«»‹›'.indexOf(sign) ^ 1))
}

const brackets = /[()<>[\]{}«»‹›]/

const tokens = /\/ActualText <FEFF([0-9A-F]*)>|\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>|EMC/g

/** Lines of `<glyph> <letters>`, and `<first> <last> <letters>` for glyphs and letters in a row, after a codespace. */
function readMapping(number = 0, streams: ReadonlyMap<number, string>, isWhole: boolean): GlyphLetters | undefined {
  const mapping = inflated(streams.get(number))
  // Glyphs without a letter have to be renamed, and letters of private use explained.
  if (mapping === undefined || (isWhole && /> <(?:0000|(?:E|F[0-8]|DB[89A-F])[0-9A-F]*)>$/m.test(mapping)))
    return undefined
  const letters: string[] = []
  let blank: number | undefined
  for (let at = mapping.indexOf('\n<', mapping.indexOf(' beginbf')); at >= 0; at = mapping.indexOf('\n<', at + 1)) {
    const codes = mapping.slice(at + 2, mapping.indexOf('\n', at + 1) - 1).split('> <')
    const [first = '', second = ''] = codes
    const hex = codes.at(-1) ?? ''
    const from = Number.parseInt(first, 16)
    const to = codes.length === 2 ? from : Number.parseInt(second, 16)
    const before = hex.length > 4 ? fromHex(hex.slice(0, -4)) : ''
    const start = Number.parseInt(hex.slice(-4), 16)
    for (let glyph = from; glyph <= to; glyph++) {
      const code = start + glyph - from
      if (code === 0x20 && !before) blank = glyph
      if (code > 0) letters[glyph] = before ? lettersOf(before + String.fromCharCode(code)) : lettersOfCode(code)
    }
  }
  return { of: letters, blank }
}

function lettersOfCode(code: number): string {
  usual[code] ??= seenOf(String.fromCharCode(code))
  return usual[code]
}

/** By UTF-16 code. */
const usual: string[] = []

function fromHex(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
