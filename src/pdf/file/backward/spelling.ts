import { normalized } from '../../../standards/normal-form.ts'
import type { ObjectValues } from '../object-values.ts'
import { compressedStream, inflate, inflated, openStream, type PdfObject } from '../plain-pdf.ts'
import { descendantOf, readWidths, type Widths } from '../text-runs.ts'
import { asList, asReference } from '../values.ts'
import { type ComposableFont, type ComposedGlyph, mostParts, openFont } from './composed-font.ts'

/** A glyph, and where it is drawn, in points. */
export interface DrawnGlyph {
  glyph: number
  x: number
  y: number
}

/** A font whose glyphs are given letters. */
export interface Spelling {
  widths: Widths
  /**
   * The glyphs for what is drawn for a text, from left to right, one for each letter: the last of them first.
   *
   * @param size of the text, in points
   * @returns undefined if the font can't have them
   */
  lettersOf(drawn: readonly DrawnGlyph[], text: string, size: number): { code: number; x: number }[] | undefined
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
  readonly widths: Widths
  readonly #own: Widths
  readonly #map: string
  readonly #file: FontFile
  readonly #letters: Map<number, string>
  readonly #spelled = new Map<string, readonly { code: number; x: number }[]>()
  readonly #added: ComposedGlyph[] = []
  #font: ComposableFont | undefined
  #isChanged = false

  constructor(own: Widths, map: string, file: FontFile) {
    this.#own = own
    this.#map = map
    this.#file = file
    this.#letters = readLetters(map)
    const drawn = (glyph: number) => {
      const added = this.#font && this.#added[glyph - this.#font.count]
      return added && this.#font ? (added.width * 1000) / this.#font.unitsPerEm : own.drawn(glyph)
    }
    this.widths = { drawn, written: glyph => Math.round(drawn(glyph)) }
  }

  lettersOf(drawn: readonly DrawnGlyph[], text: string, size: number): { code: number; x: number }[] | undefined {
    // The stroke is the widest; dots and marks are where it is.
    const base = drawn.reduce((widest, each) =>
      this.#own.drawn(each.glyph) > this.#own.drawn(widest.glyph) ? each : widest,
    )
    const letters = [...text]
    if (drawn.length === 1 && letters.length === 1 && base.y === 0 && this.#isNamed(base.glyph, text))
      return [{ code: base.glyph, x: base.x }]
    this.#font ??= this.#file.read()
    if (!this.#font || drawn.length > mostParts) return undefined
    const unit = size / this.#font.unitsPerEm
    const parts = drawn.map(({ glyph, x, y }) => ({
      glyph,
      x: Math.round((x - base.x) / unit),
      y: Math.round(y / unit),
    }))
    const key = parts.reduce((all, { glyph, x, y }) => `${all} ${glyph} ${x} ${y}`, text)
    let spelled = this.#spelled.get(key)
    if (!spelled) {
      spelled = this.#spell(parts, letters, Math.round((this.#own.drawn(base.glyph) * this.#font.unitsPerEm) / 1000))
      this.#spelled.set(key, spelled)
    }
    const last = spelled.at(-1)
    return last && last.code <= 0xffff ? spelled.map(({ code, x }) => ({ code, x: base.x + x * unit })) : undefined
  }

  /** Each letter has a part of the width, so that readers see none twice in one place; the first, at the right, draws all. */
  #spell(parts: ComposedGlyph['parts'], letters: readonly string[], width: number): { code: number; x: number }[] {
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
    this.#addBlank()
    return this.#isChanged ? this.#file.write(writeLetters(this.#map, this.#letters), this.#font, this.#added) : []
  }

  /** Whether a glyph of the font is this letter's, or can be. */
  #isNamed(glyph: number, letter: string): boolean {
    const known = this.#letters.get(glyph)
    if (known !== undefined && known !== unnamed && normalized(known, 'NFKC') !== letter) return false
    this.#name(glyph, letter)
    return true
  }

  #add(glyph: ComposedGlyph, letter: string): number {
    const code = (this.#font?.count ?? 0) + this.#added.push(glyph) - 1
    this.#name(code, letter)
    return code
  }

  /** Blanks between words are of another font, but words that are one string need their own. */
  #addBlank(): void {
    if ([...this.#letters.values()].includes(' ')) return
    this.#font ??= this.#file.read()
    if (this.#font) this.#add({ parts: [], width: Math.round(this.#font.unitsPerEm * usualBlank) }, ' ')
  }

  #name(glyph: number, letter: string): void {
    if (this.#letters.get(glyph) === letter) return
    this.#letters.set(glyph, letter)
    this.#isChanged = true
  }
}

/** Of the size: from 0.1 on, Poppler doesn't take what follows for the same letter; up to 0.102, pdf.js sees no blank. */
const markWidth = 0.101

/** Of the size: Noto Sans' blank. */
const usualBlank = 0.26

function isMark(letter: string): boolean {
  return /^\p{Mn}$/u.test(letter)
}

/** What Chromium calls a glyph that stands for nothing alone. */
const unnamed = '\0'

/** The letters of a font's glyphs (9.10.3): lines of `<glyph> <letters>`, and `<first> <last> <letters>` for those in a row. */
function readLetters(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', last = first, hex = ''] of map.matchAll(mapped)) {
    const from = Number.parseInt(first, 16)
    const text = Buffer.from(hex, 'hex').swap16().toString('utf16le')
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
    .map(([glyph, text]) => {
      const hex = Buffer.from(text === unnamed ? '\u2060' : text, 'utf16le')
        .swap16()
        .toString('hex')
      return `<${glyph.toString(16).padStart(4, '0')}> <${hex}>\n`.toUpperCase()
    })
  let parts = ''
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100)
    parts += `${part.length} beginbfchar\n${part.join('')}endbfchar\n`
  }
  return map.slice(0, map.indexOf(endOfSpace) + endOfSpace.length) + parts + map.slice(map.indexOf('endcmap'))
}

const endOfSpace = 'endcodespacerange\n'
