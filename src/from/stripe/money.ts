import { currencyDigits } from '../../standards/currency.ts'
import { type Decimal, isZero, minus, numberOf, rounded, zero } from '../decimal.ts'
import type { Sent } from '../sent.ts'

/** Reads minor units as Stripe counts them, which is not always as ISO 4217 does: ISK 1500 is sent as 150000. */
export function moneyIn(object: Sent, key = 'currency') {
  const currency = currencyOf(object, key)
  const digits = withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2
  const usual = currencyDigits(currency).minimum
  const of = (sent: Sent, key: string): Decimal | undefined => {
    const minor = sent.decimal(key)
    if (!minor) return undefined
    if (minor.digits > 0) sent.wrong(key, 'must be a whole number of the smallest unit')
    const amount = { units: minor.units, digits }
    const short = rounded(amount, usual)
    return isZero(minus(amount, short)) ? short : amount
  }
  return {
    of,
    need(sent: Sent, key: string): Decimal {
      sent.needDecimal(key)
      return of(sent, key) ?? zero
    },
    number(sent: Sent, key: string): number | undefined {
      const amount = of(sent, key)
      return amount && numberOf(amount)
    },
  }
}

/** Reads amounts of an object. */
export type StripeMoney = ReturnType<typeof moneyIn>

/** The ISO 4217 code of an object’s currency. */
export const currencyOf = (sent: Sent, key = 'currency') => sent.needText(key).toUpperCase()

/** Currencies of Stripe's API whose amounts have no decimals; all others have two but for those with three. */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))

const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))
