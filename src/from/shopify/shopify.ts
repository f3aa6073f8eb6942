import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { type AddressKeys, addressOf, buyerOf } from '../address.ts'
import { type Decimal, isZero, minus, negative, numberOf, sum, zero } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, needStore, type OrderOptions } from '../seller.ts'
import { readOrder, type Sent, within } from '../sent.ts'
import { wordsOf } from '../words.ts'
import { allocationsIn, discountsOf } from './discounts.ts'
import { currentOf } from './edits.ts'
import { feesOf, goodsOf, itemOf } from './lines.ts'
import { headOf, isOfOtherMoney, moneyIn, type ShopifyMoney, wordIn } from './order.ts'
import { idOf, refundOf } from './refund.ts'
import { graphQl } from './spellings.ts'
import { taxesOf } from './taxes.ts'
import { changeOf, paid, paidIn, tendersOf, untoldTenders } from './tenders.ts'

/** A Shopify order's seller, and which of its refunds is wanted. */
export interface ShopifyOptions extends OrderOptions {
  /** The receipt of this refund of the order (`refunds[].id`) instead of the sale's. */
  refundId?: string | number
}

/**
 * The receipt of an order of Shopify's Admin API or of its webhooks (`orders/paid`), or of one of its refunds. Amounts are those the
 * customer saw: in the presentment currency, if that is another. Include `transactions`, which say how it was paid: an order comes without.
 * GraphQL's orders have the same fields in its spelling, with their lists as `nodes` or `edges`; ask for `originalUnitPriceSet` of lines
 * and `totalPriceSet`.
 *
 * | Shopify | Receipt |
 * |---|---|
 * | `name` | `transactionNumber` |
 * | `processed_at`, `created_at` | `receiptDateTime` |
 * | `contact_email`, `email` | `customer.emailAddress` |
 * | `line_items[]`: `title`, `variant_title`, `sku`, `vendor`, `price`, `quantity`, `gift_card`, `properties[]` | `items[]` |
 * | `discount_allocations[]` of a line, by their `discount_applications[]` | `discounts[]` of the receipt; of the item if it is for some goods only |
 * | `shipping_lines[]`, duties, additional fees | `fees[]` |
 * | `total_discounts`, `discount_codes[]`, where no line has an allocation | `discounts[]` |
 * | `tax_lines[]`, failing them those of lines, or `total_tax` | `taxes[]`, added or included as they add up |
 * | `total_tip_received`, failing it the tip’s line, `total_cash_rounding_payment_adjustment_set` | `tip`, in the total; `roundingAdjustment` |
 * | `total_price`, `total_outstanding` | `grandAmount`, `balanceDue` |
 * | `current_total_price`, `current_quantity`, `current_total_tax`, where goods were taken off or exchanged and the payments are for what is left | the same, of what is left |
 * | `transactions[]`: sales, captures and change that succeeded; without them the only one of `payment_gateway_names` | `tenders[]`, `changeDue` |
 * | `device_id` of an order of Shopify POS (`source_name`) | `workstation.id` |
 * | `billing_address`, `shipping_address` | `soldTo`, `deliveryPickup` |
 * | `refunds[]`: `refund_line_items[]`, `refund_shipping_lines[]`, `duties[]`, `order_adjustments[]` | `returns[]`, `fees[]`, with `refundId` |
 *
 * Lost: notes, tags, the order's attributes, fulfillments, risk, marketing.
 *
 * @param order parsed JSON, with or without its envelope `{ order }` or `{ data: { order } }`
 * @throws OptionError without a store; OrderError with every wrong or missing field by its path in Shopify's words
 */
export function fromShopify(order: unknown, options: ShopifyOptions): ReceiptInput {
  needStore(options, 'fromShopify')
  const convert = (envelope: Sent) => {
    const sent = within(envelope, 'data', 'order', 'node')
    if (sent.has('refund_line_items'))
      sent.refuse(
        'refund_line_items',
        'is of a refund: send its order, with the refund in refunds, and the option refundId',
      )
    if (sent.has('orders')) sent.refuse('orders', 'is a list: send one order')
    if (sent.part('totalPrice').has('amount'))
      sent.refuse('totalPrice', 'is of the Storefront API: send the order of the Admin API')
    for (const field of ['draft_order', 'invoice_url'])
      if (sent.has(field)) sent.refuse(field, 'is of a draft: send the order it became')
    if (options.refundId === undefined) return saleOf(sent, options)
    const refunds = sent.list('refunds')
    const refund = refunds.find(each => idOf(each) === idOf(options.refundId ?? ''))
    if (refund) return refundOf(sent, refund, options)
    sent.wrong('refunds', `has no refund ${options.refundId}; there are ${refunds.length}`)
    return saleOf(sent, options)
  }
  return readOrder(order, 'Shopify', convert, graphQl)
}

function saleOf(order: Sent, options: ShopifyOptions): ReceiptInput {
  const money = moneyIn(order)
  const isPaid = wordIn(order, 'financial_status') !== 'pending'
  const outstanding = outstandingOf(order, money)
  if (wordIn(order, 'financial_status') === 'voided' && isZero(paidIn(order, money)))
    order.refuse('financial_status', 'is voided: nothing was paid')
  const current = currentOf(order, money, outstanding)
  const allocationsOf = allocationsIn(order, current)
  const lines = goodsOf(order, current)
  const tip = tipOf(order, money)
  const rounding = roundingOf(order, money)
  const paidNow = sum([current.total, rounding ?? zero, negative(outstanding ?? zero)])
  const [billing, delivery] = [order.part('billing_address'), order.part('shipping_address')]
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'SaleTransaction',
    transactionNumber: order.needText('name'),
    receiptDateTime: localTime(order.text('processed_at') ?? order.text('created_at'), options),
    items: lines.map(line => itemOf(line, order, current, allocationsOf(line))),
    discounts: discountsOf(order, lines.flatMap(allocationsOf)),
    fees: feesOf(order, money, allocationsOf, wordsOf(options)),
    taxes: taxesOf(order, current),
    tip: tip && !isZero(tip) ? numberOf(tip) : undefined,
    roundingAdjustment: rounding && !isZero(rounding) ? { value: numberOf(rounding) } : undefined,
    grandAmount: numberOf(current.total),
    tenders: isPaid
      ? [...tendersOf(order.list('transactions'), paid, order, options, rounding), ...untoldTenders(order, paidNow)]
      : undefined,
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
    : order.has('total_tip_received') || order.has('total_tip_received_set')
  if (lines.length === 0 || isTold) return money.of(order, 'total_tip_received')
  return sum(lines.map(line => money.need(line, 'price')))
}

/** What cash was rounded by. */
const roundingOf = (order: Sent, money: ShopifyMoney): Decimal | undefined =>
  money.of(order, 'total_cash_rounding_payment_adjustment') ??
  money.of(order.part('total_cash_rounding_adjustment'), 'payment')

/** Shopify says it in the shop's money; in another, it is what the payments leave. */
function outstandingOf(order: Sent, money: ShopifyMoney): Decimal | undefined {
  const outstanding = money.of(order, 'total_outstanding')
  if (!outstanding || isZero(outstanding) || money.isKnown('total_outstanding')) return outstanding
  return minus(money.need(order, 'total_price'), paidIn(order, money))
}

const keys: AddressKeys = {
  lines: ['address1', 'address2'],
  city: 'city',
  territory: ['province_code', 'province'],
  postalCode: 'zip',
  country: 'country_code',
}
