import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ReceiptView } from '../../src/view/receipt-view.ts'

/** An amount at the end of a line on paper, and where it ends, in points from the left. */
export interface EndingAmount {
  amount: string
  end: number
  /** Whether the price notation behind it is part of the same text, and ends there. */
  hasNotation?: boolean
  pageWidth: number
}

/** A text of a page, in points from the left. */
interface Piece {
  text: string
  start: number
  end: number
}

/** The price notations of a view. */
export function notationsIn(view: ReceiptView): string[] {
  return goodsOf(view).flatMap(({ mark }) => mark ?? [])
}

/** The amounts that a view has in the column of amounts: goods, sums and payments. */
export function amountsIn(view: ReceiptView): string[] {
  const { orders, totals, tenders } = view
  const goods = goodsOf(view)
  return [
    ...goods.map(({ amount }) => amount ?? ''),
    ...(totals ? [...totals.lines, ...(totals.total ? [totals.total] : [])] : []).map(({ amount }) => amount),
    ...orders.flatMap(({ lines }) => lines).map(({ amount }) => amount),
    // A single payment of the whole amount is said in words.
    ...(tenders && !tenders.said ? [...tenders.tenders, ...tenders.after] : []).map(({ amount }) => amount ?? ''),
    ...orders
      .flatMap(({ deposits, schedule }) => [...deposits, ...(schedule?.lines ?? [])])
      .map(({ amount }) => amount),
  ]
    .map(digits)
    .filter(Boolean)
}

function goodsOf({ items, returns, orders }: ReceiptView) {
  const tables = [items, ...returns.map(each => each.items), ...orders.map(each => each.items)]
  return tables.flatMap(table => table?.groups.flatMap(group => group.items) ?? [])
}

/**
 * The amounts that a PDF has at the ends of its lines.
 *
 * @param columns of the text on a page, side by side
 */
export async function endingAmounts(
  pdf: Uint8Array,
  {
    amounts,
    notations,
    columns,
    isRtl,
  }: { amounts: ReadonlySet<string>; notations: readonly string[]; columns: number; isRtl: boolean },
): Promise<EndingAmount[]> {
  const found: EndingAmount[] = []
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const lines = new Map<string, Piece[]>()
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || !item.str.trim()) continue
      const [, , , , start, y] = item.transform as number[]
      const key = `${Math.floor((start! / page.view[2]!) * columns)} ${Math.round(y!)}`
      const line = lines.get(key) ?? []
      lines.set(key, line)
      line.push({ text: item.str, start: start!, end: start! + item.width })
    }
    for (const pieces of lines.values()) {
      pieces.sort((one, other) => (isRtl ? one.start - other.start : other.end - one.end))
      const line = joined(pieces, isRtl)
      // A price notation may stand behind the amount.
      for (const last of (notations.length > 0 ? [0, 1, 2] : [0]).filter(at => at < line.length)) {
        const { start, end } = line[last]!
        const hasNotation = last === 0 && notations.some(notation => line[last]!.text.endsWith(` ${notation}`))
        const edge = { end: isRtl ? start : end, hasNotation, pageWidth: page.view[2]! }
        // A PDF may split an amount, or end a line with another number before it: whatever the end can be read as.
        const ends = [1, 2, 3, 4].map(count =>
          digits(
            line
              .slice(last, last + count)
              .map(each => each.text)
              .join(''),
          ),
        )
        for (const amount of new Set(ends.filter(each => amounts.has(each)))) found.push({ amount, ...edge })
      }
    }
  }
  await task.destroy()
  return found
}

/** Pieces that touch, as one: the letters and dots of a currency are in two fonts, and each begins anew. */
function joined(pieces: readonly Piece[], isRtl: boolean): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    const gap = last === undefined ? Number.NaN : isRtl ? piece.start - last.end : last.start - piece.end
    if (last === undefined || !(Math.abs(gap) < touching)) whole.push(piece)
    else {
      const text = isRtl ? last.text + piece.text : piece.text + last.text
      whole[whole.length - 1] = {
        text,
        start: Math.min(last.start, piece.start),
        end: Math.max(last.end, piece.end),
      }
    }
  }
  return whole
}

/** In points; a blank is wider. */
const touching = 0.5

/** An amount's digits in order of their numbers: in text that runs both ways, a PDF has them in another order. */
export function digits(text: string): string {
  return [...text.replace(/[^\d−]/g, '')].sort().join('')
}
