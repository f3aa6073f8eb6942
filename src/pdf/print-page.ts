import { PrintError } from '../errors.ts'
import { type BrowserPage, mustNotStay, withoutPolicy } from './browser/browser.ts'
import { endOfObject, inflated, readReferences } from './file/plain-pdf.ts'
import { eachOperator, type Matrix, product } from './file/syntax.ts'
import { asDictionary, asNumber, asReference, type Dictionary, readValue, referencesIn } from './file/values.ts'
import { partLongText } from './long-runs.ts'
import { nameLinks } from './name-links.ts'
import { type Paper, type PaperSize, paperSize } from './paper.ts'
import { printable } from './printable.ts'

/**
 * Prints a page: writes the document into the browser's page and prints it, on a roll as high as it is, on sheets so that none
 * is nearly empty.
 *
 * @param page the browser's page
 * @param html a complete page from `preparePage`
 * @param isUnderstood whether the page's structure is known, to print it without tags, for `addTags`; else the browser tags. Called
 *   several times, first while the browser reads the page
 * @returns the bytes of the PDF, with the page's own `title`
 * @throws Error if the browser failed; another one may succeed
 */
export async function printPage(
  page: BrowserPage,
  html: string,
  paper: Paper,
  isUnderstood: () => Promise<boolean> = async () => false,
): Promise<Uint8Array<ArrayBuffer>> {
  const size = paperSize(paper)
  await page.layOutFor({ media: size.fitted ? 'print' : 'screen' })
  const tags = async () => ((await isUnderstood()) ? untagged : {})
  const pdf = size.fitted
    ? await printOnce(page, html, async () => ({ ...(await tags()), ...(await rollSheet(page, size)) }))
    : await fitSheets(html, size, tried =>
        printOnce(page, tried, async () => ({ ...(await tags()), ...fixedSheet(size) })),
      )
  if (mustNotStay(html)) await page.renew()
  return pdf
}

const untagged = { generateTaggedPDF: false, generateDocumentOutline: false }

async function printOnce(
  page: BrowserPage,
  html: string,
  sheet: () => Promise<object>,
): Promise<Uint8Array<ArrayBuffer>> {
  const written = page.send('Page.setDocumentContent', { frameId: page.frameId, html })
  const [options] = await Promise.all([sheet(), written])
  const { data } = await page.send<{ data: string }>('Page.printToPDF', {
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    ...options,
    printBackground: true,
    preferCSSPageSize: false,
    transferMode: 'ReturnAsBase64',
  })
  // An undetected refresh, by this page or the one before, can replace it with an error page.
  if (page.hasLeft()) throw new Error('The page went elsewhere while it was printed.')
  const bytes = Buffer.from(data, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Adds to a page's head what printing needs: the paper's width on rolls, and rules for embedded fonts. It takes away our templates'
 * policy: the browser has a stricter one for all pages. Links get something that says what they are.
 *
 * @throws PrintError if the page has no `<head>`, or would navigate away
 */
export function preparePage(html: string, paper: Paper, fontRules = ''): string {
  const size = paperSize(paper)
  const laidOut = size.fitted ? wholeStyle(size) : sheetStyle(html)
  const { html: whole, rules } = printable(html)
  return withStyle(nameLinks(whole), rules + laidOut + fontRules)
}

/**
 * Adds a style to a page's head, and takes away our templates' policy.
 *
 * @throws PrintError if the page has no `<head>`, or would navigate away
 */
export function withStyle(html: string, style: string): string {
  const head = html.indexOf('<head')
  const at = head < 0 ? 0 : html.indexOf('>', head) + 1
  if (at === 0)
    throw new PrintError('The page to print has no <head>; give a complete page with `lang`, a <head> and a <title>.')
  if (refresh.test(html)) throw new PrintError('The page to print contains a <meta http-equiv="refresh">; remove it.')
  return partLongText(withoutPolicy(`${html.slice(0, at)}${style && `<style>${style}</style>`}${html.slice(at)}`))
}

/** The only way left to navigate without script or click; no content policy covers it. */
const refresh = /<meta\b[^>]{0,300}http-equiv\s{0,9}=[\s"']{0,9}refresh/i

/**
 * A sheet's page is laid out when it is printed. Skipped on the screen (CSS Containment 2, 4), it isn't laid out before, nor again
 * afterward; `display: none` would also take down what was laid out. Not if a stylesheet may have pictures: what an SVG embeds is
 * read when it is first shown, and then the first print would lack it.
 */
function sheetStyle(html: string): string {
  return picture.test(html) ? '' : '@media screen{html{content-visibility:hidden}}'
}

/** Functions of CSS Images 4 that name a picture, in capitals or not. */
const picture = /(?:url|image-set)\(/i

/** Makes a page of the whole paper. The body has the same width when measured and printed; Chromium rounds page margins, but not this. */
export function wholeStyle({ printableWidth, margins: { top, right, bottom, left } }: PaperSize): string {
  return (
    '@page{margin:0!important}html{display:flow-root}' +
    `body{width:${printableWidth}mm!important;margin:${top}mm ${right}mm ${bottom}mm ${left}mm!important;padding:0!important}`
  )
}

const inch = 25.4

function fixedSheet({ width, height, margins }: PaperSize): object {
  return {
    paperWidth: width / inch,
    paperHeight: height / inch,
    marginTop: margins.top / inch,
    marginRight: margins.right / inch,
    marginBottom: margins.bottom / inch,
    marginLeft: margins.left / inch,
  }
}

/** One page as high as the content, plus one CSS pixel so that rounding doesn't add a second page. */
async function rollSheet(page: BrowserPage, { width, height }: PaperSize): Promise<object> {
  const { cssContentSize } = await page.send<{ cssContentSize: { height: number } }>('Page.getLayoutMetrics')
  const needed = (Math.ceil(cssContentSize.height) + 1) / 96
  const greatest = height / inch
  return {
    paperWidth: width / inch,
    paperHeight: Math.min(needed, greatest),
    marginTop: 0,
    marginRight: 0,
    marginBottom: 0,
    marginLeft: 0,
    ...(needed <= greatest && { pageRanges: '1' }),
  }
}

/**
 * Prints on sheets so that the last one is worth its paper: if it would be nearly empty, or a third of the one before it blank, the
 * page is printed again with less space, and if that isn't enough, with the sums moved to the last sheet. So is what is a few lines
 * longer than one sheet, if less space makes it fit. What fits is printed once.
 *
 * @param print prints a complete page
 */
export async function fitSheets(
  html: string,
  size: PaperSize,
  print: (html: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = await print(html)
  if (isWellFilled(first, size)) {
    if (!nearlyFits(first, size)) return first
    const again = await print(withBodyClass(html, fitAttempts[0]))
    return pagesIn(again) === 1 ? again : first
  }
  for (const classes of fitAttempts) {
    const again = await print(withBodyClass(html, classes))
    if (isWellFilled(again, size)) return again
  }
  return first
}

/** Classes of `<body>`, in the order they are tried (templates/print.css). */
export const fitAttempts = ['tight', 'tight moved'] as const

/** Below either, a last sheet looks like a mistake: a fifth of its height, or ten lines, and fewer on a small sheet. */
function enoughOn(height: number): Ink {
  return { filled: 0.2, lines: Math.min(10, Math.round(height / 28)) }
}

/** Below this, the sheet before it does: a third is blank below a line of dots. */
const enoughBefore = { filled: 0.7, lines: 0 }

function isWellFilled(pdf: Uint8Array, { height, margins }: PaperSize): boolean {
  const area = { height: points(height), top: points(margins.top), bottom: points(margins.bottom) }
  const [last, before] = lastPages(pdf)
  if (last === undefined || before === undefined) return true
  const enough = enoughOn(height)
  const ink = inkOf(last, area, enough)
  return (
    ink.filled >= enough.filled &&
    ink.lines > enough.lines &&
    inkOf(before, area, enoughBefore).filled >= enoughBefore.filled
  )
}

/** Whether what is on two sheets would nearly have room on one. */
function nearlyFits(pdf: Uint8Array, { height, margins }: PaperSize): boolean {
  if (pagesIn(pdf) !== 2) return false
  const area = { height: points(height), top: points(margins.top), bottom: points(margins.bottom) }
  const filled = lastPages(pdf).map(page => (page === undefined ? 1 : inkOf(page, area, all).filled))
  return filled.reduce((sum, each) => sum + each, 0) < mostThatFits
}

/** Of a sheet's height: less space saves a line in twenty. */
const mostThatFits = 1.05

const all: Ink = { filled: 1, lines: 0 }

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
}

/** Height of the paper and of its margins, in points. */
interface Area {
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
function lastPages(pdf: Uint8Array): (string | undefined)[] {
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
function inkOf(content: string, { height, top, bottom }: Area, enough: Ink): Ink {
  const saved: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  let lowest = top
  const lines = new Set<number>()
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
      if (operator === 'Tm') lines.add(Math.round(below))
    }
    return lines.size > enough.lines && filled() > enough.filled ? false : undefined
  })
  return { lines: lines.size, filled: filled() }
}

function heightOf(x: number, y: number, [, b, , d, , f]: Matrix): number {
  return b * x + d * y + f
}
