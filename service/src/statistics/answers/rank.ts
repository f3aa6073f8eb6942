import type { Asked } from './asked.ts'
import { type Cell, countOf } from './cells.ts'
import { byReceipts } from './figures.ts'
import type { Gathered } from './gather.ts'

interface Sums {
  amount: bigint
  receipts: number
  entries: number
  pieces: number
  returned: number
}

/** The groups' names by their figures in the whole range, the first in rank first. */
export function rank(gathered: Gathered, { groupBy, orderBy }: Asked): string[] {
  if (groupBy === undefined) return ['']
  const isItems = groupBy === 'item' || groupBy === 'category'
  const sums = sumsOf(gathered, isItems)
  const measure = ({ amount, receipts, entries, pieces, returned }: Sums): bigint | number => {
    if (orderBy === 'returns') return returned
    if (orderBy === 'count') return isItems ? pieces : receipts || entries
    return amount
  }
  const ranks = [...sums].map(([name, sum]) => ({ name, size: measure(sum), receipts: sum.entries + sum.receipts }))
  ranks.sort((one, other) =>
    one.size === other.size
      ? other.receipts - one.receipts || (one.name < other.name ? -1 : 1)
      : one.size < other.size
        ? 1
        : -1,
  )
  return ranks.map(({ name }) => name)
}

function sumsOf(gathered: Gathered, isItems: boolean): Map<string, Sums> {
  const main = mainCurrency(gathered)
  const sums = new Map<string, Sums>()
  for (const { name, cell } of gathered.entries) {
    let sum = sums.get(name)
    if (!sum) {
      sum = { amount: 0n, receipts: 0, entries: 0, pieces: 0, returned: 0 }
      sums.set(name, sum)
    }
    const { amounts = {} } = cell.get(main) ?? {}
    sum.amount += amounts.grand ?? amounts.amount ?? 0n
    sum.receipts += countOf(cell, 'receipts')
    sum.entries += countOf(cell, 'entries')
    sum.pieces += countOf(cell, 'pieces')
    sum.returned += countOf(cell, isItems ? 'pieces_returned' : 'returns')
  }
  return sums
}

/** The currency with the most receipts: amounts of different ones don't compare. */
function mainCurrency({ entries, all }: Gathered): string {
  const [first] = byReceipts(all)[0] ?? byReceipts(receiptsOf(entries.map(({ cell }) => cell)))[0] ?? ['']
  return first
}

function receiptsOf(cells: readonly Cell[]): Cell {
  const merged: Cell = new Map()
  for (const cell of cells)
    for (const [currency, { counts }] of cell) {
      const known = merged.get(currency) ?? { counts: { receipts: 0 }, amounts: {} }
      known.counts.receipts = (known.counts.receipts ?? 0) + (counts.receipts ?? 0)
      merged.set(currency, known)
    }
  return merged
}
