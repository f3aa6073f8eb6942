import type { Delivery } from '../../src/outbox/delivery.ts'
import type { Receipt } from '../../src/receipts/receipts.ts'

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
    attempt_count: 1,
    finished_at: 0,
    engine_version: '0',
    retried_at: null,
    bounced_at: null,
    ...changes,
  }
}
