import { alpha3 } from './tables/countries.ts'

const FROM_ALPHA_3 = new Map(alpha3.split(',').map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]))

/** Names people write that CLDR does not have. */
const OTHER_NAMES: [name: string, code: string][] = [
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Scotland', 'GB'],
  ['Wales', 'GB'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ['Holland', 'NL'],
]

/** Languages in which a till may name a country. */
const LANGUAGES = ['en', 'fr', 'es', 'de', 'it', 'pt', 'nl', 'ja', 'ar']

/**
 * The two-letter code (ISO 3166-1 alpha-2, upper case) of a country as a receipt names it: by two or three letters in either
 * case, or by its name in one of nine languages (CLDR); `undefined` when the text is none of these. `UK` is read as `GB`.
 */
export function countryCode(text: string | undefined): string | undefined {
  if (text === undefined || text.length > longestName) return undefined
  const code = text.replace(/[.\s]/g, '').toUpperCase()
  if (code === 'UK') return 'GB'
  return /^[A-Z]{2}$/.test(code) ? code : (FROM_ALPHA_3.get(code) ?? countryNamed(text))
}

/**
 * The code of a country as the interface sends one: by its code, else by its value, which may hold a code or a name.
 *
 * @param country `country` of an address
 */
export function countryOf(country: { code?: string; value?: string } | undefined): string | undefined {
  return countryCode(country?.code) ?? countryCode(country?.value)
}

let names: Map<string, string> | undefined

/** No country has a longer name. */
const longestName = 60

/** Names are read when the first is asked for: it takes 20 ms, and most tills send codes. */
function countryNamed(text: string): string | undefined {
  names ??= allNames()
  return names.get(folded(text))
}

function allNames(): Map<string, string> {
  const found = new Map(OTHER_NAMES.map(([name, code]) => [folded(name), code]))
  const codes = allCodes()
  for (const language of LANGUAGES) {
    const namesIn = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = namesIn.of(code)
      if (name !== undefined && !found.has(folded(name))) found.set(folded(name), code)
    }
  }
  return found
}

/** The two letters of every country of today. ECMA-402 writes a withdrawn code (`DD`, `SU`) as its successor. */
function allCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap(first => letters.map(second => first + second))
  return pairs.filter(code => !noCountry.has(code) && new Intl.Locale(`und-${code}`).region === code)
}

/** Codes that CLDR names and that are no countries. */
const noCountry = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}
