import type { AddressCommonData, TelephoneCommonData } from '../../receipt/data/party-data.ts'
import { countryCode } from '../../standards/country.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { formatAddress } from './address.ts'
import { formatDate } from './date.ts'
import { createMoneyFormat } from './money.ts'
import { createPhoneFormat } from './phone.ts'
import { createNumberFormat, type NumberFormat, type UnitWords } from './units.ts'

/**
 * How a locale formats a receipt's values: with Latin digits and in the Gregorian calendar, if the store or its language has no others. Non-breaking spaces are U+00A0 or
 * U+202F, minus is U+2212. In Arabic, CLDR's direction marks (U+200E, U+200F) are kept: they keep sign, number and currency in
 * order whatever the direction of the surrounding text.
 */
export interface Format extends NumberFormat {
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** The store's country, or else the one that the language stands for: ISO 3166-1 alpha-2. */
  readonly country: string | undefined
  /** What it was made for. */
  readonly context: Omit<FormatContext, 'currencies'>
  /** An amount in major units, exact (see `createMoneyFormat`). `currency` defaults to the receipt's; without either, a plain number. */
  money(amount: number, currency?: string): string
  /** Price per piece, kilogram or gallon. Like `money`; separate because prices may have more decimals (3.459). */
  unitPrice(amount: number, currency?: string): string
  /** `Saturday, October 31, 2026 at 5:45 p.m.` from ISO 8601; a date without a time stays a date. */
  dateTimeLong(iso: string): string
  /** `Oct 31, 2026, 5:45 p.m.` */
  dateTime(iso: string): string
  /** `Oct 31, 2026` */
  date(iso: string): string
  /** An address as lines in its country's order; with a country line only if it isn't the store's. */
  address(address: AddressCommonData | undefined): string[]
  /** National format if valid, else as sent. `country` defaults to the store's. */
  phone(telephone: TelephoneCommonData | undefined, country?: string): string | undefined
  /** `tel:+14165550134`, only if valid. */
  phoneHref(telephone: TelephoneCommonData | undefined, country?: string): string | undefined
}

/** A receipt's currencies and location. */
export interface FormatContext {
  /** ISO 4217 code of amounts without a currency. */
  currency?: string | undefined
  /** Country of the store's address, as sent. */
  storeCountry?: string | undefined
  /** All currencies on the receipt. */
  currencies?: readonly string[] | undefined
  /** The store's IANA zone, for times sent in UTC; already checked by `checkLocaleOptions`. */
  timeZone?: string | undefined
  /** By their names in CLDR; checked, too. Default: those that the language's tills have. */
  calendar?: string | undefined
  numberingSystem?: string | undefined
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'])

/**
 * A locale's formats for the receipts of one location.
 *
 * @param t the locale's words for units such as packs, which are printed as sent without it
 */
export function createFormat(tag: string, context: FormatContext, t?: UnitWords): Format {
  return createFormats(() => t)(tag, context)
}

/**
 * Makes an engine's formats, each once. Parsed phone numbers are cached no longer than the engine lives.
 *
 * @param wordsOf a locale's words for units
 */
export function createFormats(
  wordsOf: (tag: string) => UnitWords | undefined,
): (tag: string, context: FormatContext) => Format {
  const cache = createBoundedCache<Format>(200)
  const phones = createPhoneFormat()
  return (tag, given) => {
    const { currencies = [], currency, storeCountry: sentCountry, timeZone, calendar, numberingSystem } = given
    const [first = ''] = currencies
    const severalCurrencies = currencies.some(code => code !== (currency || first))
    const styled = withExtensions(tag, calendar, numberingSystem)
    return cache.get(`${styled}|${currency ?? ''}|${sentCountry ?? ''}|${severalCurrencies}|${timeZone ?? ''}`, () => {
      const { currencies: _, ...context } = given
      const locale = new Intl.Locale(tag).maximize()
      const storeCountry = countryCode(sentCountry)
      const homeCountry = storeCountry ?? locale.region
      const write = createMoneyFormat(styled, { homeCountry, storeCountry, severalCurrencies })
      const money = (amount: number, code = currency): string => write(amount, code)
      return {
        tag,
        dir: RIGHT_TO_LEFT.has(locale.script ?? '') ? 'rtl' : 'ltr',
        country: homeCountry,
        context,
        money,
        unitPrice: money,
        ...createNumberFormat(styled, wordsOf(tag)),
        dateTimeLong: iso => formatDate(styled, iso, 'dateTimeLong', timeZone),
        dateTime: iso => formatDate(styled, iso, 'dateTime', timeZone),
        date: iso => formatDate(styled, iso, 'date', timeZone),
        address: address => formatAddress(tag, address, storeCountry),
        phone: (telephone, country = storeCountry) => phones.shown(telephone, country),
        phoneHref: (telephone, country = storeCountry) => phones.href(telephone, country),
      }
    })
  }
}

/** What the tills of a language print, where that isn't the Gregorian calendar with Latin digits. */
const usual = new Map([['fa', { calendar: 'persian', numberingSystem: 'arabext' }]])

/** The tag with its calendar and digits (BCP 47, extension U) where they are others than `gregory` and `latn`, which `Intl` isn't asked for. */
function withExtensions(tag: string, calendar: string | undefined, numberingSystem: string | undefined): string {
  const own = usual.get(tag.split('-', 1)[0] ?? '')
  const [ca, nu] = [calendar ?? own?.calendar ?? 'gregory', numberingSystem ?? own?.numberingSystem ?? 'latn']
  if (ca === 'gregory' && nu === 'latn') return tag
  return `${tag}-u${ca === 'gregory' ? '' : `-ca-${ca}`}${nu === 'latn' ? '' : `-nu-${nu}`}`
}

const formats = createBoundedCache<Intl.ListFormat>(100)

/** Formats a list for a language: `Visa, Maestro, and cash`, `Visa, Maestro et espèces`, `Visa、Maestro、現金`. */
export function formatList(tag: string, parts: readonly string[]): string {
  const list = formats.get(tag, () => new Intl.ListFormat(tag, { type: 'conjunction' })).format(parts)
  // Thai writes no space between its words, but one before those of other scripts; CLDR's pattern knows only the former.
  return list.includes('และ') ? list.replace(/(?<=และ)(?=[\p{Script=Latin}\d])/u, ' ') : list
}
