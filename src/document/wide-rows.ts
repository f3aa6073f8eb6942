import type { ReceiptView } from '../view/receipt-view.ts'

/**
 * Whether some amount leaves its label no room for a word on a roll: then amounts stand below their labels (`.wide` of print.css).
 *
 * @param width of the roll's print, in mm
 */
export function hasWideRow(view: ReceiptView, width: number): boolean {
  const type = width < 60 ? letter.narrow : letter.usual
  const room = (width / 25.4) * 96 - (view.notation?.space ?? 0) * 0.85 - type.gap
  const total = view.totals?.total
  if (total && widthOf(total, type.total, type.label) > room) return true
  return hasWider(view, type.row, room)
}

/** Sizes of the stylesheet in px, at most, and the gap between label and amount. The bold label of a narrow total is 13 px, and wider than others of 15. */
const letter = {
  usual: { row: 12, label: 21.25, total: 21.25, gap: 6 },
  narrow: { row: 10.75, label: 15, total: 17, gap: 4 },
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
  const beside = typeof base === 'string' ? amountWidth(base) + 1 : 0
  return (amountWidth(amount) + beside) * size + longestWord(said) * 0.56 * labelSize
}

/** Of a letter's height: digits and letters are wider than what stands between them. */
function amountWidth(amount: string): number {
  let width = 0
  for (const character of amount.replace(/\p{Cf}/gu, ''))
    width += /[.,\s'’\u2000-\u206f]/.test(character) ? 0.27 : /\p{Lu}/u.test(character) ? 0.64 : 0.572
  return width
}

/** Characters of the longest word that is to stay whole. One that no line has room for is broken anyway. */
function longestWord(text: string): number {
  return text
    .replace(/\p{Cf}/gu, '')
    .split(/[\s-]+/)
    .reduce((longest, { length }) => (length > breakable ? longest : Math.max(longest, length)), 0)
}

const breakable = 18
