import { parseReceipt, resolveLocale } from 'counterfoil'
import { newId } from '../../../src/basics/ids.ts'
import type { DeliveryTable, ReceiptTable } from '../../../src/database/tables.ts'
import { recordOf } from '../../../src/receipts/receipt-record.ts'
import type { Change } from '../../../src/statistics/counting/change.ts'
import { deliveryWith } from '../../../test/support/records.ts'
import { receipt as receiptOf } from '../../../test/support/tills.ts'

export interface Stored {
  record: ReceiptTable
  /** Its mail, queued. */
  delivery: DeliveryTable
  /** What it adds to statistics, apart from its mail. */
  change: Change
}

/**
 * A stored receipt of the demo merchant with its queued mail.
 *
 * @param number its transaction number and address
 * @param at when it arrived and its mail was due, milliseconds since 1970
 */
export function storedReceipt(number: string, at: number, merchantVersion = 1): Stored {
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
