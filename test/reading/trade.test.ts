import { describe, expect, test } from 'vitest'
import { isMeasure } from '../../src/locale/format/units.ts'
import { bookSigns } from '../../src/reading/books/book-signs.ts'
import { readLedger } from '../../src/reading/ledger.ts'
import { isOfEarlierDay } from '../../src/reading/payment-days.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { paidByTotal, paidNow, readTrade, saleTotal, type Trade } from '../../src/stages.ts'
import { fixtures } from '../support/fixtures.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const read = (differs: SentReceipt) => parseReceipt(aReceipt(differs))
const cash = (amount: number, more: SentReceipt = {}) => ({ tenderTypeCode: 'Cash', amount, ...more })
const order = 'OrderTransaction'
const boat = [{ name: 'Canoe, cedar', price: 200, total: 200, quantity: { value: 1 } }]
const creditCard = { name: 'Store credit', total: 48, giftCard: { accountNumber: '1207' } }
const layaway = (more: SentReceipt = {}) => ({ number: 'L-88', totalAmount: 200, items: boat, ...more })
const original = { transactionNumber: '1-4410' }
const today = '2026-11-20T15:00:00-05:00'

describe('in the books', () => {
  test.each<[string, Trade, SentReceipt]>([
    ['a sale', 'sale', {}],
    ['a sale without goods, such as a raw one', 'sale', { items: undefined }],
    ['the same, paid', 'sale', { items: undefined, tenders: [cash(12)] }],
    ['an unknown type, by what it holds', 'sale', { transactionType: 'BOPUS' }],
    ['a return', 'return', { transactionType: 'ReturnTransaction', grandAmount: 12 }],
    ['an exchange', 'sale', { transactionType: 'ReturnTransaction', items: boat, returns: [{ items: boat }] }],
    ['a void sale', 'return', { transactionType: 'Void', grandAmount: -12, items: undefined }],
    [
      'a deposit that is paid back, by its payment alone',
      'return',
      {
        transactionType: 'CancelLayaway',
        items: undefined,
        grandAmount: 50,
        deposit: { amount: 50 },
        tenders: [cash(-50)],
      },
    ],
    ['lines that all come back', 'return', { grandAmount: -200, items: [{ ...boat[0], quantity: { value: -1 } }] }],
    [
      'a payment request',
      'payment-request',
      { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://a.io/1' },
    ],
    [
      'a return for store credit',
      'return',
      { grandAmount: 0, items: [creditCard], returns: [{ items: [{ name: 'Paddle', total: 48 }] }] },
    ],
    [
      'an exchange for goods and store credit',
      'sale',
      { grandAmount: 200, items: [...boat, creditCard], returns: [{ items: [{ name: 'Paddle', total: 48 }] }] },
    ],
    ['training', 'training', { mode: 'training' }],
    ['a test', 'training', { mode: 'TEST' }],
    ['a mode that only begins so', 'sale', { mode: 'Test kitchen' }],
    ['a mode that only ends so', 'sale', { mode: 'Contest' }],
    ['a gift receipt', 'gift-receipt', { grandAmount: 0, items: [{ name: 'Canoe, cedar' }] }],
    [
      'a bill with an earlier payment',
      'sale',
      { tenders: [cash(7)], deposit: { amount: 5 }, tenderHistory: [cash(5)] },
    ],
    [
      'a sale that names the sale it brings goods back from',
      'sale',
      { relatedTransactionReference: original, items: boat, returns: [{ items: [{ name: 'Paddle', total: 188 }] }] },
    ],
    [
      'an order that its deposit paid for, said again',
      'restatement',
      {
        transactionType: order,
        grandAmount: 200,
        items: undefined,
        orders: [layaway({ deposits: [{ amount: 200 }] })],
      },
    ],
    ['a payment on a sale it names', 'payment', { relatedTransactionReference: original, tenders: [cash(12)] }],
    ['one that only says what was applied', 'payment', { relatedTransactionReference: original, tenderApplied: 12 }],
    ['an invoice of a sale it names', 'restatement', { relatedTransactionReference: original }],
    [
      'an invoice of a sale that is put on account',
      'restatement',
      { relatedTransactionReference: original, tenders: [{ tenderTypeCode: 'OnAccount', amount: 12 }] },
    ],
    [
      'an invoice that repeats what was paid before',
      'restatement',
      {
        relatedTransactionReference: original,
        receiptDateTime: today,
        tenders: [cash(12, { dateTime: '2026-11-18' })],
      },
    ],
    ['a reference to itself', 'sale', { transactionNumber: '1-4410', relatedTransactionReference: original }],
    [
      'a deposit',
      'deposit',
      { items: undefined, grandAmount: 50, deposit: { amount: 50, balanceDue: 150 }, tenders: [cash(50)] },
    ],
    [
      'a deposit on an order of which only the number is sent',
      'deposit',
      {
        items: undefined,
        grandAmount: 50,
        orders: [{ number: 'L-88', deposits: [{ amount: 50, balanceDue: 150 }] }],
        tenders: [cash(50)],
      },
    ],
    [
      'a deposit after which the receipt itself says what is due',
      'deposit',
      {
        items: undefined,
        grandAmount: 50,
        deposit: { amount: 50, balanceDue: 150 },
        balanceDue: 150,
        tenders: [cash(50)],
      },
    ],
    [
      'a deposit whose payment the till leaves out',
      'deposit',
      { items: undefined, grandAmount: 200, deposit: { amount: 50, balanceDue: 150 } },
    ],
    [
      'a deposit on a total, of which nothing says what it leaves',
      'deposit',
      { items: undefined, grandAmount: 200, deposit: { amount: 50 }, tenders: [cash(50)] },
    ],
    [
      'a deposit that a bill takes off',
      'sale',
      { items: undefined, grandAmount: 200, deposit: { amount: 50 }, tenders: [cash(150)] },
    ],
    [
      'a bill that is paid in full, with an earlier payment',
      'sale',
      { items: boat, grandAmount: 200, tenders: [cash(200)], tenderHistory: [cash(5)] },
    ],
    [
      'a payment without goods',
      'payment',
      { items: undefined, grandAmount: 50, tenderHistory: [cash(50)], tenders: [cash(50)] },
    ],
    [
      'a payment after which something is due',
      'payment',
      { items: undefined, grandAmount: 50, balanceDue: 100, tenders: [cash(50)] },
    ],
  ])('%s is a %s', (_, trade, differs) => {
    expect(readTrade(read(differs))).toBe(trade)
  })

  const ordered = (more: SentReceipt, of: SentReceipt = {}) =>
    readTrade(
      read({
        transactionType: order,
        items: undefined,
        grandAmount: 200,
        receiptDateTime: today,
        orders: [layaway(of)],
        ...more,
      }),
    )

  test.each<[string, Trade, SentReceipt, SentReceipt?]>([
    ['paid in full', 'sale', { tenders: [cash(200)], balanceDue: 0 }],
    ['not paid yet', 'sale', { balanceDue: 200 }],
    [
      'with its deposit',
      'sale',
      { tenders: [cash(50)], balanceDue: 150 },
      { deposits: [{ amount: 50, balanceDue: 150 }] },
    ],
    ['with its deposit alone', 'sale', { tenders: [cash(50)] }, { deposits: [{ amount: 50 }] }],
    [
      'with today’s payment in its history',
      'sale',
      { tenders: [cash(50)] },
      { tenderHistory: [cash(50, { dateTime: today })] },
    ],
    [
      'with today’s payment in its history, applied and not among tenders',
      'sale',
      { tenderApplied: 50, balanceDue: 150 },
      { tenderHistory: [cash(50)] },
    ],
    [
      'with a payment of another day',
      'payment',
      { tenders: [cash(50)] },
      { tenderHistory: [cash(50, { dateTime: '2026-10-20' })] },
    ],
    [
      'with one of another day, whatever is due',
      'payment',
      { tenders: [cash(50)], balanceDue: 150 },
      { tenderHistory: [cash(50, { dateTime: '2026-10-20' })] },
    ],
    ['with a payment before, of no date', 'payment', { tenders: [cash(50)] }, { tenderHistory: [cash(50)] }],
    [
      'of which more was paid than today',
      'payment',
      { tenders: [cash(50)], balanceDue: 100 },
      { deposits: [{ amount: 50 }] },
    ],
    [
      'with the second of two deposits as its total',
      'payment',
      { grandAmount: 50, tenders: [cash(50)], balanceDue: 100 },
      { deposits: [{ amount: 50 }] },
    ],
    ['with its last payment', 'payment', { tenders: [cash(150)] }, { deposits: [{ amount: 50 }] }],
    ['picked up', 'restatement', { balanceDue: 0 }, { tenderHistory: [cash(200, { dateTime: '2026-10-20' })] }],
    [
      'with a payment as its total',
      'payment',
      { grandAmount: 50, tenders: [cash(50)], balanceDue: 100 },
      { tenderHistory: [cash(50)] },
    ],
  ])('an order %s is a %s', (_, trade, more, of) => {
    expect(ordered(more, of)).toBe(trade)
  })

  // Receipt and payment are of one day in UTC, and of two by the store's clock.
  const night = {
    receiptDateTime: '2026-06-02T06:00:00Z',
    tenders: [cash(40, { dateTime: '2026-06-02T01:00:00Z' }), cash(60)],
  }
  const newYork = -4 * 3_600_000

  test('an order on which something was paid before, by the store’s clock, is a payment', () => {
    const sent = read({ ...night, transactionType: order, items: undefined, orders: [layaway()], grandAmount: 200 })
    expect([readTrade(sent), readTrade(sent, newYork)]).toEqual(['sale', 'payment'])
  })

  test('of payments of two days by the store’s clock, a deposit covers the earlier', () => {
    const amounts = (more: SentReceipt) =>
      paidNow(read({ ...night, items: boat, grandAmount: 100, ...more }), newYork).map(({ amount }) => amount)
    expect(amounts({ deposit: { amount: 40 } })).toEqual([60])
    expect(amounts({ deposit: { amount: 30 } })).toEqual([40, 60])
  })

  test('every fixture is what it shows', () => {
    const others = fixtures.map(({ name, receipt }) => [name, readTrade(parseReceipt(receipt))] as const)
    expect(Object.fromEntries(others.filter(([, trade]) => trade !== 'sale'))).toEqual({
      'fashion-return.fr-CA': 'return',
      'gift-receipt': 'gift-receipt',
      layaway: 'payment',
      'payment-link': 'payment-request',
    })
  })
})

describe('a sale comes to', () => {
  const total = (more: SentReceipt, of: SentReceipt = {}) =>
    saleTotal(read({ transactionType: order, items: undefined, orders: [layaway(of)], ...more }))

  test.each<[string, number, SentReceipt, SentReceipt?]>([
    ['its total', 200, { grandAmount: 200, tenders: [cash(50)], balanceDue: 150 }],
    [
      'what was paid and is due, if its total is what was paid',
      200,
      { grandAmount: 50, tenders: [cash(50)], balanceDue: 150 },
    ],
    [
      'what is due, too, if its total is what was paid in other money',
      200,
      { grandAmount: 50, tenders: [cash(67, { currency: 'CAD' })], balanceDue: 150 },
    ],
    [
      'the order, if its total is the deposit',
      200,
      { grandAmount: 50, tenders: [cash(50)] },
      { deposits: [{ amount: 50 }] },
    ],
    ['less than the order, if that was discounted', 190, { grandAmount: 190, tenders: [cash(190)] }],
    [
      'both orders, if its total is the first installment of one',
      300,
      {
        ...{ grandAmount: 50, tenders: [cash(50)] },
        orders: [
          layaway({ paymentSchedules: [{ amount: 150, dueDate: '2026-12-20' }] }),
          { number: 'L-89', totalAmount: 100, items: [{ name: 'Paddle', total: 100 }] },
        ],
      },
    ],
  ])('%s', (_, expected, more, of) => {
    expect(total(more, of)).toBe(expected)
  })
})

describe('the day of a payment', () => {
  const hours = 3_600_000
  const paid = (dateTime: string, receiptDateTime: string, utcOffset?: number) => {
    const tenders = [cash(12, { dateTime })]
    return readTrade(read({ relatedTransactionReference: original, receiptDateTime, tenders }), utcOffset)
  }

  test.each<[string, Trade, string, string, number?]>([
    ['the same instant by another clock', 'payment', '2026-06-01T22:00:00-04:00', '2026-06-02T02:00:00Z'],
    ['the same day by the store’s clock', 'payment', '2026-06-01', '2026-06-02T02:00:00Z', -4 * hours],
    ['the day before in UTC', 'restatement', '2026-06-01', '2026-06-02T02:00:00Z'],
    ['the same morning in Tokyo', 'payment', '2026-06-02', '2026-06-01T23:00:00Z', 9 * hours],
    ['the day before in Tokyo', 'restatement', '2026-06-01T14:59:00Z', '2026-06-02T09:00:00+09:00'],
    ['an instant of a receipt without an offset', 'payment', '2026-06-02T02:00:00Z', '2026-06-01T22:00:00', -4 * hours],
    [
      'the same day by a clock of its own, if the receipt’s isn’t told',
      'payment',
      '2026-06-01T01:00+09:00',
      '2026-06-01T09:00:00',
    ],
    ['59 minutes before, across midnight', 'payment', '2026-06-01T23:30:00-04:00', '2026-06-02T00:29:00-04:00'],
    ['an hour before, across midnight', 'restatement', '2026-06-01T23:30:00-04:00', '2026-06-02T00:30:00-04:00'],
    ['the next day', 'payment', '2026-06-03', '2026-06-02T12:00:00-04:00'],
  ])('%s is a %s', (_, trade, dateTime, receiptDateTime, utcOffset) => {
    expect(paid(dateTime, receiptDateTime, utcOffset)).toBe(trade)
  })

  test.each([
    ['2026-06-01T02:00:00Z', true],
    ['2026-06-01T02:00:01Z', false],
    ['2026-05-31T22:00:00-04:00', true],
    ['2026-05-31', true],
    ['2026-06-01', false],
    ['yesterday', false],
  ])(
    'is an earlier one of a receipt of June 2, 02:00 in UTC, whichever clock prints it, at %s: %s',
    (dateTime, isEarlier) => {
      const isOfIt = isOfEarlierDay(read({ receiptDateTime: '2026-06-02T02:00:00Z' }))
      expect(isOfIt({ dateTime })).toBe(isEarlier)
    },
  )

  test('leaves out tenders of earlier days that a deposit covers, and no others', () => {
    const tenders = [cash(40, { dateTime: '2026-05-01' }), cash(60, { dateTime: '2026-11-20' })]
    const bill = { items: boat, grandAmount: 100, receiptDateTime: today, tenders }
    const amounts = (more: SentReceipt) => paidNow(read({ ...bill, ...more })).map(({ amount }) => amount)
    expect(amounts({ deposit: { amount: 40 } })).toEqual([60])
    expect(amounts({ deposit: { amount: 39.99 } })).toEqual([60])
    expect(amounts({ deposit: { amount: 39.98 } })).toEqual([40, 60])
    expect(amounts({})).toEqual([40, 60])
  })
})

describe('an amount of 48 is booked as', () => {
  const back = [{ name: 'Paddle', total: 48 }]

  test.each<[string, number, SentReceipt]>([
    ['sold, of a sale', 48, { items: back, grandAmount: 48 }],
    [
      'given back, of a return',
      -48,
      { transactionType: 'ReturnTransaction', returns: [{ items: back }], grandAmount: 48 },
    ],
    ['given back, of a void sale without goods', -48, { transactionType: 'Void', items: undefined, grandAmount: -48 }],
    ['sold, of a return for store credit', 48, { items: [creditCard], returns: [{ items: back }], grandAmount: 0 }],
  ])('%s', (_, amount, sent) => {
    const receipt = read(sent)
    expect(bookSigns(readLedger(receipt), readTrade(receipt)).booked(48)).toBe(amount)
  })

  test('but payments and taxes that are below 0 already stay so', () => {
    const receipt = read({ transactionType: 'Void', items: undefined, grandAmount: -48 })
    const { sign, taxSign } = bookSigns(readLedger(receipt), readTrade(receipt))
    expect([sign, taxSign([{ amount: -3 }]), taxSign([{ amount: 3 }])]).toEqual([1, 1, -1])
  })
})

describe('what was paid by the total', () => {
  const foreign = [cash(67, { currency: 'CAD' })]
  const goods = { items: boat, grandAmount: 200, receiptDateTime: today }

  test.each<[string, number | undefined, Trade, SentReceipt]>([
    ['is all of it', 200, 'sale', { ...goods, tenders: foreign }],
    ['is what isn’t due', 150, 'sale', { ...goods, tenders: foreign, balanceDue: 50 }],
    ['is what wasn’t paid before', 160, 'sale', { ...goods, tenders: foreign, deposit: { amount: 40, balanceDue: 0 } }],
    ['is the newest deposit without tenders', 50, 'sale', { ...goods, deposit: { amount: 50, balanceDue: 150 } }],
    ['is unknown without tenders', undefined, 'sale', goods],
    ['also if something is due', undefined, 'sale', { ...goods, balanceDue: 150 }],
    ['or a deposit is all of it', undefined, 'sale', { ...goods, deposit: { amount: 200, balanceDue: 0 } }],
    ['is the deposit', 50, 'deposit', { grandAmount: 50, deposit: { amount: 50, balanceDue: 150 }, tenders: foreign }],
    ['is a payment without goods', 50, 'payment', { grandAmount: 50, balanceDue: 100, tenders: foreign }],
    ['is unknown of goods said again', undefined, 'payment', { ...goods, tenders: foreign }],
    [
      'is unknown of goods said again of which nothing is due',
      undefined,
      'payment',
      { ...goods, tenders: foreign, balanceDue: 0 },
    ],
    [
      'is unknown of goods said again that were paid before',
      undefined,
      'payment',
      { ...goods, tenders: foreign, balanceDue: 0, tenderHistory: [cash(200)] },
    ],
    [
      'is unknown if more was paid before than the total',
      undefined,
      'sale',
      { ...goods, tenders: foreign, deposit: { amount: 240, balanceDue: 0 } },
    ],
    [
      'is what a deposit leaves of a bill without goods',
      150,
      'payment',
      { items: undefined, grandAmount: 200, tenders: foreign, deposit: { amount: 50 } },
    ],
    [
      'is the rest of goods said again',
      60,
      'payment',
      { ...goods, tenders: foreign, balanceDue: 100, tenderHistory: [cash(40)] },
    ],
  ])('%s', (_, amount, trade, sent) => {
    expect(paidByTotal(read(sent), trade)).toBe(amount)
  })
})

test('a unit says how much, or how many', () => {
  expect(['KG', 'lb', 'GAL', 'L', 'M', 'MTK', 'hr'].map(isMeasure)).toEqual(Array(7).fill(true))
  expect(['', 'EA', 'Each', 'PC', 'DZN', 'BOX', 'toString'].map(isMeasure)).toEqual(Array(7).fill(false))
})
