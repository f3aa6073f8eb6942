import { asNumber, type Dictionary } from '../values.ts'
import { attributeOf } from './elements.ts'
import { isElement, type StructureTree, type TreeElement } from './structure.ts'

/**
 * Gives each table a cell in every place of its grid (ISO 14289-1, 7.5), and not two: Chromium leaves out cells without content, and a
 * page may have fewer in a row than in another. What is missing becomes empty cells at the row's end.
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
  let width = 0
  placeCells(rows, (_, taken) => {
    width = Math.max(width, taken.length)
  })
  placeCells(rows, (row, taken) => {
    for (let start = freeIn(taken); start < width; start = freeIn(taken)) {
      const across = spaceAt(taken, start, width - start)
      for (let column = start; column < start + across; column++) taken[column] = 1
      row.kids.push(emptyCell(across, make))
    }
  })
}

/**
 * Places the cells of each row as browsers do (HTML, 4.9.12.1), and cuts spans to the room that there is.
 *
 * @param visit gets a row, and by column how many rows, from it on, are taken
 */
function placeCells(rows: readonly TreeElement[], visit: (row: TreeElement, taken: number[]) => void): void {
  let taken: number[] = []
  for (const [at, row] of rows.entries()) {
    for (const { keys } of row.kids.filter(isElement)) {
      const start = freeIn(taken)
      const across = cutSpan(keys, 'ColSpan', most => spaceAt(taken, start, most))
      const down = cutSpan(keys, 'RowSpan', most => Math.min(most, rows.length - at))
      for (let column = start; column < start + across; column++) taken[column] = down
    }
    visit(row, taken)
    taken = taken.map(left => Math.max(0, left - 1))
    taken.length = taken.findLastIndex(left => left > 0) + 1
  }
}

/** The first column that is free. */
function freeIn(taken: readonly number[]): number {
  const free = taken.findIndex(left => !left)
  return free < 0 ? taken.length : free
}

/** How many columns are free from one on, up to so many. */
function spaceAt(taken: readonly number[], start: number, most: number): number {
  let space = 0
  while (space < most && !taken[start + space]) space++
  return space
}

/** A cell's span, cut to what there is room for. */
function cutSpan(cell: Dictionary, name: 'RowSpan' | 'ColSpan', roomFor: (span: number) => number): number {
  const attribute = attributeOf(cell, name)
  const span = asNumber(attribute?.get(name)) ?? 1
  const cut = Math.max(1, roomFor(span))
  if (cut < span) attribute?.set(name, String(cut))
  return cut
}

function emptyCell(columns: number, make: StructureTree['make']): TreeElement {
  const cell = make('TD', [])
  const span: Dictionary = new Map([
    ['O', '/Table'],
    ['ColSpan', String(columns)],
  ])
  if (columns > 1) cell.keys.set('A', [span])
  return cell
}
