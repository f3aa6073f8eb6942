import type { Micros } from '../sums.ts'

/** A way to read one group of amounts: what it adds to the column, and how far it is from the interface's letter. */
export interface Way<Choice> {
  choice: Choice
  adds: Micros
  /** 0 is the letter of the interface; of two readings the one of the smaller sum is taken. */
  cost: number
}

/** A group of amounts and the ways to read it, the nearest to the letter first. */
export type Ways = Readonly<Record<string, readonly Way<unknown>[]>>

/** A reading: the way of each group. */
export interface Solution<Groups extends Ways> {
  ways: { [Group in keyof Groups]: Groups[Group][number] }
  /** What is missing from the rows to the total. 0 if the column adds. */
  miss: Micros
  /** How far it is from the interface's letter. */
  cost: number
}

/**
 * Finds the reading in which all groups add up to 0: of those that do, the one nearest to the letter, and of those the first; failing
 * all, the nearest that misses by no more than a rounding. `total` is one of the groups, and counts against the others.
 *
 * @param unit what the till rounds to
 * @param options.furtherOf how much farther a reading that adds is, by what else the receipt says
 * @param options.within how far from the letter it may be
 * @returns undefined if no reading comes so near
 */
export function solve<Groups extends Ways>(
  groups: Groups,
  unit: Micros,
  { furtherOf, within = Number.POSITIVE_INFINITY }: SolveOptions<Groups> = {},
): Solution<Groups> | undefined {
  const names = Object.keys(groups)
  const lists = Object.values(groups)
  const reach = reachAfter(lists)
  const chosen: Way<unknown>[] = []
  const waysOf = (found: readonly Way<unknown>[]) =>
    Object.fromEntries(names.map((name, at) => [name, found[at]])) as Solution<Groups>['ways']
  let best: { ways: Way<unknown>[]; miss: Micros; cost: number } | undefined
  const walk = (at: number, sum: Micros, near: number, maxCost: number) => {
    if (near > maxCost || (best?.miss === 0 && near >= best.cost)) return
    const list = lists[at]
    if (list === undefined) {
      const miss = Math.abs(sum)
      if (miss > unit) return
      const cost = near + (furtherOf?.(waysOf(chosen)) ?? 0)
      const isBetter =
        !best || (miss === 0 && best.miss !== 0) || ((miss === 0) === (best.miss === 0) && cost < best.cost)
      if (isBetter) best = { ways: [...chosen], miss, cost }
      return
    }
    const { least, most } = reach[at + 1] ?? nothing
    for (const way of list) {
      const so = sum + way.adds
      // The other groups can't make up for it.
      if (so + least > unit || so + most < -unit) continue
      chosen[at] = way
      walk(at + 1, so, near + way.cost, maxCost)
    }
  }
  // What tills do is near the letter: the far readings are tried last.
  for (const maxCost of [2, 4, within]) {
    if (maxCost > within) break
    walk(0, 0, 0, maxCost)
    if (best?.miss === 0 && best.cost <= maxCost) break
  }
  if (!best) return undefined
  const { ways, miss, cost } = best
  return { ways: waysOf(ways), miss, cost }
}

/** What narrows a search. */
export interface SolveOptions<Groups extends Ways> {
  furtherOf?: (ways: Solution<Groups>['ways']) => number
  within?: number
}

/** The least and the most that the groups from each on can add. */
function reachAfter(groups: readonly (readonly Way<unknown>[])[]): { least: Micros; most: Micros }[] {
  const reach = [nothing]
  for (const ways of groups.toReversed()) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const { adds } of ways) {
      least = Math.min(least, adds)
      most = Math.max(most, adds)
    }
    const { least: low, most: high } = reach.at(-1) ?? nothing
    reach.push({ least: least + low, most: most + high })
  }
  return reach.toReversed()
}

const nothing = { least: 0, most: 0 }
