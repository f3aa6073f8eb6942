import { type ObjectTexts, type PdfObject, referencesIn } from '../plain-pdf.ts'

/** How a structure element begins; its role follows. */
export const element = '<</Type /StructElem\n/S /'

/** Whether there are tags, pictures have alternative text, and headings begin with 1 and skip no level. */
export function isWellStructured(texts: ObjectTexts): boolean {
  const figures = texts.beginning(`${element}Figure`).map(texts.get)
  const headings = texts.beginning(`${element}H`).sort((one, other) => one - other)
  let level = 0
  for (const heading of headings) {
    const next = Number(/\/S \/H([1-6])\n/.exec(texts.get(heading))?.[1])
    if (next > level + 1) return false
    level = next || level
  }
  return texts.beginning(element).length > 0 && figures.every(text => /\/Alt [(<](?![)>])/.test(text))
}

/** Marked content that is an artifact now: its numbers (MCIDs), by page object. */
type Released = ReadonlyMap<number, readonly number[]>

/** Takes artifacts out of their structure elements and of the parent tree (ISO 32000-1, 14.7.4.4). */
export function releaseContent(texts: ObjectTexts, released: Released): void {
  const [tree = 0] = texts.beginning('<</Type /ParentTree')
  const lists = new Map(
    Array.from(texts.get(tree).matchAll(/(\d+) (\d+) 0 R/g), ([, key, list]) => [Number(key), Number(list)]),
  )
  // An element may hold content of many pages: a long table its rules on each. So its text is changed once.
  const gone = new Map<number, Set<string>>()
  for (const [page, ids] of released) {
    const list = lists.get(Number(/\/StructParents (\d+)/.exec(texts.get(page))?.[1]))
    if (list === undefined || ids.length === 0) continue
    const parents = texts.get(list).match(/\d+ 0 R|null/g) ?? []
    for (const id of ids) {
      const parent = Number.parseInt(parents[id] ?? '', 10)
      if (parent) gone.set(parent, (gone.get(parent) ?? new Set()).add(`${page} ${id}`))
      parents[id] = 'null'
    }
    texts.set(list, `[${parents.join(' ')}]`)
  }
  for (const [parent, contents] of gone) texts.set(parent, withoutContent(texts.get(parent), contents))
}

/**
 * An element without some of its marked contents: numbers on the element's page, or references with their own page.
 *
 * @param gone the page object and the number of each
 */
function withoutContent(text: string, gone: ReadonlySet<string>): string {
  const at = text.lastIndexOf('\n/K ')
  const ownPage = /\/Pg (\d+) 0 R$/.exec(text.slice(0, at))?.[1]
  const kids = text.slice(at).replace(/<<.*?>>|\d+ 0 R|\b\d+\b/gs, kid => {
    const [, page = ownPage, id = kid] = /^<<\/Type \/MCR\n\/Pg (\d+) 0 R\n\/MCID (\d+)>>$/.exec(kid) ?? []
    return gone.has(`${page} ${id}`) ? '' : kid
  })
  return text.slice(0, at) + (/\w/.test(kids.slice(4)) ? kids : '>>')
}

/**
 * What a list item holds is its body (ISO 32000-1, table 336); Chromium leaves that out.
 *
 * @param first number of the first new object
 */
export function addListBodies(texts: ObjectTexts, first: number): PdfObject[] {
  return texts.beginning(`${element}LI\n`).flatMap((item, at) => {
    const text = texts.get(item)
    const kids = /\n\/K (\d+ 0 R|\[[^\]]*\])>>$/.exec(text)?.[1]
    if (kids === undefined) return []
    const body = first + at
    texts.set(item, text.replace(`\n/K ${kids}`, `\n/K ${body} 0 R`))
    for (const kid of referencesIn(kids)) texts.set(kid, texts.get(kid).replace(`/P ${item} 0 R`, `/P ${body} 0 R`))
    const content = `${element}LBody\n/P ${item} 0 R\n/K ${kids}>>`
    return [{ number: body, isStream: false, content }]
  })
}

/**
 * Leaves out tags that say nothing: Chromium gives each piece of text an element of its own, without meaning (`NonStruct`,
 * ISO 32000-1, table 338), whose content the element around it can hold, and each cell attributes that are the default
 * (table 349). They made two fifths of a receipt's tags.
 *
 * @returns the numbers of objects that aren't needed anymore
 */
export function foldLeaves(texts: ObjectTexts): ReadonlySet<number> {
  const leaves = new Map<number, ContentElement>()
  const parents = new Set<number>()
  for (const number of texts.beginning(`${element}NonStruct\n`)) {
    const leaf = readLeaf(texts.get(number))
    if (!leaf || !hasKids(texts.get(leaf.parent))) continue
    leaves.set(number, leaf)
    parents.add(leaf.parent)
  }
  for (const parent of parents) texts.set(parent, withContent(texts.get(parent), leaves))
  for (const role of ['TH', 'TD'])
    for (const cell of texts.beginning(`${element}${role}\n`)) texts.set(cell, texts.get(cell).replace(spansOfOne, ''))
  for (const list of parentLists(texts))
    texts.set(
      list,
      texts.get(list).replace(/(\d+) 0 R/g, (kept, number) => {
        const leaf = leaves.get(Number(number))
        return leaf ? `${leaf.parent} 0 R` : kept
      }),
    )
  return new Set(leaves.keys())
}

/** An element with one marked content and nothing else. */
interface ContentElement {
  parent: number
  page: number
  /** The content's number on its page (MCID). */
  id: number
}

function readLeaf(text: string): ContentElement | undefined {
  const [, parent, page, id] = /\/NonStruct\n\/P (\d+) 0 R\n\/Pg (\d+) 0 R\n\/K (\d+)>>$/.exec(text) ?? []
  return id === undefined ? undefined : { parent: Number(parent), page: Number(page), id: Number(id) }
}

/** Elements that were added have no text here. */
function hasKids(text: string): boolean {
  return text.startsWith(element) && text.includes('\n/K ')
}

/** An element with its leaves' content in their place: a number on the element's page, or a reference with its own page. */
function withContent(text: string, leaves: ReadonlyMap<number, ContentElement>): string {
  const at = text.indexOf('\n/K ')
  const end = text.indexOf('[', at) === at + 4 ? text.indexOf(']', at) : text.indexOf(' R', at) + 2
  const kids = text.slice(at + 4, end)
  const known = /\n\/Pg (\d+) 0 R$/.exec(text.slice(0, at))?.[1]
  let page = known === undefined ? undefined : Number(known)
  const content = kids.replace(/(\d+) 0 R/g, (kept, number) => {
    const leaf = leaves.get(Number(number))
    if (!leaf) return kept
    page ??= leaf.page
    return leaf.page === page ? String(leaf.id) : `<</Type /MCR\n/Pg ${leaf.page} 0 R\n/MCID ${leaf.id}>>`
  })
  const own = known === undefined && page !== undefined ? `\n/Pg ${page} 0 R` : ''
  return `${text.slice(0, at)}${own}\n/K ${content}${text.slice(end)}`
}

const spansOfOne = / <<\/O \/Table\n\/RowSpan 1>> <<\/O \/Table\n\/ColSpan 1>>/

/** An element's kids: a reference, or an array. */
function kidsIn(text: string): string | undefined {
  return /\n\/K (\d+ 0 R|\[[^\]]*\])/.exec(text)?.[1]
}

/** The lists of which element each page's marked content belongs to (ISO 32000-1, 14.7.4.4). */
function parentLists(texts: ObjectTexts): number[] {
  const [tree = 0] = texts.beginning('<</Type /ParentTree')
  return referencesIn(texts.get(tree))
}

/**
 * Gives all rows of a table equally many columns (ISO 14289-1, 7.5): Chromium leaves out cells without content, and a page may have
 * fewer in a row than in another. What is missing becomes an empty cell at the row's end.
 *
 * @param texts changed
 * @param first number of the first new object
 */
export function squareTables(texts: ObjectTexts, first: number): PdfObject[] {
  const cells: PdfObject[] = []
  for (const table of texts.beginning(`${element}Table\n`)) {
    const rows = rowsIn(table, texts)
    const widths = widthsOf(rows, texts)
    const width = Math.max(...widths)
    for (const [at, row] of rows.entries()) {
      const missing = width - (widths[at] ?? 0)
      if (missing === 0) continue
      const number = first + cells.length
      const span = missing > 1 ? `\n/A [<</O /Table\n/ColSpan ${missing}>>]` : ''
      cells.push({ number, isStream: false, content: `${element}TD\n/P ${row} 0 R${span}>>` })
      texts.set(row, withKid(texts.get(row), number))
    }
  }
  return cells
}

/** Object numbers of a table's rows, of its head and body too. */
function rowsIn(parent: number, texts: ObjectTexts): number[] {
  return referencesIn(kidsIn(texts.get(parent))).flatMap(kid => {
    const role = roleOf(texts.get(kid))
    return role === 'TR' ? [kid] : groups.has(role) ? rowsIn(kid, texts) : []
  })
}

const groups = new Set(['THead', 'TBody', 'TFoot'])

/** How many columns each row has, with cells that come down from rows above. Spans below the last row are cut. */
function widthsOf(rows: readonly number[], texts: ObjectTexts): number[] {
  /** By column, how many rows are still taken by a cell above. */
  let taken: number[] = []
  return rows.map((row, at) => {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    let width = taken.findLastIndex(left => left > 0) + 1
    for (const kid of referencesIn(kidsIn(texts.get(row)))) {
      const cell = texts.get(kid)
      const down = Math.min(spanOf(cell, 'RowSpan'), rows.length - at)
      if (down < spanOf(cell, 'RowSpan')) texts.set(kid, cell.replace(/\/RowSpan \d+/, `/RowSpan ${down}`))
      while ((taken[column] ?? 0) > 0) column++
      for (let across = spanOf(cell, 'ColSpan'); across > 0; across--) next[column++] = down - 1
      width = Math.max(width, column)
    }
    taken = Array.from(next, left => left ?? 0)
    return width
  })
}

function spanOf(cell: string, name: 'RowSpan' | 'ColSpan'): number {
  return Number(new RegExp(`/O /Table\\n/${name} (\\d+)`).exec(cell)?.[1] ?? 1)
}

function roleOf(text: string): string {
  return text.startsWith(element) ? text.slice(element.length, text.indexOf('\n', element.length)) : ''
}

function withKid(row: string, kid: number): string {
  const kids = kidsIn(row)
  if (kids === undefined) return row.replace(/\n\/P \d+ 0 R/, `$&\n/K ${kid} 0 R`)
  return row.replace(`\n/K ${kids}`, `\n/K [${kids.replace(/[[\]]/g, '')} ${kid} 0 R]`)
}
