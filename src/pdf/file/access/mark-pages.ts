import type { ObjectValues, ReadDictionary } from '../object-values.ts'
import { compressedStream, inflate, inflated, openStream, type PdfObject, streamsIn } from '../plain-pdf.ts'
import { eachOperator } from '../syntax.ts'
import { drawsMissing, fontsOn, joinGlyphs, type Widths, widthsOn } from '../text-runs.ts'
import { asReference, linesOf } from '../values.ts'

/**
 * Marks artifacts on every page, and joins the glyphs of its lines.
 *
 * @param values changed
 * @returns the new contents by object number, by page what is tagged and what isn't anymore, and whether a glyph of private use isn't
 *   explained; undefined if a page isn't understood
 */
export function markPages(objects: readonly PdfObject[], values: ObjectValues, glyphs: GlyphNames) {
  const streams = streamsIn(objects)
  const layers = markLayers(objects)
  if (!layers) return undefined
  const contents = new Map(layers.contents)
  const released = new Map<number, readonly number[]>()
  const tagged = new Map<number, readonly number[]>()
  const widths = new Map<number, Widths>()
  let drawsPrivate = false
  let hasMissing = false
  for (const page of values.beginning('<</Type /Page\n')) {
    const number = asReference(values.get(page).get('Contents')) ?? 0
    const drawn = inflated(streams.get(number))
    const fonts = widthsOn(values.get(page), values, widths)
    const marked = drawn === undefined ? undefined : markArtifacts(joinGlyphs(drawn, fonts), layers.numbers)
    if (!marked) return undefined
    released.set(page, marked.released)
    tagged.set(page, marked.tagged)
    hasMissing ||= drawsMissing(marked.content)
    drawsPrivate ||= glyphs.drawsPrivate(values.get(page), marked.content)
    contents.set(number, compressedStream(number, '', marked.content))
  }
  return { contents, tagged, released, drawsPrivate, drawsMissing: hasMissing }
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
  const { dictionary, data = '' } = (isStream && openStream(content)) || {}
  if (dictionary?.get('Subtype') !== '/Form') return []
  // Chromium compresses what gets shorter by it.
  const drawn = dictionary.has('Filter') ? inflate(data)?.toString('latin1') : `${data}\n`
  for (const key of ['Filter', 'Length']) dictionary.delete(key)
  return drawn === undefined ? [] : [{ number, keys: linesOf(dictionary), content: drawn }]
}

/** A page's content in which everything drawn is either tagged or an artifact. */
interface MarkedContent {
  content: string
  /** Numbers of marked content (MCIDs) that is tagged, and that was and is an artifact now. */
  tagged: number[]
  released: number[]
}

/**
 * Marks as artifacts (ISO 32000-1, 14.8.2.2) what Chromium draws without a tag, such as page numbers and rules, and what it
 * tags although it says nothing: borders and backgrounds.
 *
 * @param content a page's operators as Chromium writes them, one in a line
 * @param layers numbers of objects with tags of their own
 * @param hasMargins whether it is a page's
 * @returns undefined if they are written in another way
 */
function markArtifacts(
  content: string,
  layers: ReadonlySet<number> = new Set(),
  hasMargins = true,
): MarkedContent | undefined {
  const released: number[] = []
  const kept: number[] = []
  let marked = ''
  /** How much of the content is in `marked`. */
  let copied = 0
  const insert = (at: number, line: string, resume = at) => {
    marked += content.slice(copied, at) + line
    copied = resume
  }
  let tagged: { start: number; end: number; id: number; says: boolean } | undefined
  /** Where a path begins that is not yet known to be drawn. */
  let path: number | undefined
  /** How much marked content is open within text: the letters of a ligature, or of text that runs backward. */
  let spelled = 0
  /** Chromium draws the margins first, then clips to the space between them. */
  let inMargins = hasMargins
  let isUnderstood = true
  eachOperator(content, (operator, start, end) => {
    if (operator === 'Do' && !tagged && layers.has(Number(content.slice(start + '/X'.length, end - ' Do'.length))))
      return undefined
    if (operator === '>>BDC') {
      const id = /^\/\w+ <<\/MCID (\d+) >>BDC$/.exec(content.slice(start, end))?.[1]
      isUnderstood = !tagged && path === undefined && id !== undefined
      tagged = { start, end, id: Number(id), says: content.startsWith('/Figure ', start) }
    } else if (operator === 'BDC' || operator === 'BMC') spelled += 1
    else if (operator === 'EMC' && spelled > 0) spelled -= 1
    else if (operator === 'EMC') {
      isUnderstood =
        tagged !== undefined && !drawnIn(content.slice(tagged.start, start)).some(number => layers.has(number))
      if (tagged && !tagged.says) {
        insert(tagged.start, artifact, tagged.end)
        released.push(tagged.id)
      } else if (tagged) kept.push(tagged.id)
      tagged = undefined
    } else if (tagged) tagged.says ||= operator === 'BT' || operator === 'Do'
    else if (operator === 'BT' || operator === 'Do')
      insert(start, `${operator === 'BT' && inMargins ? pagination : artifact}\n`)
    else if (operator === 're' || operator === 'm') path ??= start
    // A path that only clips draws nothing.
    else if (operator === 'n') path = undefined
    else if (path !== undefined && paints.has(operator)) {
      insert(path, `${artifact}\n`)
      insert(end, '\nEMC')
      path = undefined
    }
    if (!tagged && (operator === 'ET' || operator === 'Do')) insert(end, '\nEMC')
    if (operator === 'n') inMargins = false
    if (!isUnderstood) return false
    return tagged?.says ? nextMark(content, end) : undefined
  })
  if (!isUnderstood || tagged || path !== undefined) return undefined
  return { content: marked + content.slice(copied), tagged: kept, released }
}

/** The start of the next line that may begin or end marked content: BDC, BMC, EMC. */
function nextMark(content: string, from: number): number {
  const end = content.indexOf('C\n', from)
  return end < 0 ? content.length : content.lastIndexOf('\n', end) + 1
}

/** The objects that a content draws; Chromium names each after its number. */
function drawnIn(content: string): number[] {
  return Array.from(content.matchAll(/^\/X(\d+) Do$/gm), ([, number]) => Number(number))
}

const artifact = '/Artifact BMC'
/** Page numbers and running heads. */
const pagination = '/Artifact <</Type /Pagination>>BDC'

const paints = new Set(['f', 'f*', 'F', 'S', 's', 'B', 'B*', 'b', 'b*'])

/** Which characters a document's glyphs stand for. */
export interface GlyphNames {
  /** Changed mappings, by object number. */
  renamed: ReadonlyMap<number, PdfObject>
  /** Whether a page's content draws a glyph of private use that nothing around it explains. */
  drawsPrivate(page: ReadDictionary, content: string): boolean
}

/**
 * Gives every glyph a letter that a document may name (ISO 14289-1, 7.21.7): Chromium maps what stands for nothing alone, such as parts
 * of joined letters, to U+0000. Their text is in marked content around them; they become word joiners, which show nothing.
 */
export function nameGlyphs(objects: readonly PdfObject[], values: ObjectValues): GlyphNames {
  const streams = streamsIn(objects)
  const renamed = new Map<number, PdfObject>()
  /** By a font's object number, the codes of glyphs with letters of private use. */
  const privates = new Map<number, ReadonlySet<string>>()
  for (const font of values.beginning('<</Type /Font\n/Subtype /Type')) {
    const mapping = asReference(values.get(font).get('ToUnicode')) ?? 0
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
