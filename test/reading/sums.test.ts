import { describe, expect, test } from 'vitest'
import {
  addsUp,
  amountOf,
  isAfterDiscounts,
  isBeforeDiscounts,
  micros,
  missOf,
  pricedTotal,
  shownAmount,
  sum,
  sumOf,
  unitOf,
} from '../../src/reading/sums.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

test('amounts are whole millionths, and convert back exactly', () => {
  expect([0.1, 0.29, -1.005, 1e-6, undefined].map(micros)).toEqual([100_000, 290_000, -1_005_000, 1, 0])
  expect(amountOf(micros(19.99))).toBe(19.99)
  expect(sum([0.1, 0.2, undefined])).toBe(300_000)
  expect([sumOf(undefined), sumOf([{}, { amount: 2 }])]).toEqual([0, 2_000_000])
})

test('a line without a total prints its price if that is of all of it', () => {
  const shown = (value?: number) =>
    shownAmount({ name: 'Tea', price: 5, ...(value !== undefined && { quantity: { value } }) })
  expect([undefined, 1, 3, -1, 0].map(shown)).toEqual([5, 5, undefined, undefined, undefined])
})

test.each([
  [{ total: 9, price: 5, quantity: { value: 2 } }, 9],
  [{ total: 0, price: 5 }, 0],
  [{ price: 5, quantity: { value: 2 } }, 10],
  [{ price: 5, quantity: {} }, 5],
  [{ price: 5 }, 5],
  [{ quantity: { value: 3 } }, 0],
  [{}, 0],
])('the line %j comes to %d', (line, total) =>
  expect(pricedTotal({ name: 'Tea', ...line }, 10_000) ?? 0).toBe(total * 1e6),
)

test('a line without total comes to its price less its discounts, rounded to what the till rounds to', () => {
  const discounts = [{ amount: -3 }]
  expect(pricedTotal({ name: 'Tea', price: 10, quantity: { value: 2 }, discounts }, 10_000)).toBe(17_000_000)
  expect(pricedTotal({ name: 'Ham', price: 14.99, quantity: { value: 0.333 } }, 10_000)).toBe(4_990_000)
  expect(pricedTotal({ name: 'Tea' }, 10_000)).toBeUndefined()
})

describe('the total of a line of three at 10.00 with 1.50 off', () => {
  const line = { name: 'Candle', price: 10, quantity: { value: 3 }, discounts: [{ name: 'Club price', amount: -1.5 }] }
  const cent = 10_000

  test('is before its discounts if it is all of the three', () => {
    expect([30, -30, 28.5, 29.99].map(total => isBeforeDiscounts({ ...line, total }))).toEqual([
      ...[true, true, false, false],
    ])
    expect(isBeforeDiscounts({ ...line, total: 30, discounts: [] })).toBe(false)
    expect([line, { ...line, quantity: { value: 1 } }].map(isBeforeDiscounts)).toEqual([false, true])
  })

  test('is after them if it is less them, to half of what the till rounds to', () => {
    expect(
      [28.5, -28.5, 28.505, 28.495, 28.506, 28.51, 30, 0].map(total => isAfterDiscounts({ ...line, total }, cent)),
    ).toEqual([...[true, true, true, true, false, false, false, false]])
    expect(isAfterDiscounts({ ...line, total: 31.5, discounts: [{ amount: 1.5 }] }, cent)).toBe(false)
  })
})

describe('how far a sum is from the possible sums of its parts', () => {
  test.each([
    [10, [10], [], 0],
    [10, [7, 12], [], 2],
    [10, [7], [3], 0],
    [10, [7], [1, 2], 0],
    [10, [7], [1, 2, 100], 0],
    [7, [7], [3], 0],
    [9, [7], [3], 1],
    [9, [7], [-3, 2], 0],
    [9, [7, 8], [0], 1],
    [-10, [10], [], 0],
    [10, [-7], [-3], 0],
    [-10, [7], [2], 1],
  ])('%d of %j and any of %j: %d', (target, bases, addends, miss) => {
    expect(missOf(target, bases, addends)).toBe(miss)
    expect(addsUp(target, bases, addends, miss)).toBe(true)
    expect(addsUp(target, bases, addends, miss - 1)).toBe(false)
  })
})

describe('a till rounds to', () => {
  const unit = (differs: SentReceipt) => unitOf(parseReceipt(aReceipt({ grandAmount: 12, ...differs }))) / 1e6

  test.each([
    ['USD', 0.01, 0.01],
    ['KWD', 0.001, 0.001],
    ['CLF', 0.0001, 0.0001],
    ['JPY', 1, 0.01],
    ['HUF', 1, 0.01],
    ['IQD', 1, 0.001],
    ['XAU', 1, 0.01],
    [undefined, 1, 0.01],
  ])('in %s %d, and where a sum has decimals %d', (currency, whole, fractions) => {
    expect(unit({ currency })).toBe(whole)
    expect(unit({ currency, grandAmount: 12.5 })).toBe(fractions)
  })

  const item = { name: 'Tea', total: 12.5 }
  test.each<[string, SentReceipt]>([
    ['the gross amount', { grossAmount: 12.5 }],
    ['the net amount', { netAmount: 12.5 }],
    ['a line', { items: [{ name: 'Cup', total: 1 }, item] }],
    ['a line of an order', { orders: [{}, { items: [item] }] }],
    ['a tender', { tenders: [{ tenderTypeCode: 'Cash', amount: 12.5 }] }],
    ['a tax', { taxes: [{ amount: 0.5 }] }],
  ])('cents where %s has some', (_, differs) => {
    expect(unit({ currency: 'HUF', ...differs })).toBe(0.01)
  })

  test('whole units if only a price or discount has cents', () => {
    expect(unit({ currency: 'HUF', items: [{ name: 'Tea', price: 12.5 }], discounts: [{ amount: -0.5 }] })).toBe(1)
  })
})
