import { describe, expect, test } from 'vitest'
import { receiptColumn } from '../../src/reading/column/sent-column.ts'
import { waysOf } from '../../src/reading/column/ways.ts'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, asText, type SentReceipt, viewOf } from '../support/receipts.ts'

const vat = { taxTypeCode: 'VAT', percent: 0.19, taxableAmount: 10, amount: 1.9 }
const hst = { taxTypeCode: 'HST', percent: 0.13, taxableAmount: 10, amount: 1.3 }
const tax = (amount: number) => ({ description: 'Tax', amount })
function read(differs: SentReceipt) {
  return readLedger(parseReceipt(aReceipt(differs))).column.taxes
}
const items = (...totals: number[]) => totals.map(total => ({ name: 'Tea', total }))

describe('taxes are within the prices when', () => {
  test.each([
    ['the lines make the total', { items: items(11.9), taxes: [vat], grandAmount: 11.9 }],
    [
      'price by quantity makes it',
      { items: [{ name: 'Tea', price: 5.95, quantity: { value: 2 } }], taxes: [vat], grandAmount: 11.9 },
    ],
    ['only lines say them', { items: [{ name: 'Tea', total: 11.9, taxes: [vat] }], grandAmount: 11.9 }],
    ['the lines and a tip make it', { items: items(11.9), tip: 1, taxes: [vat], grandAmount: 12.9 }],
    ['the gross amount makes it', { grossAmount: 11.9, taxes: [vat], grandAmount: 11.9 }],
    [
      'lines less a discount make it',
      { items: items(14.9), discounts: [{ amount: -3 }], taxes: [vat], grandAmount: 11.9 },
    ],
    [
      'what was brought back makes a refund',
      { returns: [{ items: items(-11.9) }], taxes: [tax(-1.9)], grandAmount: -11.9 },
    ],
    [
      'it is rounded in cash',
      { items: items(11.92), taxes: [vat], roundingAdjustment: { value: -0.02 }, grandAmount: 11.9 },
    ],
    [
      'the bases have the tax in them',
      { items: items(11.9), taxes: [{ ...vat, taxableAmount: 11.9 }], tip: 1.9, grandAmount: 13.8 },
    ],
    [
      'the bases of two rates and their taxes come to the prices',
      {
        items: items(11.9, 1.07),
        taxes: [vat, { percent: 0.07, taxableAmount: 1, amount: 0.07 }],
        tip: 1.97,
        grandAmount: 14.94,
      },
    ],
    [
      'the goods are all in an order',
      {
        orders: [{ items: items(11249, 4290), fees: [{ amount: 690 }] }],
        netAmount: 13990.52,
        taxes: [{ percent: 0.16, taxableAmount: 13990.52, amount: 2238.48 }],
        grandAmount: 16229,
      },
    ],
  ])('%s', (_, differs) => expect(read(differs)).toBe('included'))
})

describe('taxes are added when', () => {
  test.each([
    ['the lines and the taxes make the total', { items: items(10), taxes: [hst], grandAmount: 11.3 }],
    ['the net amount and the taxes make it', { netAmount: 10, taxes: [hst], grandAmount: 11.3 }],
    ['there are none', { items: items(12) }],
    ['they come to nothing', { items: items(12), taxes: [{ amount: 0, percent: 0 }] }],
    [
      'the rate says so, though a tip of the same amount would fit as well',
      { items: items(10), taxes: [{ percent: 0.2, taxableAmount: 10, amount: 2 }], tip: 2, grandAmount: 12 },
    ],
    [
      'two taxes have the goods as their one base',
      {
        items: items(100),
        taxes: [
          { taxTypeCode: 'GST', percent: 0.05, taxableAmount: 100, amount: 5 },
          { taxTypeCode: 'PST', percent: 0.09975, taxableAmount: 100, amount: 9.98 },
        ],
        tip: 14.98,
        grandAmount: 114.98,
      },
    ],
  ])('%s', (_, differs) => expect(read(differs)).toBe('added'))
})

describe('nothing is claimed when', () => {
  test.each([
    ['nothing adds up', { items: items(500), taxes: [hst], grandAmount: 11.3 }],
    ['there is nothing to add up', { taxes: [tax(1)], grandAmount: 11.3 }],
    [
      'a tip is as large as the tax and no rate is known',
      { items: items(10), taxes: [tax(2)], tip: 2, grandAmount: 12 },
    ],
    ['both readings miss by the same cent', { items: items(10), taxes: [tax(0.02)], grandAmount: 10.01 }],
  ])('%s', (_, differs) => expect(read(differs)).toBe('unclear'))
})

describe('rates that fit decide first', () => {
  const at = (percent: number, taxableAmount: number, amount: number) => ({ percent, taxableAmount, amount })
  // A tip as large as the taxes would let the sums say the other.
  const sale = (goods: number, taxes: { amount: number }[], more: SentReceipt = {}) => {
    const amount = taxes.reduce((all, tax) => all + tax.amount, 0)
    return { items: items(goods), taxes, tip: amount, grandAmount: goods + amount, ...more }
  }

  test.each<[string, SentReceipt, string]>([
    ['a net base of all the goods', sale(10, [at(0.2, 10, 2)]), 'added'],
    ['a gross base of all the goods', sale(12, [at(0.2, 12, 2)]), 'included'],
    ['a net base of the goods without their tax', sale(12, [at(0.2, 10, 2)]), 'included'],
    ['a base that is a cent off', sale(10.01, [at(0.2, 10, 2)]), 'added'],
    ['a base that is two cents off', sale(10.02, [at(0.2, 10, 2)]), 'unclear'],
    ['a tax that is a cent off', sale(10, [at(0.2, 10, 2.01)]), 'added'],
    ['a tax that is two cents off', sale(10, [at(0.2, 10, 2.02)]), 'unclear'],
    ['a gross base and a tax a cent off', sale(12, [at(0.2, 12, 2.01)]), 'included'],
    ['a gross base and a tax two cents off', sale(12, [at(0.2, 12, 2.02)]), 'unclear'],
    ['two rates on their own goods', sale(30, [at(0.2, 10, 2), at(0.1, 20, 2)]), 'added'],
    ['two rates on their own goods, within', sale(34, [at(0.2, 12, 2), at(0.1, 22, 2)]), 'included'],
    ['two rates on the same goods', sale(10, [at(0.2, 10, 2), at(0.1, 10, 1)]), 'added'],
    ['two rates on the same goods, a cent off', sale(10, [at(0.2, 10, 2), at(0.1, 10.01, 1)]), 'added'],
    ['two rates, two cents off, which are other goods', sale(10, [at(0.2, 10, 2), at(0.1, 10.02, 1)]), 'unclear'],
    ['three rates of which two have one base', sale(10, [at(0.2, 10, 2), at(0.1, 10, 1), at(0.3, 20, 6)]), 'unclear'],
    ['two equal bases of goods of their own', sale(20, [at(0.2, 10, 2), at(0.1, 10, 1)]), 'added'],
    ['a tax too small to tell beside one that tells', sale(10.3, [at(0.2, 10, 2), at(0.01, 0.3, 0.01)]), 'added'],
    ['the same within', sale(12.31, [at(0.2, 12, 2), at(0.01, 0.31, 0.01)]), 'included'],
    ['a tax too small to tell', sale(0.3, [at(0.01, 0.3, 0.01)]), 'unclear'],
    ['a tax without a rate beside one with', sale(10, [at(0.2, 10, 2), { amount: 1 }]), 'unclear'],
    ['a rate without a base', sale(10, [{ percent: 0.2, amount: 2 } as never]), 'unclear'],
    [
      'a rate without an amount is no tax',
      sale(10, [at(0.2, 10, 2), { percent: 0.1, taxableAmount: 4, amount: 0 }]),
      'added',
    ],
    ['a rate of nothing', sale(10, [at(0, 10, 2)]), 'unclear'],
    ['a rate below nothing', sale(10, [at(-0.2, 10, 2)]), 'unclear'],
    ['a rate of everything', sale(10, [at(1, 10, 10)]), 'added'],
    ['a rate above everything', sale(10, [at(1.2, 10, 12)]), 'unclear'],
    ['goods of which some are not taxed', sale(17, [at(0.2, 10, 2)]), 'unclear'],
    ['a base less a discount', sale(13, [at(0.2, 10, 2)], { discounts: [{ amount: -3 }], grandAmount: 12 }), 'added'],
    ['a base with a fee', sale(7, [at(0.2, 10, 2)], { fees: [{ amount: 3 }], grandAmount: 12 }), 'added'],
    ['a base without the fee', sale(10, [at(0.2, 10, 2)], { fees: [{ amount: 3 }], grandAmount: 15 }), 'added'],
    [
      'a base less what was brought back',
      sale(14, [at(0.2, 10, 2)], { returns: [{ items: items(-4) }], grandAmount: 12 }),
      'added',
    ],
    [
      'a base with what was ordered',
      sale(6, [at(0.2, 10, 2)], { orders: [{}, { items: items(4) }], grandAmount: 12 }),
      'added',
    ],
    [
      'a base of what prices and quantities come to',
      sale(0, [at(0.2, 10, 2)], { items: [{ name: 'Tea', price: 5, quantity: { value: 2 } }], grandAmount: 12 }),
      'added',
    ],
    ['a base of the gross amount', sale(99, [at(0.2, 10, 2)], { grossAmount: 10, grandAmount: 12 }), 'added'],
  ])('%s', (_, sent, reading) => expect(read(sent)).toBe(reading))
})

describe('then the sums', () => {
  const two = [tax(2)]
  test.each<[string, SentReceipt, string]>([
    [
      'what was brought back without a sign',
      { items: items(14), returns: [{ items: items(4) }, {}], taxes: two, grandAmount: 12 },
      'added',
    ],
    ['what was ordered', { items: items(6), orders: [{}, { items: items(4) }], taxes: two, grandAmount: 12 }, 'added'],
    [
      'only what was ordered, with its fees',
      { orders: [{ items: items(6), fees: [{ amount: 4 }] }], taxes: two, grandAmount: 12 },
      'added',
    ],
    [
      'but no fees of orders beside goods',
      { items: items(6), orders: [{ fees: [{ amount: 4 }] }], taxes: two, grandAmount: 12 },
      'unclear',
    ],
    [
      'nor beside what was brought back',
      { returns: [{ items: items(-6) }], orders: [{ fees: [{ amount: 5 }] }], taxes: [tax(-2)], grandAmount: -3 },
      'unclear',
    ],
    ['with a discount', { items: items(11), discounts: [{ amount: -1 }], taxes: two, grandAmount: 12 }, 'added'],
    ['with a fee', { items: items(9), fees: [{ amount: 1 }], taxes: two, grandAmount: 12 }, 'added'],
    ['with a service charge', { items: items(9), serviceCharge: 1, taxes: two, grandAmount: 12 }, 'added'],
    ['with a tip', { items: items(9), tip: 1, taxes: two, grandAmount: 12 }, 'added'],
    ['rounded', { items: items(10.3), roundingAdjustment: { value: -0.3 }, taxes: two, grandAmount: 12 }, 'added'],
    [
      'of the net amount, without discounts and fees',
      { netAmount: 10, discounts: [{ amount: -1 }], fees: [{ amount: 5 }], taxes: two, grandAmount: 12 },
      'added',
    ],
    [
      'of the first that decides',
      { items: items(10), grossAmount: 12, netAmount: 12, taxes: two, grandAmount: 12 },
      'added',
    ],
    [
      'of the gross amount where the lines decide nothing',
      { items: items(50), grossAmount: 12, taxes: two, grandAmount: 12 },
      'included',
    ],
  ])('%s', (_, differs, reading) => expect(read(differs)).toBe(reading))
})

describe('a small sale is read in its currency’s smallest unit', () => {
  test.each([
    ['USD', 1, 0.01, 1.01, 0.01],
    ['BHD', 0.1, 0.01, 0.11, 0.1],
    ['BHD', 0.05, 0.005, 0.055, 0.1],
    ['KWD', 0.1, 0.005, 0.105, 0.05],
    ['KWD', 0.02, 0.001, 0.021, 0.05],
    ['OMR', 0.1, 0.005, 0.105, 0.05],
    ['JPY', 10, 1, 11, 0.1],
    ['JPY', 100, 8, 108, 0.08],
    ['CLP', 5, 1, 6, 0.19],
    ['HUF', 4, 1, 5, 0.27],
    ['HUF', 0.04, 0.01, 0.05, 0.27],
  ])('%s %d and a tax of %d that make %d', (currency, goods, amount, grandAmount, percent) => {
    const sale = { currency, items: items(goods), grandAmount }
    expect(read({ ...sale, taxes: [tax(amount)] })).toBe('added')
    expect(read({ ...sale, taxes: [{ percent, taxableAmount: goods, amount }] })).toBe('added')
    expect(read({ ...sale, items: items(grandAmount), taxes: [tax(amount)] })).toBe('included')
  })
})

describe('a till may round once more than we do: one unit off still decides, two do not', () => {
  test.each([
    ['USD', 0.01],
    ['KWD', 0.001],
    ['JPY', 1],
    ['CLP', 1],
  ])('in %s', (currency, unit) => {
    const sale = (miss: number) => ({
      currency,
      items: items(100 * unit),
      taxes: [tax(20 * unit)],
      grandAmount: 100 * unit + miss * unit,
    })
    expect([18, 19, 20, 21, 22].map(miss => read(sale(miss)))).toEqual([
      'unclear',
      'added',
      'added',
      'added',
      'unclear',
    ])
    expect([-2, -1, 0, 1, 2].map(miss => read(sale(miss)))).toEqual([
      'unclear',
      'included',
      'included',
      'included',
      'unclear',
    ])
  })
})

test('the tax of a small sale is a step to its total, and the total adds up', () => {
  const { totals, taxes } = viewOf(
    aReceipt({
      items: items(1),
      taxes: [{ taxTypeCode: 'Sales', percent: 0.01, taxableAmount: 1, amount: 0.01 }],
      grandAmount: 1.01,
    }),
  )
  expect(asText(totals!.lines)).toEqual(['Subtotal | $1.00', 'Sales tax 1% | $0.01'])
  expect(taxes).toBeUndefined()
})

test('an unclear tax is a table by rate that claims nothing, not a step to the total', () => {
  const { totals, taxes } = viewOf(
    aReceipt({ items: items(10), netAmount: 10, taxes: [tax(2)], tip: 2, grandAmount: 12 }),
  )
  expect(asText(totals!.lines)).toEqual(['Subtotal | $10.00', 'Tip | $2.00'])
  expect(taxes).toMatchObject({ title: 'Taxes', rows: [{ phrase: 'Tax', amount: '$2.00' }] })
  // Below bases that don't come to it, it would be a false sum.
  expect(asText([taxes!.net!])).toEqual(['Before tax $10.00'])
})

describe('the taxes of an order', () => {
  const orderOf = (order: SentReceipt) => viewOf(aReceipt({ orders: [order] })).orders[0]!

  test('that are added are steps to its total', () => {
    const order = orderOf({ items: items(10), taxes: [hst], totalAmount: 11.3 })
    expect(asText(order.lines)).toEqual(['Order subtotal | $10.00', 'HST 13% | $1.30'])
    expect(order.taxes).toBeUndefined()
  })

  test('that are within its prices follow the total', () => {
    const order = orderOf({ items: items(11.9), taxes: [vat], totalAmount: 11.9 })
    expect(order.lines).toEqual([])
    expect([order.taxes!.title, ...asText(order.taxes!.lines)]).toEqual([
      'Tax included in total',
      'VAT 19% | $1.90 | on $10.00',
    ])
  })

  test('that are within its prices are no steps after a net amount, to which the prices don’t come', () => {
    const order = orderOf({ items: items(11.9), netAmount: 10, taxes: [vat], totalAmount: 11.9 })
    expect(asText(order.lines)).toEqual([])
    expect(asText(order.taxes!.lines)).toEqual(['VAT 19% | $1.90 | on $10.00'])
  })

  test('about which nothing is known are named without a claim', () => {
    expect(orderOf({ taxes: [tax(2)], totalAmount: 13 }).taxes!.title).toBe('Taxes')
  })
})

test('more taxes than a receipt has are not tried kind by kind', () => {
  const waysWith = (count: number) => {
    const taxes = Array.from({ length: count }, (_, at) => ({ taxTypeCode: `T${at}`, percent: 0.01, amount: 1 + at }))
    const receipt = parseReceipt(aReceipt({ items: items(7), taxes, grandAmount: 8 }))
    return waysOf(receiptColumn(receipt, 'sale', 10_000), 'unclear').taxes.length
  }
  expect(waysWith(24)).toBeGreaterThan(24)
  expect(waysWith(25)).toBeLessThan(4)
})

test('nor more fees of a return in all ways', () => {
  const waysWith = (count: number) => {
    const fees = Array.from({ length: count }, (_, at) => ({ amount: 1 + at }))
    const receipt = parseReceipt(aReceipt({ items: items(7), fees, grandAmount: 8 }))
    return waysOf(receiptColumn(receipt, 'return', 10_000), 'unclear').fees.length
  }
  expect([1, 2, 4, 5].map(waysWith)).toEqual([2, 4, 16, 2])
})
