import { currencyDigits, isLegalTender } from '../../standards/currency.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { type NumberWriter, numberFormat, numberWriter } from './intl.ts'

/** What the format of amounts on a receipt depends on. */
export interface MoneyContext {
  /** Country (ISO 3166-1 alpha-2) whose readers will see a bare `$`. */
  homeCountry: string | undefined
  /** The store's country, whose usual decimals are used for amounts without a currency. */
  storeCountry: string | undefined
  /** Whether the receipt has amounts in several currencies. */
  severalCurrencies: boolean
}

/** Formats an amount in major units (12.5 is twelve and a half dollars) with a currency's sign or code. */
export type MoneyFormat = (amount: number, currency: string | undefined) => string

/** More decimals than any price has; anything beyond is floating-point noise (19.990000000000002). */
const MAX_DECIMALS = 6

/** Signs used by several countries, some with a dot after them. */
const SHARED_SIGNS = new Set(['$', '£', '¥', '￥', 'kr', 'Rs', '₩'])

/**
 * A locale's money format. Exact: at least the decimals of the currency's minor unit, and up to six if sent, so HUF 1234.56 and
 * fuel at 3.459 keep theirs. An amount without a currency is a plain number; a currency that isn't an ISO 4217 code (a gift
 * card's "POINTS") follows the number as sent.
 */
export function createMoneyFormat(tag: string, context: MoneyContext): MoneyFormat {
  const writers = createBoundedCache<NumberWriter>(100)
  const writerOf = (currency: string): NumberWriter => {
    const isCode = /^[A-Za-z]{3}$/.test(currency)
    const write = writers.get(isCode ? currency : '', () =>
      isCode ? currencyWriter(tag, currency.toUpperCase(), context) : plainWriter(tag, context.storeCountry),
    )
    return isCode || currency === '' ? write : amount => `${write(amount)}\u00a0${currency}`
  }
  // Almost all amounts of a receipt have one currency.
  let last: { currency: string; write: NumberWriter } | undefined
  return (amount, currency = '') => {
    if (last?.currency !== currency) last = { currency, write: writerOf(currency) }
    return last.write(amount)
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
 * The shortest unambiguous sign: `$` in the currency's own country, `US$` elsewhere, the code if the locale would print a shared
 * sign for foreign money (German prints a bare `$` for US dollars). At home, a sign in the language's own letters goes before
 * CLDR's narrow one, which Egypt (`E£`) and Lebanon (`L£`) don't use.
 */
export function displayOf(
  tag: string,
  code: string,
  context: Pick<MoneyContext, 'homeCountry' | 'severalCurrencies'>,
): 'narrowSymbol' | 'symbol' | 'code' {
  const atHome = isLegalTender(code, context.homeCountry)
  if (atHome && !context.severalCurrencies) return hasOwnLetters(tag, code) ? 'symbol' : 'narrowSymbol'
  return !atHome && SHARED_SIGNS.has(signOf(tag, code).replace(/\.$/, '')) ? 'code' : 'symbol'
}

/** Whether the language has letters for a currency, and no dollar sign: Arabic has ج.م. for the Egyptian pound. */
function hasOwnLetters(tag: string, code: string): boolean {
  return /[^\P{L}\p{Script=Latin}]/u.test(signOf(tag, code)) && signOf(tag, code, 'narrowSymbol') !== '$'
}

function signOf(tag: string, code: string, currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol'): string {
  const format = numberFormat(tag, `sign ${code} ${currencyDisplay}`, () => ({
    style: 'currency',
    currency: code,
    currencyDisplay,
  }))
  return format.formatToParts(0).find(part => part.type === 'currency')?.value ?? code
}
