import type { ReadValues } from '../object-values.ts'
import { asNumber, asReference } from '../values.ts'
import { attributeOf, kidsOf, roleOf } from './elements.ts'

/**
 * What keeps a table from being read by rows and columns (ISO 14289-1, 7.5; ISO 32000-1, tables 337 and 349).
 *
 * @param table object number of its element
 */
export function tableProblems(values: ReadValues, table: number): string[] {
  const kids = elementsIn(values, table)
  const roles = kids.map(kid => roleOf(values.get(kid)))
  const count = (role: string) => roles.filter(each => each === role).length
  const groups = kids.flatMap((kid, at) => (roles[at] === 'TR' ? [[kid]] : partsOf(values, kid, roles[at] ?? '')))
  return [
    ...(count('Caption') > 1 || roles.lastIndexOf('Caption') > 0 ? ['a caption within a table'] : []),
    ...(count('THead') > 1 || count('TFoot') > 1 ? ['a table with two heads or feet'] : []),
    ...(count('THead') + count('TFoot') > 0 && count('TBody') === 0 ? ['a table without a body'] : []),
    ...gridProblems(values, groups.flat()),
  ]
}

function partsOf(values: ReadValues, part: number, role: string): number[][] {
  return rowGroups.has(role) ? [elementsIn(values, part)] : []
}

const rowGroups = new Set(['THead', 'TBody', 'TFoot'])
const scopes = new Set(['/Row', '/Column', '/Both'])
/** More columns or rows than any page that a browser lays out. */
const maxSpan = 10_000

function gridProblems(values: ReadValues, rows: readonly number[]): string[] {
  const problems = new Set<string>()
  /** By column, how many rows are still taken by a cell above; then how wide each row is. */
  let taken: number[] = []
  const widths = new Set<number>()
  for (const [at, row] of rows.entries()) {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    for (const cell of elementsIn(values, row)) {
      const keys = values.get(cell)
      const spanOf = (name: string) => asNumber(attributeOf(keys, name)?.get(name)) ?? 1
      const [down, across] = [spanOf('RowSpan'), spanOf('ColSpan')]
      const scope = attributeOf(keys, 'Scope')?.get('Scope')
      if (roleOf(keys) === 'TH' && !scopes.has(String(scope))) problems.add('a header cell without scope')
      if (!(down >= 1 && across >= 1 && down <= maxSpan && across <= maxSpan)) {
        problems.add('a cell that spans no cells')
        return [...problems]
      }
      if (at + down > rows.length) problems.add('a cell that spans more rows than there are')
      while ((taken[column] ?? 0) > 0) column++
      for (let left = across; left > 0; left--, column++) {
        if ((taken[column] ?? 0) > 0) problems.add('cells on top of each other')
        next[column] = Math.max(next[column] ?? 0, down - 1)
      }
    }
    const above = taken.findLastIndex(left => left > 0) + 1
    while ((taken[column] ?? 0) > 0) column++
    if (above > column) problems.add('a row with a gap')
    widths.add(Math.max(column, above))
    taken = Array.from(next, left => left ?? 0)
  }
  if (widths.size > 1) problems.add('rows of different widths')
  return [...problems]
}

function elementsIn(values: ReadValues, parent: number): number[] {
  return kidsOf(values.get(parent)).flatMap(kid => asReference(kid) ?? [])
}
