import type { ObjectValues } from '../object-values.ts'
import { openStream, type PdfObject } from '../plain-pdf.ts'
import { asDictionary, asList, asNumber, asReference, type Dictionary, type PdfValue, referenceTo } from '../values.ts'
import { kidsOf, roleOf } from './elements.ts'

/** An element of a document's structure, to be changed. */
export interface TreeElement {
  number: number
  role: string
  kids: (TreeElement | TreeContent)[]
  /** Its dictionary, of which role, parent, page and kids are written anew. */
  keys: Dictionary
}

/** Marked content, or a link's place: what an element holds but elements (ISO 32000-1, 14.7.4). */
export interface TreeContent {
  /** Object number of its page. */
  page: number | undefined
  /** Its number on the page or in the layer (MCID); undefined for a link. */
  id: number | undefined
  /** As it was written, if that is more than a number on a page. */
  reference: Dictionary | undefined
}

/** What an element holds. */
export type TreeKid = TreeElement | TreeContent

/** A document's structure (ISO 32000-1, 14.7). */
export interface StructureTree {
  root: TreeElement
  /** Makes an element that the document hasn't. */
  make(role: string, kids: readonly TreeKid[]): TreeElement
  /**
   * Writes elements and the parent tree as they are now.
   *
   * @returns the numbers of objects that aren't needed anymore
   */
  write(): ReadonlySet<number>
}

/** Whether an element says more than role, place and language. */
export function saysMore({ keys }: TreeElement): boolean {
  for (const key of keys.keys()) if (!placing.has(key)) return true
  return false
}

const placing = new Set(['Type', 'S', 'P', 'Pg', 'K', 'Lang'])

/** Whether it is an element, not content. */
export function isElement(kid: TreeKid): kid is TreeElement {
  return 'role' in kid
}

/**
 * Reads the structure that Chromium writes, without content that is an artifact now.
 *
 * @param objects all of the document
 * @param values those that aren't streams; changed by `write`
 * @param root object number of the tree's root
 * @param released numbers of such content (MCIDs), by page object
 * @returns undefined if it isn't one tree
 */
export function readStructure(
  objects: readonly PdfObject[],
  values: ObjectValues,
  root: number | undefined,
  released: ReadonlyMap<number, readonly number[]>,
): StructureTree | undefined {
  const gone = new Map(Array.from(released, ([page, ids]) => [page, new Set(ids)]))
  const known = new Set<number>()
  const read = (number: number): TreeElement | undefined => {
    const keys = values.edit(number)
    const role = roleOf(keys)
    if (role === '' || known.has(number) || known.size > maxElements) return undefined
    known.add(number)
    const ownPage = asReference(keys.get('Pg'))
    const kids: TreeKid[] = []
    for (const kid of kidsOf(keys)) {
      const below = asReference(kid)
      const read_ = below === undefined ? contentOf(kid, ownPage) : read(below)
      if (!read_) return undefined
      if (isElement(read_) || !isGone(read_, gone)) kids.push(read_)
    }
    return { number, role, kids, keys }
  }
  const [document, ...others] = kidsOf(values.get(root))
  const tree = read(asReference(document) ?? 0)
  if (root === undefined || !tree || others.length > 0) return undefined
  return {
    root: tree,
    make(role, kids) {
      const keys: Dictionary = new Map([['Type', '/StructElem']])
      return { number: values.add(keys), role, kids: [...kids], keys }
    },
    write() {
      const owners = new Owners(objects, values)
      writeElement(tree, root, values, owners, known)
      owners.write()
      return known
    },
  }
}

/** More than the letters of any page that is printed. */
const maxElements = 2_000_000

function contentOf(kid: PdfValue, ownPage: number | undefined): TreeContent | undefined {
  const reference = asDictionary(kid)
  const id = asNumber(reference ? reference.get('MCID') : kid)
  const page = asReference(reference?.get('Pg')) ?? ownPage
  const isPlain = reference?.get('Type') !== '/OBJR' && !reference?.has('Stm')
  return reference || id !== undefined ? { page, id, reference: isPlain ? undefined : reference } : undefined
}

/** What is in a layer has its own numbers. */
function isGone({ page, id, reference }: TreeContent, gone: ReadonlyMap<number, ReadonlySet<number>>): boolean {
  return !reference && id !== undefined && gone.get(page ?? 0)?.has(id) === true
}

/** @param left numbers of elements that aren't written yet */
function writeElement(
  { number, role, kids, keys }: TreeElement,
  parent: number,
  values: ObjectValues,
  owners: Owners,
  left: Set<number>,
): void {
  left.delete(number)
  const page = kids.flatMap(kid => (isElement(kid) ? [] : (kid.page ?? [])))[0]
  const content = kids.map(kid => {
    if (isElement(kid)) return referenceTo(kid.number)
    owners.add(kid, number)
    return writeContent(kid, page)
  })
  const [only] = content
  keys.set('S', `/${role}`).set('P', referenceTo(parent))
  // Last, as in the browser's.
  keys.delete('Pg')
  keys.delete('K')
  if (page !== undefined) keys.set('Pg', referenceTo(page))
  if (only !== undefined) keys.set('K', content.length === 1 ? only : content)
  for (const kid of kids) if (isElement(kid)) writeElement(kid, number, values, owners, left)
}

/** Content of the element's page is a number, other content names its own. */
function writeContent({ page, id, reference }: TreeContent, own: number | undefined): PdfValue {
  if (!reference && page === own) return String(id)
  const place: [string, PdfValue][] = page === undefined || page === own ? [] : [['Pg', referenceTo(page)]]
  if (!reference) return new Map([['Type', '/MCR'], ...place, ['MCID', String(id)]])
  const kept = new Map(reference)
  kept.delete('Pg')
  return new Map([...kept, ...place])
}

/** Which element each marked content belongs to (ISO 32000-1, 14.7.4.4): lists, by the key of their page or layer. */
class Owners {
  readonly #objects: readonly PdfObject[]
  readonly #values: ObjectValues
  readonly #lists = new Map<number, { number: number; owners: PdfValue[] }>()
  readonly #keys = new Map<number, number | undefined>()

  constructor(objects: readonly PdfObject[], values: ObjectValues) {
    this.#objects = objects
    this.#values = values
    const [tree] = values.beginning('<</Type /ParentTree')
    const entries = asList(values.get(tree).get('Nums'))
    for (let at = 0; at < entries.length; at += 2) {
      const number = asReference(entries[at + 1]) ?? 0
      const list = values.value(number)
      if (Array.isArray(list)) this.#lists.set(asNumber(entries[at]) ?? 0, { number, owners: list.map(() => 'null') })
    }
  }

  add({ page = 0, id, reference }: TreeContent, owner: number): void {
    if (id === undefined) return
    const holder = asReference(reference?.get('Stm')) ?? page
    const list = this.#lists.get(this.#keyOf(holder) ?? -1)
    if (list && id < list.owners.length) list.owners[id] = referenceTo(owner)
  }

  write(): void {
    for (const { number, owners } of this.#lists.values()) this.#values.set(number, owners)
  }

  #keyOf(holder: number): number | undefined {
    if (!this.#keys.has(holder)) {
      const stream = this.#objects.find(({ number, isStream }) => isStream && number === holder)
      const keys = stream ? openStream(stream.content)?.dictionary : this.#values.get(holder)
      this.#keys.set(holder, asNumber(keys?.get('StructParents')))
    }
    return this.#keys.get(holder)
  }
}
