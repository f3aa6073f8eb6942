import { describe, expect, test } from 'vitest'
import { aReceipt, asText, plain, viewOf } from '../../../support/receipts.ts'

const orderOf = (order: Record<string, unknown>, language = 'en-US') =>
  viewOf(aReceipt({ orders: [order] }), language).orders[0]!

test('is a small receipt of its own: sums, fees, taxes, total', () => {
  const order = orderOf({
    number: 'ORD-7',
    grossAmount: 100,
    fees: [{ description: 'Freight', amount: 10 }, { amount: 0 }],
    netAmount: 110,
    taxes: [{ description: 'GST', percent: 0.05, amount: 5.5 }],
    totalAmount: 115.5,
  })
  expect(order.title).toBe('Order ORD-7')
  expect(asText(order.lines)).toEqual([
    'Order subtotal | $100.00',
    'Freight | $10.00',
    'Order before tax | $110.00',
    'GST 5% | $5.50',
  ])
  expect(asText([order.total!])).toEqual(['Order total | $115.50'])
})

describe('what happens to it', () => {
  test.each([
    ['Layaway', 'Layaway'],
    ['NEW', 'New'],
    ['Canceled', 'Canceled'],
    ['cancelled', 'Canceled'],
    ['Pickup', 'Pickup'],
    ['Teleport', 'Teleport'],
    ['constructor', 'constructor'],
  ])('%s is said as %s', (action, words) => expect(orderOf({ number: '7', action }).title).toBe(`Order 7 · ${words}`))

  test('is said in the language of the reader', () =>
    expect(orderOf({ number: '7', action: 'Delivery' }, 'fr-CA').title).toBe('Commande 7 · Livraison'))

  test('is not said where nothing was sent', () => expect(orderOf({ number: '7' }).title).toBe('Order 7'))
})

test('deposits show their last four and what is left to pay', () => {
  const { deposits } = orderOf({
    deposits: [{ accountNumber: 'DEP-ORDER-4471', amount: 240.15, balanceDue: 669.89 }, { amount: 0 }],
  })
  expect(asText(deposits)).toEqual(['Deposit (account •••• 4471) | $240.15', 'Balance due | $669.89'])
})

test('the plan names each instalment and when it is due; empty ones are left out', () => {
  const { schedule } = orderOf({
    paymentSchedules: [
      { description: 'First', amountDue: 30, dueDate: '2026-11-05' },
      { amountDue: 20 },
      { amountDue: 0 },
    ],
  })
  expect(asText(schedule!.lines)).toEqual(['First | $30.00 | due Nov 5, 2026', 'Installment | $20.00'])
})

test('what was paid earlier is its history', () => {
  const { history } = orderOf({
    tenderHistory: [{ tenderTypeCode: 'Check', amount: 90, dateTime: '2026-08-09T15:55:00-07:00' }],
  })
  expect(history!.tenders[0]).toMatchObject({ label: 'Check', amount: '$90.00' })
  expect(plain(history!.tenders[0]!.details)).toBe('Aug 9, 2026, 3:55 PM')
})

test('has buyer, goods, delivery, remark and a code of its own', () => {
  const order = orderOf({
    description: 'Kit',
    soldTo: { customerName: 'Ingrid Solvang' },
    items: [{ name: 'Paddle', total: 1 }],
    deliveryPickup: { instructions: 'Ring\\ntwice' },
    miscText: 'Bay 11',
    barcodeNumber: 'ORD-7',
  })
  expect(order).toMatchObject({
    description: 'Kit',
    soldTo: { lines: ['Ingrid Solvang'] },
    fulfilment: { note: { lines: ['Ring', 'twice'] } },
    note: { lines: ['Bay 11'] },
    barcode: { caption: 'ORD-7' },
  })
  expect(order.items!.groups[0]!.items[0]!.name).toBe('Paddle')
})

test('two orders with the same code travel with one picture each key', () => {
  const view = viewOf(aReceipt({ orders: [{ barcodeNumber: 'A-1' }, { barcodeNumber: 'A-2' }] }))
  expect(view.orders.map(({ barcode }) => barcode!.image)).toEqual(['image1', 'image2'])
  expect(Object.keys(view.images)).toEqual(['image1', 'image2'])
})
