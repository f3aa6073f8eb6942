import { readReceipt } from 'counterfoil/internal'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../src/basics/ids.ts'
import { engineVersion } from '../../src/basics/versions.ts'
import { draftOf, emailAddressOf, tillOf } from '../../src/receipts/draft.ts'
import { receipt as sentReceipt } from '../support/tills.ts'

const receivedAt = Date.UTC(2026, 6, 1, 12)

/** What is written of a receipt that a till sent with these fields. */
function drafted(changes: Record<string, unknown> = {}, timeZone?: string) {
  const apiRequest = JSON.stringify(sentReceipt(changes))
  const { receipt } = readReceipt(apiRequest)
  if (!receipt) throw new Error('The receipt is none.')
  return draftOf({
    ...{
      receipt,
      apiRequest,
      id: 'r',
      receivedAt,
      offerIds: ['one'],
      searchKey: { id: 1, secret: Buffer.alloc(32) } as never,
    },
    merchant: { id: 'demo', version: 3 },
    locale: {
      requested: null,
      chosen: 'en-US',
      source: 'default',
      languages: ['en-US'],
      ...(timeZone && { timeZone }),
    },
  })
}

test('what is written of a receipt: lists and filters, the request, and who wrote it', () => {
  const address = { city: 'Toronto', postalCode: 'M5V 1A1', territory: 'ON', country: { code: 'CA' } }
  const { record, requestHash, register, change } = drafted({
    ...{ requestId: 'R-1', currency: 'CAD', receiptDateTime: '2026-07-01T09:30:00-04:00' },
    workstation: { id: '7', store: { id: '12', name: 'Queen Street', address } },
  })
  expect(record).toMatchObject({
    ...{ id: 'r', merchant_id: 'demo', merchant_version: 3, engine_version: engineVersion, api_version: 'v1' },
    ...{ received_at: receivedAt, receipt_date: Date.UTC(2026, 6, 1, 13, 30) },
    ...{ receipt_date_text: '2026-07-01T09:30:00-04:00', local_day: 20_635 },
    ...{ store_id: '12', store_name: 'Queen Street', store_city: 'Toronto', store_zip_code: 'M5V 1A1' },
    ...{ store_territory: 'ON', transaction_number: '1', transaction_amount: 4.5, currency: 'CAD' },
    ...{ transaction_type: 'SaleTransaction', email_address: 'guest@example.com', offers: '["one"]' },
  })
  expect(JSON.parse(record.locale)).toMatchObject({ chosen: 'en-US' })
  expect(JSON.parse(record.api_request).requestId).toBe('R-1')
  expect([requestHash, register]).toEqual([sha256('R-1'), '7'])
  expect(change.adds).toMatchObject({ mails_trying: 1, offers: 1 })
})

test('what a till leaves out is null; without a date, it is when the receipt came', () => {
  const { record, requestHash, change } = drafted({ receiptType: 'PaperOnly' })
  expect(record).toMatchObject({
    ...{ store_city: null, store_zip_code: null, store_territory: null, email_address: null, currency: null },
    ...{ items: null, payment_type: '', receipt_date: receivedAt, receipt_date_text: '2026-07-01T12:00:00.000Z' },
  })
  expect(requestHash).toBeUndefined()
  expect(change.adds).not.toHaveProperty('mails_trying')
})

test('a date without an offset is by the store’s clock', () => {
  const { record } = drafted({ receiptDateTime: '2026-07-01T22:30:00' }, 'America/Toronto')
  expect([record.receipt_date, record.local_day]).toEqual([Date.UTC(2026, 6, 2, 2, 30), 20_635])
})

test('payments are listed once each, in order', () => {
  const tender = (tenderTypeCode: string, amount: number) => ({ tenderTypeCode, amount })
  const { record } = drafted({ tenders: [tender('Cash', 1), tender('GiftCard', 2.5), tender('Cash', 1)] })
  expect(record.payment_type).toBe('Cash, GiftCard')
})

test('items are listed with their price, or else their total; an order’s come after the receipt’s', () => {
  const { record } = drafted({
    items: [
      { name: 'Tea', sku: 'T-1', quantity: { value: 2 }, price: 1, total: 2 },
      { name: 'Cake', total: 2.5 },
    ],
    orders: [{ orderNumber: '7', items: [{ name: 'Vase', total: 30 }] }, { orderNumber: '8' }],
  })
  expect(JSON.parse(record.items ?? '')).toEqual([
    { itemName: 'Tea', itemPrice: 1, itemSKUNumber: 'T-1' },
    { itemName: 'Cake', itemPrice: 2.5 },
    { itemName: 'Vase', itemPrice: 30 },
  ])
})

describe('a receipt is mailed', () => {
  test.each([
    ['DigitalOnly', 'guest@example.com'],
    ['DigitalAndPaper', 'guest@example.com'],
    ['PaperOnly', undefined],
    ['NoReceipt', undefined],
  ])('if it is %s: %s', (receiptType, emailAddress) => {
    const { receipt } = readReceipt(JSON.stringify(sentReceipt({ receiptType })))
    expect(receipt && emailAddressOf(receipt)).toBe(emailAddress)
    expect(drafted({ receiptType }).record.email_address).toBe(emailAddress ?? null)
  })

  test('to nobody without an address', () => {
    const { receipt } = readReceipt(
      JSON.stringify(sentReceipt({ receiptType: 'DigitalAndPaper', customer: undefined })),
    )
    expect(receipt && emailAddressOf(receipt)).toBeUndefined()
  })
})

test('a mail has its receipt’s store and till; the till isn’t known of what was never counted', () => {
  const { record } = drafted()
  expect(tillOf(record)).toEqual({ storeId: '1', register: '1' })
  expect(tillOf({ ...record, statistics_place: null })).toEqual({ storeId: '1', register: null })
})
