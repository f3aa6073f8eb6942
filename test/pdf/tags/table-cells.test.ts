import { expect, test } from 'vitest'
import type { Cell } from '../../../src/pdf/tags/page-elements.ts'
import { describeCells } from '../../../src/pdf/tags/tables.ts'

test('cells have the titles above them and the header of their row, as HTML assigns them', () => {
  const table = [
    [cell('Sales', { scope: 'Column', columns: 3 })],
    [cell('Item', { scope: 'Column' }), cell('Day', { scope: 'Column' }), cell('Week', { scope: 'Column' })],
    [cell('Tea', { scope: 'Row' }), cell('5.00'), cell('35.00')],
    [cell('Total of the shop', { scope: 'Row', columns: 2 }), cell('90.00')],
    [cell('Returns', { scope: 'Column', columns: 3 })],
    [cell('Cups', { scope: 'Row' }), cell('1.00'), cell('2.00')],
    [cell('Closed on Sundays', { columns: 3 })],
  ]
  describeCells(table)
  expect(headersIn(table)).toEqual([
    '5.00: Sales, Day, Tea',
    '35.00: Sales, Week, Tea',
    '90.00: Sales, Week, Total of the shop',
    '1.00: Day, Returns, Cups',
    '2.00: Week, Returns, Cups',
    'Closed on Sundays: Item, Returns',
  ])
})

test('a cell spans the columns that cells begin in', () => {
  const table = [
    [cell('Drinks', { scope: 'Row', columns: 4 })],
    [cell('Tea', { scope: 'Row' }), cell('2'), cell('5.00')],
  ]
  describeCells(table)
  expect(table.flat().map(({ span }) => span)).toEqual([3, 1, 1, 1])
})

const names = new Map<Cell['element'], string>()

function cell(name: string, { scope, columns = 1 }: Partial<Pick<Cell, 'scope' | 'columns'>> = {}): Cell {
  const element: Cell['element'] = { role: scope ? 'TH' : 'TD', kids: [] }
  element.cell = { element, scope, columns, span: 1, headers: [], isNamed: false }
  names.set(element, name)
  return element.cell
}

function headersIn(table: readonly (readonly Cell[])[]): string[] {
  return table.flat().flatMap(({ element, headers }) => {
    const titles = headers.map(header => names.get(header))
    return headers.length > 0 ? [`${names.get(element)}: ${titles.join(', ')}`] : []
  })
}
