import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textBetween } from '../../scripts/reference/write-docs.ts'
import { writePlatforms } from '../../scripts/reference/write-platforms.ts'
import { OptionError, OrderError } from '../../src/errors.ts'
import { fromOdoo, fromShopify, fromSquare, fromStripe, fromWooCommerce } from '../../src/from/index.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { type SentReceipt, viewOf } from '../support/receipts.ts'
import { converted, orderNamed, store } from './orders.ts'

describe.each(Object.entries(converted))('%s', (name, convert) => {
  test('has nothing to say against it', () => {
    expect(auditReceipt(convert())).toEqual([])
  })

  test('is what its order says', async () => {
    await expect(`${JSON.stringify(convert(), null, 2)}\n`).toMatchFileSnapshot(`orders/receipts/${name}.json`)
  })

  test('is the same again, and leaves the order as it was', () => {
    expect(convert()).toEqual(convert())
  })
})

describe('what an order lacks is said in its own words', () => {
  const errorsOf = (convert: () => unknown) => {
    try {
      convert()
    } catch (error) {
      if (error instanceof OrderError) return Object.keys(error.errors)
      throw error
    }
    return []
  }

  test.each([
    [
      'Shopify',
      () =>
        fromShopify(
          { currency: 'USD', name: '#1', line_items: [{ title: 'Hat', price: '$24', quantity: 'two' }] },
          { store },
        ),
      ['line_items[0].price', 'line_items[0].quantity', 'total_price'],
    ],
    [
      'Shopify, of no refund',
      () => fromShopify(orderNamed('shopify-refund-vat'), { store, refundId: 1 }),
      ['order.refunds'],
    ],
    [
      'Shopify, in GraphQL',
      () =>
        fromShopify(
          {
            data: { order: { name: '#1', currencyCode: 'USD', lineItems: { nodes: [{ title: 'Hat', quantity: 2 }] } } },
          },
          { store },
        ),
      ['data.order.lineItems.nodes[0].originalUnitPriceSet', 'data.order.totalPriceSet'],
    ],
    [
      'Shopify, of a refund without its order',
      () => fromShopify({ id: 1, refund_line_items: [] }, { store }),
      ['refund_line_items'],
    ],
    ['Shopify, of the Storefront API', () => fromShopify({ totalPrice: { amount: '5.0' } }, { store }), ['totalPrice']],
    [
      'Shopify, of an authorization that was voided',
      () => fromShopify({ name: '#1', financial_status: 'voided' }, { store }),
      ['financial_status'],
    ],
    [
      'Shopify, of a draft',
      () =>
        fromShopify(
          { draft_order: { name: '#D2', status: 'open', total_price: '206.25', applied_discount: { amount: '5.00' } } },
          { store },
        ),
      ['draft_order'],
    ],
    [
      'Shopify, of a draft in GraphQL',
      () => fromShopify({ name: '#D2', status: 'OPEN', invoiceUrl: 'https://example.com/invoices/1' }, { store }),
      ['invoiceUrl'],
    ],
    ['Shopify, of a list', () => fromShopify({ orders: [] }, { store }), ['orders']],
    ['Square, of a payment', () => fromSquare({ payment: { id: 'P1' } }, { store }), ['order.payment']],
    ['Square, of an event', () => fromSquare({ event_id: 'E1', data: {} }, { store }), ['order.event_id']],
    ['Square, of a canceled order', () => fromSquare({ id: 'O1', state: 'CANCELED' }, { store }), ['order.state']],
    ['Square, of a refund', () => fromSquare({ refund: { id: 'R1' } }, { store }), ['order.refund']],
    [
      'Square, in its envelope',
      () =>
        fromSquare({ order: { id: 'O1', total_money: { amount: 5, currency: 'USD' }, line_items: [{}] } }, { store }),
      ['order.line_items[0].gross_sales_money.amount', 'order.line_items[0].name'],
    ],
    [
      'Square',
      () =>
        fromSquare(
          { line_items: [{ name: 'Tea', quantity: '1', base_price_money: { amount: 5.5, currency: 'USD' } }] },
          { store },
        ),
      [
        'order.id',
        'order.line_items[0].base_price_money.amount',
        'order.total_money.amount',
        'order.total_money.currency',
      ],
    ],
    ['Stripe', () => fromStripe({ object: 'charge', currency: 'usd', id: 'ch_1' }, { store }), ['amount', 'created']],
    [
      'Stripe, of a payment intent whose charge is an id',
      () => fromStripe({ object: 'payment_intent', id: 'pi_1', latest_charge: 'ch_1' }, { store }),
      ['latest_charge'],
    ],
    ['Stripe, of a credit note', () => fromStripe({ object: 'credit_note', id: 'cn_1' }, { store }), ['object']],
    [
      'Stripe, of a charge that failed',
      () => fromStripe({ ...(orderNamed('stripe-charge-jpy') as object), status: 'failed' }, { store }),
      ['status'],
    ],
    [
      'Stripe, of a void invoice',
      () => fromStripe({ ...(orderNamed('stripe-invoice-open') as object), status: 'void' }, { store }),
      ['status'],
    ],
    [
      'Stripe, of a draft',
      () => fromStripe({ ...(orderNamed('stripe-invoice-open') as object), status: 'draft' }, { store }),
      ['status'],
    ],
    [
      'Stripe, of a session without its goods',
      () =>
        fromStripe(
          { object: 'checkout.session', id: 'cs_1', currency: 'usd', created: 1, amount_total: 500 },
          { store },
        ),
      ['line_items'],
    ],
    [
      'Stripe, of a session that expired',
      () => fromStripe({ object: 'checkout.session', status: 'expired' }, { store }),
      ['status'],
    ],
    [
      'WooCommerce, of an order paid in part that doesn’t say in which',
      () => fromWooCommerce({ id: 1, status: 'partial-payment', total: '50.00', currency: 'PLN' }, { store }),
      ['status'],
    ],
    [
      'WooCommerce, of an order that was cancelled',
      () => fromWooCommerce({ id: 1, status: 'cancelled', total: '5.00' }, { store }),
      ['status'],
    ],
    [
      'WooCommerce',
      () => fromWooCommerce({ id: 1, line_items: [{ name: 'Cup', quantity: 1 }] }, { store }),
      ['currency', 'line_items[0].subtotal', 'total'],
    ],
    ['Odoo', () => fromOdoo({ name: 'Shop/1', amount_total: 5, lines: 7 }, { store }), ['currency_id', 'lines']],
    ['Odoo, of lines as ids', () => fromOdoo({ name: 'Shop/1', lines: [4, 5] }, { store }), ['lines']],
    [
      'Odoo, of what its till prints since Odoo 17',
      () => fromOdoo({ name: 'Shop/1', orderlines: [{ productName: 'Tea', price: '$ 3.00' }] }, { store }),
      ['orderlines'],
    ],
    ['Odoo, of a cancelled order', () => fromOdoo({ name: 'Shop/1', state: 'cancel' }, { store }), ['state']],
    ['no order at all', () => fromOdoo('order', { store }), ['']],
    ['a list', () => fromShopify([], { store }), ['']],
    ['a list of Square’s', () => fromSquare([{ id: 'o' }], { store }), ['']],
    ['nothing under its name', () => fromSquare({ order: null }, { store }), ['']],
  ])('%s', (_, convert, expected) => {
    expect(errorsOf(convert).sort()).toEqual(expected)
  })

  test.each(Object.entries({ fromOdoo, fromShopify, fromSquare, fromStripe, fromWooCommerce }))(
    'and who sold it: %s without a store',
    (name, convert) => {
      for (const options of [undefined, {}, { store: 'Maple & Main' }])
        expect(() => convert({}, options as never)).toThrow(
          new OptionError(
            `store: must be an object, for orders don’t say who sold them: ${name}(order, { store: { id: '12', name: 'Maple & Main', address: { … } } })`,
          ),
        )
    },
  )

  test('and no place in the world has that time', () => {
    expect(() => fromStripe(orderNamed('stripe-charge-jpy'), { store, timeZone: 'Asia/Tokio' })).toThrow(OptionError)
  })
})

test('a line of an invoice is called as its price if it has no description, or else an amount', () => {
  const lines = (price: object) => ({ data: [{ amount: 1250, description: null, quantity: 1, ...price }] })
  const nameOf = (price: object) =>
    fromStripe(
      {
        object: 'invoice',
        id: 'in_7',
        status: 'paid',
        currency: 'eur',
        total: 1250,
        created: 1_795_000_000,
        lines: lines(price),
      },
      { store, words: { customAmount: 'Individueller Betrag' } },
    ).items?.[0]?.name
  expect(nameOf({ price: { nickname: 'Alle Kurse, monatlich' } })).toBe('Alle Kurse, monatlich')
  expect(nameOf({})).toBe('Individueller Betrag')
})

test('what was paid back later changes no sale, though the order has no payments to tell', () => {
  const { data } = orderNamed('shopify-graphql-edited') as { data: { order: object } }
  const { items, grandAmount } = fromShopify(
    { ...data.order, transactions: [], displayFinancialStatus: 'PARTIALLY_REFUNDED' },
    { store },
  )
  expect([items?.map(({ name }) => name), grandAmount]).toEqual([['Clay set', 'Glaze'], 108])
})

test('an order of Square’s SDK, in camel case and big integers, is the same', () => {
  const inSdk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inSdk)
    if (typeof value === 'number') return BigInt(value)
    if (typeof value !== 'object' || value === null) return value
    const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), inSdk(each)]))
  }
  for (const name of ['square-gratuity', 'square-return-tip', 'square-delivery'])
    expect(fromSquare(inSdk(orderNamed(name)), { store })).toEqual(fromSquare(orderNamed(name), { store }))
})

test('times are those of the shop, in summer and winter', () => {
  const at = (created: number) =>
    fromStripe({ ...(orderNamed('stripe-charge-jpy') as object), created }, { store, timeZone: 'America/New_York' })
      .receiptDateTime
  expect(at(Date.UTC(2026, 6, 4, 12) / 1000)).toBe('2026-07-04T08:00:00-04:00')
  expect(at(Date.UTC(2026, 11, 24, 4, 30) / 1000)).toBe('2026-12-23T23:30:00-05:00')
})

describe('where it was sold is said as far as the order says it', () => {
  const registerIn = (name: string) => converted[name]?.().workstation.id

  test.each([
    ['shopify-pos-cash', '80211'],
    ['shopify-gift-cards', 'online'],
    ['shopify-part-paid-kwd', 'online'],
    ['square-surcharge-au', 'in-person'],
    ['square-rounding-au', 'in-person'],
    ['square-online', 'online'],
    ['stripe-terminal-kwd', 'in-person'],
    ['stripe-session-discount', 'online'],
    ['woocommerce-shipping-ca', 'online'],
    ['odoo-tip', 'Bar'],
  ])('%s: %s', (name, register) => {
    expect(registerIn(name)).toBe(register)
  })

  test('a sale in a shop without a register names none, and its mail was asked for', () => {
    const view = (name: string) => viewOf(converted[name]?.() as object as SentReceipt)
    for (const name of ['square-surcharge-au', 'square-online'])
      expect(view(name).facts.map(fact => fact.key)).not.toContain('register')
    expect(view('square-surcharge-au').footer.automatic).toContain('at checkout')
    expect(view('square-online').footer.automatic).toBe('')
  })
})

test('docs/platforms.md has each converter’s table; npm run reference writes it', () => {
  const page = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8')
  expect(textBetween(page, 'reference')).toBe(writePlatforms())
})
