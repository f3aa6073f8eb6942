import { parseReceipt } from 'counterfoil'
import { resolveLocale } from 'counterfoil/internal'
import { newId } from '../../src/basics/ids.ts'
import type { Delivery } from '../../src/delivery/outbox/delivery.ts'
import { recordOf } from '../../src/receipts/draft.ts'
import type { Receipt } from '../../src/receipts/receipts.ts'
import type { Change } from '../../src/statistics/counting/change.ts'
import { receipt as receiptOf } from './tills.ts'

/** A receipt as it is kept, written without the service. */
export function recordWith(id: string, changes: Partial<Receipt> = {}): Receipt {
  return {
    id,
    merchant_id: 'demo',
    received_at: 0,
    receipt_date: 0,
    receipt_date_text: '1970-01-01',
    store_id: '1',
    store_name: 'Shop',
    store_city: null,
    store_zip_code: null,
    store_territory: null,
    transaction_number: '1',
    transaction_amount: 1,
    transaction_type: 'SaleTransaction',
    payment_type: '',
    email_address: null,
    items: null,
    locale: '{}',
    offers: '[]',
    engine_version: '0',
    merchant_version: 1,
    api_version: 'v1',
    currency: null,
    local_day: null,
    api_request: '{}',
    statistics_place: JSON.stringify([0, 0, 0, '1', '', '1', 'PaperOnly', 'SaleTransaction', 'en-US', '', 2]),
    ...changes,
  }
}

/** A delivery as it is kept, sent. */
export function deliveryWith(id: string, receiptId: string, changes: Partial<Delivery> = {}): Delivery {
  return {
    id,
    receipt_id: receiptId,
    merchant_id: 'demo',
    kind: 'receipt',
    email_address: 'ada@example.com',
    variant: null,
    message_id: `<${id}@example.com>`,
    status: 'sent',
    created_at: 0,
    due_at: 0,
    lane: 0,
    worker: null,
    attempt_count: 1,
    finished_at: 0,
    engine_version: '0',
    retried_at: null,
    bounced_at: null,
    reason: null,
    reported_at: null,
    report: null,
    done_at: null,
    done_by: null,
    store_id: null,
    register: null,
    ...changes,
  }
}

export interface StoredReceipt {
  record: Receipt
  /** Its mail, queued. */
  delivery: Delivery
  /** What it adds to statistics, apart from its mail. */
  change: Change
}

/**
 * A stored receipt of the demo merchant with its queued mail.
 *
 * @param number its transaction number and address
 * @param at when it arrived and its mail was due, milliseconds since 1970
 */
export function storedReceipt(number: string, at: number, merchantVersion = 1): StoredReceipt {
  const emailAddress = `${number}@example.com`
  const sent = receiptOf({ transactionNumber: number, customer: { emailAddress } })
  const { record, counted } = recordOf({
    id: newId(),
    merchantId: 'demo',
    receipt: parseReceipt(sent),
    apiRequest: JSON.stringify(sent),
    locale: resolveLocale({ store: { id: '1' } }, {}, ['en']),
    offerIds: [],
    receivedAt: at,
    engineVersion: '0.2.0',
    merchantVersion,
  })
  const queued = { status: 'queued', attempt_count: 0, finished_at: null, engine_version: null } as const
  const delivery = deliveryWith(newId(), record.id, {
    ...queued,
    created_at: at,
    due_at: at,
    email_address: emailAddress,
  })
  return { record, delivery, change: counted.change }
}
