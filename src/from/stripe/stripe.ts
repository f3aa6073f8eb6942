import type { ReceiptInput } from '../../generated/receipt-input.ts'
import type { OrderOptions } from '../seller.ts'
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
 * The receipt of a Stripe charge, Checkout Session or invoice, told apart by its `object`. A charge has no goods: its `description` is
 * the only line. Of a session expand `line_items`, `total_details.breakdown` and `payment_intent.latest_charge`; of an invoice
 * `charge` or `payments.data.payment.payment_intent.latest_charge`; of a terminal's charge `payment_intent`, which has its tip. An
 * invoice that is open is a request to pay, with its link.
 *
 * | Stripe | Receipt |
 * |---|---|
 * | `receipt_number`, `number`, else `id` | `transactionNumber` |
 * | `created`; of an invoice `status_transitions.paid_at` | `receiptDateTime` |
 * | `receipt_email`, `billing_details.email`, `customer_details.email`, `customer_email` | `customer.emailAddress` |
 * | `line_items.data[]`, `lines.data[]` | `items[]` |
 * | discounts of the whole | `discounts[]` |
 * | `shipping_cost` | `fees[]` |
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
 * @throws OrderError with every wrong or missing field by its path in Stripe's words
 */
export function fromStripe(object: unknown, options: StripeOptions): ReceiptInput {
  return readOrder(object, 'Stripe', sent => {
    const kind = sent.text('object')
    if (kind === 'checkout.session') return sessionOf(sent, options)
    if (kind === 'invoice') return invoiceOf(sent, options)
    if (kind !== 'charge') sent.wrong('object', 'must be charge, checkout.session or invoice')
    return options.refundId === undefined ? chargeOf(sent, options) : refundOf(sent, options)
  })
}
