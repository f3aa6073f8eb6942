import { alpha3 } from '../generated/countries.ts'
import { normalized } from './normal-form.ts'

const FROM_ALPHA_3 = new Map(alpha3.split(',').map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]))

const TO_ALPHA_3 = new Map(Array.from(FROM_ALPHA_3, ([three, two]): [string, string] => [two, three]))

/** Names in use that CLDR doesn't have. */
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

/** Languages in which tills may name a country. */
const LANGUAGES = ['en', 'fr', 'es', 'de', 'it', 'pt', 'nl', 'ja', 'ar']

/**
 * Returns the two-letter code (ISO 3166-1 alpha-2, upper case) for a country's two- or three-letter code in either case, or its
 * name in one of nine languages (CLDR); `undefined` for anything else. `UK` is read as `GB`.
 */
export function countryCode(text: string | undefined): string | undefined {
  if (text === undefined || text.length > maxNameLength) return undefined
  if (isCode.test(text)) return text === 'UK' ? 'GB' : text
  const code = text.replace(/[.\s]/g, '').toUpperCase()
  if (code === 'UK') return 'GB'
  return isCode.test(code) ? code : (FROM_ALPHA_3.get(code) ?? countryNamed(text))
}

/**
 * The code of the interface's country: from its `code`, else its `value`, which may be a code or a name.
 *
 * @param country `country` of an address
 */
export function countryOf(country: { code?: string; value?: string } | undefined): string | undefined {
  return countryCode(country?.code) ?? countryCode(country?.value)
}

const isCode = /^[A-Z]{2}$/

let names: Map<string, string> | undefined

/** Longer than any country's name. */
const maxNameLength = 60

/** Names are loaded on first use: it takes 20 ms, and most tills send codes. */
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

/** Every current two-letter code. ECMA-402 replaces a withdrawn code (`DD`, `SU`) with its successor. */
function allCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap(first => letters.map(second => first + second))
  return pairs.filter(code => !noCountry.has(code) && new Intl.Locale(`und-${code}`).region === code)
}

/** Codes with a CLDR name that aren't countries. */
const noCountry = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

function folded(name: string): string {
  return normalized(name, 'NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

/** The three-letter code (ISO 3166-1 alpha-3) of a two-letter one. */
export function alpha3Of(code: string): string | undefined {
  return TO_ALPHA_3.get(code)
}
