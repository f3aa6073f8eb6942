import { minorUnits, newer, seldomWithDecimals, tenderElsewhere, usualDecimals } from './tables/currencies.ts'

/** Currencies of ISO 4217 as of 2026 that came into use after the interface's list was made. */
export const newerCurrencies = newer

/** How many decimals amounts of a currency have. */
export interface CurrencyDigits {
  readonly minimum: number
  /** Decimals are left off where the amount is a whole number. */
  readonly wholeWithout: boolean
}

const BY_CODE = invert(minorUnits)
const BY_COUNTRY = invert(usualDecimals)

/** Their countries hardly use the decimals: whole amounts go without. */
const SELDOM: ReadonlySet<string> = new Set(seldomWithDecimals)

/**
 * The decimals of a currency: its minor unit after ISO 4217 while it is in use, CLDR's digits once it is withdrawn, two for
 * codes that are not listed. Never Intl's own default, which rounds HUF 1234.50 to 1235 Ft.
 *
 * @param code ISO 4217 code, upper case; without one the amount gets the decimals that are usual in `country`
 * @param country ISO 3166-1 alpha-2
 */
export function currencyDigits(code: string | undefined, country?: string): CurrencyDigits {
  if (code === undefined) return { minimum: Number(BY_COUNTRY.get(country ?? '') ?? 2), wholeWithout: false }
  const digits = BY_CODE.get(code) ?? '2'
  // Metals, funds and test codes have no unit: their amounts are written as sent.
  return { minimum: digits === 'none' ? 0 : Number(digits), wholeWithout: SELDOM.has(code) }
}

const ELSEWHERE = new Map(
  Object.entries(tenderElsewhere).map(([code, countries]) => [code, new Set(countries.split(' '))]),
)

/**
 * Whether people in a country pay with that currency every day, so that its bare sign (`$`) is understood there. A code
 * begins with the country that issues it (ISO 4217); the exceptions are CLDR's.
 *
 * @param currency ISO 4217 code, upper case
 * @param country ISO 3166-1 alpha-2, upper case
 */
export function isLegalTender(currency: string, country: string | undefined): boolean {
  if (country === undefined) return false
  return currency.startsWith(country) || ELSEWHERE.get(currency)?.has(country) === true
}

function invert(groups: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(groups).flatMap(([key, codes]) => codes.split(' ').map(code => [code, key] as const)))
}
