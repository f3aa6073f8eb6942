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

  test('omit sums of 0 that goods do not come to', () => {
    const sent = { items: [{ name: 'Tea', total: 12 }], grossAmount: 0, netAmount: 0, grandAmount: 12 }
    expect(asText(viewOf(aReceipt(sent)).totals?.lines)).toEqual([])
  })

  test('omit a subtotal that the total would repeat', () => {
    expect(asText(totalsOf({ grossAmount: 12, netAmount: 12 }).lines)).toEqual([])
  })

  test('are absent from a gift receipt', () => {
    expect(viewOf(aReceipt({ grandAmount: 0, items: [{ name: 'Teapot' }] })).totals).toBeUndefined()
  })
})

describe('the savings', () => {
  const off = (...amounts: number[]) => ({ discounts: amounts.map(amount => ({ amount, name: 'Off' })) })
  const savedBy = (grossAmount: number, ...amounts: number[]) => totalsOf({ grossAmount, ...off(...amounts) }).saved

  test('are the sum of discounts on lines and the receipt', () => {
    const items = [{ name: 'Tea', price: 16.4, total: 15.3, discounts: [{ amount: -1.1 }] }]
    const { saved } = totalsOf({ items, grossAmount: 16.4, ...off(-3.3), netAmount: 12, grandAmount: 12 })
    expect(saved).toBe('You saved $4.40')
  })

  test('are exact: 0.1 and 0.2 make 0.30', () => {
    expect(savedBy(12.3, -0.1, -0.2)).toBe('You saved $0.30')
    expect(savedBy(13, ...Array(10).fill(-0.1))).toBe('You saved $1.00')
  })

  test('are omitted if a single line says them', () => expect(savedBy(12.3, -0.3)).toBeUndefined())

  test('are omitted if no sum confirms them', () => expect(savedBy(12.31, -0.1, -0.2)).toBeUndefined())

  test('are omitted if no discount lowers the price', () => {
    expect(savedBy(7, 5)).toBeUndefined()
    expect(savedBy(12)).toBeUndefined()
  })
})

describe('the steps from goods to total', () => {
  const tea = (total: number, price = total) => ({
    ...{ name: 'Tea', price, total },
    ...(price !== total && { discounts: [{ name: 'Offer', amount: total - price }] }),
  })
  const levy = { taxes: [{ amount: 1, description: 'Levy' }] }

  test.each<[string, SentReceipt, string[]]>([
    [
      'begin with the gross amount if the lines come to it',
      { items: [tea(20)], grossAmount: 20, ...levy, grandAmount: 21 },
      ['Subtotal | $20.00', 'Levy | $1.00'],
    ],
    [
      'begin with the net amount if the lines come to it',
      { items: [tea(15, 20)], grossAmount: 20, netAmount: 15, ...levy, grandAmount: 16 },
      ['Subtotal | $15.00', 'Levy | $1.00'],
    ],
    [
      'lead from gross to net if the lines come to neither',
      {
        ...{ items: [tea(15, 20)], grossAmount: 20, discounts: [{ name: 'Card', amount: -2 }], netAmount: 13 },
        ...{ ...levy, grandAmount: 14 },
      },
      ['Before discounts | $20.00', 'Item discounts | −$5.00', 'Card | −$2.00', 'Before tax | $13.00', 'Levy | $1.00'],
    ],
    [
      'take item discounts off lines that are before them',
      {
        ...{ items: [{ ...tea(20), discounts: [{ amount: -5 }] }], grossAmount: 20, netAmount: 15 },
        ...{ ...levy, grandAmount: 16 },
      },
      ['Subtotal | $20.00', 'Item discounts | −$5.00', 'Before tax | $15.00', 'Levy | $1.00'],
    ],
    [
      'leave out a discount of the receipt that is a line’s once more',
      {
        ...{ items: [tea(15, 20)], grossAmount: 20, discounts: [{ amount: -5 }], netAmount: 15 },
        ...{ ...levy, grandAmount: 16 },
      },
      ['Subtotal | $15.00', 'Levy | $1.00'],
    ],
    [
      'leave out one of another name, too',
      {
        ...{ items: [tea(15, 20)], grossAmount: 20, discounts: [{ name: 'BOGO', amount: -5 }], netAmount: 15 },
        ...{ ...levy, grandAmount: 16 },
      },
      ['Subtotal | $15.00', 'Levy | $1.00'],
    ],
    [
      'keep one of the same amount that the total has as well',
      {
        ...{ items: [tea(15, 20)], grossAmount: 20, discounts: [{ name: 'BOGO', amount: -5 }], netAmount: 10 },
        ...{ ...levy, grandAmount: 11 },
      },
      ['Before discounts | $20.00', 'Item discounts | −$5.00', 'BOGO | −$5.00', 'Before tax | $10.00', 'Levy | $1.00'],
    ],
    [
      'need no sum that was sent',
      { items: [tea(20)], discounts: [{ name: 'Card', amount: -2 }], grandAmount: 18 },
      ['Subtotal | $20.00', 'Card | −$2.00'],
    ],
    [
      'have the charge for service before a tax on it',
      { items: [tea(20)], netAmount: 22, serviceCharge: 2, ...levy, grandAmount: 23 },
      ['Subtotal | $20.00', 'Service charge | $2.00', 'Before tax | $22.00', 'Levy | $1.00'],
    ],
    [
      'are off by no more than a cent',
      { items: [tea(20)], grossAmount: 20, ...levy, grandAmount: 21.01 },
      ['Subtotal | $20.00', 'Levy | $1.00'],
    ],
    [
      'claim no sum where nothing adds',
      { items: [tea(20)], grossAmount: 30, netAmount: 27, serviceCharge: 1, grandAmount: 50 },
      ['Before discounts | $30.00', 'Net amount | $27.00', 'Service charge | $1.00'],
    ],
  ])('%s', (_, differs, lines) => expect(asText(totalsOf(differs).lines)).toEqual(lines))

  test('are those of the only order, if it has the same total: its tax stands below the subtotal', () => {
    const order = { number: '7', items: [tea(15, 20)], ...levy, totalAmount: 16 }
    const view = viewOf(
      aReceipt({
        ...{ orders: [order], grossAmount: 20, discounts: [{ amount: -5 }], netAmount: 15, grandAmount: 16 },
      }),
    )
    expect(asText(view.orders[0]!.lines)).toEqual([])
    expect(asText(view.totals!.lines)).toEqual(['Subtotal | $15.00', 'Levy | $1.00'])
    expect(view.totals!.saved).toBeUndefined()
  })

  test('are those of goods in an order of which nothing else is said: they are the receipt’s', () => {
    const view = viewOf(aReceipt({ orders: [{ items: [tea(15, 20)], ...levy, totalAmount: 16 }], grandAmount: 16 }))
    expect(view.orders).toEqual([])
    expect(view.items!.groups[0]!.items).toMatchObject([{ name: 'Tea', amount: '$15.00' }])
    expect(asText(view.totals!.lines)).toEqual(['Subtotal | $15.00', 'Levy | $1.00'])
  })
})

describe('what the total of the interface doesn’t have', () => {
  const beside = (differs: SentReceipt) => {
    const { lines, beside = [] } = totalsOf({ items: [{ name: 'Brot', total: 12.02 }], grandAmount: 12.02, ...differs })
    return [asText(lines), asText(beside)]
  }

  test('stands below it: a tip, a rounding', () => {
    expect(beside({ tip: 2 })).toEqual([[], ['Tip | $2.00']])
    expect(beside({ roundingAdjustment: { value: -0.02 } })).toEqual([[], ['Rounding | −$0.02']])
  })

  test('stands above it where only that adds', () => {
    expect(beside({ tip: 2, grandAmount: 14.02 })).toEqual([['Subtotal | $12.02', 'Tip | $2.00'], []])
    expect(beside({ roundingAdjustment: { value: -0.02 }, grandAmount: 12 })).toEqual([
      ['Subtotal | $12.02', 'Rounding | −$0.02'],
      [],
    ])
  })
})

describe('what is paid back', () => {
  const coat = { name: 'Coat', price: -112, total: -98, discounts: [{ name: 'Autumn offer', amount: 14 }] }
  const taxes = [{ taxTypeCode: 'HST', percent: 0.13, taxableAmount: -98, amount: -12.74 }]
  const sent = { netAmount: -98, taxes, grandAmount: -110.74, transactionType: 'ReturnTransaction' }

  test('has no minus in a return, nor has anything that leads to it', () => {
    const view = viewOf(aReceipt({ ...sent, returns: [{ items: [coat] }] }))
    const [item] = view.returns[0]!.items!.groups[0]!.items
    expect(item).toMatchObject({ amount: '$98.00', price: '$112.00', lines: [{ amount: '−$14.00' }] })
    expect(asText([...view.totals!.lines, view.totals!.total!])).toEqual([
      'Subtotal | $98.00',
      'HST 13% | $12.74',
      'Refund total | $110.74',
    ])
  })

  test('has none in the base of a tax, where the row above doesn’t say it', () => {
    const view = viewOf(
      aReceipt({
        ...{ ...sent, netAmount: -118, grandAmount: -130.74 },
        returns: [{ items: [coat, { name: 'Book', total: -20 }] }],
      }),
    )
    expect(asText(view.totals!.lines)).toEqual(['Subtotal | $118.00', 'HST 13% | $12.74 | on $98.00'])
  })

  test('has one beside what is bought, whatever the till sent', () => {
    const view = viewOf(
      aReceipt({
        ...{ ...sent, netAmount: -48, taxes: [], grandAmount: -48, items: [{ name: 'Hat', total: 50 }] },
        returns: [{ items: [{ ...coat, price: 112, total: 98 }] }],
      }),
    )
    expect(view.returns[0]!.items!.groups[0]!.items[0]).toMatchObject({ amount: '−$98.00' })
    expect(asText([...view.totals!.lines, view.totals!.total!])).toEqual(['Total | −$48.00'])
  })
})

test.each([
  ['after discounts', {}, 'After discounts | $15.00'],
  ['after fees', { fees: [{ description: 'Bag', amount: 1 }] }, 'Including fees | $16.00'],
  ['before a tax', { taxes: [{ amount: 1, description: 'Levy' }] }, 'Before tax | $15.00'],
])('labels the net amount “before tax” only if tax follows: %s', (_, differs, line) => {
  const netAmount = 'fees' in differs ? 16 : 15
  const grandAmount = netAmount + ('taxes' in differs ? 1 : 0) + 2
  const discounts = [{ name: 'Card', amount: -5 }]
  expect(asText(totalsOf({ grossAmount: 20, discounts, netAmount, tip: 2, grandAmount, ...differs }).lines)).toContain(
    line,
  )
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
  const { lines, beside } = totalsOf({ grossAmount: 1234.567, tip: 1 })
  expect([asText(lines), asText(beside!)]).toEqual([['Subtotal | $1,234.567'], ['Tip | $1.00']])
})
