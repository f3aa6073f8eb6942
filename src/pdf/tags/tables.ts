import type { Attributes, Cell, Frame, Leaf, PageElement } from './page-elements.ts'

/** An open table. */
interface Table {
  /** Whether it is there for the layout only. */
  isPlain: boolean
  rows: Cell[][]
  head: Leaf[] | undefined
  isInHead: boolean
}

/** Builds the elements of tables. */
export class TableReader {
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
