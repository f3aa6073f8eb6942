import { inLatin, inOwnScript } from '../../generated/address-formats.ts'
import type { AddressCommonData } from '../../receipt/data/party-data.ts'
import { countryOf } from '../../standards/country.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { countryName } from './intl.ts'
import { unbroken } from './one-piece.ts'

type Fields = Record<'A' | 'C' | 'S' | 'Z', string>

/**
 * Formats an address as lines, in its country's order. Prints only the sent fields, without blank lines or stray commas. The
 * country is the last line, if it isn't the store's. A postal code doesn't break, nor from the word beside it.
 *
 * @param storeCountry also the country of an address without one
 */
export function formatAddress(
  tag: string,
  address: AddressCommonData | undefined,
  storeCountry: string | undefined,
): string[] {
  if (!address) return []
  const named = address.country?.code ?? address.country?.value
  const country = countryOf(address.country)
  const streetLines = [address.addressLine1, address.addressLine2, address.addressLine3].filter(isText)
  const code = [address.postalCode, address.postalCodeExtension].filter(isText).join('-').trim()
  const isCode = code.length <= maxCodeLength
  const fields: Fields = {
    A: streetLines.join('\n'),
    C: address.city?.trim() ?? '',
    S: address.territory?.trim() ?? '',
    Z: isCode ? unbroken(code) : code,
  }
  const format = addressFormat(named ? country : storeCountry, fields)
  const lines = format.flatMap(line => linesOf(line, fields, isCode))
  const elsewhere = country === undefined || country !== storeCountry
  if (elsewhere) lines.push((country && countryName(tag, country)) ?? address.country?.value ?? named ?? '')
  return lines.map(line => line.trim()).filter(isText)
}

/** Fills one line, which may become several. The text before a field is printed only if that field and the previous one are present. */
function linesOf(line: AddressFormat[number], fields: Fields, isCode: boolean): string | string[] {
  let filled = ''
  let beside = ''
  for (const { field, between, isBracketed } of line) {
    const text = isBracketed ? inBrackets(fields[field], fields.C) : fields[field]
    const isBesideCode = isCode && (field === 'Z' || beside === 'Z')
    const separator = isBesideCode && between === ' ' ? '\u00a0' : between.replace('~', '')
    beside = field
    if (text === '') continue
    if (between === '~' && text.startsWith(filled)) filled = text
    else if (between === ', jud. ') filled += county(text, fields.C)
    else filled += (filled !== '' || between === '〒' ? separator : '') + text
  }
  return filled.includes('\n') ? filled.split('\n') : filled
}

/** A Romanian county after its town; Bucharest has none, but sectors. */
function county(name: string, town: string): string {
  if (name === town) return ''
  const isKnown = /^(?:jud|sect|mun|bucure|bucharest)/i.test(name)
  return (town === '' ? '' : ', ') + (isKnown ? '' : 'jud. ') + name
}

/** A province in brackets; nothing if it has its city's name. */
function inBrackets(province: string, city: string): string {
  return province === '' || province === city ? '' : `(${province})`
}

/** Characters of the longest postal codes, with an extension; a longer one is something else, and may wrap. */
const maxCodeLength = 13

function isText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}

const LATIN = formatsOf(inLatin)
const OWN_SCRIPT = formatsOf(inOwnScript)
const DEFAULT = 'A|C, S Z'

/** Scripts whose countries may write from large to small. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u

/**
 * A country's address format, in libaddressinput's notation: `A` address lines, `C` city, `S` territory, `Z` postal code; `|` ends
 * a line, `~` joins two fields without a space, and once if the latter begins with the former (上海市 is a province and a city), brackets stand around what is in them. Text between two fields is printed only if both are present.
 *
 * @param country ISO 3166-1 alpha-2; the US format if unknown
 * @param fields what is sent: its script, and whether it has a territory. Without one, the code that would stand beside it stands beside the town
 */
function addressFormat(country: string | undefined, { A, C, S, Z }: Fields): AddressFormat {
  const own = OTHER_SCRIPT.test(A + C + S) ? OWN_SCRIPT.get(country ?? '') : undefined
  const notation = own ?? LATIN.get(country ?? '') ?? DEFAULT
  return formats.get(S || !Z ? notation : notation.replace(/C\|S,? Z/, 'C Z').replace('C|Z S', 'Z C'), readFormat)
}

function readFormat(notation: string): AddressFormat {
  return notation.split('|').map(placesIn)
}

/** The fields of each line, each with the text before it. */
type AddressFormat = readonly (readonly AddressPlace[])[]

interface AddressPlace {
  field: 'A' | 'C' | 'S' | 'Z'
  between: string
  isBracketed: boolean
}

/** By notation, of which the table has some fifty. */
const formats = createBoundedCache<AddressFormat>(200)

function placesIn(line: string): AddressPlace[] {
  return Array.from(line.matchAll(/([^ACSZ()]*)(\(?)([ACSZ])\)?/g), ([, between = '', bracket, field]) => ({
    field: field as AddressPlace['field'],
    between,
    isBracketed: bracket !== '',
  }))
}

function formatsOf(table: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([format, codes]) => codes.split(' ').map(code => [code, format] as const)),
  )
}
