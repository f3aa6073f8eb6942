import type { TenderInput } from '../../generated/receipt-input.ts'
import { type Decimal, isSame, isZero, numberOf, sum, zero } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { currencyOf, moneyIn, type StripeMoney } from './money.ts'

/** How a charge was paid: generic where the object has no charge. */
export function tenderOf(charge: Sent, amount: Decimal, options: OrderOptions): TenderInput {
  const details = charge.part('payment_method_details')
  const type = details.text('type') ?? 'other'
  const card = details.part(type)
  const receipt = card.part('receipt')
  const wallet = wallets[card.part('wallet').text('type') ?? '']
  const brand = card.text('brand')
  const seen = seenOf(charge, amount)
  return given<TenderInput>({
    tenderTypeCode: wallet ?? codes[type] ?? type,
    dateTime: localTime(fromSeconds(charge.text('created')), options),
    amount: numberOf(seen?.amount ?? amount),
    currency: seen?.currency,
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

/** What the customer saw and paid for the whole of a charge, in a currency of their own. */
function seenOf(charge: Sent, amount: Decimal) {
  const seen = charge.part('presentment_details')
  const whole = seen.has('presentment_currency') ? moneyIn(charge).of(charge, 'amount') : undefined
  const shown =
    whole && isSame(whole, amount) ? moneyIn(seen, 'presentment_currency').of(seen, 'presentment_amount') : undefined
  return shown && { amount: shown, currency: currencyOf(seen, 'presentment_currency') as TenderInput['currency'] }
}

/** How an invoice was paid: by each of its payments, where their charges are expanded. */
export function paymentsOf(invoice: Sent, money: StripeMoney, options: OrderOptions): TenderInput[] {
  const paid = money.of(invoice, 'amount_paid') ?? zero
  if (isZero(paid)) return []
  const payments = invoice
    .part('payments')
    .list('data')
    .map(each => ({
      charge: each.part('payment').part('payment_intent').part('latest_charge'),
      amount: money.of(each, 'amount_paid') ?? zero,
    }))
    .filter(({ charge }) => charge.has('id'))
  const isWhole = isSame(sum(payments.map(({ amount }) => amount)), paid)
  if (isWhole) return payments.map(({ charge, amount }) => tenderOf(charge, amount, options))
  return [tenderOf(payments[0]?.charge ?? invoice.part('charge'), paid, options)]
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
  payto: 'BankTransfer',
  fpx: 'BankTransfer',
  id_bank_transfer: 'BankTransfer',
  kr_card: 'CreditDebit',
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
}
