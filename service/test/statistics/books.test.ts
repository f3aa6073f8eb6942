import { parseReceipt } from 'counterfoil'
import { describe, expect, test } from 'vitest'
import { countReceipt } from '../../src/statistics/counting/receipt/count-receipt.ts'
import { receipt } from '../support/service.ts'

type Sent = Record<string, unknown>

const cash = (amount: number, more: Sent = {}) => ({ tenderTypeCode: 'Cash', amount, ...more })
const visa = (amount: number, more: Sent = {}) => ({
  tenderTypeCode: 'Credit',
  amount,
  creditDebit: { typeCode: 'Visa', last4Digits: '1881' },
  ...more,
})
const tv = { name: 'Television, 43 in', sku: 'TV-43', price: 200, quantity: { value: 1 }, total: 200 }
const earlier = { relatedTransactionReference: { transactionNumber: 'A-4410' } }
const order = (more: Sent = {}) => ({
  transactionType: 'OrderTransaction',
  orders: [{ number: 'SO-7', items: [tv], ...more }],
  grandAmount: 200,
})
const card = { accountNumber: '6006', balance: { amount: 25 } }

/** What a receipt adds, in cents. @param timeZone the store's */
function count(sent: Sent, timeZone?: string, receivedAt?: string) {
  const date = (sent.receiptDateTime as string | undefined) ?? '2026-06-01T15:00:00-04:00'
  const { change } = countReceipt({
    receipt: parseReceipt(receipt({ currency: 'USD', receiptDateTime: date, ...sent })),
    date,
    dateAt: Date.parse(date),
    receivedAt: Date.parse(receivedAt ?? date),
    locale: {
      requested: null,
      chosen: 'en-US',
      source: 'default',
      languages: ['en-US'],
      ...(timeZone === undefined ? {} : { timeZone }),
    },
    offers: 0,
  })
  return change
}

const adds = (sent: Sent, names: readonly string[], timeZone?: string) => {
  const all: Record<string, number | undefined> = count(sent, timeZone).adds
  return Object.fromEntries(names.map(name => [name, all[name] ?? 0]))
}

describe('when a payment was', () => {
  const evening = { receiptDateTime: '2026-06-02T02:00:00Z' }

  test('is told by instants, so a payment in UTC with its tender in local time is one', () => {
    const sent = {
      ...earlier,
      ...evening,
      grandAmount: 50,
      tenders: [cash(50, { dateTime: '2026-06-01T22:00:00-04:00' })],
    }
    expect(adds(sent, ['payments', 'later_invoices', 'takings'])).toEqual({
      payments: 1,
      later_invoices: 0,
      takings: 5000,
    })
  })

  test('is told by the store’s clock where a day has no time', () => {
    const sent = {
      ...order(),
      ...evening,
      balanceDue: 150,
      tenderHistory: [cash(50, { dateTime: '2026-06-01' })],
      tenders: [cash(50)],
    }
    expect(adds(sent, ['sales', 'sold', 'takings'], 'America/New_York')).toEqual({
      sales: 1,
      sold: 20_000,
      takings: 5000,
    })
    expect(adds(sent, ['sales', 'payments'], 'Europe/Berlin')).toEqual({ sales: 0, payments: 1 })
  })

  test('is not before the receipt if it is of a later day', () => {
    const tenderHistory = [cash(50, { dateTime: '2026-06-02' })]
    const sent = { ...order({ tenderHistory }), balanceDue: 150, tenders: [cash(50)] }
    expect(adds(sent, ['sales', 'payments'])).toEqual({ sales: 1, payments: 0 })
  })

  test('is of the receipt, if it was within the hour before midnight', () => {
    const sent = {
      ...order(),
      receiptDateTime: '2026-06-02T00:04:00-04:00',
      tenders: [visa(200, { dateTime: '2026-06-01T23:58:00-04:00' })],
    }
    expect(adds(sent, ['sales', 'takings'])).toEqual({ sales: 1, takings: 20_000 })
  })

  const room = {
    items: [{ name: 'Harbor view room', total: 100 }],
    grandAmount: 100,
    tenders: [cash(40, { dateTime: '2026-05-01' }), cash(60, { dateTime: '2026-06-01' })],
  }

  test('is before the bill, if its deposit says so', () => {
    const names = ['sales', 'deposits', 'sold', 'takings']
    const deposit = { deposit: { amount: 40, balanceDue: 60 }, grandAmount: 40, tenders: [cash(40)] }
    expect(adds(deposit, names)).toEqual({ sales: 0, deposits: 1, sold: 0, takings: 4000 })
    const bill = { ...room, deposit: { amount: 40, balanceDue: 0 } }
    expect(adds(bill, names)).toEqual({ sales: 1, deposits: 0, sold: 10_000, takings: 6000 })
    expect(adds(room, names)).toEqual({ sales: 1, deposits: 0, sold: 10_000, takings: 10_000 })
  })

  test('of an order tells that it was sold before', () => {
    const tenders = [
      cash(50, { dateTime: '2026-05-01T10:00:00-04:00' }),
      cash(150, { dateTime: '2026-06-01T15:00:00-04:00' }),
    ]
    expect(adds({ ...order(), tenders }, ['sales', 'payments', 'takings'])).toEqual({
      sales: 0,
      payments: 1,
      takings: 15_000,
    })
  })
})

describe('money of another currency', () => {
  const canadian = cash(67, { currency: 'CAD' })
  const known = ['sales', 'payments', 'deposits', 'sold', 'takings', 'takings_known']
  const counted = (figures: Partial<Record<string, number>>) => ({
    ...Object.fromEntries(known.map(name => [name, 0])),
    ...figures,
  })

  test.each<[string, Sent, Partial<Record<string, number>>]>([
    [
      'pays the deposit of an order',
      { ...order({ deposits: [{ amount: 50, balanceDue: 150 }] }), balanceDue: 150, tenders: [canadian] },
      { sales: 1, sold: 20_000, takings: 5000, takings_known: 1 },
    ],
    [
      'pays the rest of an order',
      { ...order({ deposits: [{ amount: 150 }] }), balanceDue: 0, tenders: [canadian] },
      { payments: 1, takings: 5000, takings_known: 1 },
    ],
    [
      'pays what is due beside other tenders',
      { items: [tv], grandAmount: 200, balanceDue: 100, tenders: [cash(50), canadian] },
      { sales: 1, sold: 20_000, takings: 10_000, takings_known: 1 },
    ],
    [
      'is a deposit',
      { deposit: { amount: 50, balanceDue: 150 }, grandAmount: 50, tenders: [canadian] },
      { deposits: 1, takings: 5000, takings_known: 1 },
    ],
    [
      'is a payment',
      { ...earlier, grandAmount: 50, tenders: [canadian] },
      { payments: 1, takings: 5000, takings_known: 1 },
    ],
    [
      'is a payment of nobody knows how much',
      { ...earlier, items: [tv], grandAmount: 200, tenders: [canadian] },
      { payments: 1 },
    ],
  ])('%s', (_, sent, figures) => {
    expect(adds(sent, known)).toEqual(counted(figures))
  })

  test('on a gift card is not in the takings', () => {
    const giftCard = { tenderTypeCode: 'GiftCard', amount: 27, currency: 'CAD', giftCard: { accountNumber: '6006' } }
    const sent = {
      items: [{ name: 'Canvas bag', total: 40 }],
      grandAmount: 40,
      tenderApplied: 40,
      tenders: [cash(20), giftCard],
    }
    const figures = ['takings', 'takings_known', 'gift_cards_redeemed']
    expect(adds(sent, figures)).toEqual({ takings: 2000, takings_known: 1, gift_cards_redeemed: 2000 })
    // How much of it was cash, nothing tells.
    const both = { ...sent, tenders: [cash(27, { currency: 'CAD' }), giftCard] }
    expect(adds(both, figures)).toEqual({ takings: 0, takings_known: 0, gift_cards_redeemed: 0 })
  })
})

test('a time without its offset is noted, and a payment without its amount is the rest of the total', () => {
  const noted = (receiptDateTime: string) => adds({ receiptDateTime }, ['without_offset'])
  expect(noted('2026-06-01T15:00:00')).toEqual({ without_offset: 1 })
  expect(noted('2026-06-01')).toEqual({ without_offset: 1 })
  for (const offset of ['-04:00', '+0530', '+09', 'Z'])
    expect(noted(`2026-06-01T15:00:00${offset}`)).toEqual({ without_offset: 0 })
  const sent = { items: [tv], grandAmount: 200, tenders: [cash(50), { tenderTypeCode: 'Credit' }] }
  expect(adds(sent, ['takings', 'takings_known'])).toEqual({ takings: 20_000, takings_known: 1 })
})

test('a receipt on which an item is both sold and taken back counts once for it', () => {
  const countedFor = (sent: Sent) =>
    (count({ transactionType: 'ReturnTransaction', returns: [{ items: [tv] }], ...sent }).parts ?? [])
      .filter(([dimension]) => dimension === 'item')
      .map(([, name, , receipts]) => [name, receipts])
  expect(countedFor({ grandAmount: -200 })).toEqual([['TV-43', 1]])
  expect(countedFor({ grandAmount: 0, items: [tv] })).toEqual([['TV-43', 0]])
})

describe('tips and change', () => {
  const dinner = { items: [{ name: 'Dinner for two', total: 100 }], grandAmount: 120, tip: 20 }
  const tipsOf = (sent: Sent) =>
    (count(sent).parts ?? [])
      .filter(([dimension]) => dimension === 'tenderType' || dimension === 'cardBrand')
      .map(([dimension, name, currency, ...values]) => [dimension, name, currency, values[8] ?? 0])

  test.each<[string, Sent, number]>([
    ['a tip comes off what was applied', { ...dinner, tenderApplied: 120 }, 10_000],
    [
      'change comes off, if it was in what was applied',
      { items: [tv], grandAmount: 200, tenderApplied: 210, changeDue: 10 },
      20_000,
    ],
    [
      'change that is not in what was applied stays',
      { items: [tv], grandAmount: 200, tenderApplied: 200, changeDue: 10 },
      20_000,
    ],
    [
      'a tip in the total comes off, where the tender is in other money',
      { ...dinner, tenders: [visa(163, { currency: 'CAD' })] },
      10_000,
    ],
    ['a tip beside the total comes off the tenders', { ...dinner, grandAmount: 100, tenders: [visa(120)] }, 10_000],
  ])('%s', (_, sent, takings) => {
    expect(adds(sent, ['takings'])).toEqual({ takings })
  })

  test('a tip is never more than its tender', () => {
    const tenders = [visa(10, { tenderTypeCode: 'Debit' }), { tenderTypeCode: 'GiftCard', amount: 110 }]
    expect(tipsOf({ ...dinner, tenders })).toEqual([
      ['tenderType', 'Debit', null, 1000],
      ['cardBrand', 'Visa', null, 1000],
      ['tenderType', 'GiftCard', null, 1000],
    ])
  })

  test('a tip is on the card, not on the cash before it, and in one row with what was paid in the same money', () => {
    const tenders = [cash(60), visa(60, { currency: 'USD' })]
    expect(tipsOf({ ...dinner, tenders })).toEqual([
      ['tenderType', 'Cash', null, 0],
      ['tenderType', 'Credit', 'USD', 2000],
      ['cardBrand', 'Visa', 'USD', 2000],
    ])
  })

  test('change comes out of the drawer, and is no payment of its own', () => {
    const { parts } = count({ items: [tv], grandAmount: 200, tenders: [cash(210)], changeDue: 10 })
    expect(parts?.filter(([dimension]) => dimension === 'tenderType')).toEqual([
      ['tenderType', 'Cash', null, 1, 1, 0, 0, 21_000],
      ['tenderType', 'Cash', null, 0, 0, 0, 0, 0, 0, 0, 1000],
    ])
  })

  test('a tip on a card of other money is with its brand, too', () => {
    const tenders = [visa(163, { currency: 'CAD' })]
    expect(tipsOf({ ...dinner, tenderApplied: 120, tenders })).toEqual([
      ['tenderType', 'Credit', 'CAD', 0],
      ['tenderType', 'Credit', null, 2000],
      ['cardBrand', 'Visa', 'CAD', 0],
      ['cardBrand', 'Visa', null, 2000],
    ])
  })
})

describe('an earlier sale', () => {
  const onAccount = { tenderTypeCode: 'OnAccount', amount: 200 }

  test.each<[string, Sent, Sent]>([
    ['on account', onAccount, { takings: 0, takings_known: 1 }],
    ['with a deposit of before', { ...onAccount, tenderTypeCode: 'Deposit' }, { takings: 0, takings_known: 1 }],
    ['by card', visa(200), { takings: 20_000, takings_known: 1 }],
    ['by gift card', { tenderTypeCode: 'GiftCard', amount: 200 }, { takings_known: 1, gift_cards_redeemed: 20_000 }],
  ])('paid %s brings in what came in now', (_, tender, figures) => {
    const sent = { items: [tv], grandAmount: 200, tenders: [tender] }
    expect(adds(sent, ['takings', 'takings_known', 'gift_cards_redeemed'])).toEqual({
      ...{ takings: 0, gift_cards_redeemed: 0 },
      ...figures,
    })
  })

  test('on account is not paid by its invoice', () => {
    const sent = { ...earlier, items: [tv], grandAmount: 200, balanceDue: 200, tenders: [onAccount] }
    expect(adds(sent, ['later_invoices', 'payments'])).toEqual({ later_invoices: 1, payments: 0 })
  })

  test('isn’t an order whose newest deposit is all that was paid, though no tender is sent', () => {
    const sent = { ...order({ deposits: [{ amount: 50, balanceDue: 150 }] }), balanceDue: 150 }
    expect(adds(sent, ['sales', 'sold', 'takings', 'takings_known'])).toEqual({
      sales: 1,
      sold: 20_000,
      takings: 5000,
      takings_known: 1,
    })
  })
})

describe('signs', () => {
  const mug = { name: 'Stoneware mug', total: 20, taxes: [{ percent: 0.1, amount: 2, taxableAmount: 20 }] }
  const back = (more: Sent) => ({ transactionType: 'ReturnTransaction', returns: [{ items: [mug] }], ...more })

  test('agree in a return that is above 0 as a whole, and in one that is below', () => {
    expect(adds(back({ grandAmount: 22 }), ['mixed_signs', 'taxes'])).toEqual({ mixed_signs: 0, taxes: -200 })
    expect(adds(back({ grandAmount: -22 }), ['mixed_signs', 'taxes'])).toEqual({ mixed_signs: 1, taxes: -200 })
  })

  test('of a canceled order make all of it a return', () => {
    const sent = {
      ...order({ taxes: [{ percent: 0.1, amount: 20, taxableAmount: 200 }] }),
      grandAmount: -220,
      tenders: [visa(-220)],
    }
    expect(adds(sent, ['returns', 'grand', 'taxes', 'takings', 'pieces_returned'])).toEqual({
      returns: 1,
      grand: -22_000,
      taxes: -2000,
      takings: -22_000,
      pieces_returned: 1,
    })
  })

  test('of an exchange that pays back may be above 0', () => {
    const sent = {
      transactionType: 'ReturnTransaction',
      items: [{ name: 'Rain boots, size 8', total: 60 }],
      returns: [{ items: [{ name: 'Rain coat', total: 85 }] }],
      grandAmount: 25,
      tenders: [cash(25)],
    }
    expect(adds(sent, ['sales', 'sold', 'takings', 'refunds'])).toEqual({
      sales: 1,
      sold: -2500,
      takings: -2500,
      refunds: 8500,
    })
  })

  test('of an exchange of an ordered item are those of an exchange', () => {
    const sent = {
      transactionType: 'ReturnTransaction',
      returns: [{ items: [{ name: 'Radio', total: 170 }] }],
      orders: [{ items: [tv] }],
      grandAmount: 30,
      tenders: [cash(30)],
    }
    expect(adds(sent, ['sales', 'returns', 'sold', 'takings', 'pieces', 'pieces_returned'])).toEqual({
      sales: 1,
      returns: 0,
      sold: 3000,
      takings: 3000,
      pieces: 1,
      pieces_returned: 1,
    })
  })
})

describe('gift cards', () => {
  const names = ['sales', 'returns', 'sold', 'grand', 'gift_cards_sold', 'gift_cards_redeemed', 'refunds', 'takings']
  const counted = (figures: Partial<Record<string, number>>) => ({
    ...Object.fromEntries(names.map(name => [name, 0])),
    ...figures,
  })
  const load = (more: Sent = {}) => ({ name: 'Gift card', total: 50, giftCard: card, ...more })

  test.each<[string, Sent, Partial<Record<string, number>>]>([
    [
      'given for what came back are a return',
      {
        transactionType: 'ReturnTransaction',
        items: [{ name: 'Store credit', total: 25, giftCard: card }],
        returns: [{ items: [{ name: 'Stoneware mug', total: -25 }] }],
        grandAmount: 0,
      },
      { returns: 1, gift_cards_sold: 2500, refunds: 2500 },
    ],
    [
      'that pay as a line below 0 are redeemed',
      {
        items: [
          { name: 'Olive oil, 1 l', total: 30 },
          { name: 'Voucher', price: -10, quantity: { value: 1 }, total: -10, giftCard: { accountNumber: '77' } },
        ],
        grandAmount: 20,
        tenders: [cash(20)],
      },
      { sales: 1, sold: 3000, grand: 3000, gift_cards_redeemed: 1000, takings: 2000 },
    ],
    [
      'alone come to the total, whatever their lines say',
      { items: [load({ total: undefined })], grandAmount: 50, tenders: [cash(50)] },
      { grand: 5000, gift_cards_sold: 5000, takings: 5000 },
    ],
    [
      'alone come to the total less a discount',
      { items: [load()], discounts: [{ amount: -5 }], grandAmount: 45, tenders: [cash(45)] },
      { grand: 4500, gift_cards_sold: 4500, takings: 4500 },
    ],
    [
      'alone come to the total less their fee',
      {
        items: [load()],
        fees: [{ amount: 3.95, description: 'Activation' }],
        grandAmount: 53.95,
        tenders: [cash(53.95)],
      },
      { grand: 5000, gift_cards_sold: 5000, takings: 5395 },
    ],
  ])('%s', (_, sent, figures) => {
    expect(adds(sent, names)).toEqual(counted(figures))
  })
})

test('a line without a total is its price × quantity less discounts, rounded as the till does', () => {
  const socks = { name: 'Wool socks', price: 10, quantity: { value: 2 }, discounts: [{ amount: -3 }] }
  const cheese = { name: 'Gruyère', price: 29.95, quantity: { value: 0.375, unitOfMeasureCode: 'KGM' } }
  const { lines = [] } = count({ items: [socks, cheese], grandAmount: 28.23 })
  expect(lines.filter((_, at) => at % 5 === 3)).toEqual([1700, 1123])
})

test.each<[what: string, quantity: object | undefined, pieces: number]>([
  ['one, if nothing is said', undefined, 1],
  ['one, if only the unit is', { unitOfMeasureCode: 'EA' }, 1],
  ['as many as were sold', { value: 3, unitOfMeasureCode: 'EA' }, 3],
  ['one, however heavy', { value: 2, unitOfMeasureCode: 'KGM' }, 1],
  ['one of what isn’t whole', { value: 1.5 }, 1],
  ['one million at most', { value: 1_000_000 }, 1_000_000],
  ['one of what can’t be pieces', { value: 1_000_001 }, 1],
])('pieces of a line are %s', (_, quantity, pieces) => {
  const line = { name: 'Coffee beans', total: 20, ...(quantity && { quantity }) }
  expect(adds({ items: [line], grandAmount: 20 }, ['pieces'])).toEqual({ pieces })
  const { lines = [] } = count({ items: [line], grandAmount: 20 })
  expect(lines[2]).toBe(pieces)
})

test('what is shown for names is the store’s name, and an item’s where it goes by a code', () => {
  const items = [tv, { name: 'Wall mount', total: 30 }, { name: 'HDMI cable', upc: '036000291452', total: 9 }]
  const { labels, lines = [] } = count({ items, grandAmount: 239 })
  expect(labels).toEqual([['store', '1', 'Corner Shop']])
  expect(lines.filter((_, at) => at % 5 < 2)).toEqual([
    ...['TV-43', 'Television, 43 in'],
    ...['Wall mount', 0],
    ...['036000291452', 'HDMI cable'],
  ])
})

test('an order without its items is a sale of no pieces', () => {
  const sent = {
    transactionType: 'OrderTransaction',
    orders: [{ number: 'SO-8' }],
    grandAmount: 200,
    tenders: [cash(200)],
  }
  expect(adds(sent, ['sales', 'sold', 'pieces'])).toEqual({ sales: 1, sold: 20_000, pieces: 0 })
})

test('what was applied in finer decimals than the total is counted as it was sent', () => {
  const sent = { items: [{ name: 'Diesel, 1 l', total: 1.789 }], grandAmount: 1.789, tenderApplied: 1.7895 }
  expect(adds(sent, ['takings', 'grand'])).toEqual({ takings: 17_895, grand: 17_890 })
})

test('discounts and means of payment go by the till’s names, shown as they were sent where ours differ', () => {
  const sent = {
    ...{ items: [tv], discounts: [{ name: 'Member', amount: -20 }, { amount: -5 }], grandAmount: 175 },
    tenders: [
      { tenderTypeCode: 'punten', amount: 100 },
      { tenderTypeCode: 'SHOP POINTS', amount: 75 },
    ],
  }
  const { parts = [], labels = [] } = count({ ...sent, items: [{ name: 'Television', total: 200 }] })
  expect(parts.filter(([dimension]) => dimension === 'discount')).toEqual([
    ['discount', 'Member', null, 1, 1, 0, 0, 2000],
    ['discount', '', null, 1, 1, 0, 0, 500],
  ])
  const tenders = parts.flatMap(([dimension, name]) => (dimension === 'tenderType' ? [name] : []))
  expect(tenders).toEqual(['punten', 'shoppoints'])
  expect(labels.slice(1)).toEqual([['tenderType', 'shoppoints', 'SHOP POINTS']])
})

test('taxes are those of the orders, also where one of them has none', () => {
  const taxes = [{ taxTypeCode: 'VAT', percent: 0.1, amount: 20, taxableAmount: 200 }]
  const mug = { name: 'Stoneware mug', total: 20 }
  const sent = {
    transactionType: 'OrderTransaction',
    orders: [{ items: [tv], taxes }, { items: [mug] }],
    grandAmount: 240,
  }
  expect(adds(sent, ['taxes', 'taxes_from_items'])).toEqual({ taxes: 2000, taxes_from_items: 0 })
  const { parts = [] } = count(sent)
  expect(parts.filter(([dimension]) => dimension === 'taxType')).toHaveLength(1)
})

test('what a receipt says itself is noted, and nothing else', () => {
  const names = ['gross_known', 'net_known', 'unsummed', 'revised', 'with_address', 'offers']
  const none = Object.fromEntries(names.map(name => [name, 0]))
  const sale = { items: [tv], grandAmount: 200, tenders: [cash(200)] }
  const onPaper = { receiptType: 'PaperOnly', customer: undefined }
  expect(adds({ ...sale, ...onPaper }, names)).toEqual(none)
  const said = { ...sale, grossAmount: 200, netAmount: 200, customer: { emailAddress: 'ada@example.com' } }
  expect(adds(said, names)).toEqual({ ...none, gross_known: 1, net_known: 1, with_address: 1 })
  expect(adds({ ...sale, netAmount: 200, ...onPaper }, names)).toEqual({ ...none, net_known: 1 })
})

test.each([
  ['on its day by the store’s clock', '2026-06-02T03:59:00Z', 0],
  ['after its midnight', '2026-06-02T04:00:00Z', 1],
])('a receipt that arrives %s is late or not', (_, receivedAt, late) => {
  const { adds: counted } = count({ items: [tv], grandAmount: 200 }, undefined, receivedAt)
  expect(counted.late ?? 0).toBe(late)
})

test.each<[what: string, sent: Sent, figures: Record<string, number>]>([
  ['is the rest of the total', { items: [tv], grandAmount: 200 }, { takings: 5000, gift_cards_redeemed: 15_000 }],
  [
    'is the rest of what was applied, with the tip',
    { items: [{ name: 'Dinner for two', total: 180 }], grandAmount: 200, tip: 20, tenderApplied: 200 },
    { takings: 3000, gift_cards_redeemed: 15_000 },
  ],
])('a gift card without an amount, beside cash, %s', (_, sent, figures) => {
  const tenders = [cash(50), { tenderTypeCode: 'GiftCard' }]
  expect(adds({ ...sent, tenders }, Object.keys(figures))).toEqual(figures)
})

test('before and after discounts and taxes, an order comes to what its lines do', () => {
  const taxes = [{ percent: 0.1, amount: 18, taxableAmount: 180 }]
  const reduced = { ...tv, discounts: [{ name: 'Member', amount: -20 }], total: 180 }
  const ordered = { ...order({ items: [reduced], taxes, totalAmount: 198 }), grandAmount: 198 }
  expect(adds(ordered, ['gross', 'net'])).toEqual({ gross: 20_000, net: 18_000 })
  const sold = { items: [reduced], taxes, grandAmount: 198 }
  expect(adds(sold, ['gross', 'net'])).toEqual({ gross: 20_000, net: 18_000 })
})
