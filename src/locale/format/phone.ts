import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { TelephoneCommonData } from '../../receipt/data/party-data.ts'
import { countryCode } from '../../standards/country.ts'
import { createBoundedCache } from '../bounded-cache.ts'

/** Formats the phone numbers of one engine's receipts. Parsing a number takes 35 µs, and every receipt has its store's, so some are cached for the lifetime of this object. */
export function createPhoneFormat() {
  const cache = createBoundedCache<ReadNumber | undefined>(500)

  function read(sent: string, country: string | undefined): ReadNumber | undefined {
    if (sent === '' || sent.length > MAX_LENGTH) return undefined
    const home = countryCode(country)
    return cache.get(`${home} ${sent}`, () => readNumber(sent, home))
  }

  return {
    /**
     * A phone number in national format, or with its country code if it is abroad. An invalid number is returned as sent.
     *
     * @param country the store's, ISO 3166-1 alpha-2: for numbers without a country code
     */
    shown(telephone: TelephoneCommonData | undefined, country: string | undefined): string | undefined {
      const sent = asSent(telephone)
      return read(sent, country)?.shown ?? (sent || undefined)
    },
    /** `tel:` and the number in E.164; `undefined` if invalid, because a dead link is worse than none. */
    href(telephone: TelephoneCommonData | undefined, country: string | undefined): string | undefined {
      return read(asSent(telephone), country)?.href
    },
  }
}

/** Longer texts aren't phone numbers (E.164: 15 digits, plus separators). */
const MAX_LENGTH = 40

interface ReadNumber {
  shown: string
  href: string
}

/** An area code alone calls nobody; but from this many characters on, a till has sent the whole number there. */
const wholeNumber = 7

function asSent(telephone: TelephoneCommonData | undefined): string {
  const areaCode = telephone?.areaCode?.trim() ?? ''
  const localNumber = telephone?.localNumber?.trim() ?? ''
  if (localNumber === '') return areaCode.length < wholeNumber ? '' : areaCode
  return areaCode === '' ? localNumber : `${areaCode} ${localNumber}`
}

function readNumber(sent: string, home: string | undefined): ReadNumber | undefined {
  const number = parseNumber(sent, home)
  if (!number) return undefined
  const shown = number.country === home ? number.formatNational() : number.formatInternational()
  return { shown, href: `tel:${number.number}` }
}

/** The library finds numbers even in junk (`416<script>` becomes 416), so a result must use every sent digit. */
function parseNumber(sent: string, home: string | undefined): PhoneNumber | undefined {
  if (!/^[+(\d][\d\s()./-]*$/.test(sent)) return undefined
  const number = parsePhoneNumberFromString(sent, home && isSupportedCountry(home) ? { defaultCountry: home } : {})
  if (!number?.isValid() || number.ext) return undefined
  const digits = digitsOf(sent)
  const spellings: string[] = [number.nationalNumber, number.number, number.formatNational()]
  return spellings.some(spelling => digitsOf(spelling) === digits) ? number : undefined
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
