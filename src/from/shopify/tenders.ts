import type { TenderInput } from '../../generated/receipt-input.ts'
import { type Decimal, isSame, isZero, minus, numberOf, sum, zero } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { currencyOf, moneyIn, type ShopifyMoney, wordIn } from './order.ts'

/** Kinds of transactions by which money came in. */
export const paid = ['sale', 'capture']

/** The transactions of these kinds that succeeded. */
export function paidWith(all: readonly Sent[], kinds: readonly string[]): Sent[] {
  return all.filter(each => kinds.includes(wordIn(each, 'kind')) && wordIn(each, 'status') === 'success')
}

/** What was paid of an order, less change. */
export function paidIn(order: Sent, money: ShopifyMoney): Decimal {
  if (wordIn(order, 'financial_status') === 'pending') return sum([])
  const all = order.list('transactions')
  return minus(sumOf(paidWith(all, paid), money), sumOf(paidWith(all, ['change']), money))
}

/** Cash that was given back; undefined if none was. */
export function changeOf(all: readonly Sent[], money: ShopifyMoney): number | undefined {
  const change = sumOf(paidWith(all, ['change']), money)
  return isZero(change) ? undefined : Math.abs(numberOf(change))
}

/** What transactions come to. */
export const sumOf = (all: readonly Sent[], money: ShopifyMoney): Decimal =>
  sum(all.map(each => money.need(each, 'amount')))

/** What cash was rounded by, of these transactions. */
export const roundedBy = (all: readonly Sent[], money: ShopifyMoney): Decimal =>
  sum(all.map(each => money.orZero(each, 'amount_rounding')))

/**
 * The same as payments: what changed hands, as the amounts of transactions are those before cash is rounded.
 *
 * @param rounding what the order says that cash was rounded by, where its transactions don't
 */
export function tendersOf(
  all: readonly Sent[],
  kinds: readonly string[],
  order: Sent,
  options: OrderOptions,
  rounding: Decimal = zero,
): TenderInput[] {
  const money = moneyIn(order)
  const paid = paidWith(all, kinds)
  const cash = paid.filter(each => each.text('gateway') === 'cash').at(-1)
  const untold = minus(rounding, roundedBy(paid, money))
  const isBefore = isZero(roundedBy(paid, money)) && isSame(paidIn(order, money), money.orZero(order, 'total_price'))
  return paid.map(each => {
    const rounded = each === cash && isBefore ? untold : money.orZero(each, 'amount_rounding')
    const currency = each.text('currency')
    const isOther = currency !== undefined && currency !== currencyOf(order) && !each.has('amount_set')
    const details = each.part('payment_details')
    const digits = details.text('credit_card_number')?.replace(/\D/g, '').slice(-4)
    return given<TenderInput>({
      tenderTypeCode: tenderCodeOf(each, details),
      dateTime: localTime(each.text('processed_at'), options),
      amount: numberOf(sum([money.need(each, 'amount'), rounded])),
      currency: isOther ? (currency as TenderInput['currency']) : undefined,
      creditDebit: digits ? given({ typeCode: details.text('credit_card_company'), last4Digits: digits }) : undefined,
      giftCard: givenAny({ accountNumber: each.part('receipt').text('gift_card_last_characters') }),
    })
  })
}

/** How an order was paid that comes without transactions, where all went one way. */
export function untoldTenders(order: Sent, amount: Decimal): TenderInput[] {
  const gateways = order.value('payment_gateway_names')
  const [gateway, ...more] = Array.isArray(gateways) ? gateways : []
  const isPaid = /paid|refunded/.test(wordIn(order, 'financial_status'))
  if (!isPaid || order.has('transactions') || typeof gateway !== 'string' || more.length > 0 || isZero(amount))
    return []
  return [{ tenderTypeCode: codeOf(gateway), amount: numberOf(amount) }]
}

const gateways: Readonly<Record<string, string>> = {
  cash: 'Cash',
  'Cash on Delivery (COD)': 'Cash',
  'Bank Deposit': 'BankTransfer',
  gift_card: 'GiftCard',
  paypal: 'PayPal',
  klarna: 'Klarna',
  shopify_store_credit: 'StoreCredit',
  shop_pay_installments: 'ShopPay',
  manual: 'Other',
}

const wallets: Readonly<Record<string, string>> = {
  apple_pay: 'ApplePay',
  google_pay: 'GooglePay',
  shop_pay: 'ShopPay',
}

/** The means of payment: a wallet is said beside the card's brand. */
function tenderCodeOf(transaction: Sent, details: Sent): string {
  const wallet = wallets[wordIn(details, 'credit_card_wallet')]
  if (wallet) return wallet
  if (details.has('credit_card_company')) return 'CreditDebit'
  return codeOf(transaction.text('gateway') ?? 'Other')
}

function codeOf(gateway: string): string {
  return gateways[gateway] ?? (/^shopify.payments$/i.test(gateway) ? 'CreditDebit' : gateway)
}
