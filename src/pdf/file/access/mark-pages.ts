import { type Widths, widthsOn } from '../glyph-widths.ts'
import type { ObjectTexts } from '../object-texts.ts'
import { compressedStream, inflated, type PdfObject } from '../plain-pdf.ts'
import { drawsMissing, joinGlyphs } from '../text-runs.ts'
import { markArtifacts } from './artifacts.ts'
import type { GlyphNames } from './glyph-names.ts'
import { markLayers } from './layers.ts'

/**
 * Marks artifacts on every page, and joins the glyphs of its lines.
 *
 * @param texts changed
 * @returns the new contents by object number, and by page what isn't tagged anymore, and whether a glyph of private use isn't
 *   explained; undefined if a page isn't understood
 */
export function markPages(objects: readonly PdfObject[], texts: ObjectTexts, glyphs: GlyphNames) {
  const streams = new Map(objects.flatMap(object => (object.isStream ? [[object.number, object.content]] : [])))
  const layers = markLayers(objects)
  if (!layers) return undefined
  const contents = new Map(layers.contents)
  const released = new Map<number, readonly number[]>()
  const widths = new Map<number, Widths>()
  let drawsPrivate = false
  let hasMissing = false
  for (const page of texts.beginning('<</Type /Page\n')) {
    const number = Number(/\/Contents (\d+) 0 R/.exec(texts.get(page))?.[1])
    const drawn = inflated(streams.get(number))
    const fonts = widthsOn(texts.get(page), texts, widths)
    const marked = drawn === undefined ? undefined : markArtifacts(joinGlyphs(drawn, fonts), layers.numbers)
    if (!marked) return undefined
    released.set(page, marked.released)
    hasMissing ||= drawsMissing(marked.content)
    drawsPrivate ||= glyphs.drawsPrivate(texts.get(page), marked.content)
    contents.set(number, compressedStream(number, '', marked.content))
  }
  return { contents, released, drawsPrivate, drawsMissing: hasMissing }
}
