import type { ItemData } from '../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { withLinesChanged } from '../changes.ts'
import { lineSentAs } from '../lines.ts'
import { amountOf, fullPrice, isBeforeDiscounts, type Micros, micros, sizeOf, sumOf } from '../sums.ts'
import { withLineTotals } from './line-totals.ts'

/**
 * The receipt with discounts of lines as the interface has them, off the whole line, where a till sends what is off each piece: "3 × 30.00,
 * −3.00" for 81.00. Only where a line's total tells. The same receipt if it has none.
 */
export function withWholeDiscounts(receipt: ReceiptData, unit: Micros): ReceiptData {
  return withLinesChanged(receipt, line => withWholeDiscount(line, unit))
}

/** The same, where totals of 0 are none. */
export function withWholeDiscountsOfSome(receipt: ReceiptData, unit: Micros): ReceiptData {
  return withLinesChanged(receipt, line => (line.total === 0 ? line : withWholeDiscount(line, unit)))
}

/**
 * The same of lines whose totals don't tell: they are left out, or those of one piece, or don't have the discounts. Their totals are worked
 * out.
 */
export function withDiscountsOfPieces(receipt: ReceiptData, unit: Micros): ReceiptData {
  const ofPieces = withLinesChanged(receipt, line => ofEachPiece(line, unit))
  return ofPieces === receipt ? receipt : withLineTotals(ofPieces, unit)
}

/** A line with what is off all of its pieces, if only so its price and its discounts come to its total. */
export function withWholeDiscount(line: ItemData, unit: Micros): ItemData {
  const { discounts, price, total } = line
  if (!discounts || price === undefined || total === undefined || piecesOf(line) === 1) return line
  const off = fullPrice(line) - sizeOf(total)
  const comesTo = (perPiece: ReadonlySet<number>) => Math.abs(Math.abs(off) - Math.abs(sumOff(line, perPiece))) <= unit
  if (off === 0 || comesTo(none)) return line
  const found = partsOf(discounts.length).find(comesTo)
  return found ? timesPieces(line, found, unit) : line
}

function ofEachPiece(line: ItemData, unit: Micros): ItemData {
  const { discounts, price, total } = line
  if (price === undefined || sumOf(discounts) === 0 || piecesOf(line) === 1) return line
  const ofOne = total !== undefined && (sizeOf(total) === sizeOf(price) || isOneLess(line, total))
  if (total && !ofOne && !isBeforeDiscounts(line)) return line
  const whole = timesPieces(line, new Set(discounts?.keys()), unit)
  return ofOne ? { ...whole, total: 0 } : whole
}

/** Whether a total is the price of one piece, less what is off it. */
function isOneLess({ discounts, price }: ItemData, total: number): boolean {
  return sizeOf(total) === sizeOf(price) - Math.abs(sumOf(discounts))
}

function piecesOf({ quantity }: ItemData): number {
  return Math.abs(quantity?.value || 1)
}

function sumOff(line: ItemData, perPiece: ReadonlySet<number>): Micros {
  const pieces = piecesOf(line)
  const { discounts = [] } = line
  return discounts.reduce((sum, { amount = 0 }, at) => sum + micros(perPiece.has(at) ? pieces * amount : amount), 0)
}

function timesPieces(line: ItemData, perPiece: ReadonlySet<number>, unit: Micros): ItemData {
  const pieces = piecesOf(line)
  const discounts = line.discounts?.map((discount, at) => {
    if (!discount.amount || !perPiece.has(at)) return discount
    return { ...discount, amount: amountOf(Math.round(micros(pieces * discount.amount) / unit) * unit) }
  })
  return lineSentAs({ ...line, ...(discounts && { discounts }) }, line)
}

/** Which of a line's discounts may be of each piece: all, or one of them. */
function partsOf(count: number): ReadonlySet<number>[] {
  const places = Array.from({ length: count }, (_, at) => at)
  return [new Set(places), ...(count > 1 && count <= mostDiscounts ? places.map(at => new Set([at])) : [])]
}

/** More than any line has: trying each takes the square of their number. */
const mostDiscounts = 24

const none: ReadonlySet<number> = new Set()
