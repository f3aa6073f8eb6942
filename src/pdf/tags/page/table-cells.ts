import type { Cell, PageElement } from './page-elements.ts'

/** Finds each cell's span and headers (HTML, 4.9.12). */
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
    for (const header of cell.headers) header.cell!.isNamed = true
  })
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
