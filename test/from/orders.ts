import { readFileSync } from 'node:fs'
import {
  fromOdoo,
  fromShopify,
  fromSquare,
  fromStripe,
  fromWooCommerce,
  type OrderOptions,
  type ReceiptInput,
} from '../../src/from/index.ts'

/** Who sells, in all tests. */
export const store: OrderOptions['store'] = {
  id: '001',
  name: 'Northfell',
  address: {
    addressLine1: '12 Mill St',
    city: 'Dayton',
    territory: 'OH',
    postalCode: '45402',
    country: { code: 'US' },
  },
}

/** An order of the folder `orders`. */
export function orderNamed(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`orders/${name}.json`, import.meta.url), 'utf8'))
}

/** Orders in the platforms' documented shapes, converted. */
export const converted: Readonly<Record<string, () => ReceiptInput>> = {
  'shopify-online': () => fromShopify(orderNamed('shopify-online'), { store }),
  'shopify-pos-presentment': () => fromShopify(orderNamed('shopify-pos-presentment'), { store }),
  'shopify-vat': () => fromShopify(orderNamed('shopify-refund-vat'), { store }),
  'shopify-vat-refund': () => fromShopify(orderNamed('shopify-refund-vat'), { store, refundId: 9001 }),
  'square-cafe': () =>
    fromSquare(orderNamed('square-cafe'), { store, timeZone: 'America/New_York', emailAddress: 'jo@example.com' }),
  'square-exchange': () => fromSquare(orderNamed('square-exchange'), { store, timeZone: 'Europe/London' }),
  'square-return': () => fromSquare(orderNamed('square-return'), { store }),
  'stripe-charge-jpy': () => fromStripe(orderNamed('stripe-charge-jpy'), { store, timeZone: 'Asia/Tokyo' }),
  'stripe-charge': () => fromStripe(orderNamed('stripe-charge-refund'), { store }),
  'stripe-charge-refund': () => fromStripe(orderNamed('stripe-charge-refund'), { store, refundId: 're_1' }),
  'stripe-session-shipping': () =>
    fromStripe(orderNamed('stripe-session-shipping'), { store, timeZone: 'Europe/Lisbon' }),
  'stripe-invoice-open': () => fromStripe(orderNamed('stripe-invoice-open'), { store }),
  'stripe-invoice-paid': () => fromStripe(orderNamed('stripe-invoice-paid'), { store }),
  'woocommerce-de': () => fromWooCommerce(orderNamed('woocommerce-de'), { store, timeZone: 'Europe/Berlin' }),
  'woocommerce-us': () => fromWooCommerce(orderNamed('woocommerce-us'), { store }),
  'odoo-cash': () => fromOdoo(orderNamed('odoo-cash'), { store, timeZone: 'Europe/Rome' }),
  'odoo-exchange': () => fromOdoo(orderNamed('odoo-exchange'), { store }),
  'shopify-pos-cash': () => fromShopify(orderNamed('shopify-pos-cash'), { store }),
  'shopify-free-shipping-jpy': () => fromShopify(orderNamed('shopify-free-shipping-jpy'), { store }),
  'shopify-gift-cards': () => fromShopify(orderNamed('shopify-gift-cards'), { store }),
  'shopify-refund-shipping': () => fromShopify(orderNamed('shopify-refund-shipping'), { store, refundId: 77 }),
  'shopify-part-paid-kwd': () => fromShopify(orderNamed('shopify-part-paid-kwd'), { store }),
  'shopify-tip-duties': () => fromShopify(orderNamed('shopify-tip-duties'), { store }),
  'square-surcharge-au': () => fromSquare(orderNamed('square-surcharge-au'), { store, timeZone: 'Australia/Sydney' }),
  'square-discount-jpy': () => fromSquare(orderNamed('square-discount-jpy'), { store, timeZone: 'Asia/Tokyo' }),
  'square-return-tip': () => fromSquare(orderNamed('square-return-tip'), { store }),
  'square-online': () => fromSquare(orderNamed('square-online'), { store }),
  'square-rounding-au': () => fromSquare(orderNamed('square-rounding-au'), { store }),
  'stripe-terminal-kwd': () => fromStripe(orderNamed('stripe-terminal-kwd'), { store, timeZone: 'Asia/Kuwait' }),
  'stripe-session-discount': () => fromStripe(orderNamed('stripe-session-discount'), { store }),
  'stripe-invoice-credit': () => fromStripe(orderNamed('stripe-invoice-credit'), { store }),
  'stripe-invoice-inclusive': () => fromStripe(orderNamed('stripe-invoice-inclusive'), { store }),
  'woocommerce-fee-de': () => fromWooCommerce(orderNamed('woocommerce-fee-de'), { store }),
  'woocommerce-shipping-ca': () => fromWooCommerce(orderNamed('woocommerce-shipping-ca'), { store }),
  'woocommerce-refund-ca': () =>
    fromWooCommerce(orderNamed('woocommerce-shipping-ca'), { store, refund: orderNamed('woocommerce-refund-ca') }),
  'odoo-tip': () => fromOdoo(orderNamed('odoo-tip'), { store, timeZone: 'America/New_York' }),
  'odoo-discounts': () => fromOdoo(orderNamed('odoo-discounts'), { store, timeZone: 'Europe/Berlin' }),
  'odoo-refund': () => fromOdoo(orderNamed('odoo-refund'), { store, timeZone: 'Europe/Berlin' }),
  'shopify-cash-change': () => fromShopify(orderNamed('shopify-cash-change'), { store }),
  'shopify-sparse': () => fromShopify(orderNamed('shopify-sparse'), { store }),
  'shopify-presentment-part-paid': () => fromShopify(orderNamed('shopify-presentment-part-paid'), { store }),
  'shopify-presentment-shop-payment': () => fromShopify(orderNamed('shopify-presentment-shop-payment'), { store }),
  'shopify-refund-duties': () => fromShopify(orderNamed('shopify-refund-duties'), { store, refundId: 1501 }),
  'shopify-tip-line': () => fromShopify(orderNamed('shopify-tip-line'), { store }),
  'woocommerce-refund-sparse': () =>
    fromWooCommerce(orderNamed('woocommerce-price-cut'), { store, refund: orderNamed('woocommerce-refund-sparse') }),
  'square-payment-tip': () => {
    const { order, payment } = orderNamed('square-payment-tip') as { order: unknown; payment: unknown }
    return fromSquare(order, { store }, payment)
  },
  'square-part-paid': () => fromSquare(orderNamed('square-part-paid'), { store }),
  'square-gift-card': () => fromSquare(orderNamed('square-gift-card'), { store }),
  'stripe-partial-capture': () => fromStripe(orderNamed('stripe-partial-capture'), { store }),
  'stripe-authorized': () => fromStripe(orderNamed('stripe-authorized'), { store }),
  'stripe-terminal-tip': () => fromStripe(orderNamed('stripe-terminal-tip'), { store }),
  'stripe-invoice-negative': () => fromStripe(orderNamed('stripe-invoice-negative'), { store }),
  'woocommerce-price-cut': () => fromWooCommerce(orderNamed('woocommerce-price-cut'), { store }),
  'woocommerce-coupon-and-cut': () => fromWooCommerce(orderNamed('woocommerce-coupon-and-cut'), { store }),
  'odoo-rounding': () => fromOdoo(orderNamed('odoo-rounding'), { store }),
  'odoo-refund-rounded': () => fromOdoo(orderNamed('odoo-refund-rounded'), { store }),
  'odoo-part-paid': () => fromOdoo(orderNamed('odoo-part-paid'), { store }),
}
