import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { type Decimal, isZero, negative, numberOf, sum } from '../decimal.ts'
import { given } from '../given.ts'
import { localTime, needStore, type OrderOptions, recipientOf, workstationOf } from '../seller.ts'
import { isObject, readOrder, type Sent } from '../sent.ts'
import { wordsOf } from '../words.ts'
import { addressee, deliveryOf } from './delivery.ts'
import { chargeOf, itemOf, orderDiscountsOf, taxOf } from './lines.ts'
import { amountIn, needMoney } from './money.ts'
import { changeOf, registerOf, tenderOf } from './tenders.ts'

/** A Square order's seller, and what the order doesn't have of the person who buys. */
export interface SquareOptions extends OrderOptions {
  /** Where to mail the receipt; default `buyer_email_address` of the payment. */
  emailAddress?: string
}

/**
 * The receipt of an order of Square's Orders API: a sale, a return or an exchange. A payment of the Payments API adds what the order's
 * tenders lack: the card's application, the receipt's number and the customer's address. Objects of Square's SDK, in camel case and with
 * big integers, are read, too.
 *
 * | Square | Receipt |
 * |---|---|
 * | `payment.receipt_number`, else `order.id` | `transactionNumber` |
 * | `closed_at`, `created_at` | `receiptDateTime` |
 * | `payment.buyer_email_address`, else the recipient's `email_address` | `customer.emailAddress` |
 * | `line_items[]`: `name`, `variation_name`, modifiers, `note`, `base_price_money`, `quantity`, `item_type` | `items[]` |
 * | discounts applied to lines | `discounts[]` of the item; of the receipt if their scope is the order |
 * | `service_charges[]`, `returns[].return_service_charges[]` | `fees[]` |
 * | `taxes[]`, `returns[].return_taxes[]` | `taxes[]`; beside included ones, those that are added are `Sales` |
 * | `total_tip_money`, `returns[].return_tips[]`, `rounding_adjustment` | `tip`, `roundingAdjustment`, both in the total |
 * | `total_money`; with returns `net_amounts.total_money` | `grandAmount` |
 * | `tenders[]`, else the payment | `tenders[]`, `changeDue`; a `tip` that the order lacks |
 * | `net_amount_due_money` of an open order | `balanceDue` |
 * | `returns[].return_line_items[]` | `returns[]` |
 * | `fulfillments[]` | `deliveryPickup` |
 * | `payment.device_details.device_name` | `workstation.id` |
 *
 * Lost: catalog ids, metadata, pricing rules, rewards, which line bears which tax.
 *
 * @param order parsed JSON, with or without its envelope `{ order }`
 * @param payment the same of its payment, if there is one
 * @throws OptionError without a store; OrderError with every wrong or missing field by its path in Square's words
 */
export function fromSquare(order: unknown, options: SquareOptions, payment?: unknown): ReceiptInput {
  needStore(options, 'fromSquare')
  const both = { order: inEnvelope(order, 'order'), payment: inEnvelope(payment, 'payment') ?? {} }
  return readOrder(isObject(both.order) ? both : both.order, 'Square', sent => {
    const bare = sent.part('order')
    for (const [key, hint] of Object.entries(others)) if (bare.has(key)) bare.refuse(key, hint)
    return receiptOf(bare, sent.part('payment'), options)
  })
}

/** What isn't an order, by a field that only it has. */
const others = {
  payment: 'is a payment: send the order of its order_id, and this as the payment',
  source_type: 'is of a payment: send the order of its order_id, and this as the payment',
  refund: 'is a refund: send the order of its order_id, which has the goods that came back in returns',
  payment_id: 'is of a refund: send the order of its order_id, which has the goods that came back in returns',
  orders: 'is a list: send one order',
  event_id: 'is of an event: send the order of its order_id',
}

function inEnvelope(sent: unknown, key: string): unknown {
  const isThere = typeof sent === 'object' && sent !== null && Object.hasOwn(sent, key)
  return isThere ? (sent as Record<string, unknown>)[key] : sent
}

function receiptOf(order: Sent, payment: Sent, options: SquareOptions): ReceiptInput {
  if (order.text('state') === 'CANCELED') order.refuse('state', 'is CANCELED: nothing is to be paid')
  const words = wordsOf(options)
  const lines = order.list('line_items')
  const returned = order.list('returns')
  const fulfillment = order.list('fulfillments')[0]
  const total = returned.length > 0 ? order.part('net_amounts').part('total_money') : order.part('total_money')
  const discounts = byUid(order.list('discounts'))
  const isReturn = lines.length === 0 && returned.length > 0
  // Above 0 in their list, and off the total beside goods that are sold.
  const partsOf = (key: string) => returned.flatMap(each => each.list(key))
  const back = (amount: Decimal) => (isReturn ? amount : negative(amount))
  const taxes = [...order.list('taxes'), ...partsOf('return_taxes')]
  const isMixed = new Set(taxes.map(tax => tax.text('type') === 'INCLUSIVE')).size > 1
  const returnedTaxes = partsOf('return_taxes').map(tax => taxOf(tax, { isNegative: !isReturn, isMixed }))
  const returnedCharges = partsOf('return_service_charges').map(charge => chargeOf(charge, !isReturn))
  const returnedTips = sum(partsOf('return_tips').map(each => amountIn(each, 'applied_money')))
  const roundedBack = sum(returned.map(each => amountIn(each.part('rounding_adjustment'), 'amount_money')))
  const rounding = sum([amountIn(order.part('rounding_adjustment'), 'amount_money'), back(roundedBack)])
  const tenders = order.has('tenders') ? order.list('tenders') : payment.has('id') ? [payment] : []
  const paid = tenders.filter(each => each.text('type') !== 'NO_SALE')
  const orderTip = amountIn(order, 'total_tip_money')
  // An order that was read before its payment has no tip yet.
  const paidTip =
    isZero(orderTip) && returned.length === 0 ? sum(paid.map(each => amountIn(each, 'tip_money'))) : orderTip
  const tip = sum([paidTip, back(returnedTips)])
  return given<ReceiptInput>({
    ...recipientOf(options.emailAddress ?? payment.text('buyer_email_address') ?? addressee(fulfillment)),
    workstation: workstationOf(options, registerOf(order, payment)),
    transactionType: isReturn ? 'ReturnTransaction' : 'SaleTransaction',
    transactionNumber: payment.text('receipt_number') ?? order.needText('id'),
    referenceId: order.text('reference_id'),
    receiptDateTime: localTime(order.text('closed_at') ?? order.text('created_at'), options),
    header: order.text('ticket_name'),
    currency: total.needText('currency') as ReceiptInput['currency'],
    items: lines.map(line => itemOf(line, discounts, words)),
    returns: returned.map(each =>
      given({
        originalTransactionNumber: each.text('source_order_id'),
        items: each
          .list('return_line_items')
          .map(line => itemOf(line, byUid(each.list('return_discounts')), words, 'return')),
      }),
    ),
    discounts: orderDiscountsOf(lines, discounts),
    fees: [...order.list('service_charges').map(charge => chargeOf(charge)), ...returnedCharges],
    taxes: [...order.list('taxes').map(tax => taxOf(tax, { isMixed })), ...returnedTaxes],
    tip: isZero(tip) ? undefined : numberOf(tip),
    roundingAdjustment: isZero(rounding) ? undefined : { value: numberOf(rounding) },
    grandAmount: numberOf(needMoney(total)),
    tenders: paid.map(each => tenderOf(each, options)),
    changeDue: changeOf(paid),
    balanceDue: order.has('tenders') || !payment.has('id') ? dueOf(order) : undefined,
    deliveryPickup: deliveryOf(fulfillment, options),
  })
}

/** What an open order has still to be paid. */
function dueOf(order: Sent): number | undefined {
  const due = amountIn(order, 'net_amount_due_money')
  return order.text('state') === 'OPEN' && due.units > 0n ? numberOf(due) : undefined
}

const byUid = (all: readonly Sent[]) => new Map(all.map(each => [each.text('uid'), each]))
