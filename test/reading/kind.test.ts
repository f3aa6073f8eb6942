import { describe, expect, test } from 'vitest'
import { documentKind, isUnpriced } from '../../src/reading/kind.ts'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const kindOf = (differs: SentReceipt) => documentKind(parseReceipt(aReceipt(differs)))
const items = [{ name: 'Tea', total: 4 }]
const cupBack = { name: 'Cup', total: -5 }
const teaBack = { name: 'Tea', price: 4, quantity: { value: -1 } }
const gift = { grandAmount: 0, items: [{ name: 'Tea' }, { name: 'Cup' }] }
const returns = [{ items: [{ name: 'Cup', total: -4 }] }]
const link = { paymentLink: 'https://pay.example.com/1' }

describe('the kind of a document', () => {
  test.each<[string, string, SentReceipt]>([
    ['payment-link', 'a request to pay', { transactionType: 'PaymentLinkTransaction', ...link, items }],
    ['return', 'a return', { transactionType: 'ReturnTransaction', returns }],
    ['return', 'a return whose goods are sent as items', { transactionType: 'ReturnTransaction', items }],
    ['return', 'a return without goods', { transactionType: 'ReturnTransaction' }],
    ['exchange', 'a return with goods bought', { transactionType: 'ReturnTransaction', items, returns }],
    ['return', 'a return with empty lists', { transactionType: 'ReturnTransaction', items: [], returns }],
    ['order', 'an order', { transactionType: 'OrderTransaction', items }],
    ['order', 'a sale of an order and nothing else', { orders: [{ items }] }],
    ['order', 'money back on an order that names no goods', { orders: [{ number: '7' }], grandAmount: -4 }],
    ['return', 'money and goods back on an order', { transactionType: 'OrderTransaction', returns, grandAmount: -4 }],
    ['sale', 'a sale of goods and an order', { items, orders: [{ items }] }],
    ['sale', 'a sale of goods', { items }],
    ['sale', 'a sale of nothing', {}],
    ['sale', 'goods bought and brought back', { items, returns, grandAmount: -1 }],
    ['sale', 'goods bought and dearer ones brought back among them', { items: [...items, cupBack], grandAmount: -1 }],
    ['return', 'goods of a void sale, by total and by quantity', { items: [cupBack, teaBack], grandAmount: -9 }],
    ['return', 'goods brought back for money', { returns, grandAmount: -0.01 }],
    ['return', 'goods brought back for nothing', { returns, grandAmount: 0 }],
    ['sale', 'money back without goods', { grandAmount: -4 }],
    ['gift', 'goods without a price, nothing paid', gift],
    ['gift', 'one thing without a price', { ...gift, items: [{ name: 'Tea' }] }],
    ['order', 'an order of goods without a price', { ...gift, transactionType: 'OrderTransaction' }],
    ['gift', 'goods without a price and an order', { ...gift, orders: [{ items }] }],
  ])('is %s for %s', (kind, _, differs) => expect(kindOf(differs)).toBe(kind))
})

test('an order that says nothing but goods and sums is what its type says', () => {
  const order = { items, totalAmount: 4 }
  const read = (of: SentReceipt) => readLedger(parseReceipt(aReceipt({ grandAmount: 4, orders: [of] })))
  expect([read(order), read({ ...order, number: '7' })].map(({ kind }) => kind)).toEqual(['sale', 'order'])
  // Its goods, said once more.
  const twice = readLedger(parseReceipt(aReceipt({ grandAmount: 4, items, orders: [{ number: '7', items }] })))
  expect([twice.receipt.items, twice.column.fits]).toEqual([undefined, true])
})

test.each<[string, SentReceipt]>([
  ['a total', { ...gift, grandAmount: 0.01 }],
  ['no goods', { ...gift, items: [] }],
  ['money paid', { ...gift, tenders: [{ tenderTypeCode: 'Cash', amount: 0 }] }],
  ['goods brought back', { ...gift, returns: [{}] }],
  ['one price', { ...gift, items: [{ name: 'Tea' }, { name: 'Cup', price: 0 }] }],
  ['one total', { ...gift, items: [{ name: 'Tea', total: 0 }, { name: 'Cup' }] }],
])('a receipt with %s is not unpriced', (_, differs) => {
  expect(isUnpriced(parseReceipt(aReceipt(differs)))).toBe(false)
  expect(kindOf(differs)).toBe('sale')
})

describe('signs of what goes back', () => {
  const paid = (amount: number) => ({ tenders: [{ tenderTypeCode: 'Cash', amount }] })
  const back = { transactionType: 'ReturnTransaction', returns: [{ items: [{ name: 'Cup', total: 4 }] }] }
  const exchange = { ...back, items: [{ name: 'Tea', total: 1 }] }

  test.each<[boolean, string, SentReceipt]>([
    [false, 'above 0', { ...back, grandAmount: 4, ...paid(4) }],
    [false, 'below 0', { ...back, grandAmount: -4, ...paid(-4) }],
    [true, 'of a total and payments of two signs', { ...back, grandAmount: 4, ...paid(-4) }],
    [true, 'of an exchange of two signs', { ...exchange, grandAmount: -3, ...paid(3) }],
    [
      false,
      'of an exchange that is paid',
      { ...exchange, items: [{ name: 'Tea', total: 9 }], grandAmount: 5, ...paid(-5) },
    ],
  ])('contradict each other: %s, %s', (areMixed, _, sent) => {
    expect(readLedger(parseReceipt(aReceipt(sent))).hasMixedSigns).toBe(areMixed)
  })
})
