import { inLatin, inOwnScript } from '../../generated/address-formats.ts'

const LATIN = formatsOf(inLatin)
const OWN_SCRIPT = formatsOf(inOwnScript)
const DEFAULT = 'A|C, S Z'

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * A country's address format, in libaddressinput's notation: `A` address lines, `C` city, `S` territory, `Z` postal code; `|` ends
 * a line, `~` joins two fields without a space. Text between two fields is printed only if both are present.
 *
 * @param country ISO 3166-1 alpha-2; the US format if unknown
 * @param sample text of the address, to detect its script
 */
export function addressFormat(country: string | undefined, sample: string): AddressFormat {
  const own = EAST_ASIAN.test(sample) ? OWN_SCRIPT.get(country ?? '') : undefined
  const notation = own ?? LATIN.get(country ?? '') ?? DEFAULT
  const known = read.get(notation)
  if (known) return known
  const format = notation.split('|').map(placesIn)
  read.set(notation, format)
  return format
}

/** The fields of each line, each with the text before it. */
export type AddressFormat = readonly (readonly AddressPlace[])[]

interface AddressPlace {
  field: 'A' | 'C' | 'S' | 'Z'
  between: string
}

/** By notation, of which the table has some fifty. */
const read = new Map<string, AddressFormat>()

function placesIn(line: string): AddressPlace[] {
  return Array.from(line.matchAll(/([^ACSZ]*)([ACSZ])/g), ([, between = '', field]) => ({
    field: field as AddressPlace['field'],
    between,
  }))
}

function formatsOf(table: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([format, codes]) => codes.split(' ').map(code => [code, format] as const)),
  )
}
