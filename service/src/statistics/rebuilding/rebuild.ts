import { newId } from '../../basics/ids.ts'
import { type Database, inSnapshot, type Transaction } from '../../database/database.ts'
import { chunksOf } from '../../database/rows.ts'
import { addKept, addSum, addUp, type Sum } from '../../database/statistics/add-up.ts'
import { monthOf, readBucketKey, thirdAfter, thirdOf, writeBucketKey } from '../counting/bucket-key.ts'
import { readChange } from '../counting/change.ts'
import { allDimensions, type Dimension, dimensionRows } from '../counting/dimensions.ts'
import { recountMails, recountReceipt } from '../counting/keep.ts'
import { receiptsNear } from '../counting/stored-receipts.ts'
import { type Accumulator, createAccumulator, maxAccumulated } from '../folding/accumulator.ts'
import type { Fold } from '../folding/fold.ts'
import { createNameLimit, writeLabels } from '../folding/labels.ts'
import { dropLease, endLease, lease } from '../folding/lease.ts'
import { settledFor, summed } from '../folding/settle.ts'

interface RebuildOptions {
  db: Database
  fold: Fold
  now: () => number
  /** Told after each day; the next one waits for it. */
  onDay?: (day: number, receipts: number) => unknown
  /** Another connection, to count by; default `db`. */
  reader?: Database
}

/**
 * Makes a merchant's rows anew from its receipts and what erased ones left, day by day; returns how many receipts it counted.
 * Others may read and write meanwhile: a day is replaced at once, with exactly the changes that were committed when it was
 * counted; later ones stay pending. Killed, it leaves some days new and some old; run it again, from where it was.
 *
 * @param from first day, days since 1970; default the first there is
 */
export async function rebuildStatistics(
  { db, fold, now, onDay = () => {}, reader = db }: RebuildOptions,
  merchantId: string,
  from = Number.NEGATIVE_INFINITY,
): Promise<number> {
  const days = (await daysOf(db, merchantId)).filter(day => day >= from)
  let receipts = 0
  for (const [index, day] of days.entries()) {
    const count = await rebuildDay({ db, reader, now }, { merchantId, day, next: days[index + 1] })
    receipts += count
    await fold.run()
    await onDay(day, count)
  }
  return receipts
}

/** All days, in order, on which a merchant may have receipts or rows: days since 1970. */
export async function daysOf(db: Database, merchantId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('statistics_rows')
    .select('day')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('kept', 'in', [0, 1])
    .where('level', '=', 'day')
    .where('dimension', '=', 'all')
    .where('store_id', '=', '')
    .execute()
  const days = new Set(rows.map(({ day }) => day))
  for (let from = Number.MIN_SAFE_INTEGER; ; ) {
    const { next } = await db
      .selectFrom('receipts')
      .select(({ fn }) => fn.min('receipt_date').as('next'))
      .where('merchant_id', '=', merchantId)
      .where('receipt_date', '>=', from)
      .executeTakeFirstOrThrow()
    if (next === null) return [...days].sort((one, other) => one - other)
    // By a store's clock it may be the day before or after.
    const day = Math.floor(next / (24 * hour))
    for (const near of [day - 1, day, day + 1]) days.add(near)
    from = (day + 1) * 24 * hour
  }
}

interface DayToRebuild {
  merchantId: string
  day: number
  /** The day that is made after it. */
  next: number | undefined
}

async function rebuildDay(
  { db, reader, now }: Required<Pick<RebuildOptions, 'db' | 'reader' | 'now'>>,
  about: DayToRebuild,
): Promise<number> {
  const { merchantId, day } = about
  const holder = newId()
  await lease(db, holder, now)
  try {
    const counted = await inSnapshot(reader, snapshot => countDay(snapshot, merchantId, day))
    await db.transaction().execute(async transaction => {
      // Its time may be over, and a fold have taken what was counted.
      await endLease(transaction, holder, now())
      await replaceDay(transaction, about, counted, now())
    })
    return counted.receipts
  } catch (error) {
    await dropLease(db, holder)
    throw error
  }
}

async function replaceDay(
  transaction: Transaction,
  { merchantId, day, next }: DayToRebuild,
  { accumulators, pending, moved }: DayCount,
  now: number,
): Promise<void> {
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await transaction
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('kept', '=', 0)
      .where('level', 'in', ['quarterHour', 'hour', 'day'])
      .where('dimension', 'in', dimensionsOf(table))
      .where('day', '=', day)
      .execute()
  const names = createNameLimit()
  for (const accumulator of accumulators) {
    const renamed = await names(transaction, accumulator.buckets())
    for (const table of ['statistics_rows', 'statistics_parts'] as const)
      await addUp(transaction, table, accumulator.rows(table, { renamed }))
    await writeLabels(transaction, accumulator.labels())
  }
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await addKept(transaction, table, { merchantId, from: day, to: day })
  const settled = await settledFor(transaction, [merchantId], now)
  const [third, month] = [thirdOf(day), monthOf(day)]
  const until = settled.get(merchantId) ?? third
  const isLast = (first: number, of: (day: number) => number) => next === undefined || of(next) !== first
  if (third < until && isLast(third, thirdOf))
    await addSums(transaction, { merchantId, level: 'third', from: third, to: thirdAfter(third) - 1 })
  if (month < monthOf(until) && isLast(month, monthOf))
    await addSums(transaction, { merchantId, level: 'month', from: month, to: monthOf(month + 31) - 1 })
  for (const some of chunksOf(pending))
    await transaction.deleteFrom('statistics_deltas').where('id', 'in', some).execute()
  for (const { id, before, bucketKey } of moved)
    await transaction
      .updateTable('receipts')
      .set({ statistics_place: bucketKey })
      .where('id', '=', id)
      .where('statistics_place', before === null ? 'is' : '=', before)
      .execute()
}

async function addSums(transaction: Transaction, sum: Sum): Promise<void> {
  for (const of of summed) await addSum(transaction, of.table, sum, of)
}

/** Requests and addresses aren't receipts: nothing is left to count them anew. */
function dimensionsOf(table: 'statistics_rows' | 'statistics_parts'): Dimension[] {
  const of = table === 'statistics_parts' ? 'part' : 'receipt'
  return allDimensions.filter(dimension => dimensionRows[dimension].of === of)
}

/** A day of a merchant, counted from its receipts as of one moment. */
interface DayCount {
  accumulators: Accumulator[]
  receipts: number
  /** The changes that are counted with it, by id. */
  pending: number[]
  /** Receipts that had no bucket yet, or one that an earlier version decided. */
  moved: { id: string; before: string | null; bucketKey: string }[]
}

const hour = 3_600_000

/** Counts a day: its receipts with their mails, and changes of erased ones that wait for being folded. */
async function countDay(snapshot: Database, merchantId: string, day: number): Promise<DayCount> {
  const counted: DayCount = { accumulators: [], receipts: 0, pending: [], moved: [] }
  let accumulator = createAccumulator()
  counted.accumulators.push(accumulator)
  let size = 0
  const add = (bucketKey: string, change: ReturnType<typeof readChange>) => {
    if (size >= maxAccumulated) {
      accumulator = createAccumulator()
      counted.accumulators.push(accumulator)
      size = 0
    }
    size += 1
    accumulator.add(merchantId, 0, bucketKey, change)
  }

  const deltas = await snapshot
    .selectFrom('statistics_deltas')
    .select(['id', 'kept', 'place', 'body'])
    .where('merchant_id', '=', merchantId)
    .execute()
  for (const { id, kept, place, body } of deltas) {
    if (readBucketKey(place).day !== day) continue
    const change = readChange(body)
    if (kept === 1) add(place, change)
    else if (change.isEvent !== true) counted.pending.push(id)
  }

  for await (const receipts of receiptsNear(snapshot, {
    merchantId,
    from: day * 24 * hour,
    until: (day + 1) * 24 * hour,
  })) {
    const there = receipts.flatMap(receipt => {
      const { bucket, change } = recountReceipt(receipt)
      return bucket.day === day ? { receipt, bucketKey: writeBucketKey(bucket), change } : []
    })
    for (const { receipt, bucketKey, change } of there) {
      add(bucketKey, change)
      const before = receipt.statistics_place
      if (before !== bucketKey) counted.moved.push({ id: receipt.id, before, bucketKey })
    }
    counted.receipts += there.length
    const bucketKeys = new Map(there.map(({ receipt, bucketKey }) => [receipt.id, bucketKey]))
    if (bucketKeys.size === 0) continue
    const deliveries = await snapshot
      .selectFrom('deliveries')
      .selectAll()
      .where('receipt_id', 'in', [...bucketKeys.keys()])
      .execute()
    for (const [{ receipt_id }, change] of await recountMails(snapshot, deliveries))
      add(bucketKeys.get(receipt_id) ?? '', change)
  }
  return counted
}
