import { cellOf } from '../answers/csv.ts'
import { columnsOf, type Groupings } from './columns.ts'
import { namesIn, type TableRow } from './table.ts'

interface TableFile {
  groupings: Groupings
  currency: string
  /** First and last day, as `2026-11-20`. */
  from: string
  to: string
  rows: readonly TableRow[]
}

/** Rows in one piece of a file. */
const piece = 200

/** A table as CSV (RFC 4180), in pieces. What a spreadsheet would take for a formula isn't one (`cellOf`). */
export async function* tableCsv({ groupings, currency, from, to, rows }: TableFile): AsyncGenerator<string> {
  const columns = columnsOf(groupings)
  const isCompared = rows.some(({ before }) => before)
  const line = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`
  const named = [...columns, ...(isCompared ? columns.map(column => `${column}Before`) : [])]
  yield line(['from', 'to', 'id', 'name', ...(groupings.length > 1 ? ['thenName'] : []), 'currency', ...named])
  for (let at = 0; at < rows.length; at += piece)
    yield rows
      .slice(at, at + piece)
      .map(({ id, group, values, before = [] }) =>
        line([from, to, id, ...namesIn(group, groupings), currency, ...values, ...before]),
      )
      .join('')
}

/** A table as a JSON object on each line, in pieces. */
export async function* tableLines({ groupings, currency, from, to, rows }: TableFile): AsyncGenerator<string> {
  const columns = columnsOf(groupings)
  const figures = (values: TableRow['values']) =>
    Object.fromEntries(columns.map((name, index) => [name, values[index]]))
  for (let at = 0; at < rows.length; at += piece)
    yield rows
      .slice(at, at + piece)
      .map(({ group, values, before }) => {
        const about = { from, to, group, currency, ...figures(values) }
        return `${JSON.stringify(before ? { ...about, before: figures(before) } : about)}\n`
      })
      .join('')
}
