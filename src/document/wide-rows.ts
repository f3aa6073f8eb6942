import { bold, emsOf } from '../locale/format/ems.ts'
import type { LineView, ReceiptView, TaxesView } from '../view/receipt-view.ts'

/** What a paper has no room for, as classes of print.css and its templates know it. */
interface WideRows {
  /** Some amount leaves its label no room for a word: then amounts stand below their labels. */
  wide?: true
  /** The columns of the taxes: then each has a row that says in words what it is of. On a roll, no name or title of theirs wraps. */
  wideTaxes?: true
  /** The total in its large type, but not in a smaller one. Only of rolls, where its amount would stand below it. */
  smallTotal?: true
}

/**
 * Tells what a paper has no room for.
 *
 * @param width to print on, in mm
 * @param roll whether rows have all of it; on a sheet, sums have half
 */
export function wideRows(view: ReceiptView, width: number, roll: boolean): WideRows {
  const type = !roll ? (width < 150 ? letter.small : letter.sheet) : width < 60 ? letter.narrow : letter.usual
  const column = roll ? width : (width - type.between) / 2
  const room = (column / 25.4) * 96 - (view.notation?.space ?? 0) * (roll ? 0.85 : 1) - type.gap
  const total = view.totals?.total
  return {
    ...(hasWideRow(view, type, room, roll) && { wide: true }),
    ...(view.taxes && taxesWidth(view.taxes, roll) * type.tax + type.taxGaps > room + type.gap && { wideTaxes: true }),
    ...(roll && total && isBetween(total, totals[width < 60 ? 'narrow' : 'usual'], room) && { smallTotal: true }),
  }
}

/** Sizes of a roll's total in px, its label and its amount, and how much smaller those of `.small-total` are. */
const totals = { usual: [21.25, 21.25], narrow: [13, 17] } as const
const smaller = 0.85

/** Whether a total has room for its small type on the line, but not for its large one. */
function isBetween({ label, amount }: LineView, [ofLabel, ofAmount]: readonly [number, number], room: number): boolean {
  const takes = emsOf(label) * bold * ofLabel + emsOf(amount) * ofAmount
  return takes > room && takes * smaller <= room
}

function hasWideRow(view: ReceiptView, type: (typeof letter)['usual'], room: number, roll: boolean): boolean {
  // The rows of a roll's sums are as wide as each needs.
  if (roll) return hasWider(view, type.row, room)
  const total = view.totals?.total
  if (total && widthOf(total, type.total, type.label) > room) return true
  if (sumsWidth([view.totals, view.tenders], type) > room) return true
  if (view.orders.some(({ lines, total: sum, deposits }) => sumsWidth([lines, sum, deposits], type) > room)) return true
  return hasWider([view.totals, view.tenders], type.row, room)
}

/**
 * Sizes of the stylesheets in px, at most; the gap between label and amount, and both gaps of a row of taxes; on sheets, mm between columns. The bold label of a narrow
 * total is 13 px, and wider than others of 15; in the look classic, letters of a total of 21.25 px are as wide as others of 25.5 px, and those of 18 px on sheets as of 21 px.
 */
const letter = {
  usual: { row: 12, label: 21.25, total: 25.5, tax: 11.25, gap: 8, taxGaps: 22, between: 0 },
  narrow: { row: 10.75, label: 15, total: 17, tax: 9.5, gap: 6, taxGaps: 10, between: 0 },
  sheet: { row: 12.75, label: 21, total: 21, tax: 11.25, gap: 16, taxGaps: 32, between: 16 },
  small: { row: 12.75, label: 17.25, total: 17.25, tax: 10.75, gap: 24, taxGaps: 32, between: 12 },
}

/** Of two columns: the longest word of a label, and the widest amount, which is often the total's. */
function sumsWidth(part: unknown, { row, total }: { row: number; total: number }): number {
  let label = 0
  let amount = 0
  const look = (each: unknown, key = '') => {
    if (typeof each !== 'object' || each === null || each instanceof Uint8Array) return
    const line: { label?: unknown; amount?: unknown } = each
    if (typeof line.label === 'string' && typeof line.amount === 'string' && line.amount) {
      if (key !== 'total') label = Math.max(label, longestWord(line.label))
      amount = Math.max(amount, emsOf(line.amount) * (key === 'total' ? total : row))
    }
    for (const [name, child] of Object.entries(each)) look(child, name)
  }
  look(part)
  return label * row + amount
}

/**
 * Of three columns of taxes, in letters' heights: names, what they are of, amounts.
 *
 * @param whole whether names and titles are to stay on one line, not only their words
 */
function taxesWidth({ columns, rows, net }: TaxesView, whole: boolean): number {
  // Without an amount, the net has all columns.
  const netName = net?.amount ? net.label : ''
  const textWidth = (text: string) => (whole ? emsOf(text) : longestWord(text))
  const names = [columns.rate, ...rows.map(row => row.phrase), netName].map(textWidth)
  const widest = (title: string, amounts: string[]) => Math.max(textWidth(title), ...amounts.map(emsOf))
  const bases = widest(columns.base, [...rows.map(row => row.base), net?.amount ?? ''])
  const amounts = widest(
    columns.amount,
    rows.map(row => row.amount),
  )
  return Math.max(...names) + bases + amounts
}

/** Whether an amount of a view, or of a part of it, and a word of its label are wider than the room. */
function hasWider(part: unknown, size: number, room: number): boolean {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return false
  if (Array.isArray(part)) return part.some(each => hasWider(each, size, room))
  if (widthOf(part, size) > room) return true
  return Object.values(part).some(each => hasWider(each, size, room))
}

/**
 * @param row something with a label, and perhaps an amount, and what it was reckoned from
 * @param labelSize of the label's type, in px like that of the amount
 */
function widthOf(row: object, size: number, labelSize = size): number {
  const {
    amount,
    base,
    label,
    name,
    phrase,
  }: { [field in 'amount' | 'base' | 'label' | 'name' | 'phrase']?: unknown } = row
  const said = label ?? name ?? phrase
  if (typeof amount !== 'string' || typeof said !== 'string') return 0
  const beside = typeof base === 'string' ? emsOf(base) + 1 : 0
  return (emsOf(amount) + beside) * size + longestWord(said) * labelSize
}

/** Ems of the longest word that is to stay whole. A word that no line has room for is broken anyway. */
function longestWord(text: string): number {
  return text.split(/[\s-]+/).reduce((longest, word) => {
    const width = emsOf(word)
    return width > breakable ? longest : Math.max(longest, width)
  }, 0)
}

const breakable = 10.5
