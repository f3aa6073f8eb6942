import type { AddressCommonData, TelephoneCommonData } from '../../receipt/data/party-data.ts'
import { countryCode } from '../../standards/country.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { formatAddress } from './address.ts'
import { formatDate } from './date.ts'
import { createMoneyFormat } from './money.ts'
import { createPhoneFormat, type PhoneFormat } from './phone.ts'
import { formatPercent, formatPlainNumber, formatQuantity, formatUnit } from './units.ts'

/**
 * How one locale writes what is on a receipt. Latin digits and the Gregorian calendar everywhere. Spaces that must not break
 * are U+00A0 or U+202F, a minus is U+2212. In Arabic the direction marks that CLDR sets (U+200E, U+200F) are kept: they
 * hold sign, number and currency in place whichever direction the text around them has.
 */
export interface Format {
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** Amount in major units; exact, see `createMoneyFormat`. Without `currency` the receipt's, without that a plain number. */
  money(amount: number, currency?: string): string
  /** Price of one piece, kilogram or gallon: like `money`, with its own name since prices have more decimals (3.459). */
  unitPrice(amount: number, currency?: string): string
  /** A number that is no money, up to six decimals. */
  number(value: number): string
  /** 0.09975 → `9.975%`; `undefined` above 1 and below 0. */
  percent(fraction: number): string | undefined
  /** 2 → `2`; (1.234, 'KG') → `1.234 kg`; unknown units as sent. */
  quantity(value: number, unitOfMeasureCode?: string): string
  /** `kg` for 'KG'; `undefined` for pieces and none. */
  unit(unitOfMeasureCode: string | undefined): string | undefined
  /** `Saturday, October 31, 2026 at 5:45 p.m.` from ISO 8601; a date without a time stays a date. */
  dateTimeLong(iso: string): string
  /** `Oct 31, 2026, 5:45 p.m.` */
  dateTime(iso: string): string
  /** `Oct 31, 2026` */
  date(iso: string): string
  /** The lines of an address in the order of its country; the country's own line only when it is not the store's. */
  address(address: AddressCommonData | undefined): string[]
  /** National format when valid, else as sent. `country` is the store's when left out. */
  phone(telephone: TelephoneCommonData | undefined, country?: string): string | undefined
  /** `tel:+14165550134`, only when valid. */
  phoneHref(telephone: TelephoneCommonData | undefined, country?: string): string | undefined
}

/** What a receipt says about its money and its place. */
export interface FormatContext {
  /** ISO 4217 code of amounts that name none. */
  currency?: string
  /** Country of the store's address, as sent. */
  storeCountry?: string
  /** All currencies on the receipt. */
  currencies?: readonly string[]
  /** IANA zone of the store, for times sent in UTC; `checkLocaleOptions` has checked it. */
  timeZone?: string
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'])

/** The formats of a locale for the receipts of one place. */
export function createFormat(tag: string, context: FormatContext): Format {
  return createFormats()(tag, context)
}

/** Makes the formats of one engine, each once. The phone numbers they have read are kept as long as the engine, no longer. */
export function createFormats(): typeof createFormat {
  const cache = createBoundedCache<Format>(200)
  const phones = createPhoneFormat()
  return (tag, { currency, storeCountry, currencies = [], timeZone }) => {
    const several = new Set([...(currency ? [currency] : []), ...currencies]).size > 1
    return cache.get([tag, currency, storeCountry, several, timeZone].join('|'), () =>
      build(tag, currency, countryCode(storeCountry), several, timeZone, phones),
    )
  }
}

function build(
  tag: string,
  currency: string | undefined,
  storeCountry: string | undefined,
  severalCurrencies: boolean,
  timeZone: string | undefined,
  phones: PhoneFormat,
): Format {
  const locale = new Intl.Locale(tag).maximize()
  const homeCountry = storeCountry ?? locale.region
  const write = createMoneyFormat(tag, { homeCountry, storeCountry, severalCurrencies })
  const money = (amount: number, code = currency): string => write(amount, code)
  return {
    tag,
    dir: RIGHT_TO_LEFT.has(locale.script ?? '') ? 'rtl' : 'ltr',
    money,
    unitPrice: money,
    number: value => formatPlainNumber(tag, value),
    percent: fraction => formatPercent(tag, fraction),
    quantity: (value, unitOfMeasureCode) => formatQuantity(tag, value, unitOfMeasureCode),
    unit: unitOfMeasureCode => formatUnit(tag, unitOfMeasureCode),
    dateTimeLong: iso => formatDate(tag, iso, 'dateTimeLong', timeZone),
    dateTime: iso => formatDate(tag, iso, 'dateTime', timeZone),
    date: iso => formatDate(tag, iso, 'date', timeZone),
    address: address => formatAddress(tag, address, storeCountry),
    phone: (telephone, country = storeCountry) => phones.shown(telephone, country),
    phoneHref: (telephone, country = storeCountry) => phones.href(telephone, country),
  }
}
