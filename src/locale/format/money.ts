import { currencyDigits, isLegalTender } from '../../standards/currency.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { numberFormat } from './intl.ts'
import { type NumberWriter, numberWriter } from './number-writer.ts'

/** Whose money it is, and on what receipt. */
export interface MoneyContext {
  /** Country in which a bare `$` would be read: ISO 3166-1 alpha-2. */
  homeCountry: string | undefined
  /** The store's country, whose usual decimals an amount without a currency gets. */
  storeCountry: string | undefined
  /** Amounts in several currencies stand on this receipt. */
  severalCurrencies: boolean
}

/** Writes an amount in major units (12.5 is twelve and a half dollars) with the sign or code of a currency. */
export type MoneyFormat = (amount: number, currency: string | undefined) => string

/** More decimals than any price has: what is behind them is noise of binary fractions (19.990000000000002). */
const MAX_DECIMALS = 6

/** Signs that several countries use. */
const SHARED_SIGNS = new Set(['$', '£', '¥', '￥', 'kr', 'Rs', '₩'])

/**
 * How a locale writes money. Exact: at least the decimals of the currency's minor unit, and never fewer than were sent, up
 * to six, so HUF 1234.56 and fuel at 3.459 keep theirs. An amount without a currency is a plain number; a currency that is
 * no ISO 4217 code (a gift card's "POINTS") stands behind the number as it was sent.
 */
export function createMoneyFormat(tag: string, context: MoneyContext): MoneyFormat {
  const writers = createBoundedCache<NumberWriter>(100)
  return (amount, currency = '') => {
    const isCode = /^[A-Za-z]{3}$/.test(currency)
    const write = writers.get(isCode ? currency : '', () =>
      isCode ? currencyWriter(tag, currency.toUpperCase(), context) : plainWriter(tag, context.storeCountry),
    )
    const text = write(amount)
    return isCode || currency === '' ? text : `${text}\u00a0${currency}`
  }
}

function currencyWriter(tag: string, code: string, context: MoneyContext): NumberWriter {
  const currencyDisplay = displayOf(tag, code, context)
  return numberWriter(tag, `money ${code} ${currencyDisplay}`, () => {
    const { minimum, wholeWithout } = currencyDigits(code)
    return {
      style: 'currency',
      currency: code,
      currencyDisplay,
      minimumFractionDigits: minimum,
      maximumFractionDigits: MAX_DECIMALS,
      trailingZeroDisplay: wholeWithout ? 'stripIfInteger' : 'auto',
      signDisplay: 'negative',
    }
  })
}

function plainWriter(tag: string, storeCountry: string | undefined): NumberWriter {
  const { minimum } = currencyDigits(undefined, storeCountry)
  return numberWriter(tag, `plain ${minimum}`, () => ({
    minimumFractionDigits: minimum,
    maximumFractionDigits: MAX_DECIMALS,
    signDisplay: 'negative',
  }))
}

/**
 * The shortest sign that cannot be mistaken: `$` where it is the country's own money, `US$` elsewhere, the code where a
 * locale would print a shared sign for foreign money (German prints a bare `$` for US dollars).
 */
function displayOf(tag: string, code: string, context: MoneyContext): 'narrowSymbol' | 'symbol' | 'code' {
  const atHome = isLegalTender(code, context.homeCountry)
  if (atHome && !context.severalCurrencies) return 'narrowSymbol'
  return !atHome && SHARED_SIGNS.has(signOf(tag, code)) ? 'code' : 'symbol'
}

function signOf(tag: string, code: string): string {
  const format = numberFormat(tag, `sign ${code}`, () => ({ style: 'currency', currency: code }))
  return format.formatToParts(0).find(part => part.type === 'currency')?.value ?? code
}
