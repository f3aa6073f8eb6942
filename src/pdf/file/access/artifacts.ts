import { eachOperator } from '../syntax.ts'

/** A page's content in which everything drawn is either tagged or an artifact. */
export interface MarkedContent {
  content: string
  /** Numbers of marked content that was tagged and is an artifact now (MCIDs). */
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
export function markArtifacts(
  content: string,
  layers: ReadonlySet<number> = new Set(),
  hasMargins = true,
): MarkedContent | undefined {
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
  return { content: marked + content.slice(copied), released }
}

/** The start of the next line that may begin or end marked content: BDC, BMC, EMC. */
function nextMark(content: string, from: number): number {
  const end = content.indexOf('C\n', from)
  return end < 0 ? content.length : content.lastIndexOf('\n', end) + 1
}

/** The objects that a content draws; Chromium names each after its number. */
export function drawnIn(content: string): number[] {
  return Array.from(content.matchAll(/^\/X(\d+) Do$/gm), ([, number]) => Number(number))
}

const artifact = '/Artifact BMC'
/** Page numbers and running heads. */
const pagination = '/Artifact <</Type /Pagination>>BDC'

const paints = new Set(['f', 'f*', 'F', 'S', 's', 'B', 'B*', 'b', 'b*'])
