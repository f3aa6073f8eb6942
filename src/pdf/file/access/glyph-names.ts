import { compressedStream, inflated, type ObjectTexts, type PdfObject } from '../plain-pdf.ts'
import { fontsOn } from '../text-runs.ts'

/** Which characters a document's glyphs stand for. */
export interface GlyphNames {
  /** Changed mappings, by object number. */
  renamed: ReadonlyMap<number, PdfObject>
  /** Whether a page's content draws a glyph of private use that nothing around it explains. */
  drawsPrivate(page: string, content: string): boolean
}

/**
 * Gives every glyph a letter that a document may name (ISO 14289-1, 7.21.7): Chromium maps what stands for nothing alone, such as parts
 * of joined letters, to U+0000. Their text is in marked content around them; they become word joiners, which show nothing.
 */
export function nameGlyphs(objects: readonly PdfObject[], texts: ObjectTexts): GlyphNames {
  const streams = new Map(objects.flatMap(object => (object.isStream ? [[object.number, object.content]] : [])))
  const renamed = new Map<number, PdfObject>()
  /** By a font's object number, the codes of glyphs with letters of private use. */
  const privates = new Map<number, ReadonlySet<string>>()
  for (const font of texts.beginning('<</Type /Font\n/Subtype /Type')) {
    const mapping = Number(/\/ToUnicode (\d+) 0 R/.exec(texts.get(font))?.[1])
    const letters = inflated(streams.get(mapping))
    if (letters === undefined) continue
    if (unnamed.test(letters)) {
      const named = letters.replace(unnamed, '> <2060>')
      renamed.set(mapping, compressedStream(mapping, '', named))
    }
    const codes = privateIn(letters)
    if (codes.size > 0) privates.set(font, codes)
  }
  return {
    renamed,
    drawsPrivate: (page, content) => privates.size > 0 && drawsAny(content, fontsOn(page), privates),
  }
}

const unnamed = /> <0000>$/gm

/** Of U+E000 to U+F8FF, and of planes 15 and 16 in UTF-16. */
function privateIn(letters: string): Set<string> {
  const codes = new Set<string>()
  const lines = letters.matchAll(/^<([0-9A-F]+)>(?: <([0-9A-F]+)>)? <(?:E|F[0-8]|DB[89A-F])[0-9A-F]*>$/gm)
  for (const [, first = '', last = first] of lines)
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++)
      codes.add(code.toString(16).toUpperCase().padStart(first.length, '0'))
  return codes
}

/** Whether text shows any of these codes and isn't in marked content that says what it is (ISO 32000-1, 14.9.4). */
function drawsAny(
  content: string,
  fonts: Iterable<readonly [string, number]>,
  codes: ReadonlyMap<number, ReadonlySet<string>>,
): boolean {
  const named = new Map(fonts)
  let font: ReadonlySet<string> | undefined
  let isSaid = false
  for (const [token, name, glyphs] of content.matchAll(/\/ActualText <|\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>|EMC\n/g)) {
    if (token === 'EMC\n') isSaid = false
    else if (name !== undefined) font = codes.get(named.get(name) ?? 0)
    else if (glyphs === undefined) isSaid = true
    else if (font && !isSaid) for (const code of font) if (holds(glyphs, code)) return true
  }
  return false
}

function holds(glyphs: string, code: string): boolean {
  for (let at = glyphs.indexOf(code); at >= 0; at = glyphs.indexOf(code, at + 1))
    if (at % code.length === 0) return true
  return false
}
