import { readFileSync } from 'node:fs'
import { formatAddress } from 'localized-address-format'
import { territories } from './cldr.ts'
import { grouped, head, recordOf } from './layout.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../node_modules/localized-address-format/package.json', import.meta.url), 'utf8'),
)

/** Where practice differs from the data, or the data lacks a field that people use. */
const ours: Readonly<Record<string, string>> = {
  // USPS writes territories like states.
  ...Object.fromEntries(['AS', 'GU', 'MP', 'PR', 'VI'].map(code => [code, 'A|C, S Z'])),
  // In Latin script the data put the town after the street.
  JP: 'A|C, S Z',
  // The data go from large to small in any script, or separate the code from its town.
  IR: 'A|C, S Z',
  KZ: 'A|C, S Z',
  KR: 'A|C, S Z',
  CI: 'A|C|S Z',
  GN: 'A|Z C|S',
  GT: 'A|Z-C|S',
  // On an envelope the town comes first and the code last; slips, invoices and signs have one line.
  HU: 'Z C, A|S',
  // The county after its town, not before it as on an envelope.
  RO: 'A|Z C, jud. S',
  BR: 'A|C - S, Z',
  // A province beside a city is in brackets; so is a canton, whose letters alone may be a country's (FR, AG).
  ES: 'A|Z C (S)',
  CH: 'A|Z C (S)',
  // The data put the postal code first; receipts keep the established order.
  KW: 'A|C Z|S',
  // The data print the country in place of the city.
  SG: 'A|C Z|S',
}

/** From large to small in one line, as slips and signs have it; only Japan's marked postal code stands above, and Iran's order is the data's. */
const oursInOwnScript: Readonly<Record<string, string>> = {
  CN: 'S~C~A Z',
  HK: 'S~C~A Z',
  IR: 'S|C|A|Z',
  JP: '〒Z|S~C~A',
  KR: '(Z) S C A',
  KZ: 'Z, S, C, A',
  RU: 'Z, S, C, A',
  TW: 'Z~S~C~A',
  UA: 'Z, S, C, A',
}

/** Address formats by country, in Latin script and, if different, in the country's own. */
export function addressFormats(): string {
  const latin = (country: string) => ours[country] ?? formatOf(country, 'latin')
  const own = (country: string) => {
    const local = formatOf(country, 'local')
    return oursInOwnScript[country] ?? (local === formatOf(country, 'latin') ? undefined : local)
  }
  return (
    head(`localized-address-format ${version} (Google's libaddressinput)`) +
    recordOf(
      'inLatin',
      'Formats to their countries; the notation is that of `locale/format/address-formats.ts`.',
      grouped(territories(), latin),
    ) +
    recordOf(
      'inOwnScript',
      'Formats in the country’s own script, for countries that write from large to small.',
      grouped(territories(), own),
    )
  )
}

/** Formats an address of placeholders with the library; the result is the format. */
function formatOf(country: string, script: 'local' | 'latin'): string {
  const format = marked(country, script)
  const between = script === 'local' && format !== marked(country, 'latin') ? '>~' : '> '
  return withAllFields(format.replace(/>(?=<)/g, between).replace(/[<>]/g, ''))
}

/** Only sent fields are printed: no country name, no prefix. */
function marked(country: string, script: 'local' | 'latin'): string {
  const address = { administrativeArea: '<S>', locality: '<C>', postalCode: '<Z>', addressLines: ['<A>'] }
  const lines = formatAddress({ postalCountry: country, ...address }, script)
  const words = /(?<!<)[\p{Lu}-]{2,}[- ]?(?!>)/gu
  return lines
    .map(line => line.replace(words, '').trim())
    .filter(Boolean)
    .join('|')
}

/** A field missing from the format goes after its neighbor: the territory below the city, the postal code at the end. */
function withAllFields(format: string): string {
  let full = format
  if (!/[CS]/.test(full)) full = full.replace('A', 'A|C|S')
  if (!full.includes('C')) full = full.replace('S', full.indexOf('S') < full.indexOf('A') ? 'S|C' : 'C|S')
  if (!full.includes('S')) full = full.replace(/([^|]*C[^|]*)/, '$1|S')
  if (full.includes('Z')) return full
  return full.endsWith('S') ? `${full} Z` : `${full}|Z`
}
