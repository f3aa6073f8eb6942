import type { TenderInput } from '../../generated/receipt-input.ts'
import { tenderTypes } from '../../standards/codes/tender-types.ts'
import { type Decimal, numberOf } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import type { Sent } from '../sent.ts'

/** How an order was paid, or a refund paid back. */
export function tenderOf(order: Sent, amount: Decimal, dateTime: string | undefined): TenderInput {
  const method = order.text('payment_method') ?? ''
  return given<TenderInput>({
    tenderTypeCode: codes[method] ?? knownIn(method) ?? order.text('payment_method_title') ?? 'Other',
    dateTime,
    amount: numberOf(amount),
  })
}

/** The gift cards that paid a part, as WooCommerce Gift Cards has them. */
export function giftCardsOf(order: Sent): { amount: Decimal; tender: TenderInput }[] {
  return order.list('gift_cards').map(card => {
    const amount = card.needDecimal('amount')
    const giftCard = givenAny({ accountNumber: card.text('code')?.slice(-4) })
    return { amount, tender: given<TenderInput>({ tenderTypeCode: 'GiftCard', amount: numberOf(amount), giftCard }) }
  })
}

/** Cash, a card or a wallet at the end of a gateway's name for it: `pos_cash`, `mollie_wc_gateway_ideal`. */
function knownIn(method: string): string | undefined {
  const words = method.split(/[_-]/)
  const ends = words.slice(1).map((_, at) => words.slice(at + 1).join(''))
  const known = ends
    .map(end => tenderTypes.find(end))
    .find(type => type?.name || /^(cash|card)$/.test(type?.kind ?? ''))
  return known?.code
}

/** Methods that come with the shop; others are those of gateways, said by their titles. */
const codes: Readonly<Record<string, string>> = {
  cod: 'Cash',
  bacs: 'BankTransfer',
  cheque: 'Check',
  stripe: 'CreditDebit',
  woocommerce_payments: 'CreditDebit',
  paypal: 'PayPal',
  'ppcp-gateway': 'PayPal',
}
