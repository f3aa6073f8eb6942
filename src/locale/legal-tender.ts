/** Countries that pay with a currency whose code does not begin with their own (CLDR "currencyData", region). */
const ELSEWHERE: Record<string, string> = {
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  USD: 'AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI',
  AUD: 'CC CX HM KI NF NR TV',
  NZD: 'CK NU PN TK',
  GBP: 'GG IM JE',
  CHF: 'LI',
  DKK: 'FO GL',
  NOK: 'BV SJ',
  ILS: 'PS',
  MAD: 'EH',
  ZAR: 'LS NA SZ',
  XAF: 'CF CG CM GA GQ TD',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
  XCD: 'AG AI DM GD KN LC MS VC',
}

const COUNTRIES = new Map(Object.entries(ELSEWHERE).map(([code, countries]) => [code, new Set(countries.split(' '))]))

/**
 * Whether people in a country pay with that currency every day, so that its bare sign (`$`) is understood there. A code
 * begins with the country that issues it (ISO 4217); the exceptions are listed.
 *
 * @param currency ISO 4217 code, upper case
 * @param country ISO 3166-1 alpha-2, upper case
 */
export function isLegalTender(currency: string, country: string | undefined): boolean {
  if (country === undefined) return false
  return currency.startsWith(country) || COUNTRIES.get(currency)?.has(country) === true
}
