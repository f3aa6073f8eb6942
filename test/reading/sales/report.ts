import type { Comparison, Failure } from './compare.ts'

/** How many dialects of a kind of sale fail, by what of the dialect makes them fail, with the smallest example of each. */
export function reportOf(comparisons: readonly Comparison[]): string {
  const failures = comparisons.flatMap(({ failures }) => failures)
  const compared = comparisons.reduce((sum, each) => sum + each.compared, 0)
  const byChance = comparisons.reduce((sum, each) => sum + each.byChance, 0)
  const groups = new Map<string, Failure[]>()
  for (const failure of failures)
    for (const cause of failure.causes) groups.set(cause, [...(groups.get(cause) ?? []), failure])
  const rows = [...groups].sort(([, a], [, b]) => b.length - a.length).map(([cause, group]) => rowOf(cause, group))
  const head = `${failures.length} of ${compared} dialects of ${comparisons.length} sales differ (${byChance} left out: another reading fits by chance)`
  return [head, ...rows].join('\n')
}

function rowOf(cause: string, group: readonly Failure[]): string {
  const smallest = [...group].sort((a, b) => a.causes.length - b.causes.length || sizeOf(a) - sizeOf(b))[0]!
  const { sale } = smallest
  const alone = group.filter(({ causes }) => causes.length === 1 && !/&/.test(causes[0]!))
  const where = [...new Set((alone.length > 0 ? alone : [smallest]).flatMap(failure => failure.where))].join(', ')
  return `${String(group.length).padStart(6)}  ${sale.kind.padEnd(16)} ${cause}\n        in ${where}; sale ${sale.seed}: ${smallest.example}`
}

function sizeOf({ sale }: Failure): number {
  const { sold, back, discounts, fees, taxes, tenders } = sale
  return [sold, back, discounts, fees, taxes, tenders].reduce((sum, { length }) => sum + length, 0)
}
