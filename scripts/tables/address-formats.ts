import { readFileSync } from 'node:fs'
import { formatAddress } from 'localized-address-format'
import { territories } from './cldr.ts'
import { grouped, head, recordOf } from './layout.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../node_modules/localized-address-format/package.json', import.meta.url), 'utf8'),
)

/** Where practice is another than the data, or the data has no place for a field that people fill. */
const ours: Readonly<Record<string, string>> = {
  // The Postal Service writes its territories like states.
  ...Object.fromEntries(['AS', 'GU', 'MP', 'PR', 'VI'].map(code => [code, 'A|C, S Z'])),
  // In Latin letters the data have the town behind the street.
  JP: 'A|C, S Z',
  CI: 'A|C|S Z',
  GN: 'A|Z C|S',
  GT: 'A|Z-C|S',
  HU: 'C|A|Z|S',
  // The data have the postal code first; receipts keep the order they have been printed in.
  KW: 'A|C Z|S',
  // The data print the country's name for the city's.
  SG: 'A|C Z|S',
}

/** Japan's marks its postal code; the town follows the prefecture without a space. */
const oursInOwnScript: Readonly<Record<string, string>> = { JP: '〒Z|S~C|A' }

/** The order of addresses by country, in Latin letters and, where that is another, in the country's own script. */
export function addressFormats(): string {
  const latin = (country: string) => ours[country] ?? formatOf(country, 'latin')
  const own = (country: string) => {
    const format = oursInOwnScript[country] ?? formatOf(country, 'local')
    return format === formatOf(country, 'latin') ? undefined : format
  }
  return (
    head(`localized-address-format ${version}, which has Google's libaddressinput`) +
    recordOf(
      'inLatin',
      'Formats to their countries; the notation is that of `locale/format/address-formats.ts`.',
      grouped(territories(), latin),
    ) +
    recordOf(
      'inOwnScript',
      'Formats of countries that write from large to small in their own script.',
      grouped(territories(), own),
    )
  )
}

/** The library is asked for an address of marks: what it makes of them is the format. */
function formatOf(country: string, script: 'local' | 'latin'): string {
  const format = marked(country, script)
  const between = script === 'local' && format !== marked(country, 'latin') ? '>~' : '> '
  return withAllFields(format.replace(/>(?=<)/g, between).replace(/[<>]/g, ''))
}

/** Only what was sent is printed: no country's name, no prefix. */
function marked(country: string, script: 'local' | 'latin'): string {
  const address = { administrativeArea: '<S>', locality: '<C>', postalCode: '<Z>', addressLines: ['<A>'] }
  const lines = formatAddress({ postalCountry: country, ...address }, script)
  const words = /(?<!<)[\p{Lu}-]{2,}[- ]?(?!>)/gu
  return lines
    .map(line => line.replace(words, '').trim())
    .filter(Boolean)
    .join('|')
}

/** A field the format has no place for goes behind its neighbour: the territory under the city, the postal code at the end. */
function withAllFields(format: string): string {
  let full = format
  if (!/[CS]/.test(full)) full = full.replace('A', 'A|C|S')
  if (!full.includes('C')) full = full.replace('S', full.indexOf('S') < full.indexOf('A') ? 'S|C' : 'C|S')
  if (!full.includes('S')) full = full.replace(/([^|]*C[^|]*)/, '$1|S')
  if (full.includes('Z')) return full
  return full.endsWith('S') ? `${full} Z` : `${full}|Z`
}
