import { instantOf, parseDateTime } from '../../standards/iso8601.ts'
import { structuredEndings } from '../../structured/formats.ts'
import { structureProblems } from '../file/access/structure-problems.ts'
import { accessClaim, archiveClaim, archiveProblems } from '../file/claim.ts'
import { type ObjectValues, openObjectValues, type ReadDictionary, titleIn } from '../file/object-values.ts'
import { readPacked } from '../file/packed-pdf.ts'
import { inflate, type PdfObject, readObjects, readPlain, streamsIn } from '../file/plain-pdf.ts'
import { languageTag } from '../file/syntax.ts'
import {
  asDictionary,
  asList,
  asNumber,
  asReference,
  type Dictionary,
  type PdfValue,
  referencesIn,
  shortText,
} from '../file/values.ts'

/** A PDF that is to be merged: its objects, and the numbers of those that lead to all others. */
export interface PdfPart {
  /** Its objects, and of streams their text. */
  values: ObjectValues
  streams: ReadonlyMap<number, string>
  title: string | undefined
  /** BCP 47 tag; undefined if it has none. */
  lang: string | undefined
  created: Created | undefined
  /** The programs that made it, as entries of its information dictionary. */
  makers: Dictionary
  /** What keeps it from PDF/UA-1, and from PDF/A-3a, in words that complete "has …". */
  unclaimed: { access: readonly string[]; archive: readonly string[] }
  /** Attached files, the data of receipts: their object numbers, and how their names end. */
  files: readonly { number: number; ending: string }[]
  /** Root of the page tree, how many pages it says that it has, the first of them, and its upper edge in points. */
  pages: { root: number; count: number; first: number; top: string }
  /** Root of the structure tree, the element in it that holds all others, and how many keys the parent tree has at most. */
  structure: { root: number; document: number; nextKey: number }
  /** The parent tree's leaves: keys, each with its owner. */
  parents: readonly (readonly [key: number, owner: PdfValue])[][]
  /** Object numbers of the leaves of the ID tree. */
  names: readonly number[]
  /** The outline, its first and last bookmark, and how many are seen before any is opened. */
  outline: { root: number; first: number; last: number; count: number } | undefined
  /** The catalog's destinations, by name. */
  destinations: ReadDictionary
  /** A key of the parent tree; refuses the part if it is none. */
  keyOf(value: PdfValue | undefined): number
  /** Refuses the part if data is damaged, or longer than a document's. */
  checkData(data: string): void
  refuse: RefusePart
}

/** Throws the error for a PDF that can't be merged. @param lack completes "it …" @param advice what to do, if not the usual */
export type RefusePart = (lack: string, advice?: string) => never

/** Reads what leads to the objects of a PDF, as `engine.pdf` gives it or a browser prints it with tags. */
export function openPart(pdf: Uint8Array, refuse: RefusePart): PdfPart {
  const { objects, trailer } = readAll(pdf, refuse)
  const values = openObjectValues(objects, { left: maxValueRatio * pdf.length })
  const streams = streamsIn(objects)
  const catalog = values.get(asReference(trailer.get('Root')))
  const info = values.get(asReference(trailer.get('Info')))
  checkCatalog(catalog, refuse)
  const root = asReference(catalog.get('StructTreeRoot'))
  if (root === undefined) return refuse('has no tags', 'has no tags; print it with tags, or give the receipt')
  const tree = values.get(root)
  const document = asReference(tree.get('K')) ?? refuse('lacks an element around all others')
  if (values.get(document).get('S') !== '/Document') refuse('lacks an element around all others')
  const nextKey = asNumber(tree.get('ParentTreeNextKey')) ?? Number.NaN
  // A key is of a page, a layer or a link.
  if (!(nextKey >= 0 && nextKey <= objects.length)) refuse('lacks the keys of its tags')
  const keyOf = (value: PdfValue | undefined) => {
    const key = asNumber(value) ?? Number.NaN
    return Number.isInteger(key) && key >= 0 && key < nextKey ? key : refuse('has a key that its tags have not')
  }
  let left = Math.max(minData, maxDataRatio * pdf.length)
  const lang = shortText(catalog.get('Lang'))
  if (String(info.get('Title')).length > maxTitleLength) refuse('has a title that is too long')
  const parent = values.get(asReference(tree.get('ParentTree')))
  const names = tree.has('IDTree') ? values.get(asReference(tree.get('IDTree'))).get('Kids') : []
  return {
    ...{ values, streams, refuse, keyOf },
    title: titleIn(info),
    lang: lang && languageTag.test(lang) ? lang : undefined,
    created: createdIn(info),
    makers: makersIn(info),
    unclaimed: problemsOf(objects, values, catalog),
    files: filesIn(catalog, values, refuse),
    pages: pagesIn(asReference(catalog.get('Pages')) ?? refuse('lacks pages'), values, refuse),
    structure: { root, document, nextKey },
    parents: parentsIn(parent, values, keyOf, refuse),
    names: Array.isArray(names) ? referencesIn(names) : refuse('lacks the names of its tags'),
    outline: outlineIn(asReference(catalog.get('Outlines')), values),
    destinations: values.get(asReference(catalog.get('Dests'))),
    checkData(data) {
      const content = inflate(data, left) ?? refuse('has data that is damaged, or too long')
      left -= content.length
    },
  }
}

/** What the data of a part's streams may have altogether: 256 MB, or so many times its own bytes. */
const minData = 2 ** 28
const maxDataRatio = 64
const maxPartLength = 2 ** 28
/** With escapes, or in hexadecimal. */
const maxTitleLength = 200_000
/** How many values there may be for a byte. There is one for three in a receipt with 300 lines. */
const maxValueRatio = 8

function readAll(pdf: Uint8Array, refuse: RefusePart): { objects: readonly PdfObject[]; trailer: Dictionary } {
  const start = Buffer.from(pdf.subarray(0, 8)).toString('latin1')
  if (!start.startsWith('%PDF-1.')) refuse('doesn’t begin as a PDF')
  if (pdf.length > maxPartLength) refuse('has more than 256 MB')
  const plain = start === '%PDF-1.4' ? readPlain(pdf) : undefined
  const objects = plain && readObjects(plain)
  const read = objects ? { objects, trailer: plain.trailer } : readPacked(pdf)
  for (const key of read?.trailer.keys() ?? [])
    if (!['Root', 'Info', 'ID'].includes(key)) refuse(`has /${key.slice(0, 40)} in its trailer`)
  return read ?? refuse('lacks the table that leads to all of its objects in a row')
}

/** A form, a script or an action would be lost. */
function checkCatalog(catalog: ReadDictionary, refuse: RefusePart): void {
  if (catalog.get('Type') !== '/Catalog') refuse('lacks a catalog')
  const nested = ['Names', 'MarkInfo', 'ViewerPreferences'].flatMap(key => [
    ...(asDictionary(catalog.get(key)) ?? new Map()).keys(),
  ])
  for (const key of [...catalog.keys(), ...nested])
    if (!known.has(key)) refuse(`has /${key.slice(0, 40)} in its catalog`)
}

/** Keys of a catalog that can be merged, and of the dictionaries in it. */
const known = new Set(
  'Type Metadata OutputIntents AF Names EmbeddedFiles Lang MarkInfo Marked StructTreeRoot Outlines Pages Dests ViewerPreferences DisplayDocTitle'.split(
    ' ',
  ),
)

/** What it claims has to be true of it. */
function problemsOf(
  objects: readonly PdfObject[],
  values: ObjectValues,
  catalog: ReadDictionary,
): PdfPart['unclaimed'] {
  const number = asReference(catalog.get('Metadata'))
  const metadata = objects.find(each => each.number === number && each.isStream)?.content ?? ''
  if (!metadata.includes(accessClaim)) return { access: ['no claim of its own'], archive: [] }
  return {
    access: structureProblems(values, asReference(catalog.get('StructTreeRoot'))),
    archive: metadata.includes(archiveClaim) ? archiveProblems(objects, values) : ['no claim of its own'],
  }
}

function pagesIn(root: number, values: ObjectValues, refuse: RefusePart): PdfPart['pages'] {
  let first = root
  // Branches have eight kids or more; a page that is in itself is in no tree.
  for (let depth = 0; values.get(first).get('Type') === '/Pages'; depth++)
    first = (depth < 100 ? referencesIn(values.get(first).get('Kids'))[0] : undefined) ?? refuse('lacks a first page')
  const page = values.get(first)
  if (page.get('Type') !== '/Page' || first === root) refuse('lacks a first page')
  const top = asList(page.get('MediaBox'))[3]
  const count = asNumber(values.get(root).get('Count')) ?? refuse('lacks pages')
  return { root, count, first, top: typeof top === 'string' && asNumber(top) !== undefined ? top : 'null' }
}

/** Files of ours; others would lose their names. */
function filesIn(catalog: ReadDictionary, values: ObjectValues, refuse: RefusePart): PdfPart['files'] {
  const files = referencesIn(catalog.get('AF'))
  const tree = values.get(asReference(asDictionary(catalog.get('Names'))?.get('EmbeddedFiles')))
  if (catalog.has('AF') !== catalog.has('Names') || asList(tree.get('Names')).length !== 2 * files.length)
    refuse('has a file that is no receipt’s data')
  if (catalog.has('AF') && files.length === 0) refuse('lacks the files that it names')
  return files.map(number => {
    const ending = /^receipt(?:-\d{6})?\.(.+)$/.exec(shortText(values.get(number).get('F')) ?? '')?.[1]
    return ending && endings.has(ending) ? { number, ending } : refuse('has a file that is no receipt’s data')
  })
}

const endings = new Set<string>(['json', ...Object.values(structuredEndings)])

/** The parent tree has one leaf, its root, or the kids of the root (ISO 32000-1, 7.9.7); keys go up. */
function parentsIn(
  tree: ReadDictionary,
  values: ObjectValues,
  keyOf: PdfPart['keyOf'],
  refuse: RefusePart,
): PdfPart['parents'] {
  let last = -1
  const leaves = tree.has('Kids') ? referencesIn(tree.get('Kids')).map(kid => values.get(kid)) : [tree]
  return leaves
    .map(leaf => {
      const entries = leaf.get('Nums')
      if (!Array.isArray(entries) || entries.length % 2 !== 0) return refuse('lacks the keys of its tags')
      return Array.from({ length: entries.length / 2 }, (_, at) => {
        const key = keyOf(entries[2 * at])
        if (key <= last) refuse('has keys of its tags that aren’t in order')
        last = key
        return [key, entries[2 * at + 1] ?? 'null'] as const
      })
    })
    .filter(leaf => leaf.length > 0)
}

function outlineIn(root: number | undefined, values: ObjectValues): PdfPart['outline'] {
  const outline = values.get(root)
  const [first, last] = [asReference(outline.get('First')), asReference(outline.get('Last'))]
  const count = asNumber(outline.get('Count'))
  return root && first && last && count && count > 0 ? { root, first, last, count } : undefined
}

/** When a document was made, as it says. */
export interface Created {
  /** A date of the PDF (ISO 32000-1, 7.9.4), without parentheses. */
  text: string
  /** In milliseconds since 1970. */
  instant: number
}

/** The date in a document's information dictionary, as Chromium writes it; undefined if it has none. */
function createdIn(info: ReadDictionary): Created | undefined {
  const [text, ...parts] = created.exec(shortText(info.get('CreationDate')) ?? '') ?? []
  if (text === undefined) return undefined
  const [year, month, day, hour, minute, second, offset, minutes] = parts
  const dateTime = parseDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}:${minutes}`)
  return dateTime && { text, instant: instantOf(dateTime) }
}

const created = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)'(\d\d)'$/

function makersIn(info: ReadDictionary): Dictionary {
  const makers: Dictionary = new Map()
  for (const key of ['Creator', 'Producer']) {
    const maker = info.get(key)
    if (maker !== undefined && shortText(maker)) makers.set(key, maker)
  }
  return makers
}
