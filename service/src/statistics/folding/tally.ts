import { cellColumns, type SummedTable, summedColumns } from '../../database/statistics/add-up.ts'
import type { Change, Part } from '../counting/change.ts'
import { between, type Dimension, type Level, levelsOf, receiptDimensions } from '../counting/dimensions.ts'
import { type Place, readPlace } from '../counting/place.ts'
import type { Renaming } from './name-limit.ts'

/** Values of `cellColumns`, then of the table's sums. */
export type Row = (string | number)[]

/** Most changes in one tally. */
export const mostTallied = 5000

/** A label of a name, and when it was received. */
export interface Label {
  merchantId: string
  dimension: string
  name: string
  label: string
  at: number
}

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

/** Which rows; default all, under their own names. */
export interface TallyOptions {
  renamed?: Renaming
  wanted?: (dimension: Dimension, level: Level, storeId: string) => boolean
  /** Only what was added at such places. */
  at?: (place: Place) => boolean
}

interface PartSums {
  dimension: Dimension
  name: string
  currency: string
  sums: number[]
}

interface Item {
  sums: number[]
  label: string
  at: number
  /** The change that was added last, so that several lines of a receipt count it once. */
  change: number
}

/** What was added at one place. */
interface Group {
  merchantId: string
  kept: number
  place: Place
  sums: number[]
  parts: Map<string, PartSums>
  /** Items sold, by name. */
  items: Map<string, Item>
}

const receiptIndex = new Map<string, number>(summedColumns.statistics_rows.map((name, index) => [name, index]))
const partCount = summedColumns.statistics_parts.length

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
    const group = { merchantId, kept, place: readPlace(text), sums: zeros(receiptIndex.size), ...empty() }
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
    const group = { merchantId, kept, place, sums: [], ...empty() }
    days.set(key, group)
    return group
  }

  return {
    add(merchantId, kept, text, { adds, parts = [], lines = [], categories = [], labels: named = [], at = 0 }) {
      const group = groupAt(merchantId, kept, text)
      for (const name in adds) {
        const index = receiptIndex.get(name)
        if (index !== undefined) group.sums[index]! += adds[name as keyof typeof adds] ?? 0
      }
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
      const kept = [...groups.values(), ...days.values()].filter(group => group.kept === 1)
      return kept.flatMap(({ merchantId, place, sums, parts, items }) => [
        ...(sums.length > 0 ? namesAt(place) : []).map(([dimension, name]) => ({ merchantId, dimension, name })),
        ...[...parts.values()].map(({ dimension, name }) => ({ merchantId, dimension, name })),
        ...[...items.keys()].map(name => ({ merchantId, dimension: 'item' as const, name })),
      ])
    },

    labels() {
      for (const { merchantId, items } of days.values())
        for (const [name, { label, at }] of items)
          if (label !== '') addLabel({ merchantId, dimension: 'item', name, label, at })
      return [...labels.values()]
    },
  }
}

/** Which of two labels counts. Not by order of arrival, so that it is the same when counted anew. */
export function isLater(one: Pick<Label, 'at' | 'label'>, other: Pick<Label, 'at' | 'label'>): boolean {
  return one.at > other.at || (one.at === other.at && one.label > other.label)
}

/** The first day of a day's month, both in days since 1970. */
export function monthOf(day: number): number {
  return day - new Date(day * 86_400_000).getUTCDate() + 1
}

function empty(): Pick<Group, 'parts' | 'items'> {
  return { parts: new Map(), items: new Map() }
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0)
}

function isOfDay([dimension]: Part): boolean {
  return dimension === 'item' || dimension === 'category'
}

function addPart(group: Group, [dimension, name, own, ...values]: Part): void {
  const { sums } = partIn(group, dimension, name, own ?? group.place.currency)
  for (let index = 0; index < values.length; index++) sums[index]! += values[index] ?? 0
}

function partIn({ parts }: Group, dimension: Dimension, name: string, currency: string): PartSums {
  const key = `${dimension} ${currency} ${name}`
  let part = parts.get(key)
  if (!part) {
    part = { dimension, name, currency, sums: zeros(partCount) }
    parts.set(key, part)
  }
  return part
}

function addLines(
  group: Group,
  { lines, categories, at }: Required<Pick<Change, 'lines' | 'categories' | 'at'>>,
  change: number,
): void {
  const byCategory = categories.map(name => partIn(group, 'category', name, group.place.currency).sums)
  for (const sums of byCategory) sums[0]! += 1
  for (let index = 0; index < lines.length; index += 5) {
    const name = lines[index] as string
    const item = itemIn(group, name)
    if (item.change !== change) {
      item.change = change
      item.sums[0]! += 1
    }
    const [pieces, amount] = [lines[index + 2] as number, lines[index + 3] as number]
    addLine(item.sums, pieces, amount)
    const category = byCategory[lines[index + 4] as number]
    if (category) addLine(category, pieces, amount)
    const label = lines[index + 1]
    if (typeof label === 'string' && (at > item.at || label !== item.label) && isLater({ at, label }, item)) {
      item.label = label
      item.at = at
    }
  }
}

function itemIn({ items }: Group, name: string): Item {
  let item = items.get(name)
  if (!item) {
    item = { sums: zeros(partCount), label: '', at: 0, change: 0 }
    items.set(name, item)
  }
  return item
}

function addLine(sums: number[], pieces: number, amount: number): void {
  sums[1]! += 1
  sums[2]! += pieces
  sums[4]! += amount
}

/** Rows, each found by what it is about. */
function createRows({ renamed, wanted }: Omit<TallyOptions, 'at'>) {
  const rows = new Map<string, Row>()
  const size = cellColumns.length

  return {
    all: () => [...rows.values()],

    /** Adds sums to all rows of a dimension in which they count. */
    add({ merchantId, kept, place }: Group, { dimension, name: sent, currency, sums }: PartSums): void {
      const name = renamed ? renamed(merchantId, dimension, place.day, sent) : sent
      const { scale } = place
      for (const scope of scopes)
        for (const level of levelsOf[dimension][scope]) {
          const storeId = scope === 'store' ? place.store : ''
          if (wanted && !wanted(dimension, level, storeId)) continue
          const isHour = level === 'hour'
          const day = level === 'month' ? monthOf(place.day) : place.day
          const start = isHour ? place.hourStart : 0
          const offset = isHour ? place.utcOffset : 0
          const key = `${kept}${level}${dimension} ${day} ${start} ${offset} ${currency} ${scale} ${storeId}${between}${name}${between}${merchantId}`
          let row = rows.get(key)
          if (!row) {
            row = [merchantId, kept, level, dimension, storeId, day, start, offset, name, currency, scale]
            for (const sum of sums) row.push(sum)
            rows.set(key, row)
          } else for (let index = 0; index < sums.length; index++) (row[size + index] as number) += sums[index] ?? 0
        }
    },
  }
}

const scopes = ['all', 'store'] as const

function namesAt(place: Place): (readonly [(typeof receiptDimensions)[number], string])[] {
  return receiptDimensions.map(dimension => {
    if (dimension === 'all') return [dimension, ''] as const
    if (dimension === 'register') return [dimension, `${place.store}${between}${place.register}`] as const
    return [dimension, place[dimension]] as const
  })
}
