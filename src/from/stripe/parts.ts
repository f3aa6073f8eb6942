import type { DiscountInput, FeeInput, ReceiptInput, TaxInput } from '../../generated/receipt-input.ts'
import type { AddressKeys } from '../address.ts'
import { type Decimal, hundredth, isZero, negative, numberOf } from '../decimal.ts'
import { given } from '../given.ts'
import { type OrderOptions, recipientOf, workstationOf } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { wordsOf } from '../words.ts'
import { currencyOf, type StripeMoney } from './money.ts'

/** What the receipts of all objects begin with. */
export function headOf(sent: Sent, options: OrderOptions, emailAddress: string | undefined) {
  return {
    ...recipientOf(emailAddress),
    workstation: workstationOf(options, { isInPerson: isPresent(sent) }),
    mode: sent.isFalse('livemode') ? ('Test' as const) : undefined,
    currency: currencyOf(sent) as ReceiptInput['currency'],
  }
}

/** Whether a card was read by a terminal. */
const isPresent = (charge: Sent): boolean =>
  charge.part('payment_method_details').text('type')?.endsWith('_present') === true

/**
 * Discounts by coupon, or what they come to where they aren't expanded.
 *
 * @param known the discounts that are expanded elsewhere
 */
export function discountsOf(
  all: readonly Sent[],
  money: StripeMoney,
  total: Decimal | undefined,
  known: readonly Sent[] = [],
): DiscountInput[] {
  if (all.length === 0) return total && !isZero(total) ? [{ amount: numberOf(negative(total)) }] : []
  return all.map(each => {
    const discount = known.find(other => other.text('id') === each.text('discount')) ?? each.part('discount')
    const coupon = discount.has('coupon') ? discount.part('coupon') : discount.part('source').part('coupon')
    return given<DiscountInput>({
      name: coupon.text('name') ?? coupon.text('id'),
      amount: numberOf(negative(money.need(each, 'amount'))),
    })
  })
}

/** The discounts of an invoice, where they are no ids; older versions of the API have one. */
export function discountsIn(invoice: Sent): Sent[] {
  const all = invoice.value('discounts')
  const isExpanded = Array.isArray(all) && all.every(each => typeof each === 'object')
  return [
    ...(isExpanded ? invoice.list('discounts') : []),
    ...(invoice.part('discount').has('id') ? [invoice.part('discount')] : []),
  ]
}

/** Taxes by rate, or what they come to where they aren't expanded. */
export function taxesOf(all: readonly Sent[], money: StripeMoney, total: Decimal | undefined): TaxInput[] {
  if (all.length === 0) return total && !isZero(total) ? [{ amount: numberOf(total) }] : []
  const rateOf = (each: Sent) => (each.has('rate') ? each.part('rate') : each.part('tax_rate'))
  const isIncluded = (each: Sent) =>
    each.isTrue('inclusive') || rateOf(each).isTrue('inclusive') || each.text('tax_behavior') === 'inclusive'
  // Where some are added and others in the prices, those that are added say so.
  const isMixed = new Set(all.map(isIncluded)).size > 1
  return all.map(each => {
    const rate = rateOf(each)
    const percentage = rate.decimal('percentage')
    return given<TaxInput>({
      description: rate.text('display_name'),
      percent: percentage && numberOf(hundredth(percentage)),
      taxableAmount: money.number(each, 'taxable_amount'),
      amount: numberOf(money.need(each, 'amount')),
      taxTypeCode: isMixed && !isIncluded(each) ? 'Sales' : undefined,
    })
  })
}

/** Shipping, by the name of its rate where that is expanded. */
export function shippingOf(sent: Sent, money: StripeMoney, options: OrderOptions): FeeInput[] {
  const shipping = sent.part('shipping_cost')
  if (!shipping.has('amount_subtotal')) return []
  const description = shipping.part('shipping_rate').text('display_name') ?? wordsOf(options).shipping
  return [{ description, amount: numberOf(money.need(shipping, 'amount_subtotal')) }]
}

/** Where Stripe has the parts of an address. */
export const keys: AddressKeys = {
  lines: ['line1', 'line2'],
  city: 'city',
  territory: ['state'],
  postalCode: 'postal_code',
  country: 'country',
}
