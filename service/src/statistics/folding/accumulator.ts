import { getOrAdd } from '../../basics/maps.ts'
import { type Addends, type SummedTable, summedColumns } from '../../database/statistics/add-up.ts'
import { type BucketKey, readBucketKey } from '../counting/bucket-key.ts'
import type { Change, Part } from '../counting/change.ts'
import { between, type Dimension, type ReceiptDimension, receiptDimensions } from '../counting/dimensions.ts'
import { addLines, addPart, addSums, createGroup, createPlainGroup, type Group, namesAt } from './accumulator-group.ts'
import { isLater, type KeptNames, type StoredLabel } from './labels.ts'
import { createRows, type RowOptions } from './summed-rows.ts'

/** Most changes in one accumulator. */
export const maxAccumulated = 5000

/** Which rows; default all, under their own names. */
export interface AccumulatorOptions extends RowOptions {
  /** Only what was added to such buckets. */
  at?: (bucket: BucketKey) => boolean
}

/** Changes added up into rows, in memory. */
export interface Accumulator {
  /** @param bucketKey as stored: equal ones are read once */
  add(merchantId: string, kept: number, bucketKey: string, change: Change): void
  /** The buckets of all that was added. */
  buckets(): { merchant_id: string; bucket: BucketKey }[]
  rows(table: SummedTable, options?: AccumulatorOptions): Addends
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
  const groups: Group[] = []
  // By the bucket as stored: where a change is added.
  const known = new Map<string, readonly Group[]>()
  const stores = new Map<string, readonly Map<string, Group>[]>()
  // Items have no hours or stores, and are many: all of a day share a group.
  const days = new Map<string, Group>()
  const labels = new Map<string, StoredLabel>()
  let changes = 0

  /** The group of each grain, the first of which also has parts. */
  function groupsAt(merchantId: string, kept: number, text: string): readonly Group[] {
    const bucket = readBucketKey(text)
    const key = `${kept}${bucket.day} ${bucket.currency} ${bucket.scale} ${bucket.store}${between}${merchantId}`
    const there = getOrAdd(stores, key, () => grains.map(() => new Map()))
    return grains.map(({ dimensions, keyOf }, index) =>
      getOrAdd(there[index] as Map<string, Group>, keyOf(bucket), () => {
        const create = index === 0 ? createGroup : createPlainGroup
        const group = create(merchantId, kept, bucket, dimensions)
        groups.push(group)
        return group
      }),
    )
  }

  function addLabel(found: StoredLabel): void {
    const key = `${found.dimension} ${found.name}${between}${found.merchantId}`
    const known = labels.get(key)
    if (!known || isLater(found, known)) labels.set(key, found)
  }

  function itemsOn({ merchantId, kept, bucket }: Group): Group {
    const key = `${kept} ${bucket.day} ${bucket.currency} ${bucket.scale} ${merchantId}`
    return getOrAdd(days, key, () => createGroup(merchantId, kept, bucket))
  }

  return {
    add(merchantId, kept, text, { adds, parts = [], lines = [], categories = [], labels: named = [], at = 0 }) {
      const own = getOrAdd(known, `${kept}${text}${merchantId}`, () => groupsAt(merchantId, kept, text))
      const group = own[0] as Group
      addSums(own, adds)
      for (const part of parts) addPart(isOfDay(part) ? itemsOn(group) : group, part)
      for (const [dimension, name, label] of named) addLabel({ merchantId, dimension, name, label, at })
      if (hasLines && lines.length > 0) addLines(itemsOn(group), { lines, categories, at }, ++changes)
    },

    buckets: () => groups.map(({ merchantId, bucket }) => ({ merchant_id: merchantId, bucket })),

    rows(table, options = {}) {
      const { at = () => true } = options
      const isWhole = table === 'statistics_rows'
      const found = [...groups, ...(isWhole ? [] : days.values())].filter(
        group => at(group.bucket) && (!isWhole || group.sums.some(Boolean)),
      )
      const used = usedIn(summedColumns[table].length, function* () {
        for (const { sums, parts, items } of found)
          if (isWhole) yield sums
          else for (const part of [...parts.values(), ...items.values()]) yield part.sums
      })
      const rows = createRows(options, used)
      for (const group of found) {
        const { currency } = group.bucket
        if (isWhole)
          for (const [dimension, name] of namesAt(group))
            rows.add(group, { dimension, name, currency, sums: group.sums })
        else {
          for (const part of group.parts.values()) rows.add(group, part)
          for (const [name, { sums }] of group.items) rows.add(group, { dimension: 'item', name, currency, sums })
        }
      }
      return { sums: used.map(index => summedColumns[table][index] ?? ''), rows: rows.all() }
    },

    keptNames() {
      const found = new Map<string, KeptNames>()
      const note = (merchantId: string, dimension: Dimension, name: string) =>
        getOrAdd(found, `${dimension} ${merchantId}`, () => ({
          merchantId,
          dimension,
          names: new Set<string>(),
        })).names.add(name)
      for (const group of groups)
        if (group.kept === 1) for (const [dimension, name] of namesAt(group)) note(group.merchantId, dimension, name)
      for (const { kept, merchantId, parts, items } of [...groups, ...days.values()]) {
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

/** The indexes of sums that aren't 0 in all lists: most are, and cost time in each row. */
function usedIn(count: number, lists: () => Iterable<readonly number[]>): number[] {
  const isUsed = new Array<boolean>(count).fill(false)
  for (const list of lists()) for (let index = 0; index < count; index++) if (list[index] !== 0) isUsed[index] = true
  return [...isUsed.keys()].filter(index => isUsed[index])
}

/**
 * What of a store's day is told apart for some dimensions: by the quarter hour, or else the day. Told apart for all of them, each till with
 * each two people would be a bucket of its own, from which dozens of rows are added to.
 */
const grains: readonly { dimensions: readonly ReceiptDimension[]; keyOf: (bucket: BucketKey) => string }[] = [
  {
    dimensions: receiptDimensions.filter(
      name => !['register', 'operator', 'associate', 'registerOperator'].includes(name),
    ),
    keyOf: at => `${quarterOf(at)} ${at.receiptType} ${at.language} ${at.territory}${between}${at.transactionType}`,
  },
  { dimensions: ['register'], keyOf: at => `${quarterOf(at)} ${at.register}` },
  { dimensions: ['operator'], keyOf: at => at.operator },
  { dimensions: ['associate'], keyOf: at => at.associate },
  { dimensions: ['registerOperator'], keyOf: at => at.register + between + at.operator },
]

function quarterOf({ quarterStart, utcOffset, minutes }: BucketKey): string {
  return `${quarterStart} ${utcOffset} ${minutes}`
}
