import { getOrAdd } from '../../basics/maps.ts'
import { once } from '../../basics/ttl-cache.ts'
import type { Database } from '../../database/database.ts'
import { chunksOf } from '../../database/rows.ts'
import { type Addends, cellColumns, type SummedTable, summedColumns } from '../../database/statistics/add-up.ts'
import { type BucketKey, monthOf, readBucketKey, thirdOf } from '../counting/bucket-key.ts'
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
import {
  addLines,
  addPart,
  addSums,
  createGroup,
  createPlainGroup,
  type Group,
  type PartSums,
} from './accumulator-group.ts'
import { isLater, type KeptNames, type Renaming, type StoredLabel } from './labels.ts'

/** Most changes in one accumulator. */
export const maxAccumulated = 5000

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

/** Which rows; default all, under their own names. */
interface AccumulatorOptions {
  renamed?: Renaming
  wanted?: (dimension: Dimension, level: Level, storeId: string) => boolean
  /** The first days of merchants that aren't settled: days before them are also added to thirds and months. Default none are. */
  settled?: ReadonlyMap<string, number>
  /** Only what was added to such buckets. */
  at?: (bucket: BucketKey) => boolean
}

/** The rows of one time, currency and scale, by dimension, store and name. */
interface Place {
  level: string
  day: number
  start: number
  offset: number
  rows: Map<string, (string | number)[]>
}

/** Rows to add to, each found by what it is about. @param used the indexes of the sums that rows have */
function createRows({ renamed, wanted, settled }: Omit<AccumulatorOptions, 'at'>, used: readonly number[]) {
  const places = new Map<string, Place>()
  const size = cellColumns.length

  function placeAt({ merchantId, kept, bucket }: Group, level: Level | 'third', currency: string): Place {
    const isFinest = level === 'quarterHour'
    const stored = isFinest && bucket.minutes === 60 ? 'hour' : level
    const day = level === 'month' ? monthOf(bucket.day) : level === 'third' ? thirdOf(bucket.day) : bucket.day
    const [start, offset] = isFinest ? [bucket.quarterStart, bucket.utcOffset] : [0, 0]
    const key = `${kept}${stored} ${day} ${start} ${offset} ${currency} ${bucket.scale} ${merchantId}`
    return getOrAdd(places, key, () => ({ level: stored, day, start, offset, rows: new Map() }))
  }

  // Rows come group by group, and finding a place costs more than finding a row in it.
  let last: Group | undefined
  let known: Record<string, Place> = {}
  function place(group: Group, level: Level | 'third', currency: string): Place {
    if (group !== last) known = {}
    last = group
    const key = level + currency
    known[key] ??= placeAt(group, level, currency)
    return known[key]
  }

  // A group's are added under several names.
  let lastSums: readonly number[] | undefined
  let added: number[] = []

  /** What of a day's month is made of its days already. */
  function settledLevels({ merchantId, bucket }: Group): readonly ('third' | 'month')[] {
    const until = settled?.get(merchantId)
    if (until === undefined || bucket.day >= until) return []
    return bucket.day < monthOf(until) ? ['third', 'month'] : ['third']
  }

  return {
    all: () => [...places.values()].flatMap(({ rows }) => [...rows.values()]),

    /** Adds sums to all rows of a dimension in which they count. */
    add(group: Group, { dimension, name: sent, currency, sums }: PartSums): void {
      const { merchantId, kept, bucket } = group
      const limited = (of: Dimension, text: string) => renamed?.(merchantId, of, bucket.day, text) ?? text
      const name = dimension === 'registerOperator' ? registerOperatorAt(bucket, limited) : limited(dimension, sent)
      const store = dimensionRows[dimension].store.length > 0 ? limited('store', bucket.store) : ''
      if (sums !== lastSums) {
        lastSums = sums
        added = used.map(index => sums[index] as number)
      }
      for (const scope of scopes) {
        const storeId = scope === 'store' ? store : ''
        const key = `${dimension} ${storeId}${between}${name}`
        for (const level of dimensionRows[dimension][scope]) {
          if (wanted && !wanted(dimension, level, storeId)) continue
          for (const stored of level === 'month' ? settledLevels(group) : [level]) {
            const at = place(group, stored, currency)
            const row = at.rows.get(key)
            if (row)
              for (let index = 0; index < added.length; index++) (row[size + index] as number) += added[index] as number
            else {
              const cell = [merchantId, kept, at.level, dimension, storeId, at.day, at.start, at.offset, name]
              at.rows.set(key, [...cell, currency, bucket.scale, ...added])
            }
          }
        }
      }
    },
  }
}

const scopes = ['all', 'store'] as const

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

/** The names of a group, by its dimensions. */
function namesAt({ bucket, dimensions }: Group): (readonly [ReceiptDimension, string])[] {
  return dimensions.map(dimension => {
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
  rows(table: SummedTable, options: AccumulatorOptions): Addends[]
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
      return accumulators().map(accumulator => accumulator.rows(table, options))
    },
    labels: () => withLines().flatMap(accumulator => accumulator.labels()),
  }
}
