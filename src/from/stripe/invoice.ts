import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { buyerOf } from '../address.ts'
import { isZero, negative, numberOf, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { type OrderWords, wordsOf } from '../words.ts'
import { creditOn, owedOn } from './balance.ts'
import { moneyIn, type StripeMoney } from './money.ts'
import { discountsIn, discountsOf, headOf, keys, shippingOf, taxesOf } from './parts.ts'
import { paymentsOf } from './tender.ts'

/** The receipt of an invoice; of an open one, a request to pay it. */
export function invoiceOf(invoice: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(invoice)
  const words = wordsOf(options)
  if (invoice.text('status') === 'void') invoice.refuse('status', 'is void: nothing is to be paid')
  if (invoice.text('status') === 'draft') invoice.refuse('status', 'is draft: finalize it first')
  const lines = invoice.part('lines').list('data')
  const total = money.need(invoice, 'total')
  const owed = owedOn(invoice, total, money)
  const due = money.of(invoice, 'amount_remaining') ?? zero
  const credit = creditOn(invoice, total, money)
  const link = invoice.text('status') === 'open' ? invoice.text('hosted_invoice_url') : undefined
  const credits = invoice.list('total_pretax_credit_amounts').filter(each => each.text('type') !== 'discount')
  const taxes = invoice.has('total_taxes') ? invoice.list('total_taxes') : invoice.list('total_tax_amounts')
  const instants = invoice.part('status_transitions')
  const instant =
    instants.text('paid_at') ??
    invoice.text('effective_at') ??
    instants.text('finalized_at') ??
    invoice.needText('created')
  return given<ReceiptInput>({
    ...headOf(invoice, options, invoice.text('customer_email')),
    transactionType: link === undefined ? 'SaleTransaction' : 'PaymentLinkTransaction',
    paymentLink: link,
    transactionNumber: invoice.text('number') ?? invoice.needText('id'),
    receiptDateTime: localTime(fromSeconds(instant), options),
    items: lines.map(line =>
      given<ItemInput>({
        name: nameOf(line, words),
        ...countOf(line, money),
        total: numberOf(money.need(line, 'amount')),
      }),
    ),
    discounts: discountsOf(invoice.list('total_discount_amounts'), money, undefined, discountsIn(invoice)),
    fees: [
      ...shippingOf(invoice, money, options),
      // What was paid for before isn't saved, as a discount would be.
      ...credits.map(each => ({
        description: words.billingCredits,
        amount: numberOf(negative(money.need(each, 'amount'))),
      })),
      ...(isZero(owed) ? [] : [{ description: words.previousBalance, amount: numberOf(owed) }]),
    ],
    taxes: taxesOf(taxes, money, money.of(invoice, 'tax')),
    grandAmount: numberOf(sum([total, owed])),
    tenders: [
      ...(isZero(credit) ? [] : [{ tenderTypeCode: 'StoreCredit', amount: numberOf(credit) }]),
      ...paymentsOf(invoice, money, options),
    ],
    balanceDue: isZero(due) ? undefined : numberOf(due),
    soldTo: buyerOf(invoice.text('customer_name'), invoice.part('customer_address'), keys),
  })
}

/** An item may have been added by its amount alone. */
function nameOf(line: Sent, words: Required<OrderWords>): string {
  const nickname = line.part('price').text('nickname') ?? line.part('plan').text('nickname')
  return line.text('description') ?? nickname ?? words.customAmount
}

/** How many of a line, and of what; a description of Stripe's own says both: `3 × Seat (at £40.00 / month)`. */
function countOf(line: Sent, money: StripeMoney): Pick<ItemInput, 'price' | 'quantity'> {
  if (/^\d+ × /.test(line.text('description') ?? '')) return {}
  return given<Pick<ItemInput, 'price' | 'quantity'>>({
    price: money.number(line.part('price'), 'unit_amount') ?? wholeIn(line.part('pricing'), money),
    quantity: given({ value: line.number('quantity') }),
  })
}

/** Newer versions of the API have a price in fractions of the smallest unit; receipts have none. */
function wholeIn(pricing: Sent, money: StripeMoney): number | undefined {
  const price = pricing.text('unit_amount_decimal') ?? ''
  return /^\d+$/.test(price) ? money.number(pricing, 'unit_amount_decimal') : undefined
}
