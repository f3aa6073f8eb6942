import type { TenderInput } from '../../generated/receipt-input.ts'
import { tenderTypes } from '../../standards/codes/tender-types.ts'
import { isSame, negative, numberOf, zero } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { nameOf } from './names.ts'

/** Of the methods that Odoo comes with; the shop's own are printed by their names. */
const codes: Readonly<Record<string, string>> = { 'Customer Account': 'OnAccount' }

/**
 * The lines by which a gift card or an eWallet paid: rewards without tax, where all goods have some. What a program takes off goods has the
 * tax of those.
 */
export function redeemedIn(lines: readonly Sent[]): Sent[] {
  const isTaxed = (line: Sent) =>
    !isSame(line.decimal('price_subtotal_incl') ?? zero, line.decimal('price_subtotal') ?? zero)
  const redeemed = lines.filter(
    line =>
      line.isTrue('is_reward_line') &&
      line.has('coupon_id') &&
      (line.decimal('price_subtotal_incl') ?? zero).units < 0n &&
      !isTaxed(line),
  )
  return lines.every(line => redeemed.includes(line) || isTaxed(line)) ? redeemed : []
}

/** What such a line paid. */
export function redeemedOf(line: Sent): TenderInput {
  return given<TenderInput>({
    tenderTypeCode: 'GiftCard',
    amount: numberOf(negative(line.needDecimal('price_subtotal_incl'))),
    giftCard: givenAny({ accountNumber: nameOf(line, 'coupon_id')?.slice(-4) }),
  })
}

/** A payment of an order. */
export function tenderOf(payment: Sent, options: OrderOptions): TenderInput {
  const last4Digits = payment.text('card_no')?.replace(/\D/g, '').slice(-4)
  const method = nameOf(payment, 'payment_method_id')
  const brand = payment.text('card_brand') ?? payment.text('card_type')
  if (method === undefined)
    payment.wrong('payment_method_id', 'may not be null: [1, "Cash"], or an object with its name')
  return given<TenderInput>({
    tenderTypeCode:
      last4Digits && !tenderTypes.has(method ?? '') ? 'CreditDebit' : (codes[method ?? ''] ?? method ?? ''),
    dateTime: localTime(payment.text('payment_date'), options, { isUtc: true }),
    amount: numberOf(payment.needDecimal('amount')),
    creditDebit: last4Digits ? given({ typeCode: brand, last4Digits }) : undefined,
    authorizationCode: payment.text('payment_method_authcode'),
  })
}
