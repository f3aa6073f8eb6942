import type { Attempt } from './attempt.ts'
import { candidates } from './candidates.ts'
import type { Change, Leaf } from './leaves.ts'

/**
 * The places that the same field of many entries changes, in few attempts: 18 for 300 entries. Fields that this cannot decide
 * are omitted, to be traced one by one.
 *
 * Each attempt changes half of the fields: those whose number has a certain bit, or those without it. A place that one field
 * changes shows up in exactly the attempts that spell its number; one in all attempts is a sum of all fields. If that moves
 * list entries, because they are grouped by the field, equal ones are changed together.
 */
export function placesOfMany(leaves: readonly Leaf[], attempt: Attempt): Map<Leaf, readonly string[]> {
  return spelled(leaves, attempt) ?? grouped(leaves, attempt)
}

function spelled(leaves: readonly Leaf[], attempt: Attempt): Map<Leaf, readonly string[]> | undefined {
  const every = 2 ** Math.ceil(Math.log2(leaves.length)) - 1
  const seen = new Map<string, Record<Half, number>>()
  for (let bit = 1; bit <= every; bit *= 2)
    for (const half of halves) {
      const changes = attempt(leaves.filter((_, number) => Boolean(number & bit) === (half === 'having')).map(changed))
      if (!changes || changes.shifted) return undefined
      for (const place of changes.places) {
        const tried = seen.get(place) ?? { having: 0, without: 0 }
        tried[half] |= bit
        seen.set(place, tried)
      }
    }
  const places = new Map<Leaf, string[]>()
  const unsure = new Set<Leaf>()
  for (const [place, { having, without }] of seen) {
    const possible = leaves.filter((_, number) => (number & ~having) === 0 && (~number & every & ~without) === 0)
    const sure = possible.length === 1 || possible.length === leaves.length
    for (const leaf of possible)
      if (sure) places.set(leaf, [...(places.get(leaf) ?? []), place])
      else unsure.add(leaf)
  }
  for (const leaf of unsure) places.delete(leaf)
  return places
}

function grouped(leaves: readonly Leaf[], attempt: Attempt): Map<Leaf, readonly string[]> {
  const places = new Map<Leaf, readonly string[]>()
  for (const same of Map.groupBy(leaves, ({ value }) => value).values()) {
    const changes = same.length > 1 ? attempt(same.map(changed)) : undefined
    if (changes && !changes.moved && changes.places.length > 0)
      for (const leaf of same) places.set(leaf, changes.places)
  }
  return places
}

const halves = ['having', 'without'] as const
type Half = (typeof halves)[number]

function changed(leaf: Leaf): Change {
  return { leaf, value: candidates(leaf)[0]! }
}
