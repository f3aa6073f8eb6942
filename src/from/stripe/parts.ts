import type { DiscountInput, ReceiptInput, TaxInput } from '../../generated/receipt-input.ts'
import type { AddressKeys } from '../address.ts'
import { type Decimal, hundredth, isZero, negative, numberOf } from '../decimal.ts'
import { given } from '../given.ts'
import { type OrderOptions, recipientOf, workstationOf } from '../seller.ts'
import type { Sent } from '../sent.ts'
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

/** Discounts by coupon, or what they come to where they aren't expanded. */
export function discountsOf(all: readonly Sent[], money: StripeMoney, total: Decimal | undefined): DiscountInput[] {
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
export function taxesOf(all: readonly Sent[], money: StripeMoney, total: Decimal | undefined): TaxInput[] {
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

/** Where Stripe has the parts of an address. */
export const keys: AddressKeys = {
  lines: ['line1', 'line2'],
  city: 'city',
  territory: ['state'],
  postalCode: 'postal_code',
  country: 'country',
}
