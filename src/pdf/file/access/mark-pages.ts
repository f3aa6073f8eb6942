import type { ObjectTexts } from '../object-texts.ts'
import { inflatedText } from '../packed-pdf.ts'
import { compressedStream, endOfStreamObject, inflated, type PdfObject } from '../plain-pdf.ts'
import { drawsMissing, joinGlyphs, type Widths, widthsOn } from '../text-runs.ts'
import { drawnIn, markArtifacts } from './artifacts.ts'
import type { GlyphNames } from './glyph-names.ts'

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

/**
 * Marks what Chromium draws in layers, as it does what is translucent: those with tags of their own, which are neither in other tags
 * nor in artifacts.
 *
 * @param objects all of the document
 * @returns the numbers of those layers, and by number those that are changed; undefined if one isn't understood
 */
function markLayers(
  objects: readonly PdfObject[],
): { numbers: ReadonlySet<number>; contents: ReadonlyMap<number, PdfObject> } | undefined {
  const forms = objects.flatMap(readForm)
  const tagged = new Set(forms.flatMap(({ number, content }) => (content.includes('/MCID ') ? [number] : [])))
  // A layer may be in another.
  for (let before = 0; before < tagged.size; ) {
    before = tagged.size
    for (const { number, content } of forms) if (drawnIn(content).some(other => tagged.has(other))) tagged.add(number)
  }
  const contents = new Map<number, PdfObject>()
  for (const { number, keys, content } of forms) {
    if (!tagged.has(number)) continue
    const marked = markArtifacts(content, tagged, false)
    // What isn't tagged anymore would have to leave the tree.
    if (!marked || marked.released.length > 0) return undefined
    contents.set(number, compressedStream(number, keys, marked.content))
  }
  return { numbers: tagged, contents }
}

interface Form {
  number: number
  /** Its dictionary without filter and length. */
  keys: string
  content: string
}

function readForm({ number, isStream, content }: PdfObject): Form[] {
  const [head, keys, filter] = (isStream && form.exec(content)) || []
  if (head === undefined || keys === undefined) return []
  const written = content.slice(head.length, -endOfStreamObject.length)
  // Chromium compresses what gets shorter by it.
  const data = filter ? inflatedText(written) : `${written}\n`
  return data === undefined ? [] : [{ number, keys, content: data }]
}

const form =
  /^\d+ 0 obj\n<<(\/Type \/XObject\n\/Subtype \/Form\n.*?)(\/Filter \/FlateDecode\n)?\/Length \d+>> stream\n/s
