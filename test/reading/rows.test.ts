import { describe, expect, test } from 'vitest'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const read = (differs: SentReceipt) => readLedger(parseReceipt(aReceipt(differs)))
const rowsOf = (differs: SentReceipt) =>
  read(differs).column.rows.map(({ role, amount }) => [role, amount === undefined ? undefined : amount / 1e6])

describe('of a column that doesn’t add', () => {
  const kettle = { name: 'Kettle', total: 39.9 }

  test('a gross amount that the goods come to is their sum', () => {
    expect(rowsOf({ items: [kettle], grossAmount: 39.9, grandAmount: 52 })).toEqual([
      ['subtotal', 39.9],
      ['total', 52],
    ])
  })

  test('a gross amount that they don’t come to stands as sent', () => {
    expect(rowsOf({ items: [kettle], grossAmount: 45, grandAmount: 52 })).toEqual([
      ['gross', 45],
      ['total', 52],
    ])
  })

  test('no gross amount stands where none was sent', () => {
    expect(rowsOf({ items: [kettle], grandAmount: 52 })).toEqual([['total', 52]])
  })

  test('a net amount stands after fees, unless it is the gross amount once more', () => {
    const sent = { items: [kettle], fees: [{ description: 'Delivery', amount: 5 }], grossAmount: 45, grandAmount: 52 }
    const rows = (netAmount: number) => rowsOf({ ...sent, serviceCharge: 3, netAmount }).map(([role]) => role)
    expect(rows(41)).toEqual(['gross', 'fee', 'netAsSent', 'serviceCharge', 'total'])
    expect(rows(45)).toEqual(['gross', 'fee', 'serviceCharge', 'total'])
  })

  test('a net amount stands as sent, below 0 where more is paid back than paid', () => {
    const jacket = [{ items: [{ name: 'Rain jacket', total: 120 }] }]
    const back = { items: [{ name: 'Shirt', total: 100 }], returns: jacket, grandAmount: -20, netAmount: 13 }
    expect(read(back).column.netSent).toBe(-13)
  })
})

test('a net amount that is the gross row isn’t said once more', () => {
  const chair = { name: 'Chair', price: 100, total: 90, discounts: [{ name: 'Open box', amount: -10 }] }
  const off = [{ name: 'Member', amount: -5 }]
  expect(rowsOf({ items: [chair], discounts: off, netAmount: 100, grandAmount: 85 })).toEqual([
    ['gross', 100],
    ['itemDiscounts', -10],
    ['discount', -5],
    ['total', 85],
  ])
})

test('of lines without totals, a discount that has theirs in it leads down from their prices', () => {
  const chair = { name: 'Chair', price: 50, discounts: [{ name: 'Open box', amount: -10 }] }
  const off = [{ name: 'All savings', amount: -15 }]
  expect(rowsOf({ items: [chair, { name: 'Stool', price: 40 }], discounts: off, grandAmount: 75 })).toEqual([
    ['subtotal', 90],
    ['discount', -15],
    ['total', 75],
  ])
})

const ofService = (taxableAmount: number, amount: number) => ({ description: 'Tax', taxableAmount, amount })
test.each<[string, { amount: number }[], SentReceipt, string]>([
  ['above the taxes if they are on it', [ofService(110, 5.5)], {}, 'subtotal serviceCharge net tax total'],
  ['also if there are two', [ofService(110, 5.5), ofService(110, 2)], {}, 'subtotal serviceCharge net tax tax total'],
  ['and if the net amount has it', [{ amount: 5.5 }], { netAmount: 110 }, 'subtotal serviceCharge net tax total'],
  ['below them if they aren’t', [ofService(100, 5)], {}, 'subtotal tax serviceCharge total'],
  ['or only one is', [ofService(110, 5), ofService(40, 1)], {}, 'subtotal tax tax serviceCharge total'],
])('a service charge stands once, %s', (_, taxes, more, roles) => {
  const grandAmount = taxes.reduce((sum, { amount }) => sum + amount, 110)
  const dinner = { items: [{ name: 'Dinner', total: 100 }], serviceCharge: 10, taxes, grandAmount, ...more }
  expect(
    rowsOf(dinner)
      .map(([role]) => role)
      .join(' '),
  ).toBe(roles)
})

test('a discount that a till spreads over lines with discounts of their own stands once', () => {
  const lamp = { name: 'Lamp', price: 100, total: 81, discounts: [{ name: 'Open box', amount: -10 }] }
  const off = [{ name: 'Member', amount: -9 }]
  expect(rowsOf({ items: [lamp], discounts: off, grandAmount: 81 }).slice(-2)).toEqual([
    ['discount', -9],
    ['total', 81],
  ])
})

test('what was paid back of an order is its total', () => {
  const sent = {
    transactionType: 'OrderTransaction',
    grandAmount: -50,
    tenders: [{ tenderTypeCode: 'Cash', amount: -50 }],
  }
  const { column, kind } = read({
    ...sent,
    orders: [{ number: 'K-1', totalAmount: 200, items: [{ name: 'Kayak', total: 200 }] }],
  })
  expect([kind, column.fits, column.reading.goods.amount]).toEqual(['return', true, 50e6])
})

test('what an only order says of its sums is the receipt’s', () => {
  const order = { items: [{ name: 'Kayak', total: 190 }], grossAmount: 190, netAmount: 190, totalAmount: 200 }
  const { gross, netSent } = read({
    orders: [{ ...order, number: 'K-1', fees: [{ amount: 10 }] }],
    grandAmount: 200,
  }).column
  expect([gross, netSent]).toEqual([190, 190])
})

test('goods of which only some print an amount have no subtotal', () => {
  const items = [
    { name: 'Cup', price: 5, quantity: { value: 2 } },
    { name: 'Tea', total: 3 },
  ]
  const first = { number: 'K-1', items, fees: [{ description: 'Delivery', amount: 2 }], totalAmount: 15 }
  const rows = (order: SentReceipt, grandAmount: number) => {
    const { orders } = read({ orders: [order, { number: 'K-2' }], grandAmount })
    return [...orders.values()][0]?.rows.map(({ role }) => role)
  }
  expect(rows(first, 15)).toEqual(['fee', 'total'])
  // Those of which none does have one.
  expect(rows({ ...first, items: items.slice(0, 1), totalAmount: 12 }, 99)).toEqual(['subtotal', 'fee', 'total'])
})

test('a discount that is sent above 0 is taken off, also where nothing adds', () => {
  const off = [{ name: 'Member', amount: 15 }]
  expect(rowsOf({ items: [{ name: 'Lamp', total: 100 }], discounts: off, grandAmount: 50 })).toEqual([
    ['discount', -15],
    ['total', 50],
  ])
})

test('a tip isn’t in a total that a line without one explains, too, if payments have it beside', () => {
  const items = [
    { name: 'Lunch', total: 20 },
    { name: 'Coffee', price: 2, quantity: { value: 2 } },
  ]
  const tenders = [{ tenderTypeCode: 'Debit', amount: 28 }]
  expect(read({ items, tip: 4, grandAmount: 24, tenders }).column.reading.tip.isIn).toBe(false)
})

test('a tip isn’t in a total that a discount said twice explains, too', () => {
  const off = [{ name: 'Club', amount: -5 }]
  const { tip, discounts } = read({
    ...{ items: [{ name: 'Lunch', price: 50, total: 50, discounts: off }], discounts: off },
    ...{ tip: 5, grandAmount: 50 },
  }).column.reading
  expect([tip.isIn, discounts.repeated.length]).toEqual([false, 1])
})

test('nor in one that this explains but for a rounding', () => {
  const off = [{ name: 'Club', amount: -5 }]
  const { tip } = read({
    ...{ items: [{ name: 'Lunch', price: 50, total: 50, discounts: off }], discounts: off },
    ...{ tip: 5, grandAmount: 50.01 },
  }).column.reading
  expect(tip.isIn).toBe(false)
})

test('what is off single lines has no row where only a fee follows', () => {
  const chair = { name: 'Chair', price: 100, total: 90, discounts: [{ name: 'Open box', amount: -10 }] }
  expect(rowsOf({ items: [chair], fees: [{ description: 'Delivery', amount: 5 }], grandAmount: 95 })).toEqual([
    ['subtotal', 90],
    ['fee', 5],
    ['total', 95],
  ])
})

test('a tip that is sent below 0 is above it', () => {
  const tenders = [{ tenderTypeCode: 'Debit', amount: 55 }]
  const { receipt, payment } = read({ items: [{ name: 'Lunch', total: 50 }], tip: -5, grandAmount: 50, tenders })
  expect([receipt.tip, payment.toPay]).toEqual([5, 55])
})

test('of a receipt that may still be changed, no ledger is kept', () => {
  const sent = { ...parseReceipt(aReceipt({ grandAmount: 12 })) }
  const first = readLedger(sent).payment.toPay
  sent.grandAmount = 13
  expect([first, readLedger(sent).payment.toPay]).toEqual([12, 13])
})

test('goods and an order lead to what is taxed', () => {
  const orders = [{ number: 'K-1', totalAmount: 100, items: [{ name: 'Kayak', total: 100 }] }]
  const taxes = [{ description: 'Tax', percent: 0.1, amount: 12 }]
  expect(rowsOf({ items: [{ name: 'Paddle', total: 20 }], orders, taxes, grandAmount: 132 })).toEqual([
    ['subtotal', 20],
    ['orders', 100],
    ['net', 120],
    ['tax', 12],
    ['total', 132],
  ])
})

test('a tip among the fees is said once, and other fees stay', () => {
  const fees = [
    { description: 'Delivery', amount: 5 },
    { description: 'Gratuity', amount: 8 },
  ]
  const { receipt } = read({ items: [{ name: 'Dinner', total: 50 }], fees, tip: 8, grandAmount: 63 })
  expect([receipt.fees, receipt.tip]).toEqual([fees.slice(0, 1), 8])
  // Payments that have it beside a total that has the fee.
  const tenders = [{ tenderTypeCode: 'Debit', amount: 71 }]
  expect(read({ items: [{ name: 'Dinner', total: 50 }], fees, tip: 8, grandAmount: 63, tenders }).receipt.fees).toEqual(
    fees,
  )
  const isTip = (description: string) =>
    read({ items: [{ name: 'Dinner', total: 50 }], fees: [{ description, amount: 8 }], tip: 8, grandAmount: 58 })
      .receipt.fees?.length === 0
  expect(['Tip', 'Table tips, 16%', 'TRINKGELD', 'チップ'].map(isTip)).toEqual([true, true, true, true])
  const isService = (description: string) =>
    read({
      ...{ items: [{ name: 'Dinner', total: 50 }], fees: [{ description, amount: 8 }] },
      ...{ serviceCharge: 8, grandAmount: 58 },
    }).receipt.fees?.length === 0
  expect(['Service', '10% Bedienung', 'Selfservice tray'].map(isService)).toEqual([true, true, false])
  expect(['Filter-tipped cigars', 'Multip', 'Delivery'].map(isTip)).toEqual([false, false, false])
})

test('a row says why it has its amount', () => {
  const fees = [{ description: 'Delivery', amount: 10 }]
  const taxes = [{ description: 'Tax', amount: 6 }]
  const whys = (more: SentReceipt) =>
    read({ items: [{ name: 'Chair', total: 90 }], fees, taxes, grandAmount: 106, ...more }).column.rows.map(
      ({ why }) => why,
    )
  expect(whys({})).toEqual(['sum', 'sent', 'sum', 'sent', 'sent'])
  expect(whys({ grossAmount: 90, netAmount: 100 })).toEqual(['gross', 'sent', 'net', 'sent', 'sent'])
})

test('a line below 0 among goods sold has its price below 0', () => {
  const coupon = { name: 'Coupon', price: 5, quantity: { value: 1 }, total: -5 }
  expect(read({ items: [{ name: 'Tea set', total: 17 }, coupon] }).receipt.items?.[1]?.price).toBe(-5)
})

test('totals that lack more than the discounts are stay as sent', () => {
  const off = [{ name: 'Member', amount: -5 }]
  const { column } = read({ items: [{ name: 'Lamp', price: 100, total: 80 }], discounts: off, grandAmount: 95 })
  expect([column.fits, column.goods]).toEqual([false, 80e6])
  const spread = (less: number) =>
    read({
      items: [{ name: 'Lamp', price: 100, total: 90 }],
      discounts: [{ name: 'Member', amount: less - 10 }],
      grandAmount: 90 + less,
    }).column.fits
  expect([0, 0.01, 0.02].map(spread)).toEqual([true, true, false])
})

test('the net amount is what the goods come to after a discount, and what a return says is above 0', () => {
  const off = [{ name: 'Club', amount: -10 }]
  const taxes = [{ description: 'Tax', percent: 0.1, amount: 9 }]
  expect(read({ items: [{ name: 'Chair', total: 100 }], discounts: off, taxes, grandAmount: 99 }).column.net).toBe(90)
  const shoes = { name: 'Shoes', price: 50, total: 50, discounts: [{ name: 'Summer', amount: -5 }] }
  expect(read({ items: [shoes], grandAmount: 45 }).column.net).toBe(45)
  const returns = [{ items: [{ name: 'Lamp', total: -80 }] }]
  const back = { transactionType: 'ReturnTransaction', returns, netAmount: -70, grandAmount: -80 }
  expect(read(back).column.netSent).toBe(70)
})

test('an only order’s fees stand once, unless they are called otherwise', () => {
  const fee = (description: string) => [{ description, amount: 5 }]
  const fees = (name: string, total: number) => {
    const orders = [{ number: 'K-1', items: [{ name: 'Kayak', total: 200 }], fees: fee(name), totalAmount: total }]
    return rowsOf({ fees: fee('Delivery'), orders, grandAmount: total }).filter(([role]) => role === 'fee').length
  }
  expect([fees('Delivery', 205), fees('Wrapping', 210)]).toEqual([1, 2])
})

test('a net amount less a tax that is added is none of the rows', () => {
  const sent = { items: [{ name: 'Chair', total: 100 }], taxes: [{ description: 'Tax', percent: 0.1, amount: 10 }] }
  expect(rowsOf({ ...sent, netAmount: 90, grandAmount: 110 })).toContainEqual(['netAsSent', 90])
})

test('of three taxes, two may be in the prices', () => {
  const taxes = [
    { taxTypeCode: 'VAT', percent: 0.07, amount: 10 },
    { taxTypeCode: 'GST', percent: 0.03, amount: 4 },
    { description: 'City tax', amount: 5 },
  ]
  const { column } = read({ items: [{ name: 'Room', total: 200 }], taxes, grandAmount: 205 })
  expect(column.taxesInside.map(({ amount }) => amount)).toEqual([10, 4])
})

test('goods that came back without a quantity have none', () => {
  const sent = {
    transactionType: 'ReturnTransaction',
    returns: [{ items: [{ name: 'Cup', total: -4 }] }],
    grandAmount: -4,
  }
  expect(read(sent).receipt.returns?.[0]?.items?.[0]).toEqual({ name: 'Cup', total: 4 })
})

test('goods of an order that a till sends below 0 are above it', () => {
  const orders = [
    { number: 'K-1', items: [{ name: 'Lamp', total: -100 }] },
    { number: 'K-2', items: [] },
  ]
  const { receipt } = read({ transactionType: 'OrderTransaction', orders, taxes: [{ amount: 10 }], grandAmount: 110 })
  expect(receipt.orders?.[0]?.items?.[0]?.total).toBe(100)
})

test('of taxes of which one is in the prices, the net amount is without that', () => {
  const taxes = [
    { taxTypeCode: 'VAT', percent: 0.07, taxableAmount: 186.92, amount: 13.08 },
    { description: 'City tax', amount: 5 },
  ]
  const { column } = read({ items: [{ name: 'Room', total: 200 }], taxes, grandAmount: 205 })
  expect([column.taxesInside.map(({ amount }) => amount), column.net]).toEqual([[13.08], 186.92])
})

describe('a net amount has the sign of what the rows come to', () => {
  const vat = (amount: number) => [{ taxTypeCode: 'VAT', amount }]
  const exchange = {
    items: [{ name: 'Cap', total: 11.9, taxes: vat(1.9) }],
    returns: [{ items: [{ name: 'Rye bread', total: 12, taxes: vat(2.4) }] }],
    grandAmount: -0.1,
  }
  const lamp = {
    items: [{ name: 'Lamp', price: -120, total: -100, discounts: [{ name: 'Club', amount: -20 }] }],
    ...{ grossAmount: -120, taxes: [{ description: 'Tax', amount: 10 }], grandAmount: 110 },
  }

  test.each([0.4, -0.4])('where only lines have taxes: sent as %s', netAmount => {
    const { column, receipt } = read({ ...exchange, netAmount })
    expect([column.netSent, receipt.netAmount]).toEqual([0.4, 0.4])
  })

  test.each([100, -100])('where a till sends goods sold below 0: sent as %s', netAmount => {
    const { gross, netSent, net, goods, itemDiscounts } = read({ ...lamp, netAmount }).column
    expect({ gross, netSent, net, goods, itemDiscounts }).toEqual({
      ...{ gross: 120, netSent: 100, net: 100 },
      ...{ goods: 100e6, itemDiscounts: -20e6 },
    })
  })
})

describe('of a tip as large as the tax', () => {
  const lunch = { items: [{ name: 'Lunch', total: 20 }], taxes: [{ description: 'Tax', amount: 4 }], tip: 4 }
  const roles = (paid: number, more: SentReceipt = {}) =>
    rowsOf({ ...lunch, grandAmount: 24, tenders: [{ tenderTypeCode: 'Debit', amount: paid }], ...more })
      .map(([role]) => role)
      .join(' ')

  test('payments tell that it is beside the total, also with what is due or was paid before', () => {
    const beside = 'subtotal tax total tip'
    expect(roles(28)).toBe(beside)
    expect(roles(18, { balanceDue: 10 })).toBe(beside)
    expect(roles(18, { deposit: { amount: 10 } })).toBe(beside)
  })

  test('payments of the total leave open whether the tax is in the prices', () => {
    expect(roles(24)).toBe('subtotal tip total')
    expect(roles(14, { balanceDue: 10 })).toBe('subtotal tip total')
    expect(read({ ...lunch, grandAmount: 24 }).column.taxes).toBe('unclear')
  })
})

test('what says nothing but its rate, base or name has a row, and what says nothing has none', () => {
  const entries = {
    discounts: [{ name: 'Free gift' }, {}],
    fees: [{ description: 'Delivery' }, {}],
    taxes: [{ percent: 0.05 }, { taxableAmount: 10 }, {}],
  }
  expect(rowsOf(entries).map(([role]) => role)).toEqual(['discount', 'fee', 'tax', 'tax', 'total'])
})

describe('what is left after a discount', () => {
  const rows = (more: SentReceipt) =>
    rowsOf({ items: [{ name: 'Dinner', total: 100 }], discounts: [{ name: 'Club', amount: -10 }], ...more })
      .map(([role, amount]) => `${role} ${amount}`)
      .join(', ')

  test('is said above what follows', () => {
    expect(rows({ serviceCharge: 5, grandAmount: 95 })).toBe(
      'subtotal 100, discount -10, net 90, serviceCharge 5, total 95',
    )
    expect(rows({ tip: 5, grandAmount: 95 })).toBe('subtotal 100, discount -10, net 90, tip 5, total 95')
  })

  test('isn’t where nothing but a tax of 0 does', () => {
    expect(rows({ taxes: [{ percent: 0, amount: 0 }], grandAmount: 90 })).toBe(
      'subtotal 100, discount -10, tax 0, total 90',
    )
  })
})

test('a receipt read like another takes its way to the goods', () => {
  // The total of a line is that of one piece.
  const sent = (total: number): SentReceipt => ({
    items: [
      { name: 'Tea', price: 5, quantity: { value: 2 }, total: 5 },
      { name: 'Kettle', price: 30, total: 30 },
    ],
    grandAmount: total,
  })
  const first = read(sent(40))
  expect(first.way).toBeGreaterThan(0)
  const like = readLedger(parseReceipt(aReceipt(sent(41))), first)
  expect([like.way, like.receipt.items?.map(({ total }) => total)]).toEqual([first.way, [10, 30]])
})

test('and those of its orders', () => {
  const sent = (totalAmount: number) => {
    const kayak = { number: 'K-1', items: [{ name: 'Kayak', total: 200 }], fees: [{ amount: 5 }], totalAmount }
    return parseReceipt(aReceipt({ orders: [kayak, { number: 'K-2' }], grandAmount: totalAmount }))
  }
  const { orders } = readLedger(sent(206), readLedger(sent(205)))
  expect([...orders.values()][0]?.rows.map(({ role }) => role)).toEqual(['subtotal', 'fee', 'total'])
})

test('and its rows, with amounts of its own', () => {
  const sent = (more: number): SentReceipt => ({
    items: [{ name: 'Chair', price: 100, total: 90, discounts: [{ name: 'Open box', amount: -10 - more }] }],
    discounts: [{ name: 'Member', amount: -5 - more }],
    fees: [{ description: 'Delivery', amount: 7 + more }],
    ...{ taxes: [{ description: 'Tax', amount: 4 + more }], serviceCharge: 3 + more, tip: 2 + more },
    grandAmount: 99 + more,
  })
  const first = read(sent(0))
  const { rows } = readLedger(parseReceipt(aReceipt(sent(1))), first).column
  expect(rows.map(({ role, amount = 0, entry }) => [role, amount / 1e6, entry?.amount])).toEqual([
    ['gross', 100, undefined],
    ['itemDiscounts', -11, undefined],
    ['discount', -6, -6],
    ['fee', 8, 8],
    ['net', 92, undefined],
    ['tax', 5, 5],
    ['serviceCharge', 4, undefined],
    ['total', 100, undefined],
    ['tip', 3, undefined],
  ])
})

test('lines whose totals are those of one come to all of them, and what is less by no discount stays', () => {
  const tea = { name: 'Tea', price: 5, quantity: { value: 2 }, total: 5 }
  const cups = { name: 'Cup, chipped', price: 4, quantity: { value: 3 }, total: 11 }
  const { items = [] } = read({ items: [tea, cups], grandAmount: 21 }).receipt
  expect(items.map(({ total }) => total)).toEqual([10, 11])
})

test('a line whose total is that of one has its discount off each piece', () => {
  const discounts = [{ amount: -3 }]
  const candles = { name: 'Candle', price: 30, quantity: { value: 3 }, total: 30, discounts }
  const cups = { name: 'Cup, chipped', price: 10, quantity: { value: 2 }, total: 17, discounts }
  const { items = [] } = read({ items: [candles, cups], grandAmount: 98 }).receipt
  expect(items.map(({ total, discounts }) => [total, discounts?.[0]?.amount])).toEqual([
    [81, -9],
    [17, -3],
  ])
})

test('of two discounts of a line, one may be off each piece', () => {
  const discounts = [
    { name: 'Members, each', amount: -3 },
    { name: 'Coupon', amount: -5 },
  ]
  const line = (total: number) => ({ name: 'Candle', price: 30, quantity: { value: 3 }, total, discounts })
  const off = (total: number) => {
    const { items = [] } = read({ items: [line(total)], grandAmount: total }).receipt
    return items[0]?.discounts?.map(({ amount }) => amount)
  }
  expect([82, 76, 72, 66].map(off)).toEqual([
    [-3, -5],
    [-9, -5],
    [-3, -15],
    [-9, -15],
  ])
})

test('what a line’s total has decides the sign of its discounts: of some tills, those above 0 are off, and what is below is on top', () => {
  const shown = (amount: number, total: number) => {
    const line = { name: 'Signet ring', price: 140, total, discounts: [{ name: 'Engraving', amount }] }
    return read({ items: [line], grandAmount: total }).receipt.items?.[0]?.discounts?.[0]?.amount
  }
  expect([shown(-12, 128), shown(12, 128), shown(-12, 152), shown(12, 152)]).toEqual([-12, -12, 12, 12])
})

test('goods that an order says once more are its own, those of another count stand beside it', () => {
  const chairs = (value: number) => ({ name: 'Chair', total: 80, quantity: { value } })
  const own = (value: number) => {
    const order = { number: '7-4410', items: [chairs(value)], totalAmount: 80 }
    return read({ items: [chairs(2)], orders: [order], grandAmount: 80 }).receipt.items?.length
  }
  expect([own(2), own(4)]).toEqual([undefined, 1])
})

test('a fee of a return that pays nothing back was kept, with either sign, also where the goods don’t come to it', () => {
  const kept = (amount: number) =>
    read({
      transactionType: 'ReturnTransaction',
      returns: [{ items: [{ name: 'Lamp', total: -20 }] }],
      fees: [{ description: 'Restocking', amount }],
      grandAmount: 0,
    }).receipt.fees?.[0]?.amount
  expect([10, -10].map(kept)).toEqual([-10, -10])
})

describe('goods that came back', () => {
  const back = (sent: SentReceipt) =>
    read({ transactionType: 'ReturnTransaction', ...sent }).receipt.returns?.map(({ items = [], ...entry }) => [
      ...items.map(({ name }) => name),
      ...Object.keys(entry),
    ])
  const lamp = { name: 'Lamp', quantity: { value: -1 }, total: -80 }
  const cup = { name: 'Cup', total: -4 }
  const of = { originalTransactionNumber: '1-4410' }

  test('are of the sale that an entry without goods names', () => {
    expect(back({ items: [lamp], returns: [of], grandAmount: -80 })).toEqual([['Lamp', 'originalTransactionNumber']])
  })

  test('stand beside those that came back of another', () => {
    const returns = [{ ...of, items: [cup] }]
    expect(back({ items: [lamp], returns, grandAmount: -84 })).toEqual([['Lamp'], ['Cup', 'originalTransactionNumber']])
  })

  test('are apart from those sold, by quantity, and of a void sale by total, too', () => {
    const scarf = { name: 'Scarf', quantity: { value: 1 }, total: 35 }
    const { items = [], returns = [] } = read({
      ...{ transactionType: 'ReturnTransaction', items: [scarf, lamp], grandAmount: -45 },
    }).receipt
    expect([items, returns[0]?.items ?? []].map(list => list.map(({ name }) => name))).toEqual([['Scarf'], ['Lamp']])
    expect(
      back({ transactionType: 'SaleTransaction', items: [cup, { ...lamp, total: 80 }], grandAmount: -84 }),
    ).toEqual([['Cup', 'Lamp']])
  })

  test('are counted whatever sale they are of', () => {
    const returns = [{ items: [cup] }, { items: [lamp] }]
    const { column } = read({ transactionType: 'ReturnTransaction', returns, grandAmount: -84 })
    expect([column.goods, column.fits]).toEqual([84e6, true])
  })

  test('are none where a till sends a return without any', () => {
    expect(read({ items: [{ name: 'Tea', total: 12 }], returns: [{ items: [] }] }).receipt.returns).toEqual([])
  })
})

describe('before taxes, what the goods come to with a fee', () => {
  const kettle = { name: 'Kettle', total: 40 }
  const sale = (taxableAmount: number | undefined, tax: number) =>
    rowsOf({
      items: [kettle],
      fees: [{ description: 'Wrapping', amount: 5 }],
      netAmount: 45,
      taxes: [{ description: 'Tax', percent: 0.1, amount: tax, ...(taxableAmount && { taxableAmount }) }],
      grandAmount: 45 + tax,
    }).map(([role]) => role)

  test('is a sum of its own', () => {
    expect(sale(45, 4.5)).toEqual(['subtotal', 'fee', 'net', 'tax', 'total'])
    expect(sale(undefined, 4.5)).toEqual(['subtotal', 'fee', 'net', 'tax', 'total'])
  })

  test('isn’t, if the tax is on the goods alone: it would be taken for its base', () => {
    expect(sale(40, 4)).toEqual(['subtotal', 'fee', 'tax', 'total'])
  })
})
