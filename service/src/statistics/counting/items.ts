import type { ItemData, ReceiptData } from 'counterfoil'
import type { Part } from './change.ts'
import { nameOf } from './dimensions.ts'

/** A line with what it comes to. */
export interface Line {
  item: ItemData
  total: number
  isReturned: boolean
}

/** A receipt's lines: sold, ordered, returned. */
export function linesOf({ items = [], orders = [], returns = [] }: ReceiptData): Line[] {
  const sold = [...items, ...orders.flatMap(order => order.items ?? [])]
  const returned = returns.flatMap(({ items = [] }) => items)
  return [
    ...sold.map(item => ({ item, total: totalOf(item), isReturned: (item.quantity?.value ?? 1) < 0 })),
    ...returned.map(item => ({ item, total: totalOf(item), isReturned: true })),
  ]
}

/** What the lines add to items and categories. */
export interface ItemParts {
  parts: Part[]
  labels: [dimension: 'item', name: string, label: string][]
  pieces: number
  piecesReturned: number
  refunds: number
}

/**
 * Counts a receipt's lines by item (SKU, or else UPC, or else name) and category.
 *
 * @param isReturn everything on the receipt was returned
 * @param units turns an amount into the receipt's units
 */
export function itemParts(receipt: ReceiptData, isReturn: boolean, units: (amount: number) => number): ItemParts {
  const found = new Map<string, number[]>()
  const labels = new Map<string, string>()
  const sums: ItemParts = { parts: [], labels: [], pieces: 0, piecesReturned: 0, refunds: 0 }
  for (const { item, total, isReturned } of linesOf(receipt)) {
    const back = isReturn || isReturned
    const pieces = piecesOf(item)
    const amount = units(Math.abs(total)) * (total < 0 && !back ? -1 : 1)
    const name = nameOf(item.sku ?? item.upc ?? item.name)
    const label = nameOf(item.name)
    if (label !== name) labels.set(name, label)
    for (const key of [`item ${name}`, `category ${nameOf(item.category ?? item.classCode ?? '')}`]) {
      const sum = found.get(key) ?? [1, 0, 0, 0, 0, 0, 0]
      found.set(key, sum)
      sum[1]! += 1
      sum[back ? 3 : 2]! += pieces
      sum[back ? 6 : 4]! += amount
    }
    sums[back ? 'piecesReturned' : 'pieces'] += pieces
    if (back) sums.refunds += amount
  }
  for (const [key, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0]] of found) {
    const space = key.indexOf(' ')
    sums.parts.push([key.slice(0, space) as 'item' | 'category', key.slice(space + 1), null, a, b, c, d, e, f, g])
  }
  sums.labels = [...labels].map(([name, label]) => ['item', name, label])
  return sums
}

/** The till's total, or else price × quantity. */
function totalOf({ price = 0, quantity, total }: ItemData): number {
  return total ?? Math.round(price * (quantity?.value ?? 1) * 1e6) / 1e6
}

/** What is weighed or measured is one piece. */
function piecesOf({ quantity }: ItemData): number {
  const count = Math.abs(quantity?.value ?? 1)
  return Number.isInteger(count) && count <= 1e6 ? count : 1
}
