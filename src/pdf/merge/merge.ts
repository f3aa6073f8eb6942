import { OptionError } from '../../errors.ts'
import { element } from '../file/access/elements.ts'
import { attachedName, namesOf } from '../file/attach-data.ts'
import { unclaimed, writeClaim } from '../file/claim.ts'
import { openPacking } from '../file/pack.ts'
import { packedHeader } from '../file/packed-pdf.ts'
import { asReference, type Dictionary, linesOf, pdfText, referenceTo } from '../file/values.ts'
import { type Copying, openCopying, type Target } from './copy-part.ts'
import type { KindName } from './kinds.ts'
import { openPart, type PdfPart } from './part.ts'

/** What a merged PDF is called. */
export interface MergedTitle {
  /** Default: the first PDF's title and, of several, the last one's. */
  title?: string | undefined
  /** Called with sentences that say which claims it doesn't make, and which part is why. Must not throw. */
  onUnclaimed?: ((reasons: readonly string[]) => void) | undefined
}

/** A document that PDFs are added to, one after the other; it keeps what it will have of each, not the PDF. */
export interface Merging {
  /** @throws OptionError with the PDF's place in the list if it isn't as `engine.pdf` gave it; then nothing can be added anymore */
  add(pdf: Uint8Array): void
  /** The document of what was added. @throws OptionError if nothing was */
  finish(): Uint8Array<ArrayBuffer>
}

/**
 * Makes one PDF of several, in their order: each with its pages, tags and language, below a bookmark with its title. One that was merged
 * before keeps its bookmarks below its own. It claims PDF/UA-1 and PDF/A-3a if all do, and has the newest one's date. Same PDFs, same bytes.
 *
 * @param pdfs as `engine.pdf`, `Printer.print` or this function gave them
 * @throws OptionError for an empty list, or with the place of a PDF that has no tags, or that another program wrote or changed
 */
export function mergePdfs(pdfs: readonly Uint8Array[], title: MergedTitle = {}): Uint8Array<ArrayBuffer> {
  const merging = openMerging(title)
  for (const pdf of pdfs) merging.add(pdf)
  return merging.finish()
}

/** Reads a PDF of a list. @throws OptionError with its place if it can't be merged */
export function openAt(place: number, pdf: Uint8Array): PdfPart {
  return openPart(pdf, (lack, why = `${notOurs} It ${lack}.`) => {
    throw new OptionError(`parts[${place}]: ${why}`)
  })
}

const notOurs =
  'is not a PDF as `engine.pdf` gives it: another program wrote or changed it, or it was cut; give what `engine.pdf` gave, or the receipt.'

/** Numbers of the objects that hold all parts. */
const [catalog, info, pages, tree, document, outline] = [1, 2, 3, 4, 5, 6] as const

/** What the document has of a part. Numbers are those of the document's objects. */
interface Merged extends Pick<PdfPart, 'title' | 'lang' | 'created' | 'makers' | 'unclaimed'> {
  /** Root of its pages, and how many there are. */
  pages: number
  count: number
  element: number
  /** Leaves of the parent tree and of the ID tree. */
  parents: readonly number[]
  names: readonly number[]
  /** Attached files. */
  files: PdfPart['files']
  bookmark: Bookmark
}

/** Opens a document for PDFs that aren't all there at once. */
export function openMerging({ title, onUnclaimed }: MergedTitle = {}): Merging {
  if (title?.trim() === '')
    throw new OptionError('title: is blank; leave it out for the titles of the first and the last part')
  let last: number = outline
  const nextNumber = () => ++last
  const target: Target = { packing: openPacking(packedHeader, nextNumber), nextNumber, shared: new Map() }
  const all: Merged[] = []
  let nextKey = 0
  let files = 0

  function write(content: string, number = nextNumber()): number {
    target.packing.add({ number, isStream: false, content })
    return number
  }

  function add(pdf: Uint8Array): void {
    const part = openAt(all.length, pdf)
    const bookmark = nextNumber()
    const firstKey = nextKey
    nextKey += part.structure.nextKey
    const numbers = new Map<number, { number: number; kind: KindName }>()
    numbers.set(part.structure.root, { number: document, kind: 'element' })
    if (part.outline) numbers.set(part.outline.root, { number: bookmark, kind: 'bookmark' })
    const idPrefix = `${String(all.length + 1).padStart(6, '0')}.`
    const copying = openCopying(part, { numbers, firstKey, idPrefix }, target)
    const root = copying.own(part.pages.root, 'page', page => page.set('Parent', referenceTo(pages)))
    // Tags may be in layers, which are known by then.
    if (copying.finish() !== part.pages.count) part.refuse('has another number of pages than it says')
    const element = copying.own(part.structure.document, 'element', each => asPart(each, part.lang))
    const kids = part.outline && {
      first: copying.own(part.outline.first, 'bookmark'),
      last: copying.numberOf(part.outline.last, 'bookmark'),
      count: part.outline.count,
    }
    all.push({
      ...{ title: part.title, lang: part.lang, created: part.created, makers: part.makers, unclaimed: part.unclaimed },
      ...{ pages: root, count: part.pages.count, element },
      parents: part.parents.map(leaf => write(parentLeaf(leaf, firstKey, part, copying))),
      names: part.names.map(leaf => copying.own(leaf, 'ids')),
      files: part.files.map(({ number, ending }) => {
        const name = `(${attachedName(ending, ++files)})`
        return { number: copying.own(number, 'attached', file => file.set('F', name).set('UF', name)), ending }
      }),
      bookmark: {
        ...{ number: bookmark, title: part.title ?? String(all.length + 1), element, kids },
        ...{ page: copying.numberOf(part.pages.first, 'page'), top: part.pages.top },
      },
    })
    copying.finish()
  }

  function finish(): Uint8Array<ArrayBuffer> {
    const [first] = all
    if (!first) throw new OptionError('parts: the list is empty; give one receipt or PDF at least')
    const { lang = '' } = first
    const documentTitle = title ?? titleOf(all)
    const count = all.reduce((sum, part) => sum + part.count, 0)
    write(`<</Type /Pages\n/Count ${count}\n/Kids [${references(all.map(part => part.pages))}]>>`, pages)
    const kids = references(all.map(part => part.element))
    write(`${element}Document\n/Lang (${lang})\n/P ${tree} 0 R\n/K [${kids}]>>`, document)
    const parents = write(`<</Type /ParentTree\n/Kids [${references(all.flatMap(part => part.parents))}]>>`)
    const names = references(all.flatMap(part => part.names))
    const ids = names && `\n/IDTree ${write(`<</Kids [${names}]>>`)} 0 R`
    const keys = `\n/K ${document} 0 R\n/ParentTreeNextKey ${nextKey}\n/ParentTree ${parents} 0 R${ids}`
    write(`<</Type /StructTreeRoot${keys}>>`, tree)
    const bookmarks = all.map(({ bookmark }) => bookmark)
    for (const { number, content } of writeBookmarks(outline, bookmarks)) write(content, number)
    const claim = claimOf(documentTitle, lang)
    const attached = attachedTo(all.flatMap(part => part.files))
    write(
      `<</Type /Catalog\n${claim}${attached}/Lang (${lang})\n/MarkInfo <</Type /MarkInfo\n/Marked true>>\n/StructTreeRoot ${tree} 0 R\n` +
        `/Outlines ${outline} 0 R\n/Pages ${pages} 0 R\n/ViewerPreferences <</Type /ViewerPreferences\n/DisplayDocTitle true>>>>`,
      catalog,
    )
    write(infoOf(all, documentTitle), info)
    return target.packing.finish(
      new Map([
        ['Root', referenceTo(catalog)],
        ['Info', referenceTo(info)],
      ]),
    )
  }

  /** Claims what each part does, and is true of it. @returns entries of the catalog */
  function claimOf(documentTitle: string | undefined, lang: string): string {
    const problemsOf = (of: 'access' | 'archive') =>
      all.flatMap(({ unclaimed }, place) => unclaimed[of].map(problem => `${problem} (parts[${place}])`))
    const access = [...problemsOf('access'), ...(documentTitle ? [] : ['no title']), ...(lang ? [] : ['no language'])]
    const archive = problemsOf('archive')
    const reasons = unclaimed(access, archive)
    if (reasons.length > 0) onUnclaimed?.(reasons)
    if (access.length > 0 || !documentTitle) return ''
    const { entries, objects } = writeClaim(nextNumber, {
      title: documentTitle,
      lang,
      isArchivable: archive.length === 0,
    })
    for (const object of objects) target.packing.add(object)
    return linesOf(entries)
  }

  function attachedTo(all: PdfPart['files']): string {
    if (all.length === 0) return ''
    return `/AF [${references(all.map(({ number }) => number))}]\n/Names <</EmbeddedFiles ${write(namesOf(all))} 0 R>>\n`
  }

  return { add, finish }
}

/**
 * Makes the element of a whole document a part of another (ISO 32000-1, table 333: a document is the root of the tree, a part is a large
 * division of it), in its own language; an empty one is unknown (14.9.2.1).
 */
function asPart(element: Dictionary, lang = ''): void {
  element.set('S', '/Part')
  if (!element.has('Lang')) element.set('Lang', `(${lang})`)
}

/** A leaf of the parent tree, which is a number tree (ISO 32000-1, 7.9.7): owners by key, and lists of owners. */
function parentLeaf(
  leaf: PdfPart['parents'][number],
  firstKey: number,
  part: PdfPart,
  { numberOf, listOf }: Copying,
): string {
  const first = (leaf[0]?.[0] ?? 0) + firstKey
  const last = (leaf.at(-1)?.[0] ?? 0) + firstKey
  const entries = leaf.map(([key, owner]) => {
    const number = asReference(owner) ?? part.refuse('lacks the owners of its content')
    return `${key + firstKey} ${listOf(number) ?? numberOf(number, 'element')} 0 R`
  })
  return `<</Limits [${first} ${last}]\n/Nums [${entries.join(' ')}]>>`
}

function titleOf(all: readonly Merged[]): string | undefined {
  const [first, last] = [all[0]?.title, all.at(-1)?.title]
  return first === last || last === undefined ? first : [first, last].filter(Boolean).join(' – ')
}

function infoOf(all: readonly Merged[], title: string | undefined): string {
  const dates = all.flatMap(({ created }) => created ?? [])
  const newest = dates.reduce<(typeof dates)[0] | undefined>(
    (most, date) => (!most || date.instant > most.instant ? date : most),
    undefined,
  )
  const entries = [
    title && `/Title ${pdfText(title)}`,
    ...(all[0]?.makers.size ? [linesOf(all[0].makers).trimEnd()] : []),
    newest && `/CreationDate (${newest.text})\n/ModDate (${newest.text})`,
  ]
  return `<<${entries.filter(Boolean).join('\n')}>>`
}

function references(numbers: readonly number[]): string {
  return numbers.map(number => `${number} 0 R`).join(' ')
}

/** A part's bookmark, and those in it. */
export interface Bookmark {
  number: number
  title: string
  /** Object numbers of the first page and of the element that holds all of the part. */
  page: number
  element: number
  /** The page's upper edge in points. */
  top: string
  /** The part's own bookmarks: the first, the last, and how many are seen once this is open. */
  kids: { first: number; last: number; count: number } | undefined
}

/** The outline (ISO 32000-1, 12.3.3), and a closed bookmark for each part, which goes to its first page. */
function writeBookmarks(outline: number, bookmarks: readonly Bookmark[]): { number: number; content: string }[] {
  const [first, last] = [bookmarks[0], bookmarks.at(-1)]
  const content = `<</Type /Outlines\n/First ${first?.number} 0 R\n/Last ${last?.number} 0 R\n/Count ${bookmarks.length}>>`
  const all = bookmarks.map(({ number, title, page, element, top, kids }, at) => {
    const [before, after] = [bookmarks[at - 1], bookmarks[at + 1]]
    const entries = [
      `<</Title ${pdfText(title)}`,
      `/Dest [${page} 0 R /XYZ 0 ${top} 0]`,
      `/SE ${element} 0 R`,
      `/Parent ${outline} 0 R`,
      before && `/Prev ${before.number} 0 R`,
      after && `/Next ${after.number} 0 R`,
      kids && `/First ${kids.first} 0 R\n/Last ${kids.last} 0 R\n/Count -${kids.count}`,
    ]
    return { number, content: `${entries.filter(Boolean).join('\n')}>>` }
  })
  return [{ number: outline, content }, ...all]
}
