import { describe, expect, test } from 'vitest'
import { aReceipt, asText, type SentReceipt, viewOf } from '../../support/receipts.ts'

const totalsOf = (differs: SentReceipt, language = 'en-US') => viewOf(aReceipt(differs), language).totals!

test('lists sums in the order of the interface', () => {
  const totals = totalsOf({
    grossAmount: 100,
    discounts: [{ name: 'Guide season', amount: -10 }],
    fees: [{ description: 'Delivery', amount: 5 }],
    netAmount: 95,
    taxes: [{ taxTypeCode: 'HST', percent: 0.13, amount: 12.35 }],
    serviceCharge: 3,
    tip: 2,
    roundingAdjustment: { value: -0.02 },
    grandAmount: 112.33,
  })
  expect(asText(totals.lines)).toEqual([
    'Subtotal | $100.00',
    'Guide season | −$10.00',
    'Delivery | $5.00',
    'Before tax | $95.00',
    'HST 13% | $12.35',
    'Service charge | $3.00',
    'Tip | $2.00',
    'Rounding | −$0.02',
  ])
  expect(asText([totals.total!])).toEqual(['Total | $112.33'])
})

describe('the totals', () => {
  test('omit zero amounts without a name', () => {
    const totals = totalsOf({
      tip: 0,
      serviceCharge: 0,
      roundingAdjustment: { value: 0 },
      fees: [{ amount: 0 }],
      discounts: [{ amount: 0 }],
    })
    expect(totals.lines).toEqual([])
  })

  test('keep a zero amount that has a name', () => {
    const totals = totalsOf({
      fees: [{ amount: 0, description: 'Delivery' }],
      discounts: [{ amount: 0, name: 'Loyal' }],
    })
    expect(asText(totals.lines)).toEqual(['Loyal | $0.00', 'Delivery | $0.00'])
  })

  test('omit a net amount equal to the gross', () => {
    expect(asText(totalsOf({ grossAmount: 12, netAmount: 12 }).lines)).toEqual(['Subtotal | $12.00'])
  })

  test('are absent from a gift receipt', () => {
    expect(viewOf(aReceipt({ grandAmount: 0, items: [{ name: 'Teapot' }] })).totals).toBeUndefined()
  })
})

describe('the savings', () => {
  const savedBy = (...amounts: number[]) =>
    totalsOf({ discounts: amounts.map(amount => ({ amount, name: 'Off' })) }).saved

  test('are the sum of all discounts, on lines, orders and the receipt', () => {
    const { saved } = totalsOf({
      items: [{ name: 'Tea', discounts: [{ amount: -1.1 }] }],
      orders: [{ items: [{ name: 'Pot', discounts: [{ amount: -2.2 }] }] }],
      discounts: [{ amount: -3.3 }],
    })
    expect(saved).toBe('You saved $6.60')
  })

  test('are exact: 0.1 and 0.2 make 0.30', () => {
    expect(savedBy(-0.1, -0.2)).toBe('You saved $0.30')
    expect(savedBy(...Array(10).fill(-0.1))).toBe('You saved $1.00')
    expect(savedBy(-1.005, -0.005)).toBe('You saved $1.01')
  })

  test('are omitted if one line of the totals shows them', () => {
    expect(savedBy(-0.3)).toBeUndefined()
    const items = [{ name: 'Tea', total: 9, discounts: [{ name: 'Offer', amount: -1 }] }]
    expect(totalsOf({ items, grossAmount: 10, netAmount: 9 }).saved).toBeUndefined()
    // The step from gross to net isn't known, so the totals don't have it.
    expect(totalsOf({ items, grandAmount: 9 }).saved).toBe('You saved $1.00')
  })

  test('do not subtract discounts that add to the price', () => expect(savedBy(-3, 5)).toBe('You saved $3.00'))

  test('are omitted if no discount lowers the price', () => {
    expect(savedBy(5)).toBeUndefined()
    expect(savedBy()).toBeUndefined()
  })
})

test('lists line discounts if gross and net would not add up without them', () => {
  const items = [{ name: 'Tea', price: 20, total: 15, discounts: [{ amount: -5 }] }]
  expect(
    asText(
      totalsOf({ items, grossAmount: 20, netAmount: 15, taxes: [{ amount: 1, description: 'Levy' }], grandAmount: 16 })
        .lines,
    ),
  ).toEqual(['Subtotal | $20.00', 'Item discounts | −$5.00', 'Before tax | $15.00', 'Levy | $1.00'])
})

test.each([
  ['after discounts', {}, 'After discounts | $15.00'],
  ['after fees', { fees: [{ description: 'Bag', amount: 1 }] }, 'Including fees | $15.00'],
  ['before a tax', { taxes: [{ amount: 1, description: 'Levy' }] }, 'Before tax | $15.00'],
])('labels the net amount “before tax” only if tax follows: %s', (_, differs, line) => {
  const grandAmount = 'taxes' in differs ? 16 : 15
  expect(asText(totalsOf({ grossAmount: 20, netAmount: 15, grandAmount, ...differs }).lines)).toContain(line)
})

test.each([
  ['SaleTransaction', 'Total'],
  ['ReturnTransaction', 'Refund total'],
  ['PaymentLinkTransaction', 'Total due'],
])('labels the total of a %s as %s', (transactionType, label) => {
  expect(totalsOf({ transactionType, paymentLink: 'https://pay.example.com/1' }).total!.label).toBe(label)
})

test('shows plain numbers without a currency', () => {
  const totals = totalsOf({ currency: undefined, grandAmount: 1234.5 })
  expect(asText([totals.total!])).toEqual(['Total | 1,234.50'])
})

test('prints amounts as sent, even if they do not add up', () => {
  expect(asText([totalsOf({ grossAmount: 1, grandAmount: 999 }).total!])).toEqual(['Total | $999.00'])
  expect(asText(totalsOf({ grossAmount: 1234.567 }).lines)).toEqual(['Subtotal | $1,234.567'])
})
