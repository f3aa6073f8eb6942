import type { SummedTable } from '../../database/statistics/add-up.ts'
import type { Change, Part } from '../counting/change.ts'
import { between, type Dimension } from '../counting/dimensions.ts'
import { type Place, readPlace } from '../counting/place.ts'
import { isLater, type Label } from './labels.ts'
import { addLines, addPart, addSums, createGroup, type Group } from './tally-group.ts'
import { createRows, namesAt, type Row, type TallyOptions } from './tally-rows.ts'

/** Most changes in one tally. */
export const mostTallied = 5000

/** Changes added up into rows, in memory. */
export interface Tally {
  /** @param place the Place as text: equal ones are read once */
  add(merchantId: string, kept: number, place: string, change: Change): void
  /** The places of all that was added. */
  places(): { merchant_id: string; place: Place }[]
  rows(table: SummedTable, options?: TallyOptions): Row[]
  /** Names that came with erased receipts. */
  keptNames(): { merchantId: string; dimension: Dimension; name: string }[]
  labels(): Label[]
}

/**
 * Adds up, first by place, then place by place into rows: many receipts share a place, each of which is in dozens of rows. In
 * whole numbers, which are exact up to 2^53: a receipt adds at most 10^12 to a row (`scaleOf`), and a tally is of `mostTallied` at most.
 *
 * @param lines false leaves out the lines sold, and so what they add to items and categories
 */
export function createTally({ lines: hasLines = true }: { lines?: boolean } = {}): Tally {
  const groups = new Map<string, Group>()
  // Items have no hours or stores, and are many: all of a day share a group.
  const days = new Map<string, Group>()
  const labels = new Map<string, Label>()
  let changes = 0

  function groupAt(merchantId: string, kept: number, text: string): Group {
    const key = `${kept}${text}${merchantId}`
    const known = groups.get(key)
    if (known) return known
    const group = createGroup(merchantId, kept, readPlace(text))
    groups.set(key, group)
    return group
  }

  function addLabel(found: Label): void {
    const key = `${found.dimension} ${found.name}${between}${found.merchantId}`
    const known = labels.get(key)
    if (!known || isLater(found, known)) labels.set(key, found)
  }

  function dayOf({ merchantId, kept, place }: Group): Group {
    const key = `${kept} ${place.day} ${place.currency} ${place.scale} ${merchantId}`
    const known = days.get(key)
    if (known) return known
    const group = createGroup(merchantId, kept, place)
    days.set(key, group)
    return group
  }

  return {
    add(merchantId, kept, text, { adds, parts = [], lines = [], categories = [], labels: named = [], at = 0 }) {
      const group = groupAt(merchantId, kept, text)
      addSums(group, adds)
      for (const part of parts) addPart(isOfDay(part) ? dayOf(group) : group, part)
      for (const [dimension, name, label] of named) addLabel({ merchantId, dimension, name, label, at })
      if (hasLines && lines.length > 0) addLines(dayOf(group), { lines, categories, at }, ++changes)
    },

    places: () => [...groups.values()].map(({ merchantId, place }) => ({ merchant_id: merchantId, place })),

    rows(table, options = {}) {
      const rows = createRows(options)
      const { at = () => true } = options
      if (table === 'statistics_rows')
        for (const group of groups.values()) {
          if (!at(group.place) || !group.sums.some(Boolean)) continue
          for (const [dimension, name] of namesAt(group.place))
            rows.add(group, { dimension, name, currency: group.place.currency, sums: group.sums })
        }
      else
        for (const group of [...groups.values(), ...days.values()]) {
          if (!at(group.place)) continue
          const { currency } = group.place
          for (const part of group.parts.values()) rows.add(group, part)
          for (const [name, { sums }] of group.items) rows.add(group, { dimension: 'item', name, currency, sums })
        }
      return rows.all()
    },

    keptNames() {
      const isKept = ({ kept }: Group) => kept === 1
      const ofReceipts = [...groups.values()].filter(isKept)
      const ofParts = [...ofReceipts, ...[...days.values()].filter(isKept)]
      return [
        ...ofReceipts.flatMap(({ merchantId, place }) =>
          namesAt(place).map(([dimension, name]) => ({ merchantId, dimension, name })),
        ),
        ...ofParts.flatMap(({ merchantId, parts, items }) => [
          ...[...parts.values()].map(({ dimension, name }) => ({ merchantId, dimension, name })),
          ...[...items.keys()].map(name => ({ merchantId, dimension: 'item' as const, name })),
        ]),
      ]
    },

    labels() {
      for (const { merchantId, items } of days.values())
        for (const [name, { label, at }] of items)
          if (label !== '') addLabel({ merchantId, dimension: 'item', name, label, at })
      return [...labels.values()]
    },
  }
}

function isOfDay([dimension]: Part): boolean {
  return dimension === 'item' || dimension === 'category'
}
