import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { buyerOf } from '../address.ts'
import { type Decimal, isZero, minus, numberOf, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { moneyIn, type StripeMoney } from './money.ts'
import { discountsOf, headOf, keys, taxesOf } from './parts.ts'
import { tenderOf } from './tender.ts'

/** The receipt of an invoice; of an open one, a request to pay it. */
export function invoiceOf(invoice: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(invoice)
  const lines = invoice.part('lines').list('data')
  const total = money.need(invoice, 'total')
  const paid = money.of(invoice, 'amount_paid') ?? zero
  const due = money.of(invoice, 'amount_remaining') ?? zero
  const credit = creditOn(invoice, total, money)
  const link = invoice.text('status') === 'open' ? invoice.text('hosted_invoice_url') : undefined
  const settled = invoice.part('payments').list('data')[0]?.part('payment').part('payment_intent').part('latest_charge')
  const charge = settled?.has('id') ? settled : invoice.part('charge')
  const shipping = invoice.part('shipping_cost')
  const taxes = invoice.has('total_taxes') ? invoice.list('total_taxes') : invoice.list('total_tax_amounts')
  const instant = invoice.part('status_transitions').text('paid_at') ?? invoice.needText('created')
  return given<ReceiptInput>({
    ...headOf(invoice, options, invoice.text('customer_email')),
    transactionType: link === undefined ? 'SaleTransaction' : 'PaymentLinkTransaction',
    paymentLink: link,
    transactionNumber: invoice.text('number') ?? invoice.needText('id'),
    receiptDateTime: localTime(fromSeconds(instant), options),
    items: lines.map(line =>
      given<ItemInput>({
        name: line.text('description') ?? line.needText('description'),
        ...countOf(line, money),
        total: numberOf(money.need(line, 'amount')),
      }),
    ),
    discounts: discountsOf(invoice.list('total_discount_amounts'), money, undefined),
    fees: shipping.has('amount_subtotal') ? [{ amount: numberOf(money.need(shipping, 'amount_subtotal')) }] : undefined,
    taxes: taxesOf(taxes, money, money.of(invoice, 'tax')),
    grandAmount: numberOf(total),
    tenders: [
      ...(isZero(credit) ? [] : [{ tenderTypeCode: 'StoreCredit', amount: numberOf(credit) }]),
      ...(isZero(paid) ? [] : [tenderOf(charge, paid, options)]),
    ],
    balanceDue: isZero(due) ? undefined : numberOf(due),
    soldTo: buyerOf(invoice.text('customer_name'), invoice.part('customer_address'), keys),
  })
}

/** What a credit of the customer's and credit notes took off before anything was paid; below 0 if the invoice is, and adds to the credit. */
function creditOn(invoice: Sent, total: Decimal, money: StripeMoney): Decimal {
  const [before, after] = [money.of(invoice, 'starting_balance') ?? zero, money.of(invoice, 'ending_balance') ?? zero]
  if (total.units < 0n && invoice.has('ending_balance')) return minus(after, before)
  const notes = money.of(invoice, 'pre_payment_credit_notes_amount') ?? zero
  if (before.units >= 0n) return notes
  return sum([notes, minus(after.units < 0n ? after : zero, before)])
}

/** How many of a line, and of what; a description of Stripe's own says both: `3 × Seat (at £40.00 / month)`. */
function countOf(line: Sent, money: StripeMoney): Pick<ItemInput, 'price' | 'quantity'> {
  if (/^\d+ × /.test(line.text('description') ?? '')) return {}
  return given<Pick<ItemInput, 'price' | 'quantity'>>({
    price: money.number(line.part('price'), 'unit_amount'),
    quantity: given({ value: line.number('quantity') }),
  })
}
