import type { TableRow } from './table.ts'

/**
 * The ids of the rows whose figure stands out among the others': farther from the median than three and a half times what is usual
 * (Iglewicz and Hoaglin, by the median of all distances). Few rows have no usual figure.
 *
 * @param at the figure's place among the values
 */
export function outliersIn(rows: readonly TableRow[], at: number): string[] {
  const figures = rows.map(({ id, values }) => ({ id, figure: Number(values[at] ?? 0) }))
  if (figures.length < fewest) return []
  const middle = median(figures.map(({ figure }) => figure))
  const usual = median(figures.map(({ figure }) => Math.abs(figure - middle)))
  if (usual === 0) return []
  const distance = (figure: number) => (0.6745 * Math.abs(figure - middle)) / usual
  return figures
    .filter(({ figure }) => distance(figure) > 3.5)
    .toSorted((one, other) => distance(other.figure) - distance(one.figure))
    .map(({ id }) => id)
}

/** Groups among which some stand out. */
const fewest = 8

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return Number.isInteger(half) ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2 : (sorted[Math.floor(half)] ?? 0)
}
