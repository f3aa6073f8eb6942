import { expect, test } from 'vitest'
import { fromOdoo, fromShopify, fromSquare, fromWooCommerce, type ReceiptInput } from '../../src/from/index.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import fc from '../support/fast-check.ts'
import { store } from './orders.ts'

/** A true sale in whole minor units, which each platform then says in its own way. */
interface Sale {
  lines: { name: string; price: number; count: number; off: number }[]
  /** On all goods. */
  off: number
  shipping: number
  tip: number
  /** Percent. */
  rate: number
  isIncluded: boolean
  digits: 0 | 2 | 3
}

const sale: fc.Arbitrary<Sale> = fc
  .record({
    lines: fc.array(
      fc.record({
        name: fc.constantFrom('Wool socks', 'Clay pot', 'Flat white', 'Rain jacket', 'Basil seeds'),
        price: fc.integer({ min: 1, max: 20_000 }),
        count: fc.integer({ min: 1, max: 9 }),
        off: fc.constantFrom(0, 0, 0, 5, 20),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    off: fc.constantFrom(0, 0, 10, 25),
    shipping: fc.constantFrom(0, 490, 595),
    tip: fc.constantFrom(0, 0, 300),
    rate: fc.constantFrom(0, 5, 8.25, 19, 21),
    isIncluded: fc.boolean(),
    digits: fc.constantFrom<0 | 2 | 3>(0, 2, 3),
  })
  .map(made => ({
    ...made,
    lines: made.lines.map(line => ({ ...line, off: Math.round((line.price * line.count * line.off) / 100) })),
  }))

const currencies = { 0: 'JPY', 2: 'USD', 3: 'KWD' } as const

/** What each platform computes of a sale. */
function sumsOf({ lines, off, shipping, tip, rate, isIncluded }: Sale) {
  const goods = lines.map(line => line.price * line.count - line.off)
  const shares = goods.map(amount => Math.round((amount * off) / 100))
  const bases = goods.map((amount, at) => amount - shares[at]!)
  const taxes = bases.map(base => Math.round(isIncluded ? (base * rate) / (100 + rate) : (base * rate) / 100))
  const [net, tax] = [bases, taxes].map(all => all.reduce((sum, each) => sum + each, 0)) as [number, number]
  return { goods, shares, bases, taxes, tax, total: net + (isIncluded ? 0 : tax) + shipping + tip }
}

const decimal = (units: number, digits: number) => (units / 10 ** digits).toFixed(digits)

function inShopify(made: Sale): unknown {
  const { digits, rate } = made
  const { shares, tax, total } = sumsOf(made)
  const text = (units: number) => decimal(units, digits)
  return {
    name: '#1',
    currency: currencies[digits],
    created_at: '2026-11-19T14:03:22-05:00',
    taxes_included: made.isIncluded,
    total_price: text(total),
    total_tip_received: text(made.tip),
    financial_status: 'paid',
    line_items: made.lines.map(({ name, price, count, off }, at) => ({
      title: name,
      quantity: count,
      price: text(price),
      discount_allocations: [
        ...(off ? [{ amount: text(off), discount_application_index: 1 }] : []),
        ...(shares[at] ? [{ amount: text(shares[at]!), discount_application_index: 0 }] : []),
      ],
    })),
    discount_applications: [
      { title: 'Autumn', target_selection: 'all', allocation_method: 'across' },
      { title: 'Members', target_selection: 'entitled', allocation_method: 'each' },
    ],
    shipping_lines: made.shipping ? [{ title: 'Parcel', price: text(made.shipping) }] : [],
    tax_lines: tax ? [{ title: 'Tax', rate: rate / 100, price: text(tax) }] : [],
    transactions: [{ kind: 'sale', status: 'success', gateway: 'cash', amount: text(total) }],
  }
}

function inSquare(made: Sale): unknown {
  const { tax, shares, total } = sumsOf(made)
  const currency = currencies[made.digits]
  const money = (amount: number) => ({ amount, currency })
  const allOff = shares.reduce((sum, each) => sum + each, 0)
  return {
    order: {
      id: 'O1',
      created_at: '2026-11-20T18:11:00Z',
      line_items: made.lines.map(({ name, price, count, off }, at) => ({
        name,
        quantity: String(count),
        base_price_money: money(price),
        variation_total_price_money: money(price * count),
        applied_discounts: [
          ...(off ? [{ discount_uid: 'line', applied_money: money(off) }] : []),
          ...(shares[at] ? [{ discount_uid: 'all', applied_money: money(shares[at]!) }] : []),
        ],
      })),
      discounts: [
        { uid: 'line', name: 'Members', scope: 'LINE_ITEM' },
        ...(allOff ? [{ uid: 'all', name: 'Autumn', scope: 'ORDER', applied_money: money(allOff) }] : []),
      ],
      service_charges: made.shipping ? [{ name: 'Delivery', applied_money: money(made.shipping) }] : [],
      taxes: tax ? [{ name: 'Tax', percentage: String(made.rate), applied_money: money(tax) }] : [],
      total_tip_money: money(made.tip),
      total_money: money(total),
      tenders: [{ type: 'CASH', amount_money: money(total) }],
    },
  }
}

/** Amounts without tax, each rounded; a tip is a fee there. */
function inWooCommerce(made: Sale): unknown {
  const { goods, shares, bases, taxes, tax, total } = sumsOf(made)
  const text = (units: number) => decimal(units, made.digits)
  const less = (units: number, at: number) => (made.isIncluded ? units - taxes[at]! : units)
  return {
    id: 7,
    number: '7',
    currency: currencies[made.digits],
    prices_include_tax: made.isIncluded,
    date_created: '2026-11-18T12:00:00',
    date_paid: '2026-11-18T12:01:00',
    total: text(total),
    payment_method: 'cod',
    payment_method_title: 'Cash',
    billing: {},
    line_items: made.lines.map(({ name, count }, at) => ({
      name,
      quantity: count,
      subtotal: text(less(bases[at]!, at) + shares[at]!),
      subtotal_tax: text(taxes[at]!),
    })),
    coupon_lines: goods.some((_, at) => shares[at])
      ? [{ code: 'autumn', discount: text(shares.reduce((sum, each) => sum + each, 0)), discount_tax: '0' }]
      : [],
    shipping_lines: made.shipping ? [{ method_title: 'Parcel', total: text(made.shipping), total_tax: '0' }] : [],
    fee_lines: made.tip ? [{ name: 'Tip', total: text(made.tip), total_tax: '0' }] : [],
    tax_lines: tax ? [{ label: 'Tax', rate_percent: made.rate, tax_total: text(tax), shipping_tax_total: '0' }] : [],
  }
}

/** Binary fractions, tax included, no discounts but those of lines. */
function inOdoo(made: Sale): unknown {
  const units = 10 ** made.digits
  const { goods, tax } = sumsOf({ ...made, off: 0, isIncluded: true })
  const total = goods.reduce((sum, each) => sum + each / units, 0)
  return {
    name: 'Shop/1',
    date_order: '2026-11-20 18:11:04',
    currency_id: [1, currencies[made.digits]],
    amount_total: total,
    amount_tax: tax / units,
    amount_paid: total,
    lines: made.lines.map(({ name, count }, at) => ({
      full_product_name: name,
      qty: count,
      price_subtotal_incl: goods[at]! / units,
    })),
    payment_ids: [{ payment_method_id: [1, 'Cash'], amount: total }],
  }
}

const platforms: [string, (made: Sale) => ReceiptInput][] = [
  ['Shopify', made => fromShopify(inShopify(made), { store })],
  ['Square', made => fromSquare(inSquare(made), { store })],
  ['WooCommerce', made => fromWooCommerce(inWooCommerce(made), { store })],
  ['Odoo', made => fromOdoo(inOdoo(made), { store })],
]

test.each(platforms)('any order of %s adds', (_, convert) => {
  fc.assert(
    fc.property(sale, made => {
      expect(auditReceipt(convert(made))).toEqual([])
    }),
    { numRuns: 125 },
  )
})

test('one that doesn’t add is noticed', () => {
  const order = inShopify({
    ...{ lines: [{ name: 'Wool socks', price: 1200, count: 2, off: 0 }], off: 0, shipping: 490, tip: 0 },
    ...{ rate: 19, isIncluded: false, digits: 2 },
  }) as object
  expect(auditReceipt(fromShopify({ ...order, total_price: '33.47' }, { store })).map(({ code }) => code)).toContain(
    'grand_amount',
  )
})
