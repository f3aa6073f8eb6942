import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { type Changes, changedPlaces } from './changes.ts'
import type { Change } from './leaves.ts'

/** Tells what changes in the view with these fields; undefined if such a receipt cannot be presented. */
export type Attempt = (changed: readonly Change[]) => Changes | undefined

/**
 * Makes the attempts for a view. Changing a number can make others appear, such as a price that no longer equals its total.
 * So numbers are changed further: a place that then stays the same does not show them.
 *
 * @param presented the view of the receipt with these changes; undefined if there is none
 */
export function attempts(
  view: ReceiptView,
  presented: (changed: readonly Change[]) => ReceiptView | undefined,
): Attempt {
  return changed => {
    const other = presented(changed)
    const changes = other && changedPlaces(view, other)
    if (!changes || changes.shifted || changes.places.length < 2 || !changed.every(isOfNumber)) return changes
    const another = presented(changed.map(further))
    const still = new Set(another ? changedPlaces(other, another).places : [])
    const places = changes.places.filter(place => still.has(place))
    return places.length > 0 ? { ...changes, places } : changes
  }
}

function isOfNumber({ value }: Change): boolean {
  return typeof value === 'number'
}

function further({ leaf, value }: Change): Change {
  return { leaf, value: Number((2 * Number(value) - Number(leaf.value)).toFixed(6)) }
}
