import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { type AddressKeys, addressOf, buyerOf } from '../address.ts'
import { type Decimal, isZero, minus, numberOf, sum } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import { readOrder, type Sent } from '../sent.ts'
import { allocationsIn, discountsOf, feesOf, itemOf, taxesOf } from './lines.ts'
import { headOf, isOfOtherMoney, moneyIn, type ShopifyMoney } from './order.ts'
import { refundOf } from './refund.ts'
import { changeOf, paidWith, tendersOf } from './tenders.ts'

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
 * | `line_items[]`: `title`, `variant_title`, `sku`, `vendor`, `price`, `quantity`, `gift_card` | `items[]` |
 * | `discount_allocations[]` of a line, by their `discount_applications[]` | `discounts[]` of the receipt; of the item if it is for some goods only |
 * | `shipping_lines[]`, duties, additional fees | `fees[]` |
 * | `total_discounts`, `discount_codes[]`, where no line has an allocation | `discounts[]` |
 * | `tax_lines[]`, failing them those of lines, or `total_tax` | `taxes[]`, added or included as they add up |
 * | `total_tip_received`, failing it the tip’s line, `total_cash_rounding_payment_adjustment_set` | `tip`, in the total; `roundingAdjustment` |
 * | `total_price`, `total_outstanding` | `grandAmount`, `balanceDue` |
 * | `transactions[]`: sales, captures and change that succeeded | `tenders[]`, `changeDue` |
 * | `device_id` of an order of Shopify POS (`source_name`) | `workstation.id` |
 * | `billing_address`, `shipping_address` | `soldTo`, `deliveryPickup` |
 * | `refunds[]`: `refund_line_items[]`, `refund_shipping_lines[]`, `duties[]`, `order_adjustments[]` | `returns[]`, `fees[]`, with `refundId` |
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
  const total = money(order, 'total_price') ?? order.needDecimal('total_price')
  const outstanding = outstandingOf(order, total, money)
  const tip = tipOf(order, money)
  const rounding = money(order, 'total_cash_rounding_payment_adjustment')
  const [billing, delivery] = [order.part('billing_address'), order.part('shipping_address')]
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'SaleTransaction',
    transactionNumber: order.needText('name'),
    receiptDateTime: localTime(order.text('processed_at') ?? order.text('created_at'), options),
    items: lines.map(line => itemOf(line, order, allocationsOf(line))),
    discounts: discountsOf(order, lines.flatMap(allocationsOf)),
    fees: feesOf(order, money, allocationsOf),
    taxes: taxesOf(order),
    tip: tip && !isZero(tip) ? numberOf(tip) : undefined,
    roundingAdjustment: rounding && !isZero(rounding) ? { value: numberOf(rounding) } : undefined,
    grandAmount: numberOf(total),
    tenders: isPaid ? tendersOf(order.list('transactions'), paid, order, options) : undefined,
    changeDue: isPaid ? changeOf(order.list('transactions'), money) : undefined,
    balanceDue: outstanding && !isZero(outstanding) ? numberOf(outstanding) : undefined,
    soldTo: buyerOf(billing.text('company') ?? billing.text('name'), billing, keys),
    deliveryPickup: givenAny({ address: addressOf(delivery, keys, delivery.text('name')) }),
  })
}

/** Shopify says it in the shop's money, if at all; its line says it in the customer's. */
function tipOf(order: Sent, money: ShopifyMoney): Decimal | undefined {
  const lines = order.list('line_items').filter(line => line.has('tip'))
  const isTold = isOfOtherMoney(order)
    ? order.part('total_tip_received_set').has('presentment_money')
    : order.has('total_tip_received')
  if (lines.length === 0 || isTold) return money(order, 'total_tip_received')
  return sum(lines.map(line => money(line, 'price') ?? line.needDecimal('price')))
}

/** Shopify says it in the shop's money; in another, it is what the payments leave. */
function outstandingOf(order: Sent, total: Decimal, money: ShopifyMoney): Decimal | undefined {
  const outstanding = money(order, 'total_outstanding')
  const isTold = order.part('total_outstanding_set').has('presentment_money')
  if (!outstanding || isZero(outstanding) || isTold || !isOfOtherMoney(order)) return outstanding
  const isPending = order.text('financial_status') === 'pending'
  const transactions = isPending ? [] : paidWith(order.list('transactions'), paid)
  return minus(total, sum(transactions.map(each => money(each, 'amount') ?? each.needDecimal('amount'))))
}

/** Kinds of transactions by which money came in. */
const paid = ['sale', 'capture']

const keys: AddressKeys = {
  lines: ['address1', 'address2'],
  city: 'city',
  territory: ['province_code', 'province'],
  postalCode: 'zip',
  country: 'country_code',
}
