import { type LocaleDecision, readReceipt } from 'counterfoil'
import type { Database, Transaction } from '../../database/database.ts'
import type { DeliveryTable, ReceiptTable } from '../../database/tables.ts'
import type { Change } from './change.ts'
import { countMail } from './mails.ts'
import { type Place, readPlace } from './place.ts'
import { type Counted, countReceipt } from './receipt/count-receipt.ts'

/** Counts a stored receipt, apart from its mails: as when it was accepted, and there. */
export function recountReceipt(row: ReceiptTable): Counted {
  const { receipt } = readReceipt(row.api_request, { stored: true })
  const place = row.statistics_place === null ? undefined : readPlace(row.statistics_place)
  // What an engine accepted, a later one may not.
  if (!receipt) return { place: place ?? placeWithout(row), change: { adds: { receipts: 1 } } }
  const counted = countReceipt({
    receipt,
    date: row.receipt_date_text,
    dateAt: row.receipt_date,
    locale: JSON.parse(row.locale) as LocaleDecision,
    receivedAt: row.received_at,
    offers: (JSON.parse(row.offers) as unknown[]).length,
  })
  // There as it was decided when it was accepted; but by other rules its amounts may have more decimals.
  return place ? { ...counted, place: { ...inQuarter(place, counted.place), scale: counted.place.scale } } : counted
}

/** A place that an earlier version decided, but by the quarter hour; unless what is known of clocks has changed since. */
function inQuarter(place: Place, { day, utcOffset, quarterStart, minutes }: Place): Place {
  const isSame = place.minutes === 60 && place.day === day && place.utcOffset === utcOffset
  return isSame ? { ...place, quarterStart, minutes } : place
}

/** Deliveries as they are stored, with what each adds now. */
export async function recountMails(
  from: Database | Transaction,
  deliveries: readonly DeliveryTable[],
): Promise<Map<DeliveryTable, Change>> {
  const attempts = new Map<string, number>()
  for (let start = 0; start < deliveries.length; start += 1000) {
    const rows = await from
      .selectFrom('delivery_attempts')
      .select(({ fn }) => ['delivery_id', fn.countAll<number>().as('count')])
      .where(
        'delivery_id',
        'in',
        deliveries.slice(start, start + 1000).map(({ id }) => id),
      )
      .where('ended_at', 'is not', null)
      .groupBy('delivery_id')
      .execute()
    for (const { delivery_id, count } of rows) attempts.set(delivery_id, Number(count))
  }
  return new Map(deliveries.map(delivery => [delivery, countMail(delivery, attempts.get(delivery.id) ?? 0)]))
}

function placeWithout({ receipt_date, store_id, store_territory, transaction_type }: ReceiptTable): Counted['place'] {
  const day = Math.floor(receipt_date / 86_400_000)
  return {
    day,
    quarterStart: Math.floor(receipt_date / 900_000) * 900_000,
    utcOffset: 0,
    store: store_id,
    territory: store_territory ?? '',
    register: '',
    receiptType: '',
    transactionType: transaction_type,
    language: '',
    currency: '',
    scale: 2,
    minutes: 15,
  }
}
