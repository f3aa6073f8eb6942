import { emsOf } from '../../../locale/format/ems.ts'
import type { ItemsView, NotationView } from '../../receipt-view.ts'

/** The space that the price notations of all tables of goods take behind the amounts; undefined if there are none. */
export function presentNotation(tables: readonly (ItemsView | undefined)[]): NotationView | undefined {
  // Hundreds of goods have one or two.
  const marks = new Set<string>()
  for (const table of tables) {
    if (!table?.has.mark) continue
    for (const { items } of table.groups) for (const { mark } of items) if (mark) marks.add(mark)
  }
  let width = 0
  let columns = 0
  for (const mark of marks) {
    width = Math.max(width, emsOf(mark) * letter)
    columns = Math.max(columns, columnsOf(mark))
  }
  return columns === 0 ? undefined : { space: Math.ceil(width) + gap, columns: columns + 1 }
}

/** In px: the stylesheet's padding, and a space in its widest font. */
const gap = 8

/** Height of a letter in px, at most. */
const letter = 14

/** Columns of a till's paper. */
function columnsOf(text: string): number {
  let columns = 0
  for (const character of text.replace(/\p{Cf}/gu, '')) columns += fullWidth.test(character) ? 2 : 1
  return columns
}

const fullWidth = /[\u203b\u2460-\u24ff\u2e80-\uffdc]|[\u{1f300}-\u{3fffd}]/u
