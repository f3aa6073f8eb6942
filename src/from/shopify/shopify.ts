import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { type AddressKeys, addressOf, buyerOf } from '../address.ts'
import { isZero, numberOf } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import { readOrder, type Sent } from '../sent.ts'
import { allocationsIn, discountsOf, feesOf, itemOf, taxOf } from './lines.ts'
import { headOf, moneyIn } from './order.ts'
import { refundOf } from './refund.ts'
import { tendersOf } from './tenders.ts'

/** A Shopify order's seller, and which of its refunds is wanted. */
export interface ShopifyOptions extends OrderOptions {
  /** The receipt of this refund of the order (`refunds[].id`) instead of the sale's. */
  refundId?: string | number
}

/**
 * The receipt of an order of Shopify's Admin REST API or of its webhooks (`orders/paid`), or of one of its refunds. Amounts are those the
 * customer saw: in the presentment currency, if that is another. Include `transactions`, which say how it was paid: an order comes without.
 *
 * | Shopify | Receipt |
 * |---|---|
 * | `name` | `transactionNumber` |
 * | `processed_at`, `created_at` | `receiptDateTime` |
 * | `contact_email`, `email` | `customer.emailAddress` |
 * | `line_items[]`: `title`, `variant_title`, `sku`, `vendor`, `price`, `quantity` | `items[]` |
 * | `discount_allocations[]` of a line, by their `discount_applications[]` | `discounts[]` of the receipt; of the item if it is for some goods only |
 * | `shipping_lines[]`, duties, additional fees | `fees[]` |
 * | `tax_lines[]` | `taxes[]`, added or included as they add up |
 * | `total_tip_received`, `total_cash_rounding_payment_adjustment_set` | `tip`, in the total; `roundingAdjustment` |
 * | `total_price`, `total_outstanding` | `grandAmount`, `balanceDue` |
 * | `transactions[]`: sales and captures that succeeded | `tenders[]` |
 * | `device_id` of an order of Shopify POS (`source_name`) | `workstation.id` |
 * | `billing_address`, `shipping_address` | `soldTo`, `deliveryPickup` |
 * | `refunds[]` | `returns[]`, with `refundId` |
 *
 * Lost: notes, tags, attributes, fulfillments, edits after the sale, risk, marketing.
 *
 * @param order parsed JSON, with or without its envelope `{ order }`
 * @throws OrderError with every wrong or missing field by its path in Shopify's words
 */
export function fromShopify(order: unknown, options: ShopifyOptions): ReceiptInput {
  return readOrder(order, 'Shopify', envelope => {
    const sent = envelope.has('order') && !envelope.has('line_items') ? envelope.part('order') : envelope
    if (options.refundId === undefined) return saleOf(sent, options)
    const refunds = sent.list('refunds')
    const refund = refunds.find(each => each.text('id') === String(options.refundId))
    if (refund) return refundOf(sent, refund, options)
    sent.wrong('refunds', `has no refund ${options.refundId}; there are ${refunds.length}`)
    return saleOf(sent, options)
  })
}

function saleOf(order: Sent, options: ShopifyOptions): ReceiptInput {
  const money = moneyIn(order)
  const allocationsOf = allocationsIn(order)
  const lines = order.list('line_items').filter(line => !line.has('tip'))
  const isPaid = order.text('financial_status') !== 'pending'
  const outstanding = money(order, 'total_outstanding')
  const tip = money(order, 'total_tip_received')
  const rounding = money(order, 'total_cash_rounding_payment_adjustment')
  const [billing, delivery] = [order.part('billing_address'), order.part('shipping_address')]
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'SaleTransaction',
    transactionNumber: order.needText('name'),
    receiptDateTime: localTime(order.text('processed_at') ?? order.text('created_at'), options),
    items: lines.map(line => itemOf(line, money, allocationsOf(line))),
    discounts: discountsOf(lines.flatMap(allocationsOf)),
    fees: feesOf(order, money, allocationsOf),
    taxes: order.list('tax_lines').map(tax => taxOf(tax, money)),
    tip: tip && !isZero(tip) ? numberOf(tip) : undefined,
    roundingAdjustment: rounding && !isZero(rounding) ? { value: numberOf(rounding) } : undefined,
    grandAmount: numberOf(money(order, 'total_price') ?? order.needDecimal('total_price')),
    tenders: isPaid ? tendersOf(order.list('transactions'), ['sale', 'capture'], money, options) : undefined,
    balanceDue: outstanding && !isZero(outstanding) ? numberOf(outstanding) : undefined,
    soldTo: buyerOf(billing.text('company') ?? billing.text('name'), billing, keys),
    deliveryPickup: givenAny({ address: addressOf(delivery, keys, delivery.text('name')) }),
  })
}

const keys: AddressKeys = {
  lines: ['address1', 'address2'],
  city: 'city',
  territory: ['province_code', 'province'],
  postalCode: 'zip',
  country: 'country_code',
}
