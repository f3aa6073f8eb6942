import { endOfObject, inflated, readReferences } from './file/plain-pdf.ts'
import { eachOperator, type Matrix, product } from './file/syntax.ts'
import { asDictionary, asNumber, asReference, type Dictionary, readValue, referencesIn } from './file/values.ts'
import type { PaperSize } from './paper.ts'

/**
 * Prints on sheets so that the last one is worth its paper: if it would be nearly empty, or a third of the one before it blank, the
 * page is printed again with less space, and if that isn't enough, with the sums moved to the last sheet, or with what is below them alone on
 * it. So is what is a few lines longer than one sheet, if less space makes it fit. What fits is printed once.
 *
 * @param print prints a complete page
 */
export async function fitSheets(
  html: string,
  size: PaperSize,
  print: (html: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = await print(html)
  const sheets = lastPages(first)
  const hasColumns = inColumns.test(html)
  if (isWellFilled(sheets, size, hasColumns)) {
    if (pagesIn(first) !== 2 || !nearlyFit(sheets, size)) return first
    const again = await print(withBodyClass(html, fitAttempts[0]))
    return pagesIn(again) === 1 ? again : first
  }
  for (const classes of fitAttempts) {
    const again = await print(withBodyClass(html, classes))
    if (isWellFilled(lastPages(again), size, hasColumns)) return again
  }
  return first
}

/** A sheet that is laid out as a slip in two columns. */
const inColumns = /<body class="[^"]*\bslip\b/

/** Classes of `<body>`, in the order they are tried (templates/print.css). */
export const fitAttempts = ['tight', 'tight moved', 'tight apart'] as const

/** Below either, a last sheet looks like a mistake: a fifth of its height, or ten lines, and fewer on a small sheet. */
function enoughOn(height: number): Ink {
  return { filled: 0.2, lines: Math.min(10, Math.round(height / 28)), beside: 0 }
}

/** Below this, the sheet before it does: a third is blank below a line of dots. */
const enoughBefore: Ink = { filled: 0.7, lines: 0, beside: 0 }
/** The same of a sheet in columns: the second one has more than a few lines. */
const enoughBeside: Ink = { ...enoughBefore, beside: 5 }

function isWellFilled([last, before]: Sheets, size: PaperSize, hasColumns: boolean): boolean {
  if (last === undefined || before === undefined) return true
  const area = areaOf(size)
  const enough = enoughOn(size.height)
  const ink = inkOf(last, area, enough)
  if (ink.filled < enough.filled || ink.lines <= enough.lines) return false
  const needed = hasColumns ? enoughBeside : enoughBefore
  const inkBefore = inkOf(before, area, needed)
  return inkBefore.filled >= needed.filled && inkBefore.beside >= needed.beside
}

/** Whether what is on two sheets would nearly have room on one. */
function nearlyFit(sheets: Sheets, size: PaperSize): boolean {
  const filled = sheets.map(sheet => (sheet === undefined ? 1 : inkOf(sheet, areaOf(size), all).filled))
  return filled.reduce((sum, each) => sum + each, 0) < mostThatFits
}

/** Of a sheet's height: less space saves a line in twenty. */
const mostThatFits = 1.05

const all: Ink = { filled: 1, lines: 0, beside: 0 }

function areaOf({ width, height, margins }: PaperSize): Area {
  return { middle: points(width) / 2, height: points(height), top: points(margins.top), bottom: points(margins.bottom) }
}

function points(millimeters: number): number {
  return (millimeters / 25.4) * 72
}

function withBodyClass(html: string, names: string): string {
  return html.replace(/<body(?: class="([^"]*)")?/, (_, known?: string) =>
    known === undefined ? `<body class="${names}"` : `<body class="${known} ${names}"`,
  )
}

/** How much is printed on a page, between its margins. */
interface Ink {
  /** Lines of text: distinct baselines. */
  lines: number
  /** Where the lowest line or shape is, from 0 for the top margin to 1 for the bottom margin. */
  filled: number
  /** Lines that begin in the second half of the page's width: of a slip in columns, those of the second column. */
  beside: number
}

/** The middle of the paper from side to side, its height and that of its margins, in points. */
interface Area {
  middle: number
  height: number
  top: number
  bottom: number
}

/** Pages of a PDF as Chromium writes it; undefined for another. */
export function pagesIn(pdf: Uint8Array): number | undefined {
  const found = pageTree(pdf)
  return found === undefined ? undefined : found === 'one page' ? 1 : found.count
}

/** What is drawn on the last page and on the one before it; nothing for a single page, or for a PDF that Chromium didn't write. */
type Sheets = readonly (string | undefined)[]

function lastPages(pdf: Uint8Array): Sheets {
  const found = pageTree(pdf)
  if (typeof found !== 'object' || found.count <= 1) return []
  const { tree, object, open } = found
  return lastKids(tree, open).map(page => inflated(object(asReference(page.get('Contents')))))
}

/** The root of the pages and how many there are. Most receipts are one page, which costs nothing to see. */
function pageTree(pdf: Uint8Array) {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  if (bytes.includes(treeOfOnePage, 0, 'latin1')) return 'one page'
  const references = readReferences(pdf)
  if (!references) return undefined
  const object = (number = 0) => objectAt(bytes, references.offsets[number])
  const open: Open = number => {
    const text = object(number)
    return asDictionary(readValue(text, text.indexOf('\n') + 1)?.value) ?? new Map()
  }
  const tree = open(asReference(open(asReference(references.trailer.get('Root'))).get('Pages')))
  return { tree, object, open, count: asNumber(tree.get('Count')) ?? 0 }
}

const treeOfOnePage = '\n<</Type /Pages\n/Count 1\n'

/** An object from `obj` to `endobj`; empty if there is none. */
function objectAt(bytes: Buffer, from: number | undefined): string {
  if (!from) return ''
  const end = bytes.indexOf(endOfObject, from, 'latin1')
  return bytes.toString('latin1', from, end < 0 ? undefined : end)
}

/** Gives the dictionary that an object is; an empty one if there is none. */
type Open = (number?: number) => Dictionary

/** The last two pages, the last one first (ISO 32000-1, 7.7.3.2); a tree of many pages has branches. */
function lastKids(tree: Dictionary, open: Open): Dictionary[] {
  const kids = referencesIn(tree.get('Kids'))
    .slice(-2)
    .map(kid => open(kid))
  const ofEach = kids.map(kid => (kid.has('Kids') ? lastKids(kid, open) : [kid]))
  return ofEach.reverse().flat().slice(0, 2)
}

/** What transforms, or says where something is. */
const places = new Set(['cm', 'Tm', 're', 'm', 'l'])

/**
 * Follows the transformations and collects where text and shapes are (ISO 32000-1, 7.8.2 and annex A). Text moves within a line only.
 *
 * @param enough reads no further when there is more than this
 */
function inkOf(content: string, { middle, height, top, bottom }: Area, enough: Ink): Ink {
  const saved: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  let lowest = top
  const lines = new Set<number>()
  const beside = new Set<number>()
  const filled = () => (lowest - top) / (height - top - bottom)
  eachOperator(content, (operator, start, end) => {
    if (operator === 'q') saved.push(matrix)
    if (operator === 'Q') matrix = saved.pop() ?? matrix
    if (!places.has(operator)) return undefined
    const operands: readonly number[] = content
      .slice(start, end - operator.length)
      .trimEnd()
      .split(' ')
      .map(Number)
    if (operator === 'cm') matrix = product(operands as Matrix, matrix)
    else {
      const [x = Number.NaN, y = Number.NaN, , down = 0] = operator === 'Tm' ? operands.slice(4) : operands
      const below = height - Math.min(heightOf(x, y, matrix), heightOf(x, y + down, matrix))
      // Margins hold page numbers; a clip covers all between them.
      if (below < top || below > height - bottom - 0.5) return undefined
      lowest = Math.max(lowest, below)
      if (operator === 'Tm') {
        lines.add(Math.round(below))
        if (matrix[0] * x + matrix[2] * y + matrix[4] > middle) beside.add(Math.round(below))
      }
    }
    const isEnough = lines.size > enough.lines && filled() > enough.filled && beside.size >= enough.beside
    return isEnough ? false : undefined
  })
  return { lines: lines.size, filled: filled(), beside: beside.size }
}

function heightOf(x: number, y: number, [, b, , d, , f]: Matrix): number {
  return b * x + d * y + f
}
