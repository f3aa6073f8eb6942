import type { Transaction } from '../../database/database.ts'
import { insertMany } from '../../database/rows.ts'
import type { DeliveryTable } from '../../database/tables.ts'
import { type Change, writeChange } from './change.ts'
import { recordMails } from './deltas.ts'
import { moved, stateOf } from './mails.ts'
import { readPlace, writePlace } from './place.ts'
import { recountMails, recountReceipt } from './recount.ts'

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
  const asked = [...new Set([...receiptIds, ...byReceipt.keys()])]
  for (let start = 0; start < asked.length; start += most) {
    const receipts = await transaction
      .selectFrom('receipts')
      .selectAll()
      .where('id', 'in', asked.slice(start, start + most))
      .where('statistics_place', 'is not', null)
      .execute()
    const rows = receipts.flatMap(receipt => {
      const { merchant_id, statistics_place: stored } = receipt
      const row = (place: string, change: Change) => ({ merchant_id, kept: 1, place, body: writeChange(change) })
      const mails = (byReceipt.get(receipt.id) ?? []).map(([, change]) => row(stored ?? '', change))
      if (!whole.has(receipt.id)) return mails
      const { place, change } = recountReceipt(receipt)
      // Where it was counted, with the decimals that it has by the rules of now.
      const kept = stored === null ? place : { ...readPlace(stored), scale: place.scale }
      return [...mails, row(writePlace(kept), withoutLabels(change))]
    })
    await insertMany(transaction, 'statistics_deltas', rows)
  }
}

/** Receipts at once. */
const most = 100

async function deliveriesWith(transaction: Transaction, ids: readonly string[]): Promise<DeliveryTable[]> {
  const found: DeliveryTable[] = []
  for (let start = 0; start < ids.length; start += 1000)
    found.push(
      ...(await transaction
        .selectFrom('deliveries')
        .selectAll()
        .where('id', 'in', ids.slice(start, start + 1000))
        .execute()),
    )
  return found
}

/** Sums without what they are called: the items' labels, too. */
function withoutLabels({ adds, parts = [], lines = [], categories = [] }: Change): Change {
  return { adds, parts, lines: lines.map((value, index) => (index % 5 === 1 ? 0 : value)), categories }
}
