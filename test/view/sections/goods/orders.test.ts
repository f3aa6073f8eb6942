import { describe, expect, test } from 'vitest'
import { aReceipt, asText, plain, viewOf } from '../../../support/receipts.ts'

const orderOf = (order: Record<string, unknown>, language = 'en-US') =>
  viewOf(aReceipt({ orders: [order] }), language).orders[0]!

test('shows an order’s sums, fees, taxes and total', () => {
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

describe('an order’s action', () => {
  test.each([
    ['Layaway', 'Layaway'],
    ['NEW', 'New'],
    ['Canceled', 'Canceled'],
    ['cancelled', 'Canceled'],
    ['Pickup', 'Pickup'],
    ['Teleport', 'Teleport'],
    ['constructor', 'constructor'],
  ])('%s appears as %s', (action, words) => expect(orderOf({ number: '7', action }).title).toBe(`Order 7 · ${words}`))

  test('is translated', () =>
    expect(orderOf({ number: '7', action: 'Delivery' }, 'fr-CA').title).toBe('Commande 7 · Livraison'))

  test('is omitted if not sent', () => expect(orderOf({ number: '7' }).title).toBe('Order 7'))
})

describe('the only order of a receipt', () => {
  const kayak = { number: 'ORD-7', items: [{ name: 'Kayak', total: 12 }] }
  const isWhole = (differs: Record<string, unknown>) =>
    viewOf(aReceipt({ orders: [kayak], ...differs })).orders.map(order => order.isWhole ?? false)

  test('is the whole of it if there is nothing else', () => expect(isWhole({})).toEqual([true]))

  test.each([
    ['goods sold', { items: [{ name: 'Paddle', total: 12 }] }, [false]],
    ['goods brought back', { returns: [{ items: [{ name: 'Paddle', total: -12 }] }] }, [false]],
    ['another order', { orders: [kayak, { number: 'ORD-8' }] }, [false, false]],
    ['no order that still stands', { orders: [{ ...kayak, action: 'Cancel' }] }, [false]],
    ['none, for it came back', { orders: [{ ...kayak, action: 'Return' }] }, [false]],
  ])('is not if there is %s', (_, differs, wholes) => expect(isWhole(differs)).toEqual(wholes))
})

test('names the account of a deposit that is said elsewhere apart from the amounts', () => {
  const deposit = { accountNumber: 'DEP-ORDER-4471', amount: 5 }
  const paid = { grandAmount: 17, tenders: [{ tenderTypeCode: 'Cash', amount: 12 }] }
  const ordered = { totalAmount: 17, items: [{ name: 'Kayak', total: 17 }], deposits: [deposit] }
  const { deposits, depositAccounts } = viewOf(aReceipt({ ...paid, orders: [ordered] })).orders[0]!
  expect([asText(deposits), asText(depositAccounts)]).toEqual([[], ['Deposit | •••• 4471']])
  expect(orderOf({ deposits: [deposit] })).toMatchObject({ deposits: [{ amount: '$5.00' }], depositAccounts: [] })
})

test('shows a deposit’s last four digits and what is left to pay', () => {
  const { deposits } = orderOf({
    deposits: [{ accountNumber: 'DEP-ORDER-4471', amount: 240.15, balanceDue: 669.89 }, { amount: 0 }],
  })
  expect(asText(deposits)).toEqual(['Deposit (account •••• 4471) | $240.15', 'Balance due | $669.89'])
})

test('lists each installment with its due date, except empty ones', () => {
  const { schedule } = orderOf({
    paymentSchedules: [
      { description: 'First', amountDue: 30, dueDate: '2026-11-05' },
      { amountDue: 20 },
      { amountDue: 0 },
    ],
  })
  expect(asText(schedule!.lines)).toEqual(['First | $30.00 | due Nov 5, 2026', 'Installment | $20.00'])
})

test('lists earlier payments as the history', () => {
  const tenderHistory = [{ tenderTypeCode: 'Check', amount: 90, dateTime: '2026-08-09T15:55:00-07:00' }]
  // Those of an only order are the receipt's.
  const { orders, tenderHistory: ofReceipt } = viewOf(aReceipt({ orders: [{ number: 'K-1', tenderHistory }] }))
  expect([orders[0]!.history, ofReceipt!.tenders[0]!.label]).toEqual([undefined, 'Check'])
  const { history } = viewOf(aReceipt({ orders: [{ tenderHistory }, { number: 'K-2' }] })).orders[0]!
  expect(history!.tenders[0]).toMatchObject({ label: 'Check', amount: '$90.00' })
  expect(plain(history!.tenders[0]!.details)).toBe('Aug 9, 2026, 3:55 PM')
  expect(history!.tenders[0]!.detail!.lines.map(plain)).toEqual(['Paid earlier · $90.00', 'Aug 9, 2026, 3:55 PM'])
})

test('shows an order’s own buyer, items, delivery, note and barcode', () => {
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

test('gives each order’s barcode its own image', () => {
  const view = viewOf(aReceipt({ orders: [{ barcodeNumber: 'A-1' }, { barcodeNumber: 'A-2' }] }))
  expect(view.orders.map(({ barcode }) => barcode!.image)).toEqual(['image1', 'image2'])
  expect(Object.keys(view.images)).toEqual(['image1', 'image2'])
})
