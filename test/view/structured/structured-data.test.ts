import { describe, expect, test } from 'vitest'
import type { ViewOptions } from '../../../src/view/present.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { aReceipt, type SentReceipt, viewOf } from '../../support/receipts.ts'
import { mailOf, pageOf } from '../../support/stages.ts'

type Data = Record<string, unknown>

const sale = aReceipt({
  receiptDateTime: '2026-10-31T17:45:00-04:00',
  grandAmount: 48.5,
  items: [
    { name: 'Rope', sku: 'R-1', price: 19, quantity: { value: 2, unitOfMeasureCode: 'Each' }, total: 38 },
    { name: 'Glue', total: 10.5 },
  ],
  tenders: [
    { tenderTypeCode: 'CreditDebit', amount: 40, creditDebit: { last4Digits: '1881', typeCode: 'VISA' } },
    { tenderTypeCode: 'Cash', amount: 10 },
    { tenderTypeCode: 'Cash', amount: -1.5 },
  ],
  customer: { emailAddress: 'ada@example.com', firstName: 'Ada', lastName: 'Okafor' },
})
const asked = fixtureNamed('payment-link').receipt as SentReceipt
const page = 'https://receipts.example.com/r/{transactionNumber}'

/** What a mail client finds in the mail. */
function dataOf(sent: SentReceipt, options: ViewOptions = { links: { page } }): Data | undefined {
  const { html } = mailOf(viewOf(sent, 'en-US', { structuredData: true, ...options }))
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(html)!
  const [script, ...others] = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(others).toEqual([])
  return script && JSON.parse(script[1]!)
}

/** The value at a path such as `merchant.name`; of a list, its first. */
function at(data: Data | undefined, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => ([value].flat()[0] as Data | undefined)?.[name], data)
}

/**
 * Published by Google at developers.google.com/workspace/gmail/markup/reference/types/Order, fields marked "Required", and what
 * the examples of reference/order have besides; likewise Invoice, whose table requires nothing.
 */
const required = {
  Order: [
    ...['acceptedOffer', 'acceptedOffer.itemOffered', 'acceptedOffer.itemOffered.name', 'potentialAction'],
    ...['price', 'priceCurrency', 'seller', 'seller.name'],
    ...['merchant.name', 'orderNumber', 'orderStatus', 'url', 'potentialAction.target'],
    ...['acceptedOffer.price', 'acceptedOffer.priceCurrency', 'acceptedOffer.eligibleQuantity.value'],
  ],
  Invoice: ['provider.name', 'paymentStatus', 'totalPaymentDue.price', 'referencesOrder.orderNumber', 'url'],
}

describe('the fields that Google publishes', () => {
  test.each(required.Order)('Order has %s', path => {
    expect(at(dataOf(sale), path)).toBeTruthy()
  })
  test.each(required.Invoice)('Invoice has %s', path => {
    expect(at(dataOf(asked), path)).toBeTruthy()
  })
  test('each has its type and context', () => {
    expect(dataOf(sale)).toMatchObject({ '@context': 'http://schema.org', '@type': 'Order' })
    expect(dataOf(asked)).toMatchObject({ '@context': 'http://schema.org', '@type': 'Invoice' })
  })
})

test('describes a sale as an order, without card digits or buyer', () => {
  const shop = { '@type': 'Organization', name: 'Pebble & Pine' }
  const offer = (product: Data, price: string, quantity: Data) => ({
    '@type': 'Offer',
    itemOffered: { '@type': 'Product', ...product },
    price,
    priceCurrency: 'USD',
    eligibleQuantity: { '@type': 'QuantitativeValue', ...quantity },
  })
  expect(dataOf(sale)).toEqual({
    '@context': 'http://schema.org',
    '@type': 'Order',
    merchant: shop,
    seller: shop,
    orderNumber: '20931',
    orderDate: '2026-10-31T17:45:00-04:00',
    orderStatus: 'http://schema.org/OrderDelivered',
    price: '48.50',
    priceCurrency: 'USD',
    acceptedOffer: [
      offer({ name: 'Rope', sku: 'R-1' }, '19.00', { value: '2', unitText: 'Each' }),
      offer({ name: 'Glue' }, '10.50', { value: '1' }),
    ],
    paymentMethod: [
      { '@type': 'PaymentMethod', name: 'Visa' },
      { '@type': 'PaymentMethod', name: 'Cash' },
    ],
    url: 'https://receipts.example.com/r/20931',
    potentialAction: { '@type': 'ViewAction', target: 'https://receipts.example.com/r/20931' },
  })
})

test('describes a payment request as an invoice with amount and date due', () => {
  const due = (amountDue: number) => [{ number: '1', paymentSchedules: [{ amountDue, dueDate: '2026-05-05' }] }]
  expect(dataOf(asked)).toMatchObject({
    paymentStatus: 'http://schema.org/PaymentDue',
    totalPaymentDue: { '@type': 'PriceSpecification', price: '184.57', priceCurrency: 'USD' },
    referencesOrder: {
      orderStatus: 'http://schema.org/OrderPaymentDue',
      paymentUrl: 'https://pay.example.com/l/8Qk2vR71',
    },
  })
  expect(dataOf({ ...asked, balanceDue: 80 })).toMatchObject({ totalPaymentDue: { price: '80.00' } })
  expect(dataOf({ ...asked, orders: due(184.57) })).toMatchObject({
    paymentDueDate: '2026-05-05',
    paymentDue: '2026-05-05',
  })
  expect(dataOf({ ...asked, orders: due(90) })).not.toHaveProperty('paymentDueDate')
})

test.each([
  [{}, 'OrderDelivered'],
  [{ deliveryPickup: { instructions: 'Ring twice.' } }, 'OrderProcessing'],
  [{ transactionType: 'BOPUS' }, 'OrderProcessing'],
  [{ transactionType: 'OrderTransaction', orders: [{ action: 'New' }] }, 'OrderProcessing'],
  [{ transactionType: 'OrderTransaction', orders: [{ action: 'Pickup' }] }, 'OrderProcessing'],
  [{ transactionType: 'OrderTransaction', orders: [{ action: 'Complete' }] }, 'OrderDelivered'],
  [{ orders: [{ action: 'Complete' }, { action: 'New' }] }, 'OrderProcessing'],
  [{ balanceDue: 5 }, 'OrderPaymentDue'],
])('status of %j: %s', (differs, status) => {
  expect(dataOf({ ...sale, ...differs })).toMatchObject({ orderStatus: `http://schema.org/${status}` })
})

test.each([
  [{ transactionType: 'ReturnTransaction', items: [], returns: [{ items: [{ name: 'Rope' }] }], grandAmount: -12 }],
  [{ transactionType: 'ReturnTransaction', returns: [{ items: [{ name: 'Rope' }] }] }],
  [{ grandAmount: -0.01 }],
  [{ mode: 'Training' }],
  [{ mode: 'TEST' }],
  [{ currency: undefined }],
  [{ items: [] }],
  [{ items: [{ name: 'Void', total: -3 }] }],
  [{ items: Array.from({ length: 60 }, () => ({ name: 'Rope', total: 1 })) }],
])('has no data for %j', differs => {
  expect(dataOf({ ...sale, ...differs })).toBeUndefined()
})

test('lists 59 items', () => {
  const items = Array.from({ length: 59 }, () => ({ name: 'Rope', total: 1 }))
  expect(dataOf({ ...sale, items })!.acceptedOffer).toHaveLength(59)
})

test('is left out of gift receipts and PDFs, and by default', () => {
  const view = viewOf(sale, 'en-US', { structuredData: true })
  expect(view.structuredData).toBeDefined()
  expect(pageOf(view)).not.toContain('schema.org')
  expect(dataOf(sale, { gift: true })).toBeUndefined()
  expect(viewOf(sale)).not.toHaveProperty('structuredData')
  expect(mailOf(viewOf(sale)).html).not.toContain('<script')
})

test.each([
  ['USD', 1234567.1, '1234567.10'],
  ['USD', 3.459, '3.459'],
  ['JPY', 1280, '1280'],
  ['KWD', 2.5, '2.500'],
  ['HUF', 1200, '1200.00'],
  ['USD', 123456789012.35, '123456789012.35'],
  ['USD', 0, '0.00'],
])('formats %s %d as %s', (currency, grandAmount, price) => {
  expect(dataOf({ ...sale, currency, grandAmount })).toMatchObject({ price })
})

test('lets no text end the script', () => {
  const evil = '</script><!-- <script> &amp; \u2028\u2029 "\\ {{name}}'
  const sent = { ...sale, items: [{ name: evil, sku: '--></SCRIPT>', total: 1 }] }
  const view = viewOf(sent, 'en-US', { structuredData: true })
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(mailOf(view).html)!
  const json = head.slice(head.indexOf('{"@context"'), head.lastIndexOf('</script>'))
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json).acceptedOffer[0].itemOffered).toMatchObject({ name: view.items!.groups[0]!.items[0]!.name })
})
