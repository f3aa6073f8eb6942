import type { DiscountInput, ItemInput, ReceiptInput, TaxInput, TenderInput } from '../generated/receipt-input.ts'
import { currencyDigits } from '../standards/currency.ts'
import { type AddressKeys, addressOf, buyerOf } from './address.ts'
import { type Decimal, hundredth, isZero, minus, negative, numberOf, rounded, sum, zero } from './decimal.ts'
import { given, givenAny } from './given.ts'
import { fromSeconds, localTime, type OrderOptions, recipientOf, workstationOf } from './seller.ts'
import { readOrder, type Sent } from './sent.ts'

/** A Stripe object's seller, and which of its refunds is wanted. */
export interface StripeOptions extends OrderOptions {
  /** The receipt of this refund of a charge (`refunds.data[].id`, expanded) instead of the sale's. */
  refundId?: string
}

/**
 * The receipt of a Stripe charge, Checkout Session or invoice, told apart by its `object`. A charge has no goods: its `description` is
 * the only line. Of a session expand `line_items`, `total_details.breakdown` and `payment_intent.latest_charge`; of an invoice
 * `charge` or `payments.data.payment.payment_intent.latest_charge`. An invoice that is open is a request to pay, with its link.
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
 * | `amount`, `amount_total`, `total` | `grandAmount` |
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

function chargeOf(charge: Sent, options: StripeOptions): ReceiptInput {
  const money = moneyIn(charge)
  const amount = money.need(charge, 'amount')
  return given<ReceiptInput>({
    ...headOf(charge, options, charge.text('receipt_email') ?? charge.part('billing_details').text('email')),
    transactionType: 'SaleTransaction',
    transactionNumber: charge.text('receipt_number') ?? charge.needText('id'),
    receiptDateTime: localTime(fromSeconds(charge.needText('created')), options),
    items: [{ name: nameOf(charge), total: numberOf(amount) }],
    grandAmount: numberOf(amount),
    tenders: [tenderOf(charge, amount, options)],
  })
}

function refundOf(charge: Sent, options: StripeOptions): ReceiptInput {
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

function sessionOf(session: Sent, options: StripeOptions): ReceiptInput {
  const money = moneyIn(session)
  const buyer = session.part('customer_details')
  const details = session.part('total_details')
  const breakdown = details.part('breakdown')
  const lines = session.part('line_items').list('data')
  if (lines.length === 0) session.wrong('line_items', 'may not be empty: expand line_items')
  const total = money.need(session, 'amount_total')
  const charge = session.part('payment_intent').part('latest_charge')
  const isPaid = session.text('payment_status') === 'paid'
  const shipping = session.part('shipping_cost')
  const shipped = session.has('shipping_details')
    ? session.part('shipping_details')
    : session.part('collected_information').part('shipping_details')
  return given<ReceiptInput>({
    ...headOf(session, options, buyer.text('email')),
    transactionType: 'SaleTransaction',
    transactionNumber: session.text('client_reference_id') ?? session.needText('id'),
    receiptDateTime: localTime(fromSeconds(charge.text('created') ?? session.needText('created')), options),
    items: lines.map(line =>
      given<ItemInput>({
        name: line.needText('description'),
        price: money.number(line.part('price'), 'unit_amount'),
        quantity: given({ value: line.number('quantity') }),
        total: numberOf(money.need(line, 'amount_subtotal')),
      }),
    ),
    discounts: discountsOf(breakdown.list('discounts'), money, money.of(details, 'amount_discount')),
    fees: shipping.has('amount_subtotal')
      ? [
          given({
            description: shipping.part('shipping_rate').text('display_name'),
            amount: numberOf(money.need(shipping, 'amount_subtotal')),
          }),
        ]
      : undefined,
    taxes: taxesOf(breakdown.list('taxes'), money, money.of(details, 'amount_tax')),
    grandAmount: numberOf(total),
    tenders: isPaid ? [tenderOf(charge, total, options)] : undefined,
    balanceDue: session.text('payment_status') === 'unpaid' ? numberOf(total) : undefined,
    soldTo: buyerOf(buyer.text('name'), buyer.part('address'), keys),
    deliveryPickup: givenAny({ address: addressOf(shipped.part('address'), keys, shipped.text('name')) }),
  })
}

function invoiceOf(invoice: Sent, options: StripeOptions): ReceiptInput {
  const money = moneyIn(invoice)
  const lines = invoice.part('lines').list('data')
  const total = money.need(invoice, 'total')
  const paid = money.of(invoice, 'amount_paid') ?? zero
  const due = money.of(invoice, 'amount_remaining') ?? zero
  const credit = creditOn(invoice, money)
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

/** What a credit of the customer's and credit notes took off before anything was paid. */
function creditOn(invoice: Sent, money: Money): Decimal {
  const [before, after] = [money.of(invoice, 'starting_balance') ?? zero, money.of(invoice, 'ending_balance') ?? zero]
  const notes = money.of(invoice, 'pre_payment_credit_notes_amount') ?? zero
  if (before.units >= 0n) return notes
  return sum([notes, minus(after.units < 0n ? after : zero, before)])
}

/** How many of a line, and of what; a description of Stripe's own says both: `3 × Seat (at £40.00 / month)`. */
function countOf(line: Sent, money: Money): Pick<ItemInput, 'price' | 'quantity'> {
  if (/^\d+ × /.test(line.text('description') ?? '')) return {}
  return given<Pick<ItemInput, 'price' | 'quantity'>>({
    price: money.number(line.part('price'), 'unit_amount'),
    quantity: given({ value: line.number('quantity') }),
  })
}

function headOf(sent: Sent, options: StripeOptions, emailAddress: string | undefined) {
  return {
    ...recipientOf(emailAddress),
    workstation: workstationOf(options, { isInPerson: isPresent(sent) }),
    mode: sent.has('livemode') && !sent.isTrue('livemode') ? ('Test' as const) : undefined,
    currency: currencyOf(sent) as ReceiptInput['currency'],
  }
}

/** Whether a card was read by a terminal. */
const isPresent = (charge: Sent): boolean =>
  charge.part('payment_method_details').text('type')?.endsWith('_present') === true

/** A charge has no goods. */
const nameOf = (charge: Sent): string =>
  charge.text('description') ?? charge.text('statement_descriptor') ?? charge.needText('description')

const currencyOf = (sent: Sent) => sent.needText('currency').toUpperCase()

/** Currencies of Stripe's API whose amounts have no decimals; all others have two but for those with three. */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Reads minor units as Stripe counts them, which is not always as ISO 4217 does: ISK 1500 is sent as 150000. */
function moneyIn(object: Sent) {
  const currency = currencyOf(object)
  const digits = withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2
  const usual = currencyDigits(currency).minimum
  const of = (sent: Sent, key: string): Decimal | undefined => {
    const minor = sent.decimal(key)
    if (!minor) return undefined
    if (minor.digits > 0) sent.wrong(key, 'must be a whole number of the smallest unit')
    const amount = { units: minor.units, digits }
    const short = rounded(amount, usual)
    return isZero(minus(amount, short)) ? short : amount
  }
  return {
    of,
    need(sent: Sent, key: string): Decimal {
      sent.needDecimal(key)
      return of(sent, key) ?? zero
    },
    number(sent: Sent, key: string): number | undefined {
      const amount = of(sent, key)
      return amount && numberOf(amount)
    },
  }
}

type Money = ReturnType<typeof moneyIn>

/** Discounts by coupon, or what they come to where they aren't expanded. */
function discountsOf(all: readonly Sent[], money: Money, total: Decimal | undefined): DiscountInput[] {
  if (all.length === 0) return total && !isZero(total) ? [{ amount: numberOf(negative(total)) }] : []
  return all.map(each => {
    const discount = each.part('discount')
    const coupon = discount.has('coupon') ? discount.part('coupon') : discount.part('source').part('coupon')
    return given<DiscountInput>({
      name: coupon.text('name') ?? coupon.text('id'),
      amount: numberOf(negative(money.need(each, 'amount'))),
    })
  })
}

/** Taxes by rate, or what they come to where they aren't expanded. */
function taxesOf(all: readonly Sent[], money: Money, total: Decimal | undefined): TaxInput[] {
  if (all.length === 0) return total && !isZero(total) ? [{ amount: numberOf(total) }] : []
  return all.map(each => {
    const rate = each.has('rate') ? each.part('rate') : each.part('tax_rate')
    const percentage = rate.decimal('percentage')
    return given<TaxInput>({
      description: rate.text('display_name'),
      percent: percentage && numberOf(hundredth(percentage)),
      taxableAmount: money.number(each, 'taxable_amount'),
      amount: numberOf(money.need(each, 'amount')),
    })
  })
}

const wallets: Readonly<Record<string, string>> = {
  apple_pay: 'ApplePay',
  google_pay: 'GooglePay',
  samsung_pay: 'SamsungPay',
  link: 'Link',
}

const codes: Readonly<Record<string, string>> = {
  card: 'CreditDebit',
  card_present: 'CreditDebit',
  interac_present: 'Debit',
  customer_balance: 'BankTransfer',
  sepa_debit: 'BankTransfer',
  us_bank_account: 'BankTransfer',
  bacs_debit: 'BankTransfer',
  au_becs_debit: 'BankTransfer',
  acss_debit: 'BankTransfer',
  nz_bank_account: 'BankTransfer',
  pay_by_bank: 'BankTransfer',
}

/** How a charge was paid: generic where the object has no charge. */
function tenderOf(charge: Sent, amount: Decimal, options: StripeOptions): TenderInput {
  const details = charge.part('payment_method_details')
  const type = details.text('type') ?? 'other'
  const card = details.part(type)
  const receipt = card.part('receipt')
  const wallet = wallets[card.part('wallet').text('type') ?? '']
  const brand = card.text('brand')
  return given<TenderInput>({
    tenderTypeCode: wallet ?? codes[type] ?? type,
    dateTime: localTime(fromSeconds(charge.text('created')), options),
    amount: numberOf(amount),
    creditDebit:
      card.has('last4') && brand !== undefined
        ? { typeCode: brands[brand] ?? brand, last4Digits: card.text('last4') ?? '' }
        : undefined,
    authorizationCode: receipt.text('authorization_code') ?? card.text('authorization_code'),
    emv: givenAny({
      aid: receipt.text('dedicated_file_name'),
      appPreferredName: receipt.text('application_preferred_name'),
    }),
  })
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
}

const keys: AddressKeys = {
  lines: ['line1', 'line2'],
  city: 'city',
  territory: ['state'],
  postalCode: 'postal_code',
  country: 'country',
}
