import { describe, expect, test } from 'vitest'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const read = (differs: SentReceipt) => readLedger(parseReceipt(aReceipt(differs))).savings
const off = (...amounts: number[]) => ({ discounts: amounts.map(amount => ({ name: 'Off', amount })) })
const tea = (price: number, ...amounts: number[]) => ({
  name: 'Tea',
  price,
  total: amounts.reduce((total, amount) => total + amount, price),
  ...off(...amounts),
})

describe('what was saved is', () => {
  test.each<[string, SentReceipt, number, number]>([
    ['nothing without discounts', { items: [tea(12)], grossAmount: 12, netAmount: 12 }, 0, 0],
    ['nothing where there are no lines', {}, 0, 0],
    ['what lines have off', { items: [tea(10, -1, -0.5), tea(8, -2)], grossAmount: 18, netAmount: 14.5 }, 3.5, 3],
    ['what the receipt has off', { grossAmount: 15, ...off(-3), netAmount: 12 }, 3, 1],
    ['both', { items: [tea(10, -1)], grossAmount: 10, ...off(-4), netAmount: 5, grandAmount: 5 }, 5, 2],
    [
      'what the receipt has off, of which a line without a total says a part',
      {
        items: [
          { ...tea(50, -10), total: undefined },
          { name: 'Cup', price: 40 },
        ],
        ...off(-15),
        grandAmount: 75,
      },
      15,
      1,
    ],
    [
      'what is off the price of a line without a total',
      { items: [{ ...tea(50, -10), total: undefined }], grandAmount: 40 },
      10,
      1,
    ],
    [
      'what lines of its order have off',
      { orders: [{ items: [tea(10, -1), tea(5, -4)], totalAmount: 12 }], grossAmount: 15, netAmount: 10 },
      5,
      2,
    ],
    [
      'what lines of an order with a number have off',
      {
        orders: [{ number: 'K-1', items: [tea(10, -1), tea(5, -4)], totalAmount: 12 }],
        grossAmount: 15,
        netAmount: 10,
      },
      5,
      2,
    ],
    ['less by no discount that adds to the price', { grossAmount: 13, ...off(2, -3), netAmount: 12 }, 3, 1],
    [
      'what lines have off, where gross is after that',
      { items: [tea(10, -2)], grossAmount: 8, ...off(-1), netAmount: 7, grandAmount: 7 },
      3,
      2,
    ],
    [
      'what lines have off, where gross is not what they cost before',
      { items: [tea(100, -10)], grossAmount: 95, grandAmount: 95 },
      10,
      1,
    ],
    [
      'less what the receipt takes back, because more came back than was sold',
      {
        ...{ transactionType: 'ReturnTransaction', items: [tea(10, -4)], returns: [{ items: [tea(15, -1)] }] },
        ...{ ...off(0.8), fees: [{ amount: 20, description: 'Delivery' }], grandAmount: 12.8 },
      },
      2.2,
      1,
    ],
    [
      'less what came back had off, which the receipt says',
      {
        ...{ items: [tea(100, -20)], returns: [{ items: [{ ...tea(50, -5), total: 50 }] }] },
        ...{ ...off(5), grandAmount: 35 },
      },
      15,
      1,
    ],
    [
      'not what a voided line has off, by its total',
      { items: [tea(10, -1), tea(20, -2), { name: 'Tea', price: -10, total: -9, ...off(1) }], grandAmount: 18 },
      2,
      2,
    ],
    [
      'confirmed by the total with its taxes, where a line has no price',
      { items: [{ name: 'Tea', total: 11, ...off(-2) }], grossAmount: 13, taxes: [{ amount: 1, description: 'Levy' }] },
      2,
      1,
    ],
    [
      'confirmed by the net amount with what the receipt has off, too, where a line has no price',
      {
        ...{ items: [{ name: 'Tea', total: 18, ...off(-2) }], ...off(-3) },
        ...{ grossAmount: 20, netAmount: 15, grandAmount: 15 },
      },
      5,
      2,
    ],
    ['the smallest coin', { grossAmount: 12.01, ...off(-0.01, 0), netAmount: 12 }, 0.01, 1],
    [
      'confirmed by the total with its taxes, a charge and a tip',
      {
        ...{ grossAmount: 15, ...off(-5), taxes: [{ amount: 1, description: 'Levy' }], serviceCharge: 0.5, tip: 0.5 },
      },
      5,
      1,
    ],
    ['confirmed by the prices of lines, without a gross amount', { items: [tea(14, -1, -1)] }, 2, 2],
  ])('%s', (_, differs, total, count) => expect(read(differs)).toEqual({ total, count }))
})

describe('nothing was saved', () => {
  test.each<[string, SentReceipt]>([
    ['where gross and net are less apart', { items: [tea(10, -2)], grossAmount: 10, netAmount: 9, grandAmount: 9 }],
    ['where they are a cent more apart', { grossAmount: 15.01, ...off(-3), netAmount: 12 }],
    ['where a line costs its price all the same', { items: [{ ...tea(12), ...off(-2) }] }],
    [
      'where one of two lines has no price',
      { items: [tea(10, -1), { name: 'Tea', total: 12, ...off(-2) }], grandAmount: 21 },
    ],
    ['where a line has no price', { items: [{ name: 'Tea', total: 12, ...off(-2) }] }],
  ])('%s', (_, differs) => expect(read(differs)).toEqual({ total: 0, count: 0 }))

  test('a discount of the receipt that was taken back saves nothing', () => {
    const discounts = [
      { name: 'Coupon', amount: -8 },
      { name: 'Coupon', amount: 8 },
      { name: 'Member', amount: -3 },
      { name: 'Friends', amount: -2 },
    ]
    expect(read({ items: [{ name: 'Bag', total: 50 }], discounts, grandAmount: 45 })).toEqual({ total: 5, count: 2 })
    // Scanned again.
    const again = [...discounts, { name: 'Coupon', amount: -8 }]
    const sale = { items: [{ name: 'Bag', total: 50 }], discounts: again, grandAmount: 37 }
    expect(read(sale)).toEqual({ total: 13, count: 3 })
  })

  test('twice: a discount of a line that the receipt repeats counts once', () => {
    const vitamins = { name: 'Vitamin C', price: 14.99, quantity: { value: 2 }, total: 24.98, ...off(-5) }
    const sent = { grossAmount: 59.97, discounts: [{ amount: -5 }], netAmount: 54.97, grandAmount: 58.27 }
    const protein = { name: 'Whey protein', price: 29.99, total: 29.99 }
    expect(read({ ...sent, orders: [{ items: [vitamins, protein], totalAmount: 58.27 }] })).toEqual({
      total: 5,
      count: 1,
    })
    expect(read({ ...sent, items: [vitamins, protein], ...off(-5) })).toEqual({ total: 5, count: 1 })
    // Beside a coupon that is a line, too.
    const coupon = { name: 'Coupon', price: -10, total: -10 }
    const all = [
      { name: 'Coupon', amount: -10 },
      { name: 'Discounts', amount: -5 },
    ]
    const less = { netAmount: 44.97, grandAmount: 44.97, discounts: all }
    expect(read({ ...sent, ...less, items: [vitamins, protein, coupon] }).total).toBe(15)
    // With sums that haven't the tax in the prices.
    const net = { grossAmount: 49.98, netAmount: 44.98, taxes: [{ percent: 0.2, taxableAmount: 44.98, amount: 9 }] }
    const gross = { ...vitamins, price: 30, quantity: { value: 1 }, total: 25 }
    const taxed = [gross, { ...protein, price: 28.98, total: 28.98 }]
    expect(read({ ...net, items: taxed, ...off(-5), grandAmount: 53.98 }).total).toBe(5)
    // The same, and the receipt takes more off than its lines.
    const more = { grossAmount: 51, netAmount: 45, taxes: [{ percent: 0.2, taxableAmount: 45, amount: 9 }] }
    const two = [gross, { name: 'Whey protein', price: 30, total: 30 }]
    expect(read({ ...more, items: two, ...off(-6), grandAmount: 54 })).toEqual({ total: 6, count: 1 })
  })
})
