import { type Widths, widthsOn } from '../glyph-widths.ts'
import type { ObjectTexts } from '../object-texts.ts'
import { eachOperator } from '../operators.ts'
import { compressedStream, inflated, type PdfObject } from '../plain-pdf.ts'
import { joinGlyphs } from '../text-runs.ts'

/**
 * Marks artifacts on every page, and joins the glyphs of its lines.
 *
 * @param texts changed
 * @returns the new contents by object number, by page what isn't tagged anymore, and whether letters are spelled anywhere; undefined
 *   if a page isn't understood
 */
export function markPages(objects: readonly PdfObject[], texts: ObjectTexts) {
  const streams = new Map(objects.flatMap(object => (object.isStream ? [[object.number, object.content]] : [])))
  const contents = new Map<number, PdfObject>()
  const released = new Map<number, readonly number[]>()
  const widths = new Map<number, Widths>()
  let isSpelled = false
  for (const page of texts.beginning('<</Type /Page\n')) {
    const number = Number(/\/Contents (\d+) 0 R/.exec(texts.get(page))?.[1])
    const drawn = inflated(streams.get(number))
    const fonts = widthsOn(texts.get(page), texts, widths)
    const marked = drawn === undefined ? undefined : markArtifacts(joinGlyphs(drawn, fonts))
    if (!marked) return undefined
    released.set(page, marked.released)
    isSpelled ||= marked.isSpelled
    contents.set(number, compressedStream(number, '', marked.content))
  }
  return { contents, released, isSpelled }
}

/** A page's content in which everything drawn is either tagged or an artifact. */
export interface MarkedContent {
  content: string
  /** Numbers of marked content that was tagged and is an artifact now (MCIDs). */
  released: number[]
  /** Whether the text of some glyphs is in marked content around them: joined letters. */
  isSpelled: boolean
}

/**
 * Marks as artifacts (ISO 32000-1, 14.8.2.2) what Chromium draws without a tag, such as page numbers and rules, and what it
 * tags although it says nothing: borders and backgrounds.
 *
 * @param content a page's operators as Chromium writes them, one in a line
 * @returns undefined if they are written in another way
 */
export function markArtifacts(content: string): MarkedContent | undefined {
  const released: number[] = []
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
  let isSpelled = false
  /** Chromium draws the margins first, then clips to the space between them. */
  let inMargins = true
  let isUnderstood = true
  eachOperator(content, (operator, start, end) => {
    if (operator === '>>BDC') {
      const id = /^\/\w+ <<\/MCID (\d+) >>BDC$/.exec(content.slice(start, end))?.[1]
      isUnderstood = !tagged && path === undefined && id !== undefined
      tagged = { start, end, id: Number(id), says: content.startsWith('/Figure ', start) }
    } else if (operator === 'BDC' || operator === 'BMC') {
      spelled += 1
      isSpelled = true
    } else if (operator === 'EMC' && spelled > 0) spelled -= 1
    else if (operator === 'EMC') {
      isUnderstood = tagged !== undefined
      if (tagged && !tagged.says) {
        insert(tagged.start, artifact, tagged.end)
        released.push(tagged.id)
      }
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
  return { content: marked + content.slice(copied), released, isSpelled }
}

/** The start of the next line that may begin or end marked content: BDC, BMC, EMC. */
function nextMark(content: string, from: number): number {
  const end = content.indexOf('C\n', from)
  return end < 0 ? content.length : content.lastIndexOf('\n', end) + 1
}

const artifact = '/Artifact BMC'
/** Page numbers and running heads. */
const pagination = '/Artifact <</Type /Pagination>>BDC'

const paints = new Set(['f', 'f*', 'F', 'S', 's', 'B', 'B*', 'b', 'b*'])
