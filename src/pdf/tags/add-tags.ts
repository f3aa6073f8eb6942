import { archiveProblems, unclaimed, writeClaim } from '../file/claim.ts'
import { openObjectValues, titleIn } from '../file/object-values.ts'
import { compressedStream, type PdfObject } from '../file/plain-pdf.ts'
import { asReference, type Dictionary, pdfText, referenceTo } from '../file/values.ts'
import { type MarkedPages, markPages } from './mark-pages.ts'
import { isLeaf, type PageElement, type PageElements, textOfElement } from './page-elements.ts'
import type { PageTexts } from './page-texts.ts'
import { type Structure, writeStructure } from './structure.ts'

export { partWords } from './part-words.ts'
export type { PageElements }

/** A page's structure; undefined if it has to be found by the browser. */
export async function readElements(html: string): Promise<PageElements | undefined> {
  const { readPage } = await loadParser()
  return readPage(html)
}

/** What a page's headings and links say. */
export async function readTexts(html: string): Promise<PageTexts> {
  const { pageTexts } = await loadParser()
  return pageTexts(html)
}

/** The parser is loaded with the first PDF: a process that only sends email shouldn't wait for it. Each import takes time, so there is one. */
function loadParser(): Promise<typeof import('./read-page.ts')> {
  parser ??= import('./read-page.ts')
  return parser
}

let parser: ReturnType<typeof loadParser> | undefined

/**
 * Gives an untagged PDF from Chromium the tags, bookmarks and metadata of PDF/UA-1 (ISO 14289-1).
 *
 * @param objects all of the document
 * @param trailer its trailer dictionary
 * @param page the structure of the page that was printed
 * @param tell is told why something isn't claimed
 * @returns the objects, changed or added; undefined if what is drawn isn't what the page says, in its order
 */
export function addTags(
  objects: readonly PdfObject[],
  trailer: Dictionary,
  page: PageElements,
  tell: (reasons: readonly string[]) => unknown = () => {},
): readonly PdfObject[] | undefined {
  const values = openObjectValues(objects)
  const title = titleIn(values.get(asReference(trailer.get('Info'))))
  const marked = markPages(objects, values, page)
  if (!title || !marked) return undefined
  const problems = archiveProblems(objects, values)
  const claim = writeClaim(values.free, { title, lang: page.lang, isArchivable: problems.length === 0 })
  const structure = writeStructure(page, marked, values, values.free())
  if (!structure) return undefined
  const outline = writeOutline(page.root, marked, structure)
  const catalog = values.edit(asReference(trailer.get('Root')) ?? 0)
  for (const [key, entry] of claim.entries) catalog.set(key, entry)
  catalog.set('Lang', `(${page.lang})`).set('MarkInfo', markInfo).set('StructTreeRoot', referenceTo(structure.root))
  if (outline[0]) catalog.set('Outlines', referenceTo(outline[0].number))
  tell(unclaimed([], problems))
  const contents = new Map(marked.pages.map(({ contents, content }) => [contents, content]))
  return [
    ...values.written().map(each => {
      const content = contents.get(each.number)
      return content === undefined ? each : compressedStream(each.number, '', content)
    }),
    ...claim.objects,
    ...structure.objects,
    ...outline,
  ]
}

const markInfo = new Map([
  ['Type', '/MarkInfo'],
  ['Marked', 'true'],
])

interface OutlineItem {
  number: number
  /** Undefined for the outline itself. */
  heading: PageElement | undefined
  parent: OutlineItem | undefined
  kids: OutlineItem[]
}

/**
 * Writes a bookmark for each heading (ISO 32000-1, 12.3.3), below the last one of a higher level.
 *
 * @returns objects, first the outline; none for a page without headings
 */
function writeOutline(root: PageElement, { pages, spots }: MarkedPages, { next, numberOf }: Structure): PdfObject[] {
  const outline: OutlineItem = { number: next, heading: undefined, parent: undefined, kids: [] }
  const all = [outline]
  let last = outline
  for (const heading of headingsIn(root)) {
    if (!spots.has(heading)) continue
    while (last.parent && (last.heading?.level ?? 0) >= (heading.level ?? 0)) last = last.parent
    const bookmark: OutlineItem = { number: next + all.length, heading, parent: last, kids: [] }
    last.kids.push(bookmark)
    all.push(bookmark)
    last = bookmark
  }
  if (all.length === 1) return []
  return all.map(bookmark => {
    const { number, heading, parent } = bookmark
    const spot = heading && spots.get(heading)?.[0]
    if (!parent || !spot) return { number, isStream: false, content: `<</Type /Outlines${below(bookmark)}>>` }
    const { page, x, y, size } = spot
    const place = `[${pages[page]?.number} 0 R /XYZ ${round(x)} ${round(y + size)} 0]`
    const start = `<</Title ${pdfText(textOfElement(heading))}\n/Dest ${place}\n/SE ${numberOf(heading)} 0 R\n/Parent ${parent.number} 0 R`
    return { number, isStream: false, content: `${start}${beside(bookmark, parent.kids)}${below(bookmark)}>>` }
  })
}

function headingsIn(element: PageElement): PageElement[] {
  if (element.role === 'H') return [element]
  return element.kids.flatMap(kid => (isLeaf(kid) ? [] : headingsIn(kid)))
}

function beside(bookmark: OutlineItem, siblings: readonly OutlineItem[]): string {
  const at = siblings.indexOf(bookmark)
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  return `${previous ? `\n/Prev ${previous.number} 0 R` : ''}${next ? `\n/Next ${next.number} 0 R` : ''}`
}

function below({ kids }: OutlineItem): string {
  const [first, last] = [kids[0], kids.at(-1)]
  return first && last ? `\n/First ${first.number} 0 R\n/Last ${last.number} 0 R\n/Count ${countOf(kids)}` : ''
}

function countOf(bookmarks: readonly OutlineItem[]): number {
  return bookmarks.reduce((sum, { kids }) => sum + 1 + countOf(kids), 0)
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
