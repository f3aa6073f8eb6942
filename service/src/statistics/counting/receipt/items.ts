import { type ItemData, isMeasure, type Ledger, lineTotal } from 'counterfoil/internal'
import { getOrAdd } from '../../../basics/maps.ts'
import type { Change, Part } from '../change.ts'
import { nameOf } from '../dimensions.ts'

/** A receipt's lines: sold and ordered ones, and those returned. */
export interface Lines {
  sold: readonly ItemData[]
  returned: readonly ItemData[]
  /** Everything on the receipt was returned. */
  isAllBack: boolean
  /** There is nothing but gift cards, sold. */
  areGiftCards: boolean
  /** What gift cards paid that a till sends as lines below 0. They aren't goods. */
  vouchers: number
  /** What the till rounds to, in millionths. */
  unit: number
}

/** Of what isn't booked, no line counts. */
export const noLines: Lines = {
  sold: [],
  returned: [],
  isAllBack: false,
  areGiftCards: false,
  vouchers: 0,
  unit: 10_000,
}

/** A ledger's lines. @param isAllBack everything on the receipt was returned */
export function linesOf({ receipt, unit }: Ledger, isAllBack: boolean): Lines {
  const { items = [], orders = [], returns = [] } = receipt
  const sold: ItemData[] = []
  const returned: ItemData[] = []
  let vouchers = 0
  const add = (item: ItemData) => {
    if (isAllBack || (item.quantity?.value ?? 1) < 0) returned.push(item)
    else if (item.giftCard && lineTotal(item, unit) < 0) vouchers -= lineTotal(item, unit)
    else sold.push(item)
  }
  for (const item of items) add(item)
  for (const { items: ordered = [] } of orders) for (const item of ordered) add(item)
  for (const { items: back = [] } of returns) returned.push(...back)
  const areGiftCards = sold.length > 0 && returned.length === 0 && sold.every(line => line.giftCard)
  return { sold, returned, isAllBack, areGiftCards, vouchers, unit }
}

/** What the gift cards that a receipt sells come to, less those it takes back. They are sold when they pay for something. */
export function giftCardsIn({ sold, returned, unit }: Lines): number {
  let sum = 0
  for (const line of sold) if (line.giftCard) sum += lineTotal(line, unit)
  for (const line of returned) if (line.giftCard) sum -= Math.abs(lineTotal(line, unit))
  return sum
}

/** What the lines add. */
interface CountedItems extends Pick<Change, 'lines' | 'categories'> {
  parts: Part[]
  labels: [dimension: 'item', name: string, label: string][]
  pieces: number
  piecesReturned: number
  refunds: number
}

/**
 * Counts lines by item (SKU, or else UPC, or else name) and category. What was sold is only listed: folding adds it up, for many
 * receipts at once. Of what was returned there is little.
 *
 * @param units turns an amount into the receipt's units
 */
export function countItems({ sold, returned, unit }: Lines, units: (amount: number) => number): CountedItems {
  const counted: CountedItems = { parts: [], labels: [], pieces: 0, piecesReturned: 0, refunds: 0 }
  const categories = new Map<string, number>()
  if (sold.length > 0) {
    const lines: (string | number)[] = []
    for (const line of sold) {
      const { name, label } = itemOf(line)
      const pieces = piecesOf(line)
      lines.push(
        name,
        label === name ? 0 : label,
        pieces,
        units(lineTotal(line, unit)),
        placeIn(categories, categoryOf(line)),
      )
      counted.pieces += pieces
    }
    counted.lines = lines
    counted.categories = [...categories.keys()]
  }
  if (returned.length > 0) addReturned(counted, returned, categories, line => units(Math.abs(lineTotal(line, unit))))
  return counted
}

/** Entries, pieces and amount; for items, their label. */
interface Sums {
  label: string
  entries: number
  pieces: number
  amount: number
}

function addReturned(
  counted: CountedItems,
  returned: readonly ItemData[],
  sold: ReadonlyMap<string, number>,
  unitsOf: (line: ItemData) => number,
): void {
  const items = new Map<string, Sums>()
  const categories = new Map<string, Sums>()
  for (const line of returned) {
    const { name, label } = itemOf(line)
    const pieces = piecesOf(line)
    const amount = unitsOf(line)
    add(items, name, pieces, amount).label = label === name ? '' : label
    add(categories, categoryOf(line), pieces, amount)
  }
  const soldItems = new Set(counted.lines?.filter((_, index) => index % 5 === 0))
  for (const [name, { label, entries, pieces, amount }] of items) {
    counted.parts.push(['item', name, null, Number(!soldItems.has(name)), entries, 0, pieces, 0, 0, amount])
    if (label !== '') counted.labels.push(['item', name, label])
    counted.piecesReturned += pieces
    counted.refunds += amount
  }
  for (const [name, { entries, pieces, amount }] of categories)
    counted.parts.push(['category', name, null, Number(!sold.has(name)), entries, 0, pieces, 0, 0, amount])
}

function itemOf({ name, sku, upc }: ItemData): { name: string; label: string } {
  const label = nameOf(name)
  const code = sku ?? upc
  return { name: code === undefined ? label : nameOf(code), label }
}

function categoryOf({ category, classCode }: ItemData): string {
  return nameOf(category ?? classCode ?? '')
}

/** The place of a text among those seen, in order. */
function placeIn(seen: Map<string, number>, text: string): number {
  return getOrAdd(seen, text, () => seen.size)
}

function add(to: Map<string, Sums>, name: string, pieces: number, amount: number): Sums {
  const sums = getOrAdd(to, name, () => ({ label: '', entries: 0, pieces: 0, amount: 0 }))
  sums.entries += 1
  sums.pieces += pieces
  sums.amount += amount
  return sums
}

/** What is weighed or measured is one piece, by its unit, or else because it isn't whole. */
function piecesOf({ quantity }: ItemData): number {
  if (!quantity) return 1
  const { value = 1, unitOfMeasureCode } = quantity
  const count = Math.abs(value)
  if (!Number.isInteger(count) || count > 1e6) return 1
  return unitOfMeasureCode !== undefined && isMeasured(unitOfMeasureCode) ? 1 : count
}

/** Tills send the same units again and again. */
function isMeasured(unit: string): boolean {
  let known = measures.get(unit)
  if (known === undefined) {
    known = isMeasure(unit)
    if (measures.size < maxKnown) measures.set(unit, known)
  }
  return known
}

const measures = new Map<string, boolean>()
const maxKnown = 1000
