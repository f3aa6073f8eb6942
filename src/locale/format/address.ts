import type { AddressCommonData } from '../../receipt/data/party-data.ts'
import { countryOf } from '../../standards/country.ts'
import { addressFormat } from './address-formats.ts'
import { countryName } from './intl.ts'

type Fields = Record<'A' | 'C' | 'S' | 'Z', string>

/**
 * The lines of an address in the order of its country. Every field that was sent is printed, nothing else: no empty line
 * and no comma without a neighbour. The country closes it only when the store is in another one.
 *
 * @param storeCountry also the country of an address that names none
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
  const fields: Fields = {
    A: streetLines.join('\n'),
    C: address.city?.trim() ?? '',
    S: address.territory?.trim() ?? '',
    Z: [address.postalCode, address.postalCodeExtension].filter(isText).join('-'),
  }
  const format = addressFormat(named ? country : storeCountry, Object.values(fields).join(''))
  const lines = format.split('|').flatMap(line => fillLine(line, fields).split('\n'))
  const elsewhere = country === undefined || country !== storeCountry
  if (elsewhere) lines.push((country && countryName(tag, country)) ?? address.country?.value ?? named ?? '')
  return lines.map(line => line.trim()).filter(isText)
}

/** Fills one line: what stands before a field goes with it, and joins it to the field before only when both are there. */
function fillLine(line: string, fields: Fields): string {
  let filled = ''
  let between = ''
  for (const character of line) {
    if (character !== 'A' && character !== 'C' && character !== 'S' && character !== 'Z') {
      between += character
      continue
    }
    const text = fields[character]
    if (text !== '') filled += (filled !== '' || between === '〒' ? between.replace('~', '') : '') + text
    between = ''
  }
  return filled
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
