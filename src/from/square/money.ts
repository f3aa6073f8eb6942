import { currencyDigits } from '../../standards/currency.ts'
import { type Decimal, fromMinor, zero } from '../decimal.ts'
import type { Sent } from '../sent.ts'

/** Minor units of its currency, which is the field's own. */
export function moneyOf(money: Sent): Decimal | undefined {
  if (!money.has('amount')) return undefined
  const amount = money.needDecimal('amount')
  if (amount.digits > 0) money.wrong('amount', 'must be a whole number of the smallest unit')
  return fromMinor(amount.units, currencyDigits(money.text('currency')).minimum)
}

/** The same of what a receipt must have. */
export function needMoney(money: Sent): Decimal {
  const amount = moneyOf(money)
  if (!amount) money.wrong('amount', 'may not be null')
  return amount ?? zero
}

/** The money under a key; 0 if there is none. */
export const amountIn = (sent: Sent, key: string): Decimal => moneyOf(sent.part(key)) ?? zero
