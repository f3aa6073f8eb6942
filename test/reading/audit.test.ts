import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ReceiptDataError } from '../../src/errors.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { warningMessages } from '../../src/receipt/notes.ts'
import { parseReceipt, readReceipt } from '../../src/receipt/parse.ts'
import { briefly, receiptWith } from '../receipt/support.ts'

const audit = (fields: Record<string, unknown>) => briefly(auditReceipt(receiptWith(fields)))
const item = (fields: Record<string, unknown>) => ({
  grandAmount: fields.total ?? 10,
  items: [{ name: 'Tea', ...fields }],
})

const paidOn = (amount: number) => ({
  ...{ transactionType: 'OrderTransaction', grandAmount: amount, tenders: [{ tenderTypeCode: 'Cash', amount }] },
  orders: [{ number: 'L-7', totalAmount: 600, items: [{ name: 'Canoe', price: 600, total: 600 }] }],
})

it('says of a parsed receipt what it says of the receipt as sent, however often', () => {
  const sent = receiptWith({ cashierMood: 'fine', grandAmount: '10.00', items: [{ name: 'Tea', total: 11 }] })
  const asSent = auditReceipt(sent)
  expect(briefly(asSent)).toContain('cashierMood unknown_field')
  const parsed = parseReceipt(sent)
  expect([auditReceipt(parsed), auditReceipt(parsed), auditReceipt(readReceipt(parsed).receipt)]).toEqual([
    asSent,
    asSent,
    asSent,
  ])
})

describe('amounts that are probably cents', () => {
  const cents = {
    items: [{ name: 'The Overstory', price: 1899, total: 1899 }],
    taxes: [{ description: 'Sales tax', percent: 0.0725, amount: 138 }],
    grandAmount: 2037,
    tenders: [{ tenderTypeCode: 'Cash', amount: 2037 }],
  }

  it.each<[string, Record<string, unknown>, boolean]>([
    ['a book', cents, true],
    ['in a currency that is counted in whole units', { ...cents, currency: 'HUF' }, false],
    ['in one that has no cents', { ...cents, currency: 'JPY' }, false],
    [
      'a table whose tax comes out even',
      { ...cents, taxes: [{ percent: 0.1, taxableAmount: 1900, amount: 190 }] },
      false,
    ],
    ['a price with cents', { ...cents, items: [{ name: 'Bookmark', price: 2.5 }] }, false],
    [
      'a payment with cents',
      { ...cents, tenders: [{ tenderTypeCode: 'Cash', amount: 2037.5 }], changeDue: 0.5 },
      false,
    ],
    ['whole prices without tax', { ...cents, taxes: [] }, false],
    ['a tax without a rate', { ...cents, taxes: [{ amount: 138 }] }, false],
    [
      'a total of less than one hundred',
      { items: [{ name: 'Lamp', total: 18 }], taxes: [{ percent: 0.0725, amount: 1 }], grandAmount: 19 },
      false,
    ],
  ])('%s', (_, fields, isSaid) => {
    expect(audit(fields).includes('grandAmount minor_units')).toBe(isSaid)
  })
})

it.each<[string, string, unknown, boolean]>([
  ['rupiahs as Indonesia writes them', 'IDR', '27.000', true],
  ['won', 'KRW', '9.500', true],
  ['rupiahs without a point', 'IDR', '27000', false],
  ['rupiahs with their sen', 'IDR', '27000.00', false],
  ['a number', 'IDR', 27.5, false],
  ['dollars with a decimal more', 'USD', '27.000', false],
  ['dinars, which have three', 'KWD', '27.000', false],
])('asks whether a point parts thousands: %s', (_, currency, grandAmount, isSaid) => {
  expect(audit({ currency, grandAmount }).includes('grandAmount thousands_point')).toBe(isSaid)
})

describe('sums that add up in some way get no warning', () => {
  const folder = new URL('../../fixtures/', import.meta.url)
  const scenarios = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && readdirSync(new URL(entry.name, folder)).includes('receipt.json'))
    .map(entry => entry.name)
  const sums = [
    'item_total',
    'gross_amount',
    'net_amount',
    'grand_amount',
    'order_total',
    'tax_amount',
    'tender_applied',
    'tender_sum',
  ]

  it.each(scenarios)('%s', scenario => {
    const warnings = auditReceipt(readFileSync(new URL(`${scenario}/receipt.json`, folder)))
    expect(warnings.filter(warning => sums.includes(warning.code))).toStrictEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['thirds of a cent', item({ price: 0.333, quantity: { value: 30 }, total: 9.99 })],
    ['weights', item({ price: 2.99, quantity: { value: 1.234 }, total: 3.69 })],
    [
      '0.1 + 0.2',
      {
        grandAmount: 0.3,
        grossAmount: 0.3,
        items: [
          { name: 'A', total: 0.1 },
          { name: 'B', total: 0.2 },
        ],
      },
    ],
    ['a discount sent as positive', item({ price: 10, total: 9, discounts: [{ name: 'Off', amount: 1 }] })],
    [
      'a returned item without a sign',
      { grandAmount: -5, returns: [{ items: [{ name: 'Cup', price: 5, total: -5 }] }] },
    ],
    [
      'taxes within prices',
      {
        grandAmount: 11.9,
        grossAmount: 11.9,
        netAmount: 10,
        taxes: [{ percent: 0.19, taxableAmount: 10, amount: 1.9 }],
      },
    ],
    ['taxable amounts with the tax', { taxes: [{ percent: 0.19, taxableAmount: 11.9, amount: 1.9 }] }],
    [
      'forints rounded to five',
      { grandAmount: 1235, netAmount: 1234, currency: 'HUF', roundingAdjustment: { value: 1 } },
    ],
    ['dinars of three decimals', { grandAmount: 1.155, netAmount: 1.1, taxes: [{ amount: 0.055 }], currency: 'KWD' }],
    [
      'change',
      { grandAmount: 7.5, changeDue: 2.5, tenderApplied: 10, tenders: [{ tenderTypeCode: 'Cash', amount: 10 }] },
    ],
    [
      'change as its own tender',
      {
        grandAmount: 7.5,
        changeDue: 2.5,
        tenders: [
          { tenderTypeCode: 'Cash', amount: 10 },
          { tenderTypeCode: 'Cash', amount: -2.5 },
        ],
      },
    ],
    ['a tip on the card', { grandAmount: 20, tip: 4, tenders: [{ tenderTypeCode: 'Credit', amount: 24 }] }],
    ['a part still due', { grandAmount: 20, balanceDue: 5, tenders: [{ tenderTypeCode: 'Cash', amount: 15 }] }],
    ['a payment on an order that doesn’t say what is left', paidOn(100)],
    ['a refund', { grandAmount: -20, tenders: [{ tenderTypeCode: 'Credit', amount: 20 }] }],
    [
      'a tender in another currency',
      { grandAmount: 20, tenders: [{ tenderTypeCode: 'Cash', amount: 99, currency: 'MXN' }] },
    ],
  ])('%s', (_, fields) => {
    const warnings = auditReceipt(receiptWith(fields)).filter(warning => sums.includes(warning.code))
    expect(warnings).toStrictEqual([])
  })
})

describe('sums that add up in no way get a warning', () => {
  it.each<[Record<string, unknown>, string]>([
    [item({ price: 5, quantity: { value: 2 }, total: 9 }), 'items[0].total item_total'],
    [item({ price: 10, total: 10, discounts: [{ name: 'Off', amount: -1 }] }), 'items[0].total item_total'],
    [{ orders: [{ items: [{ name: 'Tea', price: 5, total: 6 }] }] }, 'orders[0].items[0].total item_total'],
    [{ grossAmount: 12, items: [{ name: 'A', total: 10 }] }, 'grossAmount gross_amount'],
    [
      { grossAmount: 20, netAmount: 19, grandAmount: 19, discounts: [{ name: 'Off', amount: -2 }] },
      'netAmount net_amount',
    ],
    [{ netAmount: 10, grandAmount: 12, taxes: [{ amount: 1 }] }, 'grandAmount grand_amount'],
    [{ netAmount: 10.001, grandAmount: 10.05, currency: 'KWD' }, 'grandAmount grand_amount'],
    [{ orders: [{ netAmount: 10, totalAmount: 12, taxes: [{ amount: 1 }] }] }, 'orders[0].totalAmount order_total'],
    [{ taxes: [{ description: 'VAT', percent: 0.2, taxableAmount: 100, amount: 10 }] }, 'taxes[0].amount tax_amount'],
    [
      { grandAmount: 10, tenderApplied: 11, tenders: [{ tenderTypeCode: 'Cash', amount: 10 }] },
      'tenderApplied tender_applied',
    ],
    [{ grandAmount: 10, tenders: [{ tenderTypeCode: 'Cash', amount: 9 }] }, 'tenders tender_sum'],
    // Its tip was paid apart, or isn't paid.
    [{ grandAmount: 10, tip: 2, tenders: [{ tenderTypeCode: 'Cash', amount: 10 }] }, 'tenders tender_sum'],
    // Nothing says what was handed over for the change.
    [{ grandAmount: 10, tenders: [{ tenderTypeCode: 'Cash', amount: 0 }], changeDue: 5 }, 'tenders tender_sum'],
    [
      {
        ...{ grandAmount: 10, tenders: [{ tenderTypeCode: 'Cash', amount: 0 }], tenderApplied: 5 },
        ...{ tenderHistory: [{ tenderTypeCode: 'Cash', amount: 5 }], balanceDue: 2 },
      },
      'tenderApplied tender_applied',
    ],
    [
      { grandAmount: 0, tenders: [{ tenderTypeCode: 'Cash', amount: 0 }], tenderApplied: 10 },
      'tenderApplied tender_applied',
    ],
    // A discount that would have to be charged, and charges on lines without prices.
    [
      {
        ...{ grandAmount: 9.18, items: [{ name: 'Burger', total: 0 }], taxes: [{ amount: 0.68 }] },
        discounts: [{ name: 'Staff', amount: -8.5 }],
      },
      'grandAmount grand_amount',
    ],
    [{ grandAmount: 60.77, items: [{ name: 'Risotto' }], serviceCharge: 9.27 }, 'grandAmount grand_amount'],
    [
      { grandAmount: 51.5, items: [{ name: 'Risotto' }], discounts: [{ name: 'Staff', amount: -6 }] },
      'grandAmount grand_amount',
    ],
    // Paid on an order, whose rest is another.
    [{ ...paidOn(100), balanceDue: 499 }, 'grandAmount grand_amount'],
    [
      { ...paidOn(100), tenderHistory: [{ tenderTypeCode: 'Cash', amount: 602, dateTime: '2026-05-02' }] },
      'grandAmount grand_amount',
    ],
    // A balance below 0 that nobody paid too much.
    [{ grandAmount: 108, items: [{ name: 'Canoe rental', total: 108 }], balanceDue: -108 }, 'balanceDue balance_due'],
    // A deposit that nobody paid.
    [{ ...paidOn(600), deposit: { amount: 61 } }, 'deposit balance_due'],
    [
      {
        ...paidOn(600),
        orders: [{ number: 'L-7', totalAmount: 600, deposits: [{ amount: 61, balanceDue: 600 }] }],
      },
      'orders balance_due',
    ],
  ])('%j', (fields, warning) => expect(audit(fields)).toContain(warning))

  describe('at the edge of what rounding explains', () => {
    const tax = (lines: number, amount: number) => ({
      grandAmount: 100,
      items: Array.from({ length: lines }, () => ({ name: 'Tea', total: 1 })),
      taxes: [{ description: 'VAT', percent: 0.2, taxableAmount: 10, amount }],
    })
    const isOdd = (fields: Record<string, unknown>, code: string) => audit(fields).some(found => found.endsWith(code))

    it.each([
      [1, 0.01],
      [4, 0.03],
      [10, 0.06],
    ])('a tax over %d lines may be off by %d, half a unit for each line and one more', (lines, most) => {
      expect(isOdd(tax(lines, 2 + most), 'tax_amount')).toBe(false)
      expect(isOdd(tax(lines, 2 + most + 0.01), 'tax_amount')).toBe(true)
      expect(isOdd(tax(lines, 1.67 - most), 'tax_amount')).toBe(false)
      expect(isOdd(tax(lines, 1.67 - most - 0.01), 'tax_amount')).toBe(true)
    })

    it('lines are rounded one by one, then added', () => {
      const items = Array.from({ length: 10 }, () => ({ name: 'Tea', price: 0.333, quantity: { value: 1.1 } }))
      expect(isOdd({ grossAmount: 3.7, items }, 'gross_amount')).toBe(false)
      expect(isOdd({ grossAmount: 3.72, items }, 'gross_amount')).toBe(true)
    })

    it.each([
      ['CLP', 1001, 1002],
      ['CLP', 1000.5, 1000.51],
      ['HUF', 1001, 1002],
      ['UGX', 1001, 1002],
      ['IQD', 1000.5, 1000.501],
      ['KWD', 1.001, 1.002],
      ['TRY', 10.01, 10.02],
    ])(
      'a total is printed as a sum, so nothing explains in %s a total of %d for a net amount of %d',
      (currency, grandAmount, netAmount) => {
        expect(isOdd({ currency, grandAmount: netAmount, netAmount }, 'grand_amount')).toBe(false)
        expect(isOdd({ currency, grandAmount, netAmount }, 'grand_amount')).toBe(true)
      },
    )

    it.each([
      ['CLP', 1001, 1002, false],
      ['CLP', 1001, 1003, true],
      ['CLP', 1000.5, 1000.51, false],
      ['CLP', 1000.5, 1001, true],
      ['HUF', 1001, 1002, false],
      ['HUF', 1000.5, 1001, true],
      ['UGX', 1001, 1002, false],
      ['IQD', 1000, 1001, false],
      ['IQD', 1000.5, 1000.502, true],
      ['KWD', 1.001, 1.002, false],
      ['KWD', 1.001, 1.003, true],
      ['TRY', 10.01, 10.02, false],
      ['TRY', 10.01, 10.03, true],
    ])('in %s, a gross amount of %d for goods of %d', (currency, grossAmount, total, odd) => {
      const items = [{ name: 'Tea', total }]
      expect(isOdd({ currency, grandAmount: total, grossAmount, items }, 'gross_amount')).toBe(odd)
    })
  })

  it('and the warning says what was sent and what would fit', () => {
    const [warning] = auditReceipt(receiptWith(item({ price: 5, quantity: { value: 2 }, total: 9 })))
    expect(warning?.message).toBe(
      'total does not equal price × quantity plus discounts. Sent: 9; expected, for example: 10.',
    )
  })
})

describe('a number with more than six decimals gets a warning', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['too small to print', { tip: 1e-7 }, 'tip more_decimals'],
    ['seven decimals', { grandAmount: 12.1234567 }, 'grandAmount more_decimals'],
    ['noise of binary fractions', { grandAmount: 19.990000000000002 }, 'grandAmount more_decimals'],
    ['as text', { grandAmount: '12.1234567' }, 'grandAmount more_decimals'],
    ['on a line', item({ price: 3.33333333 }), 'items[0].price more_decimals'],
    ['a quantity', item({ quantity: { value: 1.2345678 } }), 'items[0].quantity.value more_decimals'],
  ])('%s', (_, fields, warning) => expect(audit(fields)).toContain(warning))

  it.each([0, 12, -12.5, 12.123456, 0.000001, 1e-6, 999_999_999.99, 123_456_789.123456, 1e14])(
    'but %d gets none',
    amount => {
      expect(audit({ grandAmount: amount, tip: amount }).filter(found => found.endsWith('more_decimals'))).toEqual([])
    },
  )
})

describe('entries that aren’t printed as meant get a warning', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ currency: undefined }, 'currency currency_missing'],
    [{ currency: 'TRY' }, 'currency currency_unlisted'],
    [
      { tenders: [{ tenderTypeCode: 'Cash', amount: 12.99, currency: 'RON' }] },
      'tenders[0].currency currency_unlisted',
    ],
    [{ barcodeNumber: '123' }, 'barcodeType barcode_type_missing'],
    [{ barcodeType: 'QRCode' }, 'barcodeNumber barcode_number_missing'],
    [{ barcodeType: 'GTIN', barcodeNumber: '036000291452' }, 'barcodeNumber gtin_completed'],
    [{ barcodeType: 'GTIN', barcodeNumber: '0 36000 29145 2' }, 'barcodeNumber gtin_completed'],
    [{ orders: [{ barcodeType: 'GTIN', barcodeNumber: '614141007349' }] }, 'orders[0].barcodeNumber gtin_completed'],
    [{ orders: [{ barcodeNumber: '123' }] }, 'orders[0].barcodeType barcode_type_missing'],
    [{ fees: [{ amount: 0 }] }, 'fees[0] empty_line'],
    [{ fees: [{}] }, 'fees[0] empty_line'],
    [{ discounts: [{ amount: '0.00', name: '' }] }, 'discounts[0] empty_line'],
    [{ taxes: [{ amount: 0 }] }, 'taxes[0] empty_line'],
    [{ taxes: [{ percent: 6, amount: 1 }] }, 'taxes[0].percent percent_above_one'],
    [item({ taxes: [{ percent: -0.06 }] }), 'items[0].taxes[0].percent percent_negative'],
    [{ discounts: [{ name: 'Off', amount: 2 }] }, 'discounts[0].amount discount_positive'],
    [item({ discounts: [{ name: 'Off', amount: 2 }] }), 'items[0].discounts[0].amount discount_positive'],
  ])('%j', (fields, warning) => expect(audit(fields)).toContain(warning))

  it.each<[string, Record<string, unknown>]>([
    ['a fee that is free and says so', { fees: [{ amount: 0, description: 'Delivery' }] }],
    ['a padded number that is no UPC-A', { barcodeType: 'GTIN', barcodeNumber: '036000291453' }],
    ['seven digits of an EAN-8', { barcodeType: 'GTIN', barcodeNumber: '4012345' }],
    ['twelve digits of a Code 128', { barcodeType: 'Code128', barcodeNumber: '036000291452' }],
    ['a tax of zero percent', { taxes: [{ amount: 0, percent: 0 }] }],
    [
      'a discount taken back on a return',
      { grandAmount: -4, returns: [{ items: [{ name: 'Cup', total: -4, discounts: [{ name: 'Off', amount: 1 }] }] }] },
    ],
  ])('but not %s', (_, fields) => expect(audit(fields)).toStrictEqual([]))
})

describe('a positive discount gets a warning', () => {
  const odd = (fields: Record<string, unknown>) => audit(fields).filter(found => found.endsWith('discount_positive'))
  const discounts = [{ name: 'Off', amount: 0.01 }]
  const line = (fields: Record<string, unknown> = {}) => ({ name: 'Tea', discounts, ...fields })

  it.each<[Record<string, unknown>, string[]]>([
    [{ discounts }, ['discounts[0].amount']],
    [{ discounts: [{ name: 'Off', amount: 0 }] }, []],
    [{ discounts: [{ name: 'Off', amount: -0.01 }] }, []],
    [{ items: [{ name: 'Cup' }, line()] }, ['items[1].discounts[0].amount']],
    [{ items: [line({ price: 0, total: 0, quantity: { value: 0 } })] }, ['items[0].discounts[0].amount']],
    [{ orders: [{}, { items: [line()] }] }, ['orders[1].items[0].discounts[0].amount']],
    [{ items: [line({ total: -0.01 })] }, []],
    [{ items: [line({ price: -0.01 })] }, []],
    [{ items: [line({ quantity: { value: -1 } })] }, []],
    [{ returns: [{ items: [line()] }] }, []],
    [{ transactionType: 'ReturnTransaction', discounts, items: [line()], orders: [{ items: [line()] }] }, []],
  ])('in %j at %j', (fields, places) => expect(odd(fields)).toEqual(places.map(place => `${place} discount_positive`)))
})

describe('an entry without amount and name is empty', () => {
  const empty = (fields: Record<string, unknown>) => audit(fields).filter(found => found.endsWith('empty_line'))

  it.each<[string, Record<string, unknown>[], number[]]>([
    ['discounts', [{ amount: -1 }, { amount: 0 }, { name: 'Off' }, { amount: 0, name: 'Off' }, {}], [1, 4]],
    ['fees', [{ amount: 1 }, { amount: 0 }, { amount: 0, description: 'Bag' }, { description: 'Bag' }, {}], [1, 4]],
    [
      'taxes',
      [{ amount: 1 }, { amount: 0 }, { amount: 0, description: 'VAT' }, { taxTypeCode: 'VAT' }, { percent: 0 }],
      [1],
    ],
  ])('among %s', (list, entries, found) => {
    expect(empty({ [list]: entries })).toEqual(found.map(at => `${list}[${at}] empty_line`))
  })

  it('in orders, lines and returns too', () => {
    const nothing = [{ amount: 0 }]
    const items = [{ name: 'Tea', discounts: nothing, taxes: nothing }]
    expect(empty({ items, returns: [{ items }], orders: [{ items, taxes: nothing, fees: nothing }] })).toEqual(
      [
        'items[0].discounts[0]',
        'items[0].taxes[0]',
        'returns[0].items[0].discounts[0]',
        'returns[0].items[0].taxes[0]',
        'orders[0].taxes[0]',
        'orders[0].fees[0]',
        'orders[0].items[0].discounts[0]',
        'orders[0].items[0].taxes[0]',
      ].map(place => `${place} empty_line`),
    )
  })
})

it.each([
  [1, undefined],
  [1.01, 'percent_above_one'],
  [0, undefined],
  [-0.01, 'percent_negative'],
])('a rate of %d is odd: %s', (percent, code) => {
  expect(audit({ taxes: [{ percent, amount: 1 }] })).toEqual(code ? [`taxes[0].percent ${code}`] : [])
})

it('the audit begins with what reading noticed', () => {
  expect(audit({ tip: '', grandAmount: '9', barcodeNumber: '123' })).toStrictEqual([
    'grandAmount number_as_text',
    'tip blank',
    'barcodeType barcode_type_missing',
  ])
})

it('an invalid receipt isn’t audited', () => {
  expect(() => auditReceipt({})).toThrow(ReceiptDataError)
})

it('every warning is a whole sentence', () => {
  for (const message of Object.values(warningMessages)) expect(message).toMatch(/^[A-Za-z].*\.$/)
})
