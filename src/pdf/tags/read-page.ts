import { Parser } from 'htmlparser2'
import { runsBackward } from '../file/backward/spell-backward.ts'
import { headingLevels } from '../file/heading-levels.ts'
import { languageTag } from '../file/syntax.ts'
import { lettersOf } from './letters.ts'
import {
  type Attributes,
  type Cell,
  type Frame,
  inOneLine,
  isLeaf,
  type Leaf,
  type PageElement,
  type PageElements,
  type PageTexts,
  type Role,
} from './page-elements.ts'
import { PageWords } from './page-words.ts'

/**
 * Reads a page's structure from its HTML.
 *
 * @returns undefined if it has anything whose meaning isn't known here, or something that makes it less than
 *   accessible: for such a page the browser's own tags are better
 */
export function readPage(html: string): PageElements | undefined {
  const body = html.indexOf('<body')
  const lang = /<html\b[^>]*? lang="([\w-]+)"/.exec(html)?.[1]
  if (body < 0 || !lang || !languageTag.test(lang) || !/<title>\s*[^<\s]/.test(html)) return undefined
  const reader = new ElementReader()
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: text => reader.text(text),
    onclosetag: (name, isImplied) => reader.close(name, isImplied),
  })
  parser.end(html.slice(body))
  if (!reader.isUnderstood) return undefined
  levelHeadings(reader.root)
  const backward = { letters: runsBackward(html), lines: /<html\b[^>]*? dir="rtl"/.test(html) }
  return { lang, backward, root: reader.root, leaves: reader.leaves }
}

/** The texts of a page's headings and links, and its words. */
export function pageTexts(html: string): PageTexts {
  const words = new PageWords()
  const headings: string[] = []
  const links: { href: string; text: string }[] = []
  let heading: string | undefined
  let isInLink = false
  const addToLink = (text: string) => {
    const link = links.at(-1)
    if (isInLink && link) link.text += text
  }
  const parser = new Parser({
    onopentag(name, { href, alt = '' }) {
      if (name === 'img') addToLink(alt)
      words.tag(name)
      if (name === 'a' && href !== undefined) {
        links.push({ href, text: '' })
        isInLink = true
      }
      if (heading !== undefined || !/^h[1-6]$/.test(name)) return
      heading = name
      headings.push('')
    },
    ontext(text) {
      if (heading !== undefined) headings[headings.length - 1] += text
      addToLink(text)
      words.add(text)
    },
    onclosetag(name) {
      if (name !== 'br') words.tag(name)
      if (name === heading) heading = undefined
      if (name === 'a') isInLink = false
    },
  })
  parser.end(html.slice(Math.max(0, html.indexOf('<body'))))
  return { headings: headings.map(inOneLine), links: textsOfLinks(links), words }
}

function textsOfLinks(links: readonly { href: string; text: string }[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { href, text } of links) {
    const address = URL.parse(href)?.href ?? href
    const said = inOneLine(text)
    const known = texts.get(address)
    texts.set(address, known === undefined || known === said ? said : '')
  }
  return texts
}

/** Headings without anything in them are none. */
function levelHeadings(root: PageElement): void {
  const levelOf = headingLevels()
  const visit = (element: PageElement) => {
    if (element.level !== undefined && isFilled(element)) element.level = levelOf(element.level)
    for (const kid of element.kids) if (!isLeaf(kid)) visit(kid)
  }
  visit(root)
}

function isFilled({ kids }: PageElement): boolean {
  return kids.some(kid => isLeaf(kid) || isFilled(kid))
}

/** Builds the elements of a page from its tags and texts, in their order. */
class ElementReader {
  readonly root: PageElement = { role: 'Document', kids: [] }
  readonly leaves: Leaf[] = []
  readonly tables = new TableReader()
  isUnderstood = true
  #frames: Frame[] = [{ element: this.root, kind: 'element' }]
  #text = ''
  /** Whether blanks were read since the last text. */
  #isParted = false
  #isFirst = false
  /** How many tags deep within a drawing. */
  #drawing = 0

  open(name: string, attributes: Attributes): void {
    // A line's end is a blank between words.
    if (name === 'br' && this.#drawing === 0) {
      this.text('\n')
      return
    }
    this.#endText()
    if (this.#drawing > 0) this.#drawing += 1
    else this.#frames.push(this.#frameOf(name, attributes))
  }

  close(name: string, isImplied: boolean): void {
    if (name === 'br' && this.#drawing === 0) return
    this.#endText()
    if (this.#drawing > 0) this.#drawing -= 1
    if (this.#drawing > 0) return
    this.#frames.pop()
    this.tables.close(name)
    // A browser may think of another end.
    if (isImplied && !voids.has(name)) this.isUnderstood = false
  }

  /** A text with character references comes in parts. */
  text(part: string): void {
    this.#text += part
  }

  #endText(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    const letters = lettersOf(text)
    if (this.#drawing > 0) return
    if (letters === '') this.#isParted = true
    else this.#add({ element: this.#line(), text: this.#isParted ? ` ${text}` : text, letters })
  }

  get #frame(): Frame {
    // biome-ignore lint/style/noNonNullAssertion: a parser closes only what it opened, so the document's stays
    return this.#frames.at(-1)!
  }

  #frameOf(name: string, attributes: Attributes): Frame {
    const isHidden = attributes['aria-hidden'] === 'true'
    const element = isHidden ? undefined : this.#frame.element
    if (pictures.has(name)) return this.#picture(name, attributes, element)
    if (isStrange(name, attributes)) this.isUnderstood = false
    const { lang } = attributes
    if (lang !== undefined && element && inlines.has(name)) return this.#inOther(lang)
    if (inlines.has(name) || !element) return { element, kind: 'inline' }
    if (element.role === 'Link') this.isUnderstood = false
    if (name === 'a')
      return attributes.href
        ? this.#element(this.#line() ?? element, { role: 'Link', kids: [] })
        : { element, kind: 'inline' }
    this.#block.paragraph = undefined
    if (blocks.has(name)) {
      this.#isFirst = true
      return { element, kind: 'block' }
    }
    const role = roles[name]
    if (role) return this.#element(element, { role, kids: [] }, name)
    const frame = this.tables.open(name, attributes, element)
    if (!frame) this.isUnderstood = false
    return frame ?? { element, kind: 'block' }
  }

  #element(parent: PageElement, element: PageElement, name = ''): Frame {
    if ((parent.role === 'L') !== (element.role === 'LI')) this.isUnderstood = false
    parent.kids.push(element)
    if (element.role === 'H') element.level = Number(name[1])
    if (element.role !== 'LI') return { element, kind: 'element' }
    // What a list item holds is its body (ISO 32000-1, table 336).
    const body: PageElement = { role: 'LBody', kids: [] }
    element.kids.push(body)
    return { element: body, kind: 'element' }
  }

  /** What is in another language is an element of its own in the text around (ISO 32000-1, 14.9.2). */
  #inOther(lang: string): Frame {
    const element: PageElement = { role: 'Span', kids: [], lang }
    this.#line()?.kids.push(element)
    return { element, kind: 'element' }
  }

  #picture(name: string, attributes: Attributes, parent: PageElement | undefined): Frame {
    if (name === 'svg') this.#drawing = 1
    const alt = name === 'svg' ? attributes['aria-label'] : attributes.alt
    if (alt === undefined || (name === 'svg' && attributes.role !== 'img')) this.isUnderstood = false
    const isArtifact = !parent || !alt
    const element: PageElement | undefined = isArtifact ? undefined : { role: 'Figure', kids: [], alt }
    if (element && parent) this.#hold(element, parent)
    this.#add({ element, text: '', letters: '', link: parent?.role === 'Link' ? parent : undefined })
    return { element: parent, kind: 'inline' }
  }

  /** Puts a picture into the paragraph that goes on, or beside. */
  #hold(picture: PageElement, parent: PageElement): void {
    const holder = this.#block.paragraph ?? parent
    if (textless.has(holder.role)) this.isUnderstood = false
    holder.kids.push(picture)
  }

  /** The frame whose text this is. */
  get #block(): Frame {
    return this.#frames.findLast(({ kind, element }) => kind !== 'inline' || !element) ?? this.#frame
  }

  /** What text belongs to here: in a block without a meaning, a paragraph (ISO 32000-1, 14.8.4.2). */
  #line(): PageElement | undefined {
    const block = this.#block
    const { element, kind } = block
    if (element && textless.has(element.role)) this.isUnderstood = false
    if (!element || kind !== 'block' || paragraphs.has(element.role)) return element
    if (!block.paragraph) {
      block.paragraph = { role: 'P', kids: [] }
      element.kids.push(block.paragraph)
    }
    return block.paragraph
  }

  #add({ element, text, letters, link }: Pick<Leaf, 'element' | 'text' | 'letters'> & Partial<Leaf>): void {
    const leaf: Leaf = { element, text, letters, link, isFirst: this.#isFirst, head: this.tables.headOfBody }
    this.#isFirst = false
    this.#isParted = false
    element?.kids.push(leaf)
    this.leaves.push(leaf)
    this.tables.add(leaf)
  }
}

const pictures = new Set(['img', 'svg'])
const voids = new Set(['img', 'wbr'])
const inlines = new Set(['span', 'b', 'strong', 'i', 'em', 'small', 'u', 'wbr'])
const blocks = new Set(['body', 'div', 'pre'])
const roles: Record<string, Role> = {
  p: 'P',
  ul: 'L',
  ol: 'L',
  li: 'LI',
  h1: 'H',
  h2: 'H',
  h3: 'H',
  h4: 'H',
  h5: 'H',
  h6: 'H',
}
const paragraphs: ReadonlySet<Role> = new Set<Role>(['P', 'H', 'Link', 'Span'])
const textless: ReadonlySet<Role> = new Set<Role>(['L', 'Table', 'TR'])

/** Whether a tag says more of what it means than its name does. */
function isStrange(name: string, attributes: Attributes): boolean {
  const { hidden, lang, role } = attributes
  if (hidden !== undefined || (lang !== undefined && !(inlines.has(name) && languageTag.test(lang)))) return true
  if (role !== undefined && !(name === 'table' && role === 'presentation')) return true
  for (const attribute in attributes) if (attribute.startsWith('aria-') && attribute !== 'aria-hidden') return true
  return false
}

/** An open table. */
interface Table {
  /** Whether it is there for the layout only. */
  isPlain: boolean
  rows: Cell[][]
  head: Leaf[] | undefined
  isInHead: boolean
}

/** Builds the elements of tables. */
class TableReader {
  #tables: Table[] = []

  /** Leaves of the table's head, in its body; undefined elsewhere. */
  get headOfBody(): readonly Leaf[] | undefined {
    const table = this.#tables.at(-1)
    return table?.isInHead ? undefined : table?.head
  }

  add(leaf: Leaf): void {
    const table = this.#tables.at(-1)
    if (table?.isInHead) table.head?.push(leaf)
  }

  /** The frame of a tag of a table; undefined for another tag, and for what isn't known of a table. */
  open(name: string, attributes: Attributes, parent: PageElement): Frame | undefined {
    if (name === 'table') return this.#openTable(attributes, parent)
    const table = this.#tables.at(-1)
    if (!table || !parts.has(name)) return undefined
    if (name === 'thead') {
      table.head = []
      table.isInHead = true
    }
    if (table.isPlain || bodies.has(name)) return { element: parent, kind: 'block' }
    return name === 'tr' ? openRow(table, parent) : this.#openCell(name, attributes, table, parent)
  }

  close(name: string): void {
    const table = this.#tables.at(-1)
    if (name === 'thead' && table) table.isInHead = false
    if (name !== 'table' || !table) return
    describeCells(table.rows)
    this.#tables.pop()
  }

  #openTable({ role }: Attributes, parent: PageElement): Frame {
    const isPlain = role === 'presentation'
    this.#tables.push({ isPlain, rows: [], head: undefined, isInHead: false })
    if (isPlain) return { element: parent, kind: 'block' }
    const element: PageElement = { role: 'Table', kids: [] }
    parent.kids.push(element)
    return { element, kind: 'element' }
  }

  #openCell(
    name: string,
    { scope = '', colspan = '1', rowspan }: Attributes,
    table: Table,
    row: PageElement,
  ): Frame | undefined {
    const isHeader = name === 'th'
    const columns = Number(colspan)
    if (rowspan !== undefined || !(columns >= 1) || isHeader !== scope in scopes || row.role !== 'TR') return undefined
    const element: PageElement = { role: isHeader ? 'TH' : 'TD', kids: [] }
    element.cell = { element, scope: scopes[scope], columns, span: 1, headers: [], isNamed: false }
    row.kids.push(element)
    table.rows.at(-1)?.push(element.cell)
    return { element, kind: 'element' }
  }
}

function openRow(table: Table, parent: PageElement): Frame | undefined {
  if (parent.role !== 'Table') return undefined
  const element: PageElement = { role: 'TR', kids: [] }
  parent.kids.push(element)
  table.rows.push([])
  return { element, kind: 'element' }
}

const bodies = new Set(['thead', 'tbody'])
const parts = new Set([...bodies, 'tr', 'th', 'td'])
const scopes: Record<string, 'Row' | 'Column'> = { row: 'Row', rowgroup: 'Row', col: 'Column', colgroup: 'Column' }

/** Finds each cell's span and headers (HTML, 4.9.12); a row with fewer columns than others ends with a wider cell. */
export function describeCells(rows: readonly (readonly Cell[])[]): void {
  const starts = new Set<number>()
  eachCell(rows, (_, at) => starts.add(at))
  const order = [...starts].sort((one, other) => one - other)
  let titles: { at: number; columns: number; element: PageElement }[] = []
  let row: PageElement[] = []
  eachCell(rows, (cell, at) => {
    const { element, scope, columns } = cell
    cell.span = order.filter(start => start >= at && start < at + columns).length
    if (at === 0) row = []
    if (scope === 'Row') row.push(element)
    else if (scope === 'Column') {
      // Titles add up, but one of the same columns is in place of those above.
      titles = titles.filter(title => title.at !== at || title.columns !== columns)
      titles.push({ at, columns, element })
    } else {
      const over = titles.filter(title => at >= title.at && at < title.at + title.columns)
      cell.headers = [...over.map(title => title.element), ...row]
    }
    for (const header of cell.headers) if (header.cell) header.cell.isNamed = true
  })
  // All rows have equally many columns (ISO 14289-1, 7.5).
  for (const cells of rows) {
    const last = cells.at(-1)
    if (last) last.span += starts.size - cells.reduce((sum, { span }) => sum + span, 0)
  }
}

function eachCell(rows: readonly (readonly Cell[])[], visit: (cell: Cell, at: number) => void): void {
  for (const row of rows) {
    let at = 0
    for (const cell of row) {
      visit(cell, at)
      at += cell.columns
    }
  }
}
