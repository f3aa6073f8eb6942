import { inLatin, inOwnScript } from '../../standards/tables/address-formats.ts'

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
export function addressFormat(country: string | undefined, sample: string): string {
  const own = EAST_ASIAN.test(sample) ? OWN_SCRIPT.get(country ?? '') : undefined
  return own ?? LATIN.get(country ?? '') ?? DEFAULT
}

function formatsOf(table: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([format, codes]) => codes.split(' ').map(code => [code, format] as const)),
  )
}
