import type { Attributes, Frame } from './frame.ts'
import type { Cell, GoodsLine, Leaf, PageElement } from './page-elements.ts'
import { describeCells } from './table-cells.ts'

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
  /** In the page's order. */
  readonly lines: GoodsLine[] = []
  #tables: Table[] = []

  /** Leaves of the table's head, in its body; undefined elsewhere. */
  get headOfBody(): readonly Leaf[] | undefined {
    const table = this.#tables.at(-1)
    return table?.isInHead ? undefined : table?.head
  }

  add(leaf: Leaf): void {
    const table = this.#tables.at(-1)
    if (table?.isInHead) table.head!.push(leaf)
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
    { scope = '', colspan = '1', rowspan, 'data-carried': carried }: Attributes,
    table: Table,
    row: PageElement,
  ): Frame | undefined {
    const isHeader = name === 'th'
    const columns = Number(colspan)
    if (rowspan !== undefined || !(columns >= 1) || isHeader !== scope in scopes || row.role !== 'TR') return undefined
    const element: PageElement = { role: isHeader ? 'TH' : 'TD', kids: [] }
    element.cell = { element, scope: scopes[scope], columns, span: 1, headers: [], isNamed: false }
    row.kids.push(element)
    table.rows.at(-1)!.push(element.cell)
    if (carried !== undefined) this.lines.push({ element, carried })
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
