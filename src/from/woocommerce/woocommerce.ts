import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { type AddressKeys, addressOf, buyerOf } from '../address.ts'
import { type Decimal, isZero, minus, negative, numberOf, sum, zero } from '../decimal.ts'
import { given, givenAny, joined } from '../given.ts'
import { localTime, needStore, type OrderOptions, recipientOf, workstationOf } from '../seller.ts'
import { readOrder, type Sent } from '../sent.ts'
import { isDeposit, paidInParts, restOf } from './deposits.ts'
import { discountsOf, feeOf, itemOf, offOf, taxesOf } from './lines.ts'
import { giftCardsOf, tenderOf } from './tenders.ts'

/** A WooCommerce order's seller, and the refund that is wanted. */
export interface WooCommerceOptions extends OrderOptions {
  /** A refund of the order (`GET orders/<id>/refunds/<id>`): its receipt instead of the sale's. */
  refund?: unknown
}

/**
 * The receipt of an order of WooCommerce's REST API v3. The API gives amounts without tax: where the shop's prices include it
 * (`prices_include_tax`), the receipt's do, too, and its taxes are included.
 *
 * | WooCommerce | Receipt |
 * |---|---|
 * | `number` | `transactionNumber` |
 * | `date_paid`, `date_created` (with `_gmt`: and a `timeZone`) | `receiptDateTime` |
 * | `billing.email` | `customer.emailAddress` |
 * | `line_items[]`: `name`, `sku`, `quantity`, `subtotal`, attributes in `meta_data[]` | `items[]` |
 * | `coupon_lines[]`; what else a line’s `total` is below its `subtotal` | `discounts[]` |
 * | `shipping_lines[]`, `fee_lines[]` | `fees[]` |
 * | `tax_lines[]`, failing them `total_tax` or the lines’ | `taxes[]` |
 * | `total` | `grandAmount` |
 * | `payment_method`, `payment_method_title` | `tenders[]`, once `date_paid` is set |
 * | `_is_deposit` and the full amount of lines of WooCommerce Deposits; `_wc_deposits_…` of an order | goods and taxes in full, `balanceDue` |
 * | `gift_cards[]` of WooCommerce Gift Cards | `tenders[]`, with what they paid added to `grandAmount` |
 * | `billing`, `shipping` | `soldTo`, `deliveryPickup` |
 * | `customer_note` | `deliveryPickup.instructions` |
 *
 * Lost: cards (the gateway has them), which line bears which tax, other metadata of plugins.
 *
 * @param order parsed JSON
 * @throws OptionError without a store; OrderError with every wrong or missing field by its path in WooCommerce's words
 */
export function fromWooCommerce(order: unknown, options: WooCommerceOptions): ReceiptInput {
  needStore(options, 'fromWooCommerce')
  return readOrder(options.refund === undefined ? order : { order, refund: options.refund }, 'WooCommerce', sent =>
    options.refund === undefined ? saleOf(sent, options) : refundOf(sent.part('order'), sent.part('refund'), options),
  )
}

function saleOf(order: Sent, options: WooCommerceOptions): ReceiptInput {
  const charged = order.needDecimal('total')
  const isPaid = order.has('date_paid') || order.has('date_paid_gmt')
  const status = order.text('status') ?? ''
  if (!isPaid && /^(?:cancelled|failed|trash)$/.test(status))
    order.refuse('status', `is ${status}: nothing is to be paid`)
  const giftCards = giftCardsOf(order)
  const lines = order.list('line_items')
  const { rest, tax: taxToCome } = restOf(lines)
  // What gift cards paid is off the order's total, as is what is paid later.
  const total = sum([charged, rest, ...giftCards.map(({ amount }) => amount)])
  const inParts = paidInParts(order)
  if (/^partial(?:ly)?-(?:paid|payment)$/.test(status) && !inParts && !lines.some(isDeposit))
    order.refuse('status', `is ${status}, and neither line_items nor meta_data say what was paid`)
  const paid = inParts ?? (isPaid ? charged : zero)
  const due = minus(sum([charged, rest]), paid)
  const coupons = order.list('coupon_lines')
  const billing = order.part('billing')
  const address = order.part('shipping').has('address_1') ? order.part('shipping') : undefined
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'SaleTransaction',
    transactionNumber: order.text('number') ?? order.needText('id'),
    receiptDateTime: timeOf(order, isPaid ? 'date_paid' : 'date_created', options),
    items: lines.map(line => itemOf(line, order, coupons.length > 0 ? zero : offOf(line, order))),
    discounts: discountsOf(order, coupons),
    fees: [...order.list('shipping_lines'), ...order.list('fee_lines')].map(line => feeOf(line, order)),
    taxes: taxesOf(order, order, taxToCome),
    grandAmount: numberOf(total),
    tenders: [
      ...giftCards.map(({ tender }) => tender),
      ...(!isZero(paid) ? [tenderOf(order, paid, timeOf(order, 'date_paid', options))] : []),
    ],
    balanceDue: due.units > 0n ? numberOf(due) : undefined,
    soldTo: buyerOf(billing.text('company') ?? nameOf(billing), billing, keys),
    deliveryPickup: givenAny({
      address: address && addressOf(address, keys, nameOf(address)),
      instructions: order.text('customer_note'),
    }),
  })
}

function refundOf(order: Sent, refund: Sent, options: WooCommerceOptions): ReceiptInput {
  const amount = refund.needDecimal('amount')
  const number = order.text('number') ?? order.needText('id')
  const lines = refund.list('line_items')
  const goods = lines.map(line => itemOf(line, order))
  const fees = [...refund.list('shipping_lines'), ...refund.list('fee_lines')].map(line => feeOf(line, order))
  const whole = { name: refund.text('reason') ?? number, total: numberOf(amount) }
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'ReturnTransaction',
    transactionNumber: refund.needText('id'),
    receiptDateTime: timeOf(refund, 'date_created', options),
    relatedTransactionReference: given({ transactionNumber: number, reason: refund.text('reason') }),
    // An amount may be refunded without saying what for.
    returns: [{ originalTransactionNumber: number, items: lines.length + fees.length > 0 ? goods : [whole] }],
    fees,
    taxes: taxesOf(refund, order),
    grandAmount: numberOf(lines.length + fees.length > 0 ? negative(absolute(amount)) : amount),
    tenders: [tenderOf(order, lines.length + fees.length > 0 ? negative(absolute(amount)) : amount, undefined)],
  })
}

const absolute = (amount: Decimal): Decimal => (amount.units < 0n ? negative(amount) : amount)

function headOf(order: Sent, options: WooCommerceOptions) {
  return {
    ...recipientOf(order.part('billing').text('email')),
    workstation: workstationOf(options, { isInPerson: /pos(?![a-z])/i.test(order.text('created_via') ?? '') }),
    currency: order.needText('currency') as ReceiptInput['currency'],
  }
}

/** The site's clock has no offset; with a time zone, the instant in UTC tells it. */
function timeOf(sent: Sent, key: string, options: WooCommerceOptions): string | undefined {
  const utc = sent.text(`${key}_gmt`)
  if (options.timeZone === undefined) return sent.text(key) ?? localTime(utc, options, { isUtc: true })
  return localTime(utc, options, { isUtc: true }) ?? sent.text(key)
}

const nameOf = (address: Sent) => joined([address.text('first_name'), address.text('last_name')])

const keys: AddressKeys = {
  lines: ['address_1', 'address_2'],
  city: 'city',
  territory: ['state'],
  postalCode: 'postcode',
  country: 'country',
}
