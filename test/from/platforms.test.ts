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
      'Square',
      () =>
        fromSquare(
          { line_items: [{ name: 'Tea', quantity: '1', base_price_money: { amount: 5.5, currency: 'USD' } }] },
          { store },
        ),
      [
        'order.id',
        'order.line_items[0].base_price_money.amount',
        'order.line_items[0].gross_sales_money.amount',
        'order.total_money.amount',
        'order.total_money.currency',
      ],
    ],
    [
      'Stripe',
      () => fromStripe({ object: 'payment_intent', currency: 'usd', id: 'pi_1', created: 1 }, { store }),
      ['amount', 'description', 'object'],
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
      'WooCommerce',
      () => fromWooCommerce({ id: 1, line_items: [{ name: 'Cup', quantity: 1 }] }, { store }),
      ['currency', 'line_items[0].subtotal', 'total'],
    ],
    ['Odoo', () => fromOdoo({ name: 'Shop/1', amount_total: 5, lines: 7 }, { store }), ['currency_id', 'lines']],
    ['no order at all', () => fromOdoo('order', { store }), ['']],
    ['a list', () => fromShopify([], { store }), ['']],
  ])('%s', (_, convert, expected) => {
    expect(errorsOf(convert).sort()).toEqual(expected)
  })

  test('and no place in the world has that time', () => {
    expect(() => fromStripe(orderNamed('stripe-charge-jpy'), { store, timeZone: 'Asia/Tokio' })).toThrow(OptionError)
  })
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
