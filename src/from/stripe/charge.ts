import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { type Decimal, isSame, isZero, minus, negative, numberOf, sum, times, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { wordsOf } from '../words.ts'
import { moneyIn, type StripeMoney } from './money.ts'
import { headOf } from './parts.ts'
import { tenderOf } from './tender.ts'

/** The receipt of a charge, with its payment intent as far as that is there. */
export function chargeOf(charge: Sent, intent: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(charge)
  if (charge.text('status') === 'failed') charge.refuse('status', 'is failed: nothing was paid')
  const captured = money.of(charge, 'amount_captured')
  // What was only authorized isn't paid.
  const isPaid = captured === undefined || !isZero(captured)
  const amount = captured !== undefined && isPaid ? captured : money.need(charge, 'amount')
  const tip = money.of(intent.part('amount_details').part('tip'), 'amount') ?? zero
  return given<ReceiptInput>({
    ...headOf(charge, options, charge.text('receipt_email') ?? charge.part('billing_details').text('email')),
    transactionType: 'SaleTransaction',
    transactionNumber: charge.text('receipt_number') ?? charge.needText('id'),
    receiptDateTime: localTime(fromSeconds(charge.needText('created')), options),
    items: linesOf(intent, money, minus(amount, tip)) ?? [
      { name: nameOf(charge, options), total: numberOf(minus(amount, tip)) },
    ],
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
    returns: [
      { originalTransactionNumber: number, items: [{ name: nameOf(charge, options), total: numberOf(amount) }] },
    ],
    grandAmount: numberOf(amount),
    tenders: [tender],
  })
}

/** The goods that a payment intent lists, if they and nothing else come to the amount. */
function linesOf(intent: Sent, money: StripeMoney, amount: Decimal): ItemInput[] | undefined {
  const lines = intent
    .part('amount_details')
    .part('line_items')
    .list('data')
    .map(line => {
      const [price, count] = [money.need(line, 'unit_cost'), line.needDecimal('quantity')]
      const off = money.of(line, 'discount_amount') ?? zero
      const total = minus(times(price, count), off)
      return { line, price, count, off, total, tax: money.of(line.part('tax'), 'total_tax_amount') ?? zero }
    })
  const isAll = lines.every(({ tax }) => isZero(tax)) && isSame(sum(lines.map(({ total }) => total)), amount)
  if (lines.length === 0 || !isAll) return undefined
  return lines.map(({ line, price, count, off, total }) =>
    given<ItemInput>({
      name: line.needText('product_name'),
      sku: line.text('product_code'),
      price: numberOf(price),
      quantity: given({ value: numberOf(count) }),
      discounts: isZero(off) ? undefined : [{ amount: numberOf(negative(off)) }],
      total: numberOf(total),
    }),
  )
}

/** A charge has no goods; without a description it is called as on Stripe's own receipts. */
const nameOf = (charge: Sent, options: OrderOptions): string =>
  charge.text('description') ??
  charge.part('payment_intent').text('description') ??
  charge.text('statement_descriptor') ??
  wordsOf(options).payment
