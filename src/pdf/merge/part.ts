import { instantOf, parseDateTime } from '../../standards/iso8601.ts'
import { element } from '../file/access/structure.ts'
import { accessClaim, archiveClaim } from '../file/claim.ts'
import { readPacked } from '../file/packed-pdf.ts'
import { type PdfObject, readObjects, readPlain, referenceIn, referencesIn } from '../file/plain-pdf.ts'
import { titleIn } from '../file/syntax.ts'

/** A PDF that is to be merged: its objects, and the numbers of those that lead to all others. */
export interface PdfPart {
  objects: ReadonlyMap<number, PdfObject>
  title: string | undefined
  /** As a string of the PDF, with its parentheses. */
  lang: string | undefined
  created: Created | undefined
  /** The programs that made it, as entries of its information dictionary. */
  makers: string
  /** Whether it claims PDF/UA-1. */
  isAccessible: boolean
  /** Whether it claims PDF/A-3a. */
  isArchivable: boolean
  /** Attached files, the data of receipts: their object numbers, and how their names end. */
  files: readonly { number: number; ending: string }[]
  /** Root of the page tree, how many pages it has, the first of them, and its upper edge in points. */
  pages: { root: number; count: number; first: number; top: string }
  /** Root of the structure tree, and the element in it that holds all others. */
  structure: { root: number; document: number; nextKey: number }
  /** The leaves of the parent tree: keys with references, as in `/Nums`. */
  parents: readonly string[]
  /** Object numbers of the leaves of the ID tree. */
  names: readonly number[]
  /** The outline, its first and last bookmark, and how many are seen before any is opened. */
  outline: { root: number; first: number; last: number; count: number } | undefined
  /** The catalog's destinations: arrays, by name with its slash. */
  destinations: ReadonlyMap<string, string>
  /** Throws the error for a PDF that can't be merged. */
  refuse: RefusePdf
}

/** Throws an error about a PDF of the list. @param why completes "parts[2]: …"; default: that it isn't ours */
export type RefusePdf = (why?: string) => never

/** Reads what leads to the objects of a PDF, as `engine.pdf` gives it or a browser prints it with tags. */
export function openPart(pdf: Uint8Array, refuse: RefusePdf): PdfPart {
  const { objects, trailer } = readPacked(pdf) ?? readBrowsers(pdf) ?? refuse()
  const byNumber = new Map(objects.map(object => [object.number, object]))
  const textOf = (number: number | undefined) => {
    const object = byNumber.get(number ?? 0)
    return !object || object.isStream ? refuse() : object.content
  }
  const catalog = textOf(referenceIn(trailer, 'Root'))
  const info = textOf(referenceIn(trailer, 'Info'))
  if (info.length > 100_000) refuse()
  if (!catalog.startsWith('<</Type /Catalog\n') || !keysOf(catalog).every(key => known.has(key))) refuse()
  const root = referenceIn(catalog, 'StructTreeRoot') ?? refuse('has no tags; print it with tags, or give the receipt')
  const tree = textOf(root)
  const document = referenceIn(tree, 'K') ?? refuse()
  const metadata = byNumber.get(referenceIn(catalog, 'Metadata') ?? 0)?.content ?? ''
  if (!textOf(document).startsWith(`${element}Document\n`)) refuse()
  return {
    objects: byNumber,
    title: titleIn(info),
    lang: /\/Lang (\([\w@-]+\))/.exec(catalog)?.[1],
    created: createdIn(info),
    makers: /\/Creator \([^()]*\)\n\/Producer \([^()]*\)/.exec(info)?.[0] ?? '',
    isAccessible: metadata.includes(accessClaim),
    isArchivable: metadata.includes(archiveClaim),
    files: catalog.includes('/AF ') ? filesIn(catalog, textOf, refuse) : [],
    pages: pagesIn(referenceIn(catalog, 'Pages') ?? refuse(), textOf, refuse),
    structure: { root, document, nextKey: numberIn(tree, 'ParentTreeNextKey') ?? refuse() },
    parents: parentsIn(textOf(referenceIn(tree, 'ParentTree')), textOf, refuse),
    names: tree.includes('/IDTree ') ? (kidsOf(textOf(referenceIn(tree, 'IDTree'))) ?? refuse()) : [],
    outline: outlineIn(referenceIn(catalog, 'Outlines'), textOf),
    destinations: destinationsIn(catalog.includes('/Dests ') ? textOf(referenceIn(catalog, 'Dests')) : ''),
    refuse,
  }
}

type TextOf = (number: number | undefined) => string

/** A PDF as the browser prints it, which isn't packed. */
function readBrowsers(pdf: Uint8Array): { objects: readonly PdfObject[]; trailer: string } | undefined {
  const plain = readPlain(pdf)
  const objects = plain && readObjects(plain)
  return objects && { objects, trailer: plain.trailer }
}

/** Keys of a catalog that can be merged, and of the dictionaries in it: a form would be lost. */
const known = new Set(
  'Metadata OutputIntents AF Names EmbeddedFiles Lang MarkInfo Marked StructTreeRoot Outlines Pages Dests ViewerPreferences DisplayDocTitle'.split(
    ' ',
  ),
)

function keysOf(catalog: string): string[] {
  return Array.from(catalog.matchAll(/\n\/(\w+) /g), ([, key = '']) => key)
}

function pagesIn(root: number, textOf: TextOf, refuse: RefusePdf): PdfPart['pages'] {
  let first = root
  // Branches have eight kids or more; a page that is in itself is in no tree.
  for (let depth = 0; textOf(first).startsWith('<</Type /Pages\n'); depth++)
    first = depth < 100 ? (kidsOf(textOf(first))?.[0] ?? refuse()) : refuse()
  const page = textOf(first)
  if (!page.startsWith('<</Type /Page\n') || first === root) refuse()
  const top = /\/MediaBox \[\S+ \S+ \S+ ([\d.]+)\]/.exec(page)?.[1] ?? 'null'
  return { root, count: numberIn(textOf(root), 'Count') ?? refuse(), first, top }
}

/** Files of ours; others would lose their names. */
function filesIn(catalog: string, textOf: TextOf, refuse: RefusePdf): PdfPart['files'] {
  const list = /\n\/AF \[([\dR ]+)\]/.exec(catalog)?.[1] ?? refuse()
  const files = referencesIn(list)
  const names = textOf(referenceIn(catalog, 'EmbeddedFiles')).match(/\(/g)
  if (names?.length !== files.length) refuse()
  return files.map(number => ({ number, ending: attached.exec(textOf(number))?.[1] ?? refuse() }))
}

const attached = /^<<\/Type \/Filespec\n\/F \(receipt(?:-\d{6})?\.([a-z.]{3,12})\)\n/

/** The parent tree has one leaf, its root, or the kids of the root (ISO 32000-1, 7.9.7). */
function parentsIn(tree: string, textOf: TextOf, refuse: RefusePdf): string[] {
  const leaves = kidsOf(tree)?.map(textOf) ?? [tree]
  return leaves.map(leaf => /\/Nums \[([\dR ]*)\]>>$/.exec(leaf)?.[1] ?? refuse()).filter(Boolean)
}

function outlineIn(root: number | undefined, textOf: TextOf): PdfPart['outline'] {
  if (root === undefined) return undefined
  const text = textOf(root)
  const [first, last] = [referenceIn(text, 'First'), referenceIn(text, 'Last')]
  const count = numberIn(text, 'Count')
  return first && last && count ? { root, first, last, count } : undefined
}

function destinationsIn(text: string): Map<string, string> {
  const all = text.matchAll(/(\/[^\s/<>[\]()]+) (\[\d+ 0 R[^\]]*\])/g)
  return new Map(Array.from(all, ([, name = '', place = '']) => [name, place]))
}

function kidsOf(text: string): number[] | undefined {
  const kids = /\/Kids \[([\dR ]+)\]/.exec(text)?.[1]
  return kids === undefined ? undefined : referencesIn(kids)
}

function numberIn(text: string, key: string): number | undefined {
  const number = new RegExp(`/${key} (\\d+)(?! 0 R)`).exec(text)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** When a document was made, as it says. */
export interface Created {
  /** A date of the PDF (ISO 32000-1, 7.9.4), without parentheses. */
  text: string
  /** In milliseconds since 1970. */
  instant: number
}

/** The date in a document's information dictionary, as Chromium writes it; undefined if it has none. */
function createdIn(info: string): Created | undefined {
  const [, text, ...parts] = created.exec(info) ?? []
  if (text === undefined) return undefined
  const [year, month, day, hour, minute, second, offset, minutes] = parts
  const dateTime = parseDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}:${minutes}`)
  return dateTime && { text, instant: instantOf(dateTime) }
}

const created = /\/CreationDate \((D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)'(\d\d)')\)/
