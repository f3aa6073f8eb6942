import type { TenderInput } from '../../generated/receipt-input.ts'
import { type Decimal, numberOf } from '../decimal.ts'
import { given } from '../given.ts'
import type { Sent } from '../sent.ts'

/** How an order was paid, or a refund paid back. */
export function tenderOf(order: Sent, amount: Decimal, dateTime: string | undefined): TenderInput {
  const method = order.text('payment_method') ?? ''
  return given<TenderInput>({
    tenderTypeCode: codes[method] ?? order.text('payment_method_title') ?? 'Other',
    dateTime,
    amount: numberOf(amount),
  })
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
