import { getOrAdd } from '../../basics/maps.ts'
import { once } from '../../basics/ttl-cache.ts'
import type { Database } from '../../database/database.ts'
import { chunksOf } from '../../database/rows.ts'
import { cellColumns, type SummedTable } from '../../database/statistics/add-up.ts'
import { type BucketKey, monthOf, readBucketKey } from '../counting/bucket-key.ts'
import { type Change, type Part, readChange } from '../counting/change.ts'
import {
  between,
  betweenDimensions,
  type Dimension,
  dimensionRows,
  type Level,
  type ReceiptDimension,
  receiptDimensions,
} from '../counting/dimensions.ts'
import { addLines, addPart, addSums, createGroup, type Group, type PartSums } from './accumulator-group.ts'
import { isLater, type KeptNames, type Renaming, type StoredLabel } from './labels.ts'

/** Most changes in one accumulator. */
export const maxAccumulated = 5000

/** Changes added up into rows, in memory. */
export interface Accumulator {
  /** @param bucketKey as stored: equal ones are read once */
  add(merchantId: string, kept: number, bucketKey: string, change: Change): void
  /** The buckets of all that was added. */
  buckets(): { merchant_id: string; bucket: BucketKey }[]
  rows(table: SummedTable, options?: AccumulatorOptions): AccumulatorRow[]
  /** Names that came with erased receipts: of one merchant, in one dimension. */
  keptNames(): KeptNames[]
  labels(): StoredLabel[]
}

/**
 * Adds up, first by bucket, then bucket by bucket into rows: many receipts share a bucket, each of which is in dozens of rows. In
 * whole numbers, which are exact up to 2^53: a receipt adds at most 10^12 to a row (`scaleOf`), and an accumulator is of `maxAccumulated` at most.
 *
 * @param lines false leaves out the lines sold, and so what they add to items and categories
 */
export function createAccumulator({ lines: hasLines = true }: { lines?: boolean } = {}): Accumulator {
  const groups = new Map<string, Group>()
  // Items have no hours or stores, and are many: all of a day share a group.
  const days = new Map<string, Group>()
  const labels = new Map<string, StoredLabel>()
  let changes = 0

  function groupAt(merchantId: string, kept: number, text: string): Group {
    const key = `${kept}${text}${merchantId}`
    return getOrAdd(groups, key, () => createGroup(merchantId, kept, readBucketKey(text)))
  }

  function addLabel(found: StoredLabel): void {
    const key = `${found.dimension} ${found.name}${between}${found.merchantId}`
    const known = labels.get(key)
    if (!known || isLater(found, known)) labels.set(key, found)
  }

  function dayOf({ merchantId, kept, bucket }: Group): Group {
    const key = `${kept} ${bucket.day} ${bucket.currency} ${bucket.scale} ${merchantId}`
    return getOrAdd(days, key, () => createGroup(merchantId, kept, bucket))
  }

  return {
    add(merchantId, kept, text, { adds, parts = [], lines = [], categories = [], labels: named = [], at = 0 }) {
      const group = groupAt(merchantId, kept, text)
      addSums(group, adds)
      for (const part of parts) addPart(isOfDay(part) ? dayOf(group) : group, part)
      for (const [dimension, name, label] of named) addLabel({ merchantId, dimension, name, label, at })
      if (hasLines && lines.length > 0) addLines(dayOf(group), { lines, categories, at }, ++changes)
    },

    buckets: () => [...groups.values()].map(({ merchantId, bucket }) => ({ merchant_id: merchantId, bucket })),

    rows(table, options = {}) {
      const rows = createRows(options)
      const { at = () => true } = options
      if (table === 'statistics_rows')
        for (const group of groups.values()) {
          if (!at(group.bucket) || !group.sums.some(Boolean)) continue
          for (const [dimension, name] of namesAt(group.bucket))
            rows.add(group, { dimension, name, currency: group.bucket.currency, sums: group.sums })
        }
      else
        for (const group of [...groups.values(), ...days.values()]) {
          if (!at(group.bucket)) continue
          const { currency } = group.bucket
          for (const part of group.parts.values()) rows.add(group, part)
          for (const [name, { sums }] of group.items) rows.add(group, { dimension: 'item', name, currency, sums })
        }
      return rows.all()
    },

    keptNames() {
      const found = new Map<string, KeptNames>()
      const note = (merchantId: string, dimension: Dimension, name: string) =>
        getOrAdd(found, `${dimension} ${merchantId}`, () => ({
          merchantId,
          dimension,
          names: new Set<string>(),
        })).names.add(name)
      for (const { kept, merchantId, bucket } of groups.values())
        if (kept === 1) for (const [dimension, name] of namesAt(bucket)) note(merchantId, dimension, name)
      for (const { kept, merchantId, parts, items } of [...groups.values(), ...days.values()]) {
        if (kept !== 1) continue
        for (const { dimension, name } of parts.values()) note(merchantId, dimension, name)
        for (const name of items.keys()) note(merchantId, 'item', name)
      }
      return [...found.values()]
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
  return dimension === 'item' || dimension === 'category' || dimension === 'mailDomain'
}

/** Values of `cellColumns`, then of the table's sums. */
export type AccumulatorRow = (string | number)[]

/** Which rows; default all, under their own names. */
export interface AccumulatorOptions {
  renamed?: Renaming
  wanted?: (dimension: Dimension, level: Level, storeId: string) => boolean
  /** Only what was added to such buckets. */
  at?: (bucket: BucketKey) => boolean
}

/** Rows to add to, each found by what it is about. */
function createRows({ renamed, wanted }: Omit<AccumulatorOptions, 'at'>) {
  const rows = new Map<string, AccumulatorRow>()
  const size = cellColumns.length

  return {
    all: () => [...rows.values()],

    /** Adds sums to all rows of a dimension in which they count. */
    add({ merchantId, kept, bucket }: Group, { dimension, name: sent, currency, sums }: PartSums): void {
      const limited = (of: Dimension, text: string) => renamed?.(merchantId, of, bucket.day, text) ?? text
      const name = dimension === 'registerOperator' ? registerOperatorAt(bucket, limited) : limited(dimension, sent)
      const { scale } = bucket
      const store = dimensionRows[dimension].store.length > 0 ? limited('store', bucket.store) : ''
      for (const scope of scopes)
        for (const level of dimensionRows[dimension][scope]) {
          const storeId = scope === 'store' ? store : ''
          if (wanted && !wanted(dimension, level, storeId)) continue
          const isFinest = level === 'quarterHour'
          const stored = isFinest && bucket.minutes === 60 ? 'hour' : level
          const day = level === 'month' ? monthOf(bucket.day) : bucket.day
          const start = isFinest ? bucket.quarterStart : 0
          const offset = isFinest ? bucket.utcOffset : 0
          const key = `${kept}${stored}${dimension} ${day} ${start} ${offset} ${currency} ${scale} ${storeId}${between}${name}${between}${merchantId}`
          let row = rows.get(key)
          if (!row) {
            row = [merchantId, kept, stored, dimension, storeId, day, start, offset, name, currency, scale]
            for (const sum of sums) row.push(sum)
            rows.set(key, row)
          } else for (let index = 0; index < sums.length; index++) (row[size + index] as number) += sums[index] ?? 0
        }
    },
  }
}

const scopes = ['all', 'store'] as const

/** The names of a bucket, by dimension. */
function namesAt(bucket: BucketKey): (readonly [ReceiptDimension, string])[] {
  return receiptDimensions.map(dimension => {
    if (dimension === 'all') return [dimension, ''] as const
    if (dimension === 'register') return [dimension, registerAt(bucket)] as const
    if (dimension === 'registerOperator') return [dimension, registerOperatorAt(bucket)] as const
    return [dimension, bucket[dimension]] as const
  })
}

function registerAt({ store, register }: BucketKey): string {
  return `${store}${between}${register}`
}

/** Has as many names as its registers and operators have. @param limited the name that counts for one of theirs */
function registerOperatorAt(bucket: BucketKey, limited = (_: Dimension, name: string) => name): string {
  const name = registerAt(bucket)
  const counted = limited('register', name)
  return `${counted === name ? bucket.register : counted}${betweenDimensions}${limited('operator', bucket.operator)}`
}

/** What waits for being folded, added up. */
export interface Pending {
  /** How many changes. */
  count: number
  /** Their rows; some may have equal cells. */
  rows(table: SummedTable, options: AccumulatorOptions): AccumulatorRow[]
  labels(): StoredLabel[]
}

/** Reads a merchant's changes that weren't folded yet, but those of erased receipts that only a rebuild adds. */
export async function readPending(snapshot: Database, merchantId: string): Promise<Pending> {
  const deltas = await snapshot
    .selectFrom('statistics_deltas')
    .select(['place', 'body'])
    .where('merchant_id', '=', merchantId)
    .where('kept', '=', 0)
    .execute()
  // Lines are most of a change, and few questions are about them.
  const [withLines, without] = [once(() => added(true)), once(() => added(false))]

  function added(lines: boolean): Accumulator[] {
    const accumulators: Accumulator[] = []
    for (const some of chunksOf(deltas, maxAccumulated)) {
      const accumulator = createAccumulator({ lines })
      for (const { place, body } of some) accumulator.add(merchantId, 0, place, readChange(body))
      accumulators.push(accumulator)
    }
    return accumulators
  }

  return {
    count: deltas.length,
    rows: (table, options) => {
      const accumulators =
        options.wanted?.('item', 'day', '') || options.wanted?.('category', 'day', '') ? withLines : without
      return accumulators().flatMap(accumulator => accumulator.rows(table, options))
    },
    labels: () => withLines().flatMap(accumulator => accumulator.labels()),
  }
}
