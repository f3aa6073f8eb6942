import type { Database, Transaction } from '../../database/database.ts'
import { chunksOf, isAmong } from '../../database/rows.ts'
import { addUp, cellColumns, type SummedTable, summedColumns } from '../../database/statistics/add-up.ts'
import type { RowSpan } from '../../database/statistics/read-sums.ts'
import { storesOn } from '../../database/statistics/stores.ts'
import { type BucketKey, monthOf } from '../counting/bucket-key.ts'
import {
  allDimensions,
  between,
  type Dimension,
  dimensionRows,
  isOnlyByStore,
  isPart,
  type Level,
} from '../counting/dimensions.ts'
import { settledIn } from './settle.ts'

/** A label of a name, and when it was received. */
export interface StoredLabel {
  merchantId: string
  dimension: string
  name: string
  label: string
  at: number
}

/** Names in one dimension of a merchant that came with erased receipts. */
export interface KeptNames {
  merchantId: string
  dimension: Dimension
  names: Set<string>
}

/** Keeps what to show for names, unless a later label is known. */
export async function writeLabels(transaction: Transaction, labels: readonly StoredLabel[]): Promise<void> {
  for (const some of chunksOf(labels, 100))
    await transaction
      .insertInto('statistics_names')
      .values(some.map(({ merchantId, ...label }) => ({ merchant_id: merchantId, ...label })))
      .onConflict(conflict =>
        conflict
          .columns(['merchant_id', 'dimension', 'name'])
          .doUpdateSet(({ ref }) => ({ label: ref('excluded.label'), at: ref('excluded.at') }))
          .where(({ eb, or, and, ref }) =>
            or([
              eb('statistics_names.at', '<', ref('excluded.at')),
              and([
                eb('statistics_names.at', '=', ref('excluded.at')),
                eb('statistics_names.label', '<', ref('excluded.label')),
              ]),
            ]),
          ),
      )
      .execute()
}

/** What is to be shown for names of one dimension, as far as that was folded. */
export async function readLabels(
  db: Database,
  merchantId: string,
  dimension: string,
  names: readonly string[],
): Promise<{ name: string; label: string; at: number }[]> {
  const found = []
  for (const some of chunksOf(names)) {
    const rows = db
      .selectFrom('statistics_names')
      .select(['name', 'label', 'at'])
      .where('merchant_id', '=', merchantId)
      .where('dimension', '=', dimension)
      .where('name', 'in', some)
    found.push(...(await rows.execute()))
  }
  return found
}

/** Which of two labels counts. Not by order of arrival, so that it is the same when counted anew. */
export function isLater(one: Pick<StoredLabel, 'at' | 'label'>, other: Pick<StoredLabel, 'at' | 'label'>): boolean {
  return one.at > other.at || (one.at === other.at && one.label > other.label)
}

/** Most names of most dimensions on one day of a merchant; those that come later count as `otherName`. */
export const maxNames = 2000

/** The name of all that is over the limit. No till can send it. */
export const otherName = `${between}other`

/** Days of merchants whose names are remembered. */
const maxDays = 100

/** The name that counts for a name. */
export type Renaming = (merchantId: string, dimension: Dimension, day: number, name: string) => string

/** Keeps merchants from filling the tables with names. */
export type NameLimit = ReturnType<typeof createNameLimit>

type Names = Map<Dimension, Set<string>>

/**
 * Keeps a till that sends a new name with every receipt from making rows without end. Gets ready for some buckets:
 * reads a day's names at its first use, and remembers them.
 */
export function createNameLimit() {
  const known = new Map<string, Names>()

  return async (transaction: Transaction, buckets: readonly { merchant_id: string; bucket: BucketKey }[]) => {
    const days = new Set<string>()
    for (const { merchant_id, bucket } of buckets) {
      const key = keyOf(merchant_id, bucket.day)
      if (days.has(key)) continue
      days.add(key)
      if (!known.has(key)) known.set(key, await namesOn(transaction, merchant_id, bucket.day))
    }
    for (const key of known.keys()) if (known.size > maxDays && !days.has(key)) known.delete(key)

    // Asked for row after row of one merchant's day.
    let last: { merchantId: string; day: number; names: Names | undefined } | undefined
    const renamed: Renaming = (merchantId, dimension, day, name) => {
      if (last?.day !== day || last.merchantId !== merchantId)
        last = { merchantId, day, names: known.get(keyOf(merchantId, day)) }
      const names = last.names?.get(dimension)
      if (!names || names.has(name)) return name
      if (names.size >= (dimensionRows[dimension].maxNames ?? maxNames)) return otherName
      names.add(name)
      return name
    }
    return renamed
  }
}

function keyOf(merchantId: string, day: number): string {
  return `${day} ${merchantId}`
}

async function namesOn(transaction: Transaction, merchantId: string, day: number): Promise<Names> {
  const names: Names = new Map(allDimensions.map(dimension => [dimension, new Set()]))
  const stores = await storesOn(transaction, merchantId, [{ level: 'day', from: day, to: day }])
  const ofEach = allDimensions.filter(isOnlyByStore)
  for (const [table, dimensions, storeIds] of [
    ['statistics_rows', allDimensions, ['']],
    ['statistics_parts', allDimensions, ['']],
    ['statistics_rows', ofEach, stores],
  ] as const) {
    const rows = await transaction
      .selectFrom(table)
      .select(['dimension', 'name'])
      .distinct()
      .where('merchant_id', '=', merchantId)
      .where('kept', '=', 0)
      .where('level', '=', 'day')
      .where('dimension', 'in', dimensions)
      .where(isAmong(transaction, 'store_id', storeIds))
      .where('day', '=', day)
      .execute()
    for (const { dimension, name } of rows) names.get(dimension as Dimension)?.add(name)
  }
  return names
}

/** The name of names that were forgotten. No till can send it. */
export const forgottenName = `${between}erased`

/** A name that so many receipts had says nothing about one of them. */
const minReceipts = 5

/**
 * Forgets names that came with erased receipts only, fewer than five of them: an engraved item would still tell who bought it.
 * Their sums stay, under one name for all.
 */
export async function forgetNames(
  transaction: Transaction,
  { merchantId, dimension, names }: KeptNames,
): Promise<void> {
  if (!dimensionRows[dimension].isFromTills) return
  const forgotten = await withoutReceipts(transaction, { merchantId, dimension, names })
  if (forgotten.length === 0) return
  await rename(transaction, isPart(dimension) ? 'statistics_parts' : 'statistics_rows', merchantId, {
    column: 'name',
    dimensions: [dimension],
    names: forgotten,
  })
  await transaction
    .deleteFrom('statistics_names')
    .where('merchant_id', '=', merchantId)
    .where('dimension', '=', dimension)
    .where('name', 'in', forgotten)
    .execute()
  if (dimension !== 'store') return
  const byStore = allDimensions.filter(of => dimensionRows[of].store.length > 0)
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await rename(transaction, table, merchantId, { column: 'store_id', dimensions: byStore, names: forgotten })
}

async function withoutReceipts(
  transaction: Transaction,
  { merchantId, dimension, names }: KeptNames,
): Promise<string[]> {
  const { all: ofAll, store: ofEach } = dimensionRows[dimension]
  const until = (await settledIn(transaction, [merchantId])).get(merchantId)
  const month = until === undefined ? undefined : monthOf(until)
  const [levels, storeIds]: [readonly Level[], string[]] = isOnlyByStore(dimension)
    ? [ofEach, await storesOn(transaction, merchantId, coarsest(month))]
    : [ofAll, ['']]
  const receipts = [new Map<string, number>(), new Map<string, number>()] as const
  for (const { level, from, to } of coarsest(levels.includes('month') ? month : undefined)) {
    const rows = await transaction
      .selectFrom(isPart(dimension) ? 'statistics_parts' : 'statistics_rows')
      .select(({ fn }) => ['name', 'kept', fn.sum<number>('receipts').as('receipts')])
      .where('merchant_id', '=', merchantId)
      .where('kept', 'in', [0, 1])
      .where('level', '=', level)
      .where('dimension', '=', dimension)
      .where(isAmong(transaction, 'store_id', storeIds))
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('name', 'in', [...names])
      .groupBy(['name', 'kept'])
      .execute()
    for (const { name, kept, receipts: count } of rows) {
      const of = receipts[kept as 0 | 1]
      of.set(name, (of.get(name) ?? 0) + Number(count))
    }
  }
  const [all, erased] = receipts
  return [...names].filter(name => {
    const count = all.get(name) ?? 0
    return count < minReceipts && count <= (erased.get(name) ?? 0)
  })
}

/**
 * The coarsest rows that there are of each day. One level after the other: SQLite would look at all of a merchant's rows for both.
 *
 * @param month the first that has only days; undefined if all have
 */
function coarsest(month: number | undefined): RowSpan[] {
  if (month === undefined) return [{ level: 'day', from: -farthest, to: farthest }]
  return [
    { level: 'month', from: -farthest, to: month - 1 },
    { level: 'day', from: month, to: farthest },
  ]
}

/** Days from 1970 to the last that a date can be. */
const farthest = 100_000_000

interface ToRename {
  column: 'name' | 'store_id'
  dimensions: readonly Dimension[]
  names: readonly string[]
}

async function rename(
  transaction: Transaction,
  table: SummedTable,
  merchantId: string,
  { column, dimensions, names }: ToRename,
): Promise<void> {
  const rows = await transaction
    .deleteFrom(table)
    .where('merchant_id', '=', merchantId)
    .where('kept', 'in', [0, 1])
    .where('level', 'in', ['quarterHour', 'hour', 'day', 'third', 'month'])
    .where('dimension', 'in', dimensions)
    .where(column, 'in', names)
    .returningAll()
    .execute()
  const [size, sums] = [cellColumns.length, summedColumns[table]]
  const merged = new Map<string, (string | number)[]>()
  for (const found of rows as Record<string, string | number>[]) {
    const renamed = { ...found, [column]: forgottenName } as Record<string, string | number>
    const row = [...cellColumns, ...sums].map(name => renamed[name] ?? 0)
    const key = row.slice(0, size).join(between)
    const known = merged.get(key)
    if (known) for (let at = size; at < row.length; at++) known[at] = (known[at] as number) + (row[at] as number)
    else merged.set(key, row)
  }
  await addUp(transaction, table, { sums, rows: [...merged.values()] })
}
