import type { TenderInput } from '../../generated/receipt-input.ts'
import { isZero, numberOf, sum } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { currencyOf, moneyIn, type ShopifyMoney } from './order.ts'

/** The transactions of these kinds that succeeded. */
export function paidWith(all: readonly Sent[], kinds: readonly string[]): Sent[] {
  return all.filter(each => kinds.includes(each.text('kind') ?? '') && each.text('status') === 'success')
}

/** Cash that was given back; undefined if none was. */
export function changeOf(all: readonly Sent[], money: ShopifyMoney): number | undefined {
  const change = sum(paidWith(all, ['change']).map(each => money(each, 'amount') ?? each.needDecimal('amount')))
  return isZero(change) ? undefined : Math.abs(numberOf(change))
}

/** The same as payments. */
export function tendersOf(
  all: readonly Sent[],
  kinds: readonly string[],
  order: Sent,
  options: OrderOptions,
): TenderInput[] {
  const money = moneyIn(order)
  return paidWith(all, kinds).map(each => {
    const currency = each.text('currency')
    const isOther = currency !== undefined && currency !== currencyOf(order) && !each.has('amount_set')
    const details = each.part('payment_details')
    const digits = details.text('credit_card_number')?.replace(/\D/g, '').slice(-4)
    return given<TenderInput>({
      tenderTypeCode: tenderCodeOf(each, details),
      dateTime: localTime(each.text('processed_at'), options),
      amount: numberOf(money(each, 'amount') ?? each.needDecimal('amount')),
      currency: isOther ? (currency as TenderInput['currency']) : undefined,
      creditDebit: digits ? given({ typeCode: details.text('credit_card_company'), last4Digits: digits }) : undefined,
      giftCard: givenAny({ accountNumber: each.part('receipt').text('gift_card_last_characters') }),
    })
  })
}

const gateways: Readonly<Record<string, string>> = {
  cash: 'Cash',
  'Cash on Delivery (COD)': 'Cash',
  'Bank Deposit': 'BankTransfer',
  gift_card: 'GiftCard',
  paypal: 'PayPal',
  klarna: 'Klarna',
  shopify_store_credit: 'StoreCredit',
  manual: 'Other',
}

const wallets: Readonly<Record<string, string>> = { apple_pay: 'ApplePay', google_pay: 'GooglePay' }

/** The means of payment: a wallet is said beside the card's brand. */
function tenderCodeOf(transaction: Sent, details: Sent): string {
  const wallet = wallets[details.text('credit_card_wallet') ?? '']
  if (wallet) return wallet
  if (details.has('credit_card_company')) return 'CreditDebit'
  const gateway = transaction.text('gateway') ?? 'Other'
  return gateways[gateway] ?? (gateway === 'shopify_payments' ? 'CreditDebit' : gateway)
}
