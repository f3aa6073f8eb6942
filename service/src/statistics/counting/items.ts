import type { ItemData, ReceiptData } from 'counterfoil'
import type { Change, Part } from './change.ts'
import { nameOf } from './dimensions.ts'

/** A receipt's lines: sold and ordered ones, and those returned. */
export interface Lines {
  sold: readonly ItemData[]
  returned: readonly ItemData[]
}

/** A receipt's lines. @param isReturn everything on the receipt was returned */
export function linesOf({ items = [], orders = [], returns = [] }: ReceiptData, isReturn: boolean): Lines {
  let sold = items
  for (const { items: ordered = [] } of orders) if (ordered.length > 0) sold = [...sold, ...ordered]
  let returned: readonly ItemData[] = returns.length === 0 ? [] : returns.flatMap(({ items: back = [] }) => back)
  if (isReturn) return { sold: [], returned: [...sold, ...returned] }
  const isTakenBack = ({ quantity }: ItemData) => (quantity?.value ?? 1) < 0
  if (sold.some(isTakenBack)) {
    returned = [...returned, ...sold.filter(isTakenBack)]
    sold = sold.filter(item => !isTakenBack(item))
  }
  return { sold, returned }
}

/** What a line comes to: the till's total, or else price × quantity. */
export function lineTotal({ price = 0, quantity, total }: ItemData): number {
  return total ?? Math.round(price * (quantity?.value ?? 1) * 1e6) / 1e6
}

/** What the lines add. */
export interface Counted extends Pick<Change, 'items'> {
  parts: Part[]
  labels: [dimension: 'item', name: string, label: string][]
  pieces: number
  piecesReturned: number
  refunds: number
}

/** Entries, pieces and amount; for items, their label. */
interface Sums {
  label: string
  entries: number
  pieces: number
  amount: number
}

/**
 * Counts lines by item (SKU, or else UPC, or else name) and category.
 *
 * @param units turns an amount into the receipt's units
 */
export function countItems({ sold, returned }: Lines, units: (amount: number) => number): Counted {
  const counted: Counted = { parts: [], labels: [], pieces: 0, piecesReturned: 0, refunds: 0 }
  const categories = new Map<string, Sums>()
  const items: (string | number)[] = []
  for (const [name, { label, entries, pieces, amount }] of sumsOf(sold, categories, units)) {
    items.push(name, label, entries, pieces, amount)
    counted.pieces += pieces
  }
  if (items.length > 0) counted.items = items
  for (const [name, { entries, pieces, amount }] of categories)
    counted.parts.push(['category', name, null, 1, entries, pieces, 0, amount])
  if (returned.length === 0) return counted

  const back = new Map<string, Sums>()
  for (const [name, { label, entries, pieces, amount }] of sumsOf(returned, back, amount => units(Math.abs(amount)))) {
    counted.parts.push(['item', name, null, 1, entries, 0, pieces, 0, 0, amount])
    if (label !== '') counted.labels.push(['item', name, label])
    counted.piecesReturned += pieces
    counted.refunds += amount
  }
  for (const [name, { entries, pieces, amount }] of back)
    counted.parts.push(['category', name, null, Number(!categories.has(name)), entries, 0, pieces, 0, 0, amount])
  return counted
}

function sumsOf(
  lines: readonly ItemData[],
  categories: Map<string, Sums>,
  units: (amount: number) => number,
): Map<string, Sums> {
  const items = new Map<string, Sums>()
  for (const line of lines) {
    const label = nameOf(line.name)
    const code = line.sku ?? line.upc
    const name = code === undefined ? label : nameOf(code)
    const pieces = piecesOf(line)
    const amount = units(lineTotal(line))
    add(items, name, pieces, amount).label = label === name ? '' : label
    add(categories, nameOf(line.category ?? line.classCode ?? ''), pieces, amount)
  }
  return items
}

function add(to: Map<string, Sums>, name: string, pieces: number, amount: number): Sums {
  let sums = to.get(name)
  if (!sums) {
    sums = { label: '', entries: 0, pieces: 0, amount: 0 }
    to.set(name, sums)
  }
  sums.entries += 1
  sums.pieces += pieces
  sums.amount += amount
  return sums
}

/** What is weighed or measured is one piece. */
function piecesOf({ quantity }: ItemData): number {
  const count = Math.abs(quantity?.value ?? 1)
  return Number.isInteger(count) && count <= 1e6 ? count : 1
}
