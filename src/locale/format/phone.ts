import { createRequire } from 'node:module'
import type * as PhoneNumbers from 'libphonenumber-js/min'
import type { TelephoneCommonData } from '../../receipt/data/party-data.ts'
import { countryCode } from '../../standards/country.ts'
import { createBoundedCache } from '../bounded-cache.ts'

/** Writes the phone numbers of one engine's receipts. */
export interface PhoneFormat {
  /**
   * A phone number as its country writes it, or with its country code when it is abroad. A number that is not valid there is
   * given as it was sent.
   *
   * @param country of the store, ISO 3166-1 alpha-2: where a number without country code is dialled
   */
  shown(telephone: TelephoneCommonData | undefined, country: string | undefined): string | undefined
  /** `tel:` and the number in E.164; `undefined` unless it is valid, for a link that calls nobody is worse than none. */
  href(telephone: TelephoneCommonData | undefined, country: string | undefined): string | undefined
}

/** Reading a number costs 35 µs, and every receipt has that of its store. So some are kept, for as long as this object. */
export function createPhoneFormat(): PhoneFormat {
  const cache = createBoundedCache<ReadNumber | undefined>(500)

  function read(sent: string, country: string | undefined): ReadNumber | undefined {
    if (sent === '' || sent.length > MAX_LENGTH) return undefined
    const home = countryCode(country)
    return cache.get(`${home} ${sent}`, () => readNumber(sent, home))
  }

  return {
    shown(telephone, country) {
      const sent = asSent(telephone)
      return read(sent, country)?.shown ?? (sent || undefined)
    },
    href: (telephone, country) => read(asSent(telephone), country)?.href,
  }
}

/** Longer texts are no number (E.164: 15 digits, and room for how people write them). */
const MAX_LENGTH = 40

interface ReadNumber {
  shown: string
  href: string
}

// Loaded at the first number: it takes 30 ms, and a program that prints no phone number should not wait for it.
let library: typeof PhoneNumbers | undefined

function asSent(telephone: TelephoneCommonData | undefined): string {
  const areaCode = telephone?.areaCode?.trim() ?? ''
  const localNumber = telephone?.localNumber?.trim() ?? ''
  return areaCode === '' || localNumber === '' ? areaCode + localNumber : `${areaCode} ${localNumber}`
}

function readNumber(sent: string, home: string | undefined): ReadNumber | undefined {
  const number = parseNumber(sent, home)
  if (!number) return undefined
  const shown = number.country === home ? number.formatNational() : number.formatInternational()
  return { shown, href: `tel:${number.number}` }
}

/** The library also finds numbers in junk (`416<script>` is 416 to it): only what uses every digit that was sent counts. */
function parseNumber(sent: string, home: string | undefined): PhoneNumbers.PhoneNumber | undefined {
  if (!/^[+(\d][\d\s()./-]*$/.test(sent)) return undefined
  library ??= createRequire(import.meta.url)('libphonenumber-js/min') as typeof PhoneNumbers
  const { isSupportedCountry, parsePhoneNumberFromString } = library
  const number = parsePhoneNumberFromString(sent, home && isSupportedCountry(home) ? { defaultCountry: home } : {})
  if (!number?.isValid() || number.ext) return undefined
  const digits = digitsOf(sent)
  const spellings: string[] = [number.nationalNumber, number.number, number.formatNational()]
  return spellings.some(spelling => digitsOf(spelling) === digits) ? number : undefined
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
