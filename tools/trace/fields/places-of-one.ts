import type { Attempt } from './attempt.ts'
import { candidates } from './candidates.ts'
import type { Change, Leaf } from './leaves.ts'

/**
 * The places that one field changes: by the first of several small changes that moves nothing, else by the one that changes
 * least. A number's larger change counts only if smaller ones changed the same places too: a total of one unit more than was
 * paid makes the receipt a partial payment. A text by which a list is grouped is also changed in all equal entries (`alike`),
 * because changed in only one, it moves that entry to a new group.
 */
export function placesOfOne(leaf: Leaf, alike: readonly Leaf[], attempt: Attempt): readonly string[] {
  let least: readonly string[] = []
  let smallest: readonly string[] | undefined
  for (const changed of waysToChange(leaf, alike)) {
    const found = attempt(changed)
    if (!found || found.places.length === 0) continue
    const isSame = typeof leaf.value !== 'number' || !smallest || found.places.every(place => smallest?.includes(place))
    if (!found.moved && isSame) return found.places
    smallest ??= found.places
    if (least.length === 0 || (isSame && found.places.length < least.length)) least = found.places
  }
  return least
}

function* waysToChange(leaf: Leaf, alike: readonly Leaf[]): Generator<Change[]> {
  const values = candidates(leaf)
  for (const value of values) yield [{ leaf, value }]
  const same = typeof leaf.value === 'string' ? alike.filter(other => other.value === leaf.value) : []
  if (same.length > 1) for (const value of values) yield same.map(other => ({ leaf: other, value }))
}
