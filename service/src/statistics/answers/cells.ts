import type { SumRow } from '../../database/statistics/read-sums.ts'
import { millionths } from '../counting/decimals.ts'

/** Sums of one currency. Amounts are in millionths. */
export interface CurrencySums {
  counts: Record<string, number>
  amounts: Record<string, bigint>
}

/** A group in a period: sums by currency. */
export type Cell = Map<string, CurrencySums>

/** Adds a row to a cell; what is 0 in it stays out. */
export function addRow(cell: Cell, row: SumRow, counts: readonly string[], amounts: readonly string[]): void {
  let sums = cell.get(row.currency)
  if (!sums) {
    sums = { counts: {}, amounts: {} }
    cell.set(row.currency, sums)
  }
  for (const name of counts) {
    const count = row[name] as number
    if (count !== 0) sums.counts[name] = (sums.counts[name] ?? 0) + count
  }
  for (const name of amounts) {
    const amount = row[name] as string | number
    if (amount === 0 || amount === '0') continue
    sums.amounts[name] = (sums.amounts[name] ?? 0n) + millionths(BigInt(amount), row.scale)
  }
}

/** A count over all currencies. */
export function countOf(cell: Cell, name: string): number {
  let count = 0
  for (const { counts } of cell.values()) count += counts[name] ?? 0
  return count
}
