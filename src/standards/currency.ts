import {
  minorUnits,
  newer,
  onlyTender,
  seldomWithDecimals,
  tenderElsewhere,
  usualDecimals,
} from '../generated/currencies.ts'

/** ISO 4217 currencies (as of 2026) that are newer than the interface's list. */
export const newerCurrencies = newer

/** How many decimals a currency's amounts have. */
export interface CurrencyDigits {
  readonly minimum: number
  /** Whether whole amounts are written without decimals. */
  readonly wholeWithout: boolean
}

const BY_CODE = invert(minorUnits)
const BY_COUNTRY = invert(usualDecimals)

/** Currencies whose decimals are hardly used, so whole amounts are written without them. */
const SELDOM: ReadonlySet<string> = new Set(seldomWithDecimals)

/**
 * A currency's decimals: ISO 4217's minor unit for current currencies, CLDR's digits for withdrawn ones, two for unlisted
 * codes. Never Intl's default, which rounds HUF 1234.50 to 1235 Ft.
 *
 * @param code ISO 4217 code, upper case; if missing, the decimals usual in `country` are used
 * @param country ISO 3166-1 alpha-2
 */
export function currencyDigits(code: string | undefined, country?: string): CurrencyDigits {
  if (code === undefined) return { minimum: Number(BY_COUNTRY.get(country ?? '') ?? 2), wholeWithout: false }
  const digits = BY_CODE.get(code) ?? '2'
  // Metals, funds and test codes have no minor unit: their amounts are written as sent.
  return { minimum: digits === 'none' ? 0 : Number(digits), wholeWithout: SELDOM.has(code) }
}

const ELSEWHERE = new Map(
  Object.entries(tenderElsewhere).map(([code, countries]) => [code, new Set(countries.split(' '))]),
)

/**
 * Whether a currency is in everyday use in a country, so that its bare sign (`$`) is understood there. A code begins with the
 * issuing country (ISO 4217); exceptions come from CLDR.
 *
 * @param currency ISO 4217 code, upper case
 * @param country ISO 3166-1 alpha-2, upper case
 */
export function isLegalTender(currency: string, country: string | undefined): boolean {
  if (country === undefined) return false
  return currency.startsWith(country) || ELSEWHERE.get(currency)?.has(country) === true
}

/**
 * The currency in which a country's tills count; undefined for a country that has none or several.
 *
 * @param country ISO 3166-1 alpha-2, upper case
 */
export function currencyOf(country: string | undefined): string | undefined {
  return country === undefined || severalInUse.has(country) ? undefined : ONLY_TENDER.get(country)
}

const ONLY_TENDER = new Map(onlyTender.map(pair => [pair.slice(0, 2), pair.slice(3)] as const))

/**
 * Countries with one currency by law, in which many tills count in US dollars, and Iran, whose tills may count in tomans, ten rials
 * each.
 */
const severalInUse = new Set('AW BS BZ CD CU CW IR KH KY LB LR MV SO SX VE'.split(' '))

function invert(groups: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(groups).flatMap(([key, codes]) => codes.split(' ').map(code => [code, key] as const)))
}
