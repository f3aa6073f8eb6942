import type { LocaleDecision } from 'counterfoil'
import { readReceipt } from 'counterfoil/internal'
import type { Database, Transaction } from '../../database/database.ts'
import { chunksOf, insertMany } from '../../database/rows.ts'
import type { DeliveryTable, ReceiptTable } from '../../database/tables.ts'
import { type BucketKey, nameless, readBucketKey, writeBucketKey } from './bucket-key.ts'
import { type Change, recordMails, writeChange } from './change.ts'
import { countMail, moved, stateOf } from './mails.ts'
import { type Counted, countReceipt } from './receipt/count-receipt.ts'

/**
 * Keeps what receipts and deliveries that are about to be erased add, so that rows made anew have it, too. Mails that wait will
 * never be sent: they count as canceled. Call this in the transaction that erases them, before it does.
 */
export async function keepErased(
  transaction: Transaction,
  receiptIds: readonly string[],
  deliveryIds: readonly string[],
): Promise<void> {
  const deliveries = await deliveriesWith(transaction, deliveryIds)
  const waiting = deliveries.filter(delivery => stateOf(delivery) === 'mails_trying').map(({ id }) => id)
  await recordMails(transaction, waiting, moved('mails_trying', 'mails_canceled'))
  const mails = await recountMails(
    transaction,
    deliveries.map(delivery => (waiting.includes(delivery.id) ? { ...delivery, status: 'canceled' } : delivery)),
  )
  const byReceipt = Map.groupBy([...mails], ([{ receipt_id }]) => receipt_id)

  const whole = new Set(receiptIds)
  const ids = [...new Set([...receiptIds, ...byReceipt.keys()])]
  for (const some of chunksOf(ids, 100)) {
    const receipts = await transaction
      .selectFrom('receipts')
      .selectAll()
      .where('id', 'in', some)
      .where('statistics_place', 'is not', null)
      .execute()
    const rows = receipts.flatMap(receipt => {
      const { merchant_id, statistics_place: stored } = receipt
      const row = (place: string, change: Change) => ({ merchant_id, kept: 1, place, body: writeChange(change) })
      const mails = (byReceipt.get(receipt.id) ?? []).map(([, change]) => row(stored ?? '', change))
      if (!whole.has(receipt.id)) return mails
      const { bucket, change } = recountReceipt(receipt)
      // Where it was counted, with the decimals that it has by the rules of now.
      const kept = stored === null ? bucket : { ...readBucketKey(stored), scale: bucket.scale }
      return [...mails, row(writeBucketKey(kept), withoutLabels(change))]
    })
    await insertMany(transaction, 'statistics_deltas', rows)
  }
}

async function deliveriesWith(transaction: Transaction, ids: readonly string[]): Promise<DeliveryTable[]> {
  const found: DeliveryTable[] = []
  for (const some of chunksOf(ids))
    found.push(...(await transaction.selectFrom('deliveries').selectAll().where('id', 'in', some).execute()))
  return found
}

/** Sums without what they are called: the items' labels, too. */
function withoutLabels({ adds, parts = [], lines = [], categories = [] }: Change): Change {
  return { adds, parts, lines: lines.map((value, index) => (index % 5 === 1 ? 0 : value)), categories }
}

/** Counts a stored receipt, apart from its mails: as when it was accepted, and there. */
export function recountReceipt(row: ReceiptTable): Counted {
  const { receipt } = readReceipt(row.api_request, { stored: true, receivedAt: row.received_at })
  const stored = (later?: BucketKey) =>
    row.statistics_place === null ? undefined : readBucketKey(row.statistics_place, later)
  // What an engine accepted, a later one may not.
  if (!receipt) return { bucket: stored() ?? bucketWithout(row), change: { adds: { receipts: 1 } }, opensOrder: false }
  const counted = countReceipt({
    receipt,
    date: row.receipt_date_text,
    dateAt: row.receipt_date,
    locale: JSON.parse(row.locale) as LocaleDecision,
    receivedAt: row.received_at,
    offers: (JSON.parse(row.offers) as unknown[]).length,
  })
  // There as it was decided when it was accepted; but by other rules its amounts may have more decimals.
  const before = stored(counted.bucket)
  return before
    ? { ...counted, bucket: { ...inQuarter(before, counted.bucket), scale: counted.bucket.scale } }
    : counted
}

/** A bucket that an earlier version decided, but by the quarter hour; unless what is known of clocks has changed since. */
function inQuarter(stored: BucketKey, { day, utcOffset, quarterStart, minutes }: BucketKey): BucketKey {
  const isSame = stored.minutes === 60 && stored.day === day && stored.utcOffset === utcOffset
  return isSame ? { ...stored, quarterStart, minutes } : stored
}

/** Deliveries as they are stored, with what each adds now. */
export async function recountMails(
  from: Database | Transaction,
  deliveries: readonly DeliveryTable[],
): Promise<Map<DeliveryTable, Change>> {
  const attempts = new Map<string, number>()
  for (const some of chunksOf(deliveries.map(({ id }) => id))) {
    const rows = await from
      .selectFrom('delivery_attempts')
      .select(({ fn }) => ['delivery_id', fn.countAll<number>().as('count')])
      .where('delivery_id', 'in', some)
      .where('ended_at', 'is not', null)
      .groupBy('delivery_id')
      .execute()
    for (const { delivery_id, count } of rows) attempts.set(delivery_id, Number(count))
  }
  return new Map(deliveries.map(delivery => [delivery, countMail(delivery, attempts.get(delivery.id) ?? 0)]))
}

function bucketWithout({ receipt_date, store_id, store_territory, transaction_type }: ReceiptTable): Counted['bucket'] {
  const day = Math.floor(receipt_date / 86_400_000)
  return {
    day,
    quarterStart: Math.floor(receipt_date / 900_000) * 900_000,
    utcOffset: 0,
    minutes: 15,
    ...nameless,
    store: store_id,
    territory: store_territory ?? '',
    transactionType: transaction_type,
  }
}
