import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { needStore, type OrderOptions } from '../seller.ts'
import { readOrder } from '../sent.ts'
import { chargeOf, refundOf } from './charge.ts'
import { invoiceOf } from './invoice.ts'
import { sessionOf } from './session.ts'

/** A Stripe object's seller, and which of its refunds is wanted. */
export interface StripeOptions extends OrderOptions {
  /** The receipt of this refund of a charge (`refunds.data[].id`, expanded) instead of the sale's. */
  refundId?: string
}

/**
 * The receipt of a Stripe charge, payment intent, Checkout Session or invoice, told apart by its `object`, or of a webhook's event with
 * one. A charge has no goods: its `description` is the only line. Of a payment intent expand `latest_charge`; of a session expand `line_items`, `total_details.breakdown` and `payment_intent.latest_charge`; of an invoice
 * `charge` or `payments.data.payment.payment_intent.latest_charge`, and `discounts`; of a terminal's charge `payment_intent`, which has its tip. An
 * invoice that is open is a request to pay, with its link.
 *
 * | Stripe | Receipt |
 * |---|---|
 * | `receipt_number`, `number`, else `id` | `transactionNumber` |
 * | `created`; of an invoice `status_transitions.paid_at`, else `effective_at` | `receiptDateTime` |
 * | `receipt_email`, `billing_details.email`, `customer_details.email`, `customer_email` | `customer.emailAddress` |
 * | `line_items.data[]`, `lines.data[]`; a payment intent's `amount_details.line_items.data[]`, if they come to its amount | `items[]` |
 * | discounts of the whole | `discounts[]` |
 * | `shipping_cost`, `total_pretax_credit_amounts[]` of credits, a `starting_balance` that was owed | `fees[]` |
 * | taxes by rate | `taxes[]` |
 * | `amount_captured`, else `amount`; `amount_total`, `total` | `grandAmount` |
 * | `payment_intent.amount_details.tip` of a charge | `tip`, in the total |
 * | a charge of which nothing is captured yet | `balanceDue` |
 * | `payment_method_details` of the charge; credit of the customer's balance | `tenders[]`: a wallet beside the card's brand |
 * | `refunds.data[]` | a return, with `refundId` |
 *
 * Lost: metadata, subscriptions' periods, fees of Stripe, transfers, radar.
 *
 * @param object parsed JSON
 * @throws OptionError without a store; OrderError with every wrong or missing field by its path in Stripe's words
 */
export function fromStripe(object: unknown, options: StripeOptions): ReceiptInput {
  needStore(options, 'fromStripe')
  return readOrder(object, 'Stripe', envelope => {
    const sent = envelope.text('object') === 'event' ? envelope.part('data').part('object') : envelope
    const kind = sent.text('object')
    if (kind === 'checkout.session') return sessionOf(sent, options)
    if (kind === 'invoice') return invoiceOf(sent, options)
    const isIntent = kind === 'payment_intent'
    if (!isIntent && kind !== 'charge')
      sent.refuse('object', hints[kind ?? ''] ?? `must be ${kinds}, or an event of one`)
    const charge = isIntent ? sent.part('latest_charge') : sent
    if (isIntent && !charge.has('id')) sent.refuse('latest_charge', 'may not be null or an id: expand it')
    const intent = isIntent ? sent : charge.part('payment_intent')
    return options.refundId === undefined ? chargeOf(charge, intent, options) : refundOf(charge, options)
  })
}

const kinds = 'charge, payment_intent, checkout.session or invoice'

/** What to send instead of other objects. */
const hints: Readonly<Record<string, string>> = {
  refund: 'is a refund: send its charge with refunds expanded, and the option refundId',
  credit_note: 'is a credit note: send its invoice, or the charge with the option refundId',
  subscription: 'is a subscription: send its latest_invoice',
  list: 'is a list: send one object of its data',
}
