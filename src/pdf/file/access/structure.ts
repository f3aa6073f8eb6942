import type { ObjectValues, ReadDictionary } from '../object-values.ts'
import {
  asDictionary,
  asList,
  asNumber,
  asReference,
  type Dictionary,
  type PdfValue,
  referencesIn,
  referenceTo,
} from '../values.ts'

/** How a structure element begins; its role follows. */
export const element = '<</Type /StructElem\n/S /'

/** Marked content that is an artifact now: its numbers (MCIDs), by page object. */
type Released = ReadonlyMap<number, readonly number[]>

/** Takes artifacts out of their structure elements and of the parent tree (ISO 32000-1, 14.7.4.4). */
export function releaseContent(values: ObjectValues, released: Released): void {
  const lists = parentLists(values)
  // An element may hold content of many pages: a long table its rules on each. So it is changed once.
  const gone = new Map<number, Set<string>>()
  for (const [page, ids] of released) {
    const list = lists.get(asNumber(values.get(page).get('StructParents')))
    if (list === undefined || ids.length === 0) continue
    const parents = [...asList(values.value(list))]
    for (const id of ids) {
      const parent = asReference(parents[id])
      if (parent !== undefined) gone.set(parent, (gone.get(parent) ?? new Set()).add(`${page} ${id}`))
      parents[id] = 'null'
    }
    values.set(list, parents)
  }
  for (const [parent, contents] of gone) removeContent(values.edit(parent), contents)
}

/** The lists of which element each page's marked content belongs to (ISO 32000-1, 14.7.4.4), by the page's key. */
function parentLists(values: ObjectValues): ReadonlyMap<number | undefined, number> {
  const [tree] = values.beginning('<</Type /ParentTree')
  const entries = asList(values.get(tree).get('Nums'))
  const lists = new Map<number | undefined, number>()
  for (let at = 0; at < entries.length; at += 2) lists.set(asNumber(entries[at]), asReference(entries[at + 1]) ?? 0)
  return lists
}

/**
 * Removes some of an element's marked contents: numbers on the element's page, or references with their own page.
 *
 * @param gone the page object and the number of each
 */
function removeContent(parent: Dictionary, gone: ReadonlySet<string>): void {
  const ownPage = asReference(parent.get('Pg'))
  const left = kidsOf(parent).filter(kid => {
    const content = asDictionary(kid)
    const page = asReference(content?.get('Pg')) ?? ownPage
    // What is in a layer has its own numbers.
    return content?.has('Stm') || !gone.has(`${page} ${asNumber(content ? content.get('MCID') : kid)}`)
  })
  setKids(parent, left)
}

/** What an element holds: elements by reference, content by number or as a dictionary (14.7.2). */
export function kidsOf(parent: ReadDictionary): PdfValue[] {
  const kids = parent.get('K')
  return Array.isArray(kids) ? kids : kids === undefined ? [] : [kids]
}

function setKids(parent: Dictionary, kids: readonly PdfValue[]): void {
  const [only] = kids
  if (only === undefined) parent.delete('K')
  else parent.set('K', kids.length === 1 ? only : [...kids])
}

/** Gives tags of PDF 2.0 (ISO 32000-2, 14.8.4) that Chromium writes the ones that PDF 1.7 has for them. */
export function renameNewTags(values: ObjectValues): void {
  for (const [role, known] of Object.entries({ Em: 'Span', Strong: 'Span', Sub: 'Span', Aside: 'Div', Title: 'P' }))
    for (const number of values.beginning(`${element}${role}\n`)) values.edit(number).set('S', `/${known}`)
}

/** What a list item holds, but for its mark, is its body (ISO 32000-1, table 336); Chromium leaves that out. */
export function addListBodies(values: ObjectValues): void {
  for (const number of values.beginning(`${element}LI\n`)) {
    const item = values.edit(number)
    const isMark = (kid: PdfValue) => roleOf(values.get(asReference(kid))) === 'Lbl'
    const kids = kidsOf(item).filter(kid => !isMark(kid))
    if (kids.length === 0) continue
    const body = elementIn(number, 'LBody')
    const page = item.get('Pg')
    if (page) body.set('Pg', page)
    setKids(body, kids)
    const added = referenceTo(values.add(body))
    setKids(item, [...kidsOf(item).filter(isMark), added])
    for (const kid of referencesIn(kids)) values.edit(kid).set('P', added)
  }
}

function elementIn(parent: number, role: string): Dictionary {
  return new Map([
    ['Type', '/StructElem'],
    ['S', `/${role}`],
    ['P', referenceTo(parent)],
  ])
}

/**
 * Leaves out tags that say nothing: Chromium gives each piece of text an element of its own, without meaning (`NonStruct`,
 * ISO 32000-1, table 338), whose content the element around it can hold, and each cell attributes that are the default
 * (table 349). They made two fifths of a receipt's tags.
 *
 * @returns the numbers of objects that aren't needed anymore
 */
export function foldLeaves(values: ObjectValues): ReadonlySet<number> {
  const leaves = new Map<number, ContentElement>()
  const parents = new Set<number>()
  for (const number of values.beginning(`${element}NonStruct\n`)) {
    const leaf = readLeaf(values.get(number))
    // Elements that were added aren't here.
    if (!leaf || !roleOf(values.get(leaf.parent)) || !values.get(leaf.parent).has('K')) continue
    leaves.set(number, leaf)
    parents.add(leaf.parent)
  }
  for (const parent of parents) holdContent(values.edit(parent), leaves)
  for (const role of ['TH', 'TD'])
    for (const cell of values.beginning(`${element}${role}\n`)) removeDefaults(values.edit(cell))
  for (const list of parentLists(values).values()) {
    const owners = values.value(list)
    const own = (owner: PdfValue) => referenceTo(leaves.get(asReference(owner) ?? 0)?.parent ?? 0)
    if (Array.isArray(owners))
      values.set(
        list,
        owners.map(owner => (leaves.has(asReference(owner) ?? 0) ? own(owner) : owner)),
      )
  }
  return new Set(leaves.keys())
}

/** An element with one marked content and nothing else. */
interface ContentElement {
  parent: number
  page: number
  /** The content's number on its page (MCID). */
  id: number
}

function readLeaf(leaf: ReadDictionary): ContentElement | undefined {
  const [parent, page] = [asReference(leaf.get('P')), asReference(leaf.get('Pg'))]
  const id = asNumber(leaf.get('K'))
  return leaf.size === 5 && parent !== undefined && page !== undefined && id !== undefined
    ? { parent, page, id }
    : undefined
}

/** Puts leaves' content in their place: a number on the element's page, or a reference with its own page. */
function holdContent(parent: Dictionary, leaves: ReadonlyMap<number, ContentElement>): void {
  let page = asReference(parent.get('Pg'))
  const kids = kidsOf(parent).map(kid => {
    const leaf = leaves.get(asReference(kid) ?? 0)
    if (!leaf) return kid
    page ??= leaf.page
    if (leaf.page === page) return String(leaf.id)
    return new Map([
      ['Type', '/MCR'],
      ['Pg', referenceTo(leaf.page)],
      ['MCID', String(leaf.id)],
    ])
  })
  parent.delete('K')
  if (page !== undefined) parent.set('Pg', referenceTo(page))
  setKids(parent, kids)
}

/** Spans of one row and one column are the default. */
function removeDefaults(cell: Dictionary): void {
  const attributes = asList(cell.get('A')).filter(attribute => {
    const said = asDictionary(attribute)
    return said?.size !== 2 || (said.get('RowSpan') !== '1' && said.get('ColSpan') !== '1')
  })
  if (attributes.length > 0) cell.set('A', attributes)
  else cell.delete('A')
}

/**
 * Gives all rows of a table equally many columns (ISO 14289-1, 7.5): Chromium leaves out cells without content, and a page may have
 * fewer in a row than in another. What is missing becomes an empty cell at the row's end.
 */
export function squareTables(values: ObjectValues): void {
  for (const table of values.beginning(`${element}Table\n`)) {
    const rows = rowsIn(table, values)
    const widths = widthsOf(rows, values)
    const width = Math.max(...widths)
    for (const [at, row] of rows.entries()) {
      const missing = width - (widths[at] ?? 0)
      if (missing === 0) continue
      const cell = elementIn(row, 'TD')
      const span: Dictionary = new Map([
        ['O', '/Table'],
        ['ColSpan', String(missing)],
      ])
      if (missing > 1) cell.set('A', [span])
      const dictionary = values.edit(row)
      setKids(dictionary, [...kidsOf(dictionary), referenceTo(values.add(cell))])
    }
  }
}

/** Object numbers of a table's rows, of its head and body too. */
function rowsIn(parent: number, values: ObjectValues): number[] {
  return referencesIn(kidsOf(values.get(parent))).flatMap(kid => {
    const role = roleOf(values.get(kid))
    return role === 'TR' ? [kid] : groups.has(role) ? rowsIn(kid, values) : []
  })
}

const groups = new Set(['THead', 'TBody', 'TFoot'])

/** How many columns each row has, with cells that come down from rows above. Spans below the last row are cut. */
function widthsOf(rows: readonly number[], values: ObjectValues): number[] {
  /** By column, how many rows are still taken by a cell above. */
  let taken: number[] = []
  return rows.map((row, at) => {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    let width = taken.findLastIndex(left => left > 0) + 1
    for (const kid of referencesIn(kidsOf(values.get(row)))) {
      const down = Math.min(spanOf(values.get(kid), 'RowSpan'), rows.length - at)
      if (down < spanOf(values.get(kid), 'RowSpan')) attributeOf(values.edit(kid), 'RowSpan')?.set('RowSpan', `${down}`)
      while ((taken[column] ?? 0) > 0) column++
      for (let across = spanOf(values.get(kid), 'ColSpan'); across > 0; across--) next[column++] = down - 1
      width = Math.max(width, column)
    }
    taken = Array.from(next, left => left ?? 0)
    return width
  })
}

function spanOf(cell: ReadDictionary, name: 'RowSpan' | 'ColSpan'): number {
  return asNumber(attributeOf(cell, name)?.get(name)) ?? 1
}

/** The dictionary of an element's attributes that has this one. */
export function attributeOf(element: ReadDictionary, name: string): Dictionary | undefined {
  const attributes = element.get('A')
  return (Array.isArray(attributes) ? attributes : [attributes]).map(asDictionary).find(each => each?.has(name))
}

/** An element's role, `TD`; empty if it is no element. */
export function roleOf(element: ReadDictionary): string {
  const role = element.get('S')
  return element.get('Type') === '/StructElem' && typeof role === 'string' ? role.slice(1) : ''
}
