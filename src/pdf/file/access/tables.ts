import { asNumber, type Dictionary } from '../values.ts'
import { attributeOf } from './elements.ts'
import { isElement, type StructureTree, type TreeElement } from './structure.ts'

/**
 * Gives all rows of each table equally many columns (ISO 14289-1, 7.5): Chromium leaves out cells without content, and a page may have
 * fewer in a row than in another. What is missing becomes an empty cell at the row's end.
 */
export function squareTables({ root, make }: StructureTree): void {
  const visit = (element: TreeElement) => {
    if (element.role === 'Table') squareTable(element, make)
    for (const kid of element.kids) if (isElement(kid)) visit(kid)
  }
  visit(root)
}

function squareTable({ kids }: TreeElement, make: StructureTree['make']): void {
  const rows = kids.filter(isElement).filter(({ role }) => role === 'TR')
  const widths = widthsOf(rows)
  const width = Math.max(...widths)
  for (const [at, row] of rows.entries()) {
    const missing = width - (widths[at] ?? 0)
    if (missing === 0) continue
    const cell = make('TD', [])
    const span: Dictionary = new Map([
      ['O', '/Table'],
      ['ColSpan', String(missing)],
    ])
    if (missing > 1) cell.keys.set('A', [span])
    row.kids.push(cell)
  }
}

/** How many columns each row has, with cells that come down from rows above. Spans below the last row are cut. */
function widthsOf(rows: readonly TreeElement[]): number[] {
  /** By column, how many rows are still taken by a cell above. */
  let taken: number[] = []
  return rows.map(({ kids }, at) => {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    let width = taken.findLastIndex(left => left > 0) + 1
    for (const { keys } of kids.filter(isElement)) {
      const rowSpan = spanOf(keys, 'RowSpan')
      const down = Math.min(rowSpan, rows.length - at)
      if (down < rowSpan) attributeOf(keys, 'RowSpan')?.set('RowSpan', `${down}`)
      while ((taken[column] ?? 0) > 0) column++
      for (let across = spanOf(keys, 'ColSpan'); across > 0; across--) next[column++] = down - 1
      width = Math.max(width, column)
    }
    taken = Array.from(next, left => left ?? 0)
    return width
  })
}

function spanOf(cell: Dictionary, name: 'RowSpan' | 'ColSpan'): number {
  return asNumber(attributeOf(cell, name)?.get(name)) ?? 1
}
