import { normalized } from '../../../standards/normal-form.ts'
import type { ObjectValues } from '../object-values.ts'
import { compressedStream, inflate, inflated, openStream, type PdfObject } from '../plain-pdf.ts'
import { descendantOf, glyphAt, glyphText, readWidths, type Widths } from '../text-runs.ts'
import { asList, asReference } from '../values.ts'
import { type ComposableFont, type ComposedGlyph, mostParts, openFont } from './composed-font.ts'

/** A glyph, and where it is drawn, in points. */
export interface DrawnGlyph {
  glyph: number
  x: number
  y: number
}

/** The code of a glyph in its font, and where it is drawn, in points. */
export interface PlacedCode {
  code: number
  x: number
}

/** A font whose glyphs are given letters. */
export interface Spelling {
  /** Of the glyphs that the font has, and of all there are now. */
  own: Widths
  widths: Widths
  /**
   * The glyphs for what is drawn for a text, from left to right, one for each letter: the last of them first.
   *
   * @param size of the text, in points
   * @returns undefined if the font can't have them
   */
  lettersOf(drawn: readonly DrawnGlyph[], text: string, size: number): readonly PlacedCode[] | undefined
  /** Writes what has changed of the font, and returns its streams. */
  finish(): PdfObject[]
}

/**
 * Opens a font, to give its glyphs letters. What is drawn of several glyphs gets a glyph of its own, behind the font's, and so does
 * one that stands for two letters, as the same stroke below other dots does.
 *
 * @param font the number of its object
 * @param streams the document's streams, by object number
 * @returns undefined if it isn't an embedded TrueType font with widths and letters
 */
export function openSpelling(
  font: number,
  values: ObjectValues,
  streams: ReadonlyMap<number, string>,
): Spelling | undefined {
  const descendant = descendantOf(values.get(font))
  const widths = readWidths(values.get(descendant))
  const mapping = asReference(values.get(font).get('ToUnicode')) ?? 0
  const descriptor = values.get(asReference(values.get(descendant).get('FontDescriptor')))
  const program = asReference(descriptor.get('FontFile2')) ?? 0
  const map = inflated(streams.get(mapping))
  if (!widths || map === undefined || !streams.has(program)) return undefined
  return new FontSpelling(widths, map, {
    read() {
      const opened = openStream(streams.get(program) ?? '')
      const bytes = opened?.dictionary.get('Filter') === '/FlateDecode' ? inflate(opened.data) : undefined
      return bytes && openFont(bytes)
    },
    write(letters, font, added) {
      const spelled = compressedStream(mapping, '', letters)
      if (!font || added.length === 0) return [spelled]
      const perUnit = 1000 / font.unitsPerEm
      asList(values.edit(descendant).get('W')).push(
        String(font.count),
        added.map(({ width }) => String(width * perUnit)),
      )
      const bytes = font.withGlyphs(added)
      return [spelled, compressedStream(program, `/Length1 ${bytes.length}\n`, bytes)]
    },
  })
}

/** Where a font is read from and written to. */
interface FontFile {
  read(): ComposableFont | undefined
  write(letters: string, font: ComposableFont | undefined, added: readonly ComposedGlyph[]): PdfObject[]
}

class FontSpelling implements Spelling {
  readonly own: Widths
  readonly widths: Widths
  readonly #map: string
  readonly #file: FontFile
  readonly #letters: Map<number, string>
  /** By letters and their parts; places in units of the font. */
  readonly #spelled = new Map<string, readonly PlacedCode[]>()
  readonly #added: ComposedGlyph[] = []
  #font: ComposableFont | undefined
  #isChanged = false

  constructor(own: Widths, map: string, file: FontFile) {
    this.own = own
    this.#map = map
    this.#file = file
    this.#letters = readLetters(map)
    const drawn = (glyph: number) => {
      const added = this.#font && this.#added[glyph - this.#font.count]
      return added && this.#font ? (added.width * 1000) / this.#font.unitsPerEm : own.drawn(glyph)
    }
    this.widths = { drawn, written: glyph => Math.round(drawn(glyph)) }
  }

  lettersOf(drawn: readonly DrawnGlyph[], text: string, size: number): readonly PlacedCode[] | undefined {
    // The stroke is the widest; dots and marks are where it is.
    let [base] = drawn
    if (!base) return undefined
    for (const each of drawn) if (this.own.drawn(each.glyph) > this.own.drawn(base.glyph)) base = each
    if (drawn.length === 1 && base.y === 0 && isOneLetter(text) && this.#isNamed(base.glyph, text))
      return [{ code: base.glyph, x: base.x }]
    this.#font ??= this.#file.read()
    if (!this.#font || drawn.length > mostParts) return undefined
    const unit = size / this.#font.unitsPerEm
    let key = text
    for (const { glyph, x, y } of drawn) key += ` ${glyph} ${Math.round((x - base.x) / unit)} ${Math.round(y / unit)}`
    let spelled = this.#spelled.get(key)
    if (!spelled) {
      const { glyph: widest, x: left } = base
      const parts = drawn.map(({ glyph, x, y }) => ({
        glyph,
        x: Math.round((x - left) / unit),
        y: Math.round(y / unit),
      }))
      spelled = this.#spell(parts, [...text], Math.round((this.own.drawn(widest) * this.#font.unitsPerEm) / 1000))
      this.#spelled.set(key, spelled)
    }
    const last = spelled.at(-1)
    if (!last || last.code > 0xffff) return undefined
    const start = base.x
    return spelled.map(({ code, x }) => ({ code, x: start + x * unit }))
  }

  /** Each letter has a part of the width, so that readers see none twice in one place; the first, at the right, draws all. */
  #spell(parts: ComposedGlyph['parts'], letters: readonly string[], width: number): PlacedCode[] {
    const markShare = markWidth * (this.#font?.unitsPerEm ?? 0)
    let x = 0
    return letters.toReversed().map((letter, at) => {
      const share = Math.round(isMark(letter) ? Math.min(markShare, width / 2) : width / letters.length)
      const isFirst = at === letters.length - 1
      const code = isFirst
        ? this.#add({ parts: parts.map(part => ({ ...part, x: part.x - x })), width: width - x }, letter)
        : this.#add({ parts: [], width: share }, letter)
      const place = { code, x }
      x += share
      return place
    })
  }

  finish(): PdfObject[] {
    this.#nameBlank()
    return this.#isChanged ? this.#file.write(writeLetters(this.#map, this.#letters), this.#font, this.#added) : []
  }

  /** Whether a glyph of the font is this letter's, or can be. */
  #isNamed(glyph: number, letter: string): boolean {
    const known = this.#letters.get(glyph)
    if (known === letter) return true
    if (known !== undefined && known !== unnamed && normalized(known, 'NFKC') !== letter) return false
    this.#name(glyph, letter)
    return true
  }

  #add(glyph: ComposedGlyph, letter: string): number {
    const code = (this.#font?.count ?? 0) + this.#added.push(glyph) - 1
    this.#name(code, letter)
    return code
  }

  /**
   * Blanks between words are of another font, but words that are one string need their own. A glyph that the document doesn't need is
   * one, without a width: so the font stays as it is.
   */
  #nameBlank(): void {
    if ([...this.#letters.values()].includes(' ')) return
    this.#font ??= this.#file.read()
    const { count, isNothing } = this.#font ?? noFont
    let glyph = 1
    while (glyph < count && (this.#letters.has(glyph) || this.own.drawn(glyph) !== 0 || !isNothing(glyph))) glyph++
    if (glyph < count) this.#name(glyph, ' ')
  }

  #name(glyph: number, letter: string): void {
    if (this.#letters.get(glyph) === letter) return
    this.#letters.set(glyph, letter)
    this.#isChanged = true
  }
}

/** Of the size: from 0.1 on, Poppler doesn't take what follows for the same letter; up to 0.102, pdf.js sees no blank. */
const markWidth = 0.101

const noFont = { count: 0, isNothing: () => false }

function isOneLetter(text: string): boolean {
  return text.length === 1 || [...text].length === 1
}

function isMark(letter: string): boolean {
  return /^\p{Mn}$/u.test(letter)
}

/** What Chromium calls a glyph that stands for nothing alone. */
const unnamed = '\0'

/** UTF-16, each unit in four hexadecimal digits. */
export function fromHex(hex: string): string {
  let text = ''
  for (let at = 0; at < hex.length; at += 4) text += String.fromCharCode(glyphAt(hex, at))
  return text
}

/** The letters of a font's glyphs (9.10.3): lines of `<glyph> <letters>`, and `<first> <last> <letters>` for those in a row. */
function readLetters(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', last = first, hex = ''] of map.matchAll(mapped)) {
    const from = Number.parseInt(first, 16)
    const text = fromHex(hex)
    const unit = text.charCodeAt(text.length - 1)
    for (let glyph = from; glyph <= Number.parseInt(last, 16); glyph++)
      letters.set(glyph, text.slice(0, -1) + String.fromCharCode(unit + glyph - from))
  }
  return letters
}

/** Not the range of all codes, which has no letters. */
const mapped = /^<([0-9A-F]{4})>(?: <([0-9A-F]{4})>)? <((?:[0-9A-F]{4})+)>$/gm

/** The same mapping with other letters, a hundred in a part. What stands for nothing is a word joiner, which shows nothing. */
function writeLetters(map: string, letters: ReadonlyMap<number, string>): string {
  const lines = [...letters]
    .sort(([one], [other]) => one - other)
    .map(([glyph, text]) => `<${glyphText(glyph)}> <${toHex(text === unnamed ? '\u2060' : text)}>\n`)
  let parts = ''
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100)
    parts += `${part.length} beginbfchar\n${part.join('')}endbfchar\n`
  }
  return map.slice(0, map.indexOf(endOfSpace) + endOfSpace.length) + parts + map.slice(map.indexOf('endcmap'))
}

/** UTF-16, each unit as a glyph is written. */
function toHex(text: string): string {
  let hex = ''
  for (let at = 0; at < text.length; at++) hex += glyphText(text.charCodeAt(at))
  return hex
}

const endOfSpace = 'endcodespacerange\n'
