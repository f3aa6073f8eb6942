import {
  fromOdoo,
  fromShopify,
  fromSquare,
  fromStripe,
  fromWooCommerce,
  type OrderOptions,
} from '../../src/from/index.ts'
import { readJson, UsageError } from './files.ts'

/** The platforms whose orders the command reads: `--from`. */
export const platforms = ['shopify', 'square', 'stripe', 'woocommerce', 'odoo'] as const

const converters: Readonly<Record<(typeof platforms)[number], (order: unknown, options: OrderOptions) => object>> = {
  shopify: fromShopify,
  square: (order, options) => fromSquare(order, options),
  stripe: fromStripe,
  woocommerce: fromWooCommerce,
  odoo: fromOdoo,
}

/** Heads a receipt whose seller isn't given: an order doesn't say who sold it. */
const nobody: OrderOptions = { store: { id: 'online', name: 'Your store', address: {} } }

/** What a seller's file needs. */
export const sellerHint =
  'the receipt is headed "Your store": say who sells with --seller FILE, which has {"store": {"id", "name", "address"}, "timeZone": "America/New_York"}\n'

/**
 * An order's file as the JSON text of a receipt.
 *
 * @param sent JSON text of the platform's order
 * @param seller a file with the converter's options
 * @throws OrderError for an order that can't become a receipt; UsageError for a file that isn't JSON
 */
export function receiptFrom(sent: string, platform: (typeof platforms)[number], seller: string | undefined): string {
  const options = seller === undefined ? nobody : (readJson(seller) as OrderOptions)
  if (typeof options !== 'object' || options === null || typeof options.store !== 'object')
    throw new UsageError(`--seller ${seller}: must be an object with a store`)
  return JSON.stringify(converters[platform](parsed(sent), options))
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    throw new UsageError('the order must be JSON')
  }
}
