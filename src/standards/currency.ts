/**
 * Currencies of ISO 4217 as of 2026 that came into use after the interface's list was made. `XXX` is left out: it stands for
 * no currency at all, which a till says by sending none.
 */
export const newerCurrencies = [
  ...([
    'AFN',
    'AZN',
    'BYN',
    'CHE',
    'CHW',
    'COU',
    'GHS',
    'MGA',
    'MRU',
    'MZN',
    'RON',
    'RSD',
    'SDG',
    'SLE',
    'SRD',
  ] as const),
  ...([
    'SSP',
    'STN',
    'TMT',
    'TRY',
    'UYI',
    'UYW',
    'VED',
    'VES',
    'XAD',
    'XBD',
    'XCG',
    'XSU',
    'XUA',
    'ZMW',
    'ZWG',
  ] as const),
] as const

/** How many decimals amounts of a currency have. */
export interface CurrencyDigits {
  readonly minimum: number
  /** Decimals are left off where the amount is a whole number. */
  readonly wholeWithout: boolean
}

/** Currencies with another number of decimals than two; `null` stands for "as sent". */
const DIGITS: [digits: number | null, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  // Withdrawn currencies: ISO 4217 no longer lists a minor unit, so CLDR's digits.
  [0, 'ADP BYR ESP ITL LUF MGF MRO SLL STD TMM TRL ZMK ZWD'],
  // Metals, funds and test codes have no minor unit ("N.A." in ISO 4217).
  [null, 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA'],
]

/** ISO 4217 gives these decimals, their countries hardly use them (CLDR prints none): whole amounts go without. */
const SELDOM = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' '))

/** Countries of shared currencies without decimals; elsewhere a code begins with its country (ISO 4217 §4.1). */
const SHARED_WITHOUT_DECIMALS = new Set('BF BJ CF CG CI CM GA GQ GW ML NC NE PF SN TD TG WF'.split(' '))

const BY_CODE = new Map(DIGITS.flatMap(([digits, codes]) => codes.split(' ').map(code => [code, digits] as const)))

const BY_COUNTRY = new Map(
  DIGITS.slice(0, 2).flatMap(([digits, codes]) => codes.split(' ').map(code => [code.slice(0, 2), digits] as const)),
)

/**
 * The decimals of a currency: its minor unit after ISO 4217 while it is in use, CLDR's digits once it is withdrawn, two for
 * codes that are not listed. Never Intl's own default, which rounds HUF 1234.50 to 1235 Ft.
 *
 * @param code ISO 4217 code, upper case; without one the amount gets the decimals that are usual in `country`
 * @param country ISO 3166-1 alpha-2
 */
export function currencyDigits(code: string | undefined, country?: string): CurrencyDigits {
  if (code === undefined) return { minimum: usualDigits(country), wholeWithout: false }
  const digits = BY_CODE.get(code)
  if (digits === null) return { minimum: 0, wholeWithout: false }
  return { minimum: digits ?? 2, wholeWithout: SELDOM.has(code) }
}

function usualDigits(country: string | undefined): number {
  if (country === undefined) return 2
  return SHARED_WITHOUT_DECIMALS.has(country) ? 0 : (BY_COUNTRY.get(country) ?? 2)
}
