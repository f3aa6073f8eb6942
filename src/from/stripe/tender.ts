import type { TenderInput } from '../../generated/receipt-input.ts'
import { type Decimal, numberOf } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'

/** How a charge was paid: generic where the object has no charge. */
export function tenderOf(charge: Sent, amount: Decimal, options: OrderOptions): TenderInput {
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

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
}
