import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { isZero, minus, numberOf, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { moneyIn } from './money.ts'
import { headOf } from './parts.ts'
import { tenderOf } from './tender.ts'

/** The receipt of a charge. */
export function chargeOf(charge: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(charge)
  const captured = money.of(charge, 'amount_captured')
  // What was only authorized isn't paid.
  const isPaid = captured === undefined || !isZero(captured)
  const amount = captured !== undefined && isPaid ? captured : money.need(charge, 'amount')
  const tip = money.of(charge.part('payment_intent').part('amount_details').part('tip'), 'amount') ?? zero
  return given<ReceiptInput>({
    ...headOf(charge, options, charge.text('receipt_email') ?? charge.part('billing_details').text('email')),
    transactionType: 'SaleTransaction',
    transactionNumber: charge.text('receipt_number') ?? charge.needText('id'),
    receiptDateTime: localTime(fromSeconds(charge.needText('created')), options),
    items: [{ name: nameOf(charge), total: numberOf(minus(amount, tip)) }],
    tip: isZero(tip) ? undefined : numberOf(tip),
    grandAmount: numberOf(amount),
    tenders: isPaid ? [tenderOf(charge, amount, options)] : undefined,
    balanceDue: isPaid ? undefined : numberOf(amount),
  })
}

/** The receipt of a refund of a charge. */
export function refundOf(charge: Sent, options: OrderOptions & { refundId?: string }): ReceiptInput {
  const money = moneyIn(charge)
  const refund = charge
    .part('refunds')
    .list('data')
    .find(each => each.text('id') === options.refundId)
  if (!refund) charge.wrong('refunds.data', `has no refund ${options.refundId}; expand refunds`)
  const amount = refund ? money.need(refund, 'amount') : zero
  const { dateTime: _, ...tender } = tenderOf(charge, amount, options)
  const number = charge.text('receipt_number') ?? charge.needText('id')
  return given<ReceiptInput>({
    ...headOf(charge, options, charge.text('receipt_email') ?? charge.part('billing_details').text('email')),
    transactionType: 'ReturnTransaction',
    transactionNumber: refund?.text('receipt_number') ?? refund?.text('id') ?? '',
    receiptDateTime: localTime(fromSeconds(refund?.text('created')), options),
    relatedTransactionReference: { transactionNumber: number },
    returns: [{ originalTransactionNumber: number, items: [{ name: nameOf(charge), total: numberOf(amount) }] }],
    grandAmount: numberOf(amount),
    tenders: [tender],
  })
}

/** A charge has no goods. */
const nameOf = (charge: Sent): string =>
  charge.text('description') ?? charge.text('statement_descriptor') ?? charge.needText('description')
