/**
 * The order of an address by country, in the notation of libaddressinput: `A` the address lines, `C` city, `S` territory,
 * `Z` postal code; `|` ends a line, `~` joins two fields without a space. What stands between two fields is printed only when both are there.
 */
const FORMATS: [format: string, countries: string][] = [
  ['A|C, S Z', 'US PR GU VI AS MP'],
  ['A|C S Z', 'AU CA'],
  [
    'A|Z C|S',
    'AR AT BE CH CL CZ DE DK DO DZ FI FR GR HR IL IS LI LT LU LV MA MC MY NL NO PH PL PT RO RS RU SE SI SK TN UY',
  ],
  ['A|Z C S', 'EE ES IT'],
  ['A|Z C, S', 'MX'],
  ['A|Z C/S', 'TR'],
  ['A|C|S|Z', 'EG GB GG IE IM JE UA'],
  ['A|C Z|S', 'BH IN JO KW LB LK MM NZ PE PK SA SG TH ZA'],
  ['A|C|S Z', 'AE ID OM QA VN'],
  ['A|C-S|Z', 'BR'],
  ['A|C, S, Z', 'CO'],
  ['A|S, C|Z', 'CR'],
  ['A|Z-C|S', 'GT'],
  ['C|A|Z|S', 'HU'],
]

/** Countries that write from large to small in their own script, and how they write in Latin letters. */
const LARGE_TO_SMALL: Record<string, { own: string; latin: string }> = {
  CN: { own: 'Z|S~C|A', latin: 'A|C|S, Z' },
  HK: { own: 'S|C|A|Z', latin: 'A|C|S|Z' },
  JP: { own: '〒Z|S~C|A', latin: 'A|C, S Z' },
  KR: { own: 'S C|A|Z', latin: 'A|C|S|Z' },
  TW: { own: 'Z|S~C|A', latin: 'A|C, S Z' },
}

const DEFAULT = 'A|C, S Z'

const BY_COUNTRY = new Map(
  FORMATS.flatMap(([format, countries]) => countries.split(' ').map((country): [string, string] => [country, format])),
)

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * The address format of a country.
 *
 * @param country ISO 3166-1 alpha-2; the order of the United States when it is unknown
 * @param sample text of the address, which tells in which script it is written
 */
export function addressFormat(country: string | undefined, sample: string): string {
  const both = country === undefined ? undefined : LARGE_TO_SMALL[country]
  if (both) return EAST_ASIAN.test(sample) ? both.own : both.latin
  return BY_COUNTRY.get(country ?? '') ?? DEFAULT
}
