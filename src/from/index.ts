// Stage `from`: orders of other platforms as receipts.
// It knows stages up to `receipt`; `reading` and those after it may call it.

/** An order of a platform as a receipt: `counterfoil/from`. Pure functions of plain JSON; no platform's library is needed. */

export { OrderError } from '../errors.ts'
export type { ReceiptInput } from '../generated/receipt-input.ts'
export { fromOdoo, type OdooOptions } from './odoo/odoo.ts'
export type { OrderOptions } from './seller.ts'
export { fromShopify, type ShopifyOptions } from './shopify/shopify.ts'
export { fromSquare, type SquareOptions } from './square/square.ts'
export { fromStripe, type StripeOptions } from './stripe/stripe.ts'
export { fromWooCommerce, type WooCommerceOptions } from './woocommerce/woocommerce.ts'
export type { OrderWords } from './words.ts'
