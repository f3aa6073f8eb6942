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
    width = Math.max(width, widthOf(mark, 14, 8))
    columns = Math.max(columns, widthOf(mark, 2, 1, 1, 1))
  }
  return columns === 0 ? undefined : { space: Math.ceil(width) + gap, columns: columns + 1 }
}

/** In px: the stylesheet's padding, and a space in its widest font. */
const gap = 8

/** A text's width, at most, by the widths of its characters: East Asian ones, others, broad letters, capitals. */
function widthOf(text: string, full: number, other: number, broad = 13, capital = 10.5): number {
  let width = 0
  for (const character of text.replace(/\p{Cf}/gu, '')) {
    width += fullWidth.test(character)
      ? full
      : /[MWmw@%]/.test(character)
        ? broad
        : /\p{Lu}|[^\0-\xff]/u.test(character)
          ? capital
          : other
  }
  return width
}

const fullWidth = /[\u203b\u2460-\u24ff\u2e80-\uffdc]|[\u{1f300}-\u{3fffd}]/u
