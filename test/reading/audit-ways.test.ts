import { describe, expect, test } from 'vitest'
import { auditReceipt } from '../../src/reading/audit.ts'
import { receiptWith } from '../receipt/support.ts'

type Fields = Record<string, unknown>

const off = (amount: number) => [{ name: 'Off', amount }]
const tax = (amount: number) => [{ description: 'Tax', amount }]
const fee = (amount: number) => [{ description: 'Fee', amount }]
const cash = (...amounts: number[]) => amounts.map(amount => ({ tenderTypeCode: 'Cash', amount }))
const tea = (total: number, more: Fields = {}) => ({ name: 'Tea', total, ...more })
/** Ten before its discount, nine after it. */
const reduced = (sign = 1) => ({ name: 'Tea', price: 10, total: 9 * sign, discounts: off(-1) })
const back = (...items: Fields[]) => [{ items }]
const twenty = { grossAmount: 20, grandAmount: 20 }

const codesOf = (fields: Fields) => auditReceipt(receiptWith(fields)).map(({ code }) => code)

/**
 * Each row: what the till counted, the code that is not there, the sum, and the receipt. An amount that stands for itself may be off by a
 * cent; what is printed as a sum may not.
 */
function hold(code: string, target: string, rows: [way: string, fields: Fields][], isSum = false): void {
  test.each(rows)('%s', (_, fields) => {
    const moved = (by: number) => {
      const found = structuredClone(fields)
      const path = target.split('.')
      let holder: Record<string, unknown> = found
      for (const name of path.slice(0, -1)) holder = holder[name] as Fields
      const last = path.at(-1)!
      Object.assign(holder, { [last]: Math.round(((holder[last] as number) + by) * 100) / 100 })
      return codesOf(found)
    }
    expect(moved(0)).not.toContain(code)
    if (isSum) expect(moved(0.01)).toContain(code)
    else expect(moved(0.01)).not.toContain(code)
    expect(moved(0.02)).toContain(code)
    expect(moved(-0.02)).toContain(code)
  })
}

describe('the gross amount may be', () => {
  hold('gross_amount', 'grossAmount', [
    ['the lines', { grossAmount: 16, items: [tea(10), { name: 'Cup', price: 2, quantity: { value: 3 } }] }],
    ['the lines before discounts', { grossAmount: 20, items: [reduced(), tea(10)] }],
    ['a line before discounts that has no price', { grossAmount: 10, items: [tea(9, { discounts: off(-1) })] }],
    ['the lines after discounts', { grossAmount: 19, items: [reduced(), tea(10)] }],
    [
      'those after discounts, of which one has no total',
      { grossAmount: 15, items: [reduced(), { name: 'Cup', price: 2, quantity: { value: 3 } }] },
    ],
    ['less what was brought back', { grossAmount: 21, items: [tea(30)], returns: back(reduced(-1)) }],
    ['less that before discounts', { grossAmount: 20, items: [tea(30)], returns: back(reduced(-1)) }],
    ['less what was brought back, without a sign', { grossAmount: 26, items: [tea(30)], returns: back(tea(4)) }],
    ['only what was brought back', { grossAmount: -4, returns: back(tea(-4)) }],
    ['with what was ordered', { grossAmount: 39, items: [tea(30)], orders: back(reduced()) }],
    ['with that before discounts', { grossAmount: 40, items: [tea(30)], orders: back(reduced()) }],
    ['only what was ordered', { grossAmount: 9, orders: back(reduced()) }],
    ['with taxes', { grossAmount: 33, items: [tea(30)], taxes: tax(3) }],
    ['less taxes', { grossAmount: 27, items: [tea(30)], taxes: tax(3) }],
    ['with the taxes of lines', { grossAmount: 33, items: [tea(30, { taxes: tax(3) })] }],
    ['without the coupons among the lines', { grossAmount: 30, items: [tea(30), tea(-5), tea(-2)] }],
    ['with fees', { grossAmount: 35, items: [tea(30)], fees: fee(5) }],
    ['with a service charge', { grossAmount: 37, items: [tea(30)], serviceCharge: 7 }],
    ['with all of these', { grossAmount: 45, items: [tea(30)], taxes: tax(3), fees: fee(5), serviceCharge: 7 }],
  ])

  test('anything if a line has no amount, or there are no lines', () => {
    expect(codesOf({ grossAmount: 99, items: [tea(30), { name: 'Cup' }] })).not.toContain('gross_amount')
    expect(codesOf({ grossAmount: 99, items: [] })).not.toContain('gross_amount')
    expect(codesOf({ items: [tea(30)] })).not.toContain('gross_amount')
    expect(codesOf({ grossAmount: 99, items: [{ name: 'Cup', price: 30 }] })).toContain('gross_amount')
    expect(codesOf({ grossAmount: 99, returns: back(tea(-4), { name: 'Cup' }) })).not.toContain('gross_amount')
    expect(codesOf({ grossAmount: 99, orders: back({ name: 'Cup' }), items: [tea(4)] })).not.toContain('gross_amount')
  })
})

describe('the net amount may be the gross amount', () => {
  hold('net_amount', 'netAmount', [
    ['itself', { ...twenty, netAmount: 20 }],
    ['less discounts', { ...twenty, netAmount: 18, discounts: off(-2) }],
    ['less those of lines', { ...twenty, netAmount: 19, items: [reduced()] }],
    ['less those of what was brought back', { ...twenty, netAmount: 19, returns: back({ ...reduced(-1), price: 0 }) }],
    ['less those of orders', { ...twenty, netAmount: 19, orders: back(reduced()) }],
    ['with fees', { ...twenty, netAmount: 25, grandAmount: 25, fees: fee(5) }],
    ['with a service charge', { ...twenty, netAmount: 27, serviceCharge: 7 }],
    ['less taxes', { ...twenty, netAmount: 17, taxes: tax(3) }],
    ['less the taxes of lines', { ...twenty, netAmount: 17, items: [tea(20, { taxes: tax(3) })] }],
    ['less what was brought back', { ...twenty, netAmount: 11, returns: back(reduced(-1)) }],
    ['less that before discounts', { ...twenty, netAmount: 10, returns: back(reduced(-1)) }],
  ])

  test('but not with taxes, a tip, or line taxes besides the receipt’s own', () => {
    expect(codesOf({ ...twenty, netAmount: 23, taxes: tax(3) })).toContain('net_amount')
    expect(codesOf({ ...twenty, netAmount: 24, tip: 4 })).toContain('net_amount')
    const items = [tea(20, { taxes: tax(3) })]
    expect(codesOf({ ...twenty, netAmount: 17, taxes: tax(4), items })).toContain('net_amount')
  })
})

describe('the total may be the net amount', () => {
  hold(
    'grand_amount',
    'grandAmount',
    [
      ['itself', { netAmount: 10, grandAmount: 10 }],
      ['with taxes', { netAmount: 10, grandAmount: 13, taxes: tax(3) }],
      ['with the taxes of lines', { netAmount: 10, grandAmount: 13, items: [tea(10, { taxes: tax(3) })] }],
      ['with fees', { netAmount: 10, grandAmount: 15, fees: fee(5) }],
      ['with a service charge', { netAmount: 10, grandAmount: 17, serviceCharge: 7 }],
      ['with a tip', { netAmount: 10, grandAmount: 14, tip: 4 }],
      ['rounded', { netAmount: 10.2, grandAmount: 10, roundingAdjustment: { value: -0.2 } }],
      ['rather than the gross amount', { grossAmount: 99, netAmount: 10, grandAmount: 10 }],
    ],
    true,
  )

  hold(
    'grand_amount',
    'grandAmount',
    [
      ['or the gross amount', { grossAmount: 10, grandAmount: 10 }],
      ['or that less discounts', { grossAmount: 10, grandAmount: 8, discounts: off(-2) }],
      ['or that less those of lines', { grossAmount: 20, grandAmount: 19, items: [reduced(), tea(10)] }],
    ],
    true,
  )

  test('but discounts aren’t subtracted twice, nor those of lines left out, and fees and discounts go one way', () => {
    expect(codesOf({ netAmount: 10, grandAmount: 8, discounts: off(-2) })).toContain('grand_amount')
    expect(codesOf({ items: [tea(9, { discounts: off(-1) })], grandAmount: 10 })).toContain('grand_amount')
    expect(codesOf({ items: [tea(30)], fees: fee(5), grandAmount: 25 })).toContain('grand_amount')
    expect(codesOf({ items: [tea(30)], discounts: off(-5), grandAmount: 35 })).toContain('grand_amount')
  })

  test('tried with orders and a deposit, but not without either amount', () => {
    const wrong = { netAmount: 10, grandAmount: 99 }
    expect(codesOf(wrong)).toContain('grand_amount')
    expect(codesOf({ ...wrong, orders: [{}] })).toContain('grand_amount')
    expect(codesOf({ ...wrong, deposit: { amount: 1 } })).toContain('grand_amount')
    expect(codesOf({ grandAmount: 99 })).not.toContain('grand_amount')
  })

  test.each([
    ['prices of 0', [{ name: 'Tea', price: 0, quantity: { value: 2 } }]],
    ['quantities of 0', [{ name: 'Tea', price: 5, quantity: { value: 0 } }]],
  ])('and %s come to no total but 0', (_, items) => {
    expect(codesOf({ items, grandAmount: 10 })).toContain('grand_amount')
    expect(codesOf({ items: [...items, { name: 'Cake' }], grandAmount: 10 })).not.toContain('grand_amount')
    expect(codesOf({ items, grandAmount: 0 })).not.toContain('grand_amount')
  })
})

describe('the total of an order may be', () => {
  const order = (fields: Fields) => ({ orders: { 0: fields } })
  const orderRows: [string, Fields][] = [
    ['its net amount', { grossAmount: 99, netAmount: 10, totalAmount: 10 }],
    ['its gross amount', { grossAmount: 10, totalAmount: 10 }],
    ['that with taxes', { netAmount: 10, totalAmount: 13, taxes: tax(3) }],
    ['that with the taxes of lines', { netAmount: 10, totalAmount: 13, items: [tea(10, { taxes: tax(3) })] }],
    ['that with fees', { netAmount: 10, totalAmount: 15, fees: fee(5) }],
  ]
  hold(
    'order_total',
    'orders.0.totalAmount',
    orderRows.map(([way, fields]) => [way, { ...order(fields), orders: [fields] }]),
    true,
  )

  test('anything if it or its base is missing', () => {
    expect(codesOf({ orders: [{ netAmount: 10 }, { totalAmount: 10 }] })).not.toContain('order_total')
    const flyer = { name: 'Flyer', price: 0 }
    expect(codesOf({ orders: [{ items: [flyer] }, { totalAmount: 10 }] })).not.toContain('order_total')
  })
})

describe('what was paid may be', () => {
  const paid = { grandAmount: 20, tenders: cash(15, 5) }
  const rounded = { value: -0.2 }
  hold(
    'tender_sum',
    'grandAmount',
    [
      ['the total', paid],
      ['the total with change', { ...paid, grandAmount: 17, changeDue: 3 }],
      ['the total with a tip', { ...paid, grandAmount: 16, tip: 4 }],
      ['the total, rounded', { ...paid, grandAmount: 20.2, roundingAdjustment: { value: -0.2 } }],
      ['the total less its rounding', { ...paid, grandAmount: 19.8, roundingAdjustment: { value: -0.2 } }],
      ['the total less a balance', { ...paid, grandAmount: 26, balanceDue: 6 }],
    ],
    true,
  )
  hold(
    'tender_applied',
    'tenderApplied',
    [
      ['what counts as applied', { ...paid, tenderApplied: 20 }],
      ['that with change', { ...paid, tenderApplied: 17, changeDue: 3 }],
      ['that without a tip', { ...paid, grandAmount: 16, tip: 4, tenderApplied: 16 }],
      ['that without a tip, with change', { ...paid, grandAmount: 13, tip: 4, changeDue: 3, tenderApplied: 13 }],
      ['before it is rounded', { ...paid, grandAmount: 20.2, roundingAdjustment: rounded, tenderApplied: 20.2 }],
      [
        'without a tip before it is rounded, with change',
        { ...paid, grandAmount: 13.2, tip: 4, changeDue: 3, roundingAdjustment: rounded, tenderApplied: 13.2 },
      ],
    ],
    true,
  )

  test('anything if a tender is in another currency or has no amount, or there are no tenders', () => {
    const wrong = { grandAmount: 99, tenderApplied: 98 }
    const other = { tenderTypeCode: 'Cash', amount: 1, currency: 'CAD' }
    expect(codesOf({ ...wrong, tenders: cash(5) })).toEqual(expect.arrayContaining(['tender_applied', 'tender_sum']))
    expect(codesOf({ ...wrong, tenders: [...cash(5), { ...other, currency: 'USD' }] })).toContain('tender_sum')
    expect(codesOf({ ...wrong, tenders: [...cash(5), other] })).toEqual([])
    expect(codesOf({ ...wrong, tenders: [...cash(5), { tenderTypeCode: 'Cash' }] })).toEqual([])
    expect(codesOf({ ...wrong, tenders: [] })).toEqual(['blank'])
  })

  test('the part of an order or a deposit only with what is due, or was paid before', () => {
    const wrong = { grandAmount: 99, tenderApplied: 98, tenders: cash(5) }
    for (const more of [{ orders: [{}] }, { deposit: { amount: 1 } }])
      expect(codesOf({ ...wrong, ...more })).toEqual(['tender_applied', 'tender_sum'])
    expect(codesOf({ grandAmount: 99, orders: [{}], tenders: cash(5), balanceDue: 94 })).toEqual([])
    expect(codesOf({ grandAmount: 99, deposit: { amount: 94 }, tenders: cash(5) })).toEqual([])
  })
})

describe('a tax may be', () => {
  const vat = (fields: Fields) => ({ description: 'VAT', percent: 0.2, taxableAmount: 10, amount: 2, ...fields })
  const isOdd = (fields: Fields) => codesOf({ taxes: [vat(fields)] }).includes('tax_amount')

  test.each([
    [{ percent: 0, amount: 0 }, false],
    [{ percent: 0, amount: 1 }, true],
    [{ percent: 1, amount: 10 }, false],
    [{ percent: 1, amount: 5 }, false],
    [{ percent: 1, amount: 7 }, true],
    [{ percent: 1.01, amount: 7 }, false],
    [{ percent: -0.01, amount: 7 }, false],
    [{ amount: undefined }, false],
    [{ amount: 7, percent: undefined }, false],
    [{ amount: 7, taxableAmount: undefined }, false],
    [{ amount: 7 }, true],
  ])('%j is odd: %s', (fields, odd) => expect(isOdd(fields)).toBe(odd))

  test('off by half a unit for every line it is on: sold, returned or ordered', () => {
    const lines = (count: number) => Array.from({ length: count }, () => tea(1))
    const odd = (cents: number, fields: Fields) =>
      codesOf({ taxes: [vat({ amount: 2 + cents / 100 })], ...fields }).includes('tax_amount')
    expect([2, 3, 4].map(cents => odd(cents, { items: lines(2) }))).toEqual([false, true, true])
    expect([2, 3, 4].map(cents => odd(cents, { items: lines(2), returns: back(...lines(2)) }))).toEqual([
      false,
      false,
      true,
    ])
    expect([2, 3, 4].map(cents => odd(cents, { items: lines(2), orders: back(...lines(2)) }))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('wrong on a line, returned or ordered too, and in an order by that order’s lines', () => {
    const line = (cents: number) => tea(12, { taxes: [vat({ amount: 2 + cents / 100 })] })
    const places = (fields: Fields) =>
      auditReceipt(receiptWith(fields))
        .filter(({ code }) => code === 'tax_amount')
        .map(({ path }) => path)
    for (const [list, fields] of [
      ['items', (cents: number) => ({ items: [tea(1), line(cents)] })],
      ['returns[0].items', (cents: number) => ({ returns: back(tea(1), line(cents)) })],
      ['orders[0].items', (cents: number) => ({ orders: back(tea(1), line(cents)) })],
    ] as const) {
      expect(places(fields(1))).toEqual([])
      expect(places(fields(2))).toEqual([`${list}[1].taxes[0].amount`])
    }
    const order = (cents: number) => ({
      orders: [{ items: [tea(1), tea(1)], taxes: [vat({ amount: 2 + cents / 100 })] }],
    })
    expect(places(order(2))).toEqual([])
    expect(places(order(3))).toEqual(['orders[0].taxes[0].amount'])
  })
})

test('each of several deposits leaves less', () => {
  const left = (...balances: number[]) => balances.map(balanceDue => ({ amount: 50, balanceDue }))
  const order = { number: 'K-1', items: [tea(200)], totalAmount: 200 }
  const paid = { transactionType: 'OrderTransaction', grandAmount: 200, tenders: cash(50), tenderHistory: cash(50) }
  expect(codesOf({ ...paid, orders: [{ ...order, deposits: left(150, 100) }] })).not.toContain('balance_due')
  expect(codesOf({ ...paid, orders: [{ ...order, deposits: left(150, 120) }] })).toContain('balance_due')
})

test('what a deposit leaves may be less what was paid today, too', () => {
  const orders = [{ number: 'K-1', items: [tea(200)], totalAmount: 200, deposits: [{ amount: 50, balanceDue: 120 }] }]
  const paid = { transactionType: 'OrderTransaction', grandAmount: 200, orders }
  for (const due of [{ balanceDue: 120 }, {}]) {
    expect(codesOf({ ...paid, ...due, tenders: cash(30) })).not.toContain('balance_due')
    expect(codesOf({ ...paid, ...due, tenders: cash(40) })).toContain('balance_due')
  }
})

test('a deposit is of what was paid, but for a rounding', () => {
  const paid = (amount: number) => ({ deposit: { amount }, items: [tea(200)], grandAmount: 200, tenders: cash(60) })
  expect(codesOf(paid(60.01))).not.toContain('balance_due')
  expect(codesOf(paid(60.02))).toContain('balance_due')
})

test('payments of all of a sale of which something is due are asked about, and none of a request', () => {
  const sold = { items: [tea(100)], grandAmount: 100 }
  const check = [{ tenderTypeCode: 'Check', amount: 100 }]
  expect(codesOf({ ...sold, tenders: check })).not.toContain('tender_sum')
  expect(codesOf({ ...sold, tenders: check, balanceDue: 20 })).toContain('tender_sum')
  const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  expect(codesOf({ ...sold, ...request, tenders: cash(40) })).not.toContain('tender_sum')
})

test('what was paid on an order as its total is asked about only if it is too much with what was paid before', () => {
  const paid = (before: number) => ({
    ...{ transactionType: 'OrderTransaction', grandAmount: 50, tenders: cash(50) },
    orders: [{ number: 'K-1', items: [tea(200)], totalAmount: 200, tenderHistory: cash(before) }],
  })
  expect([100, 200.01, 200.02, 210].map(before => codesOf(paid(before)).includes('grand_amount'))).toEqual([
    ...[false, false, true, true],
  ])
  // With what is due, it is all of it, but for a rounding.
  const due = (balanceDue: number) => codesOf({ ...paid(100), balanceDue }).includes('grand_amount')
  expect([49.98, 49.99, 50.01, 50.02].map(due)).toEqual([true, false, false, true])
})

test('a deposit may be of any size if it leaves its balance, but for a rounding', () => {
  const leaves = (balanceDue: number) =>
    codesOf({
      ...{ transactionType: 'OrderTransaction', grandAmount: 600, tenders: cash(600) },
      orders: [{ number: 'K-1', totalAmount: 600, items: [tea(600)], deposits: [{ amount: 61, balanceDue }] }],
    }).includes('balance_due')
  expect([538.98, 538.99, 539, 539.01, 539.02].map(leaves)).toEqual([true, false, false, false, true])
})

test('a balance below 0 is not asked about if nobody can add the payments', () => {
  const sold = { items: [tea(600)], grandAmount: 600, balanceDue: -10 }
  expect(codesOf({ ...sold, tenders: cash(600) })).toContain('balance_due')
  expect(codesOf({ ...sold, tenders: [{ tenderTypeCode: 'Cash', amount: 820, currency: 'CAD' }] })).toEqual([])
})

test('change is asked about if payments have it once more, and not if a card paid the total', () => {
  const card = (amount: number) => ({ tenderTypeCode: 'GiftCard', amount })
  const sold = { items: [tea(12)], grandAmount: 12, changeDue: 8 }
  expect(codesOf({ ...sold, tenders: [card(12)] })).not.toContain('tender_sum')
  expect(codesOf({ ...sold, tenders: [{ tenderTypeCode: 'Credit', amount: 20 }, card(-8)] })).toContain('tender_sum')
})

test('a rounding that no payment has is asked about', () => {
  const rounded = { items: [tea(12.02)], grandAmount: 12.02, roundingAdjustment: { value: -0.02 }, currency: 'CHF' }
  expect(codesOf({ ...rounded, tenders: cash(12) })).not.toContain('tender_sum')
  expect(codesOf({ ...rounded, tenders: cash(12.02) })).toContain('tender_sum')
})

test('each warning about a sum names what was sent and what would fit', () => {
  const messages = (fields: Fields) =>
    auditReceipt(receiptWith(fields)).map(({ path, message }) => `${path} ${message.replace(/.*Sent/, 'Sent')}`)
  expect(
    messages({
      grossAmount: 99,
      netAmount: 50,
      grandAmount: 70,
      items: [tea(30, { price: 10, quantity: { value: 2 }, discounts: off(-1) })],
      returns: back(tea(-4, { price: 5 })),
      discounts: off(-2),
      taxes: [{ description: 'VAT', percent: 0.1, taxableAmount: 10, amount: 4.5 }],
      tenders: cash(20),
      tenderApplied: 10,
    }),
  ).toEqual([
    'items[0].total Sent: 30; expected, for example: 19.',
    'returns[0].items[0].total Sent: -4; expected, for example: 5.',
    'taxes[0].amount Sent: 4.5; expected, for example: 1.',
    'grossAmount Sent: 99; expected, for example: 20.',
    'netAmount Sent: 50; expected, for example: 97.',
    'grandAmount Sent: 70; expected, for example: 28.5.',
    'tenderApplied Sent: 10; expected, for example: 20.',
    'tenders Sent: 20; expected, for example: 70.',
  ])
  const unpriced = { items: [{ name: 'Risotto' }], fees: fee(2), serviceCharge: 9.27, discounts: off(-1) }
  expect(messages({ ...unpriced, grandAmount: 60.77 })).toEqual([
    'grandAmount Sent: 60.77; expected, for example: 10.27.',
  ])
  const priced = [{ name: 'Cup', price: 5, quantity: { value: 2 } }, tea(3)]
  expect(
    messages({ grandAmount: 13, orders: [{ number: 'K-1', items: priced, totalAmount: 13 }, { number: 'K-2' }] }),
  ).toContain('orders[0].totalAmount Sent: 13; expected, for example: 3.')
  expect(
    messages({ grandAmount: 20, orders: [{ number: 'K-1', netAmount: 10, totalAmount: 20, taxes: tax(1) }] }),
  ).toEqual([
    'orders[0].totalAmount Sent: 20; expected, for example: 11.',
    'grandAmount Sent: 20; expected, for example: 11.',
  ])
})

test('each warning about a payment names what was sent and what would fit', () => {
  const canoe = { name: 'Canoe', price: 600, total: 600 }
  const layaway = (more: Fields = {}) => ({
    transactionType: 'OrderTransaction',
    grandAmount: 600,
    orders: [{ number: 'L-7', totalAmount: 600, items: [canoe], ...more }],
  })
  const of = (fields: Fields) =>
    auditReceipt(receiptWith(fields)).map(({ path, message }) => `${path} ${message.replace(/.*Sent/, 'Sent')}`)
  expect(of({ ...layaway(), grandAmount: 100, tenders: cash(100), balanceDue: 499 })).toEqual([
    'grandAmount Sent: 100; expected, for example: 101.',
  ])
  const deposits = [{ amount: 61, balanceDue: 530 }]
  expect(of({ ...layaway({ deposits }), tenders: cash(61), balanceDue: 539 })).toEqual([
    'orders[0].deposits[0].balanceDue Sent: 530; expected, for example: 539.',
  ])
  expect(of({ ...layaway(), tenders: cash(600), deposit: { amount: 61 } })).toEqual([
    'deposit Sent: 61; expected, for example: 600.',
  ])
  const sale = { grandAmount: 600, items: [canoe] }
  // More is due than all of it, unless it is of an order.
  expect(of({ ...sale, balanceDue: 700 })).toEqual(['balanceDue Sent: 700; expected, for example: 600.'])
  expect(of({ ...sale, balanceDue: 600 })).toEqual([])
  expect(of({ grandAmount: 50, tenders: cash(50), deposit: { amount: 50, balanceDue: 150 } })).toEqual([])
  expect(of({ ...layaway(), grandAmount: 100, tenders: cash(100), balanceDue: 500 })).toEqual([])
  const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  expect(of({ ...sale, ...request, balanceDue: 700 })).toEqual([])
  // Payments that come to a total with the fees, or the one, that it lacks.
  for (const grandAmount of [600, 605, 608])
    expect(of({ ...sale, grandAmount, fees: [...fee(5), ...fee(8)], tenders: cash(613) })).toEqual([
      `grandAmount Sent: ${grandAmount}; expected, for example: 613.`,
    ])
  expect(of({ ...sale, deposit: { amount: 100, balanceDue: 650 }, tenders: cash(500) })).toEqual([
    'deposit.balanceDue Sent: 650; expected, for example: 500.',
  ])
  expect(of({ ...sale, tenders: cash(600), balanceDue: -600 })).toEqual([
    'balanceDue Sent: -600; expected, for example: 0.',
  ])
  expect(of({ ...sale, fees: fee(13), tenders: cash(620), changeDue: 7 })).toEqual([
    'grandAmount Sent: 600; expected, for example: 613.',
  ])
  expect(of({ ...sale, tenders: cash(0) })).toEqual(['tenders Sent: 0; expected, for example: 600.'])
  expect(of({ ...sale, tenders: cash(0), tenderHistory: cash(600) })).toEqual([])
  expect(of({ ...sale, tenders: cash(0), tenderHistory: cash(400) })).toEqual([
    'tenders Sent: 0; expected, for example: 600.',
  ])
  expect(of({ ...sale, tenders: cash(90), balanceDue: 500 })).toEqual(['tenders Sent: 90; expected, for example: 100.'])
  // What is paid back is no balance.
  const back = { transactionType: 'ReturnTransaction', returns: [{ items: [tea(-20)] }] }
  expect(of({ ...back, grandAmount: -20, balanceDue: -20 })).toEqual([])
})

test('of taxes without rates, those of one kind may be added while the others are in the prices', () => {
  const sale = (taxes: Fields[]) => ({ items: [tea(100), { name: 'Cup', total: 50 }], taxes, grandAmount: 158 })
  const sales = { amount: 8, taxTypeCode: 'Sales' }
  expect(codesOf(sale([sales, { amount: 8.33 }]))).toEqual([])
  // A levy without a rate is a kind of its own beside one that has a rate, whatever its code.
  expect(codesOf(sale([sales, { amount: 8.33, percent: 0.2, taxTypeCode: 'Sales' }]))).toEqual([])
  expect(codesOf(sale([sales, { amount: 8.33, taxTypeCode: 'Sales' }]))).toContain('grand_amount')
})
