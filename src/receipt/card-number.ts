/**
 * Masks every payment card number in a text but for its last four digits: `4111 1111 1111 1111` → `••••1111`.
 * A card number is a run of digits, in groups parted by single spaces or hyphens, that has a brand's prefix and length
 * and a right check digit (ISO/IEC 7812, Luhn). Brand and length keep device numbers (IMEI) and EANs out.
 * Doing it twice changes nothing. Needs time in proportion to the text.
 */
export function maskCardNumbers(text: string): string {
  if (text.length < shortest) return text
  return text.replace(digitRuns, (run, at: number) => maskRun(run, text.slice(Math.max(0, at - 4), at)))
}

/** The shortest card numbers of the brands below have 14 digits. */
const shortest = 14

/** Runs of at least 14 digits; nothing in it can match in two ways. */
const digitRuns = /\d(?:[ \u00a0-]?\d){13,}/g

const mask = '••••'

/** Masks the card numbers of one run. A number begins and ends with whole groups: a part of a longer number is none. */
function maskRun(run: string, before: string): string {
  const digits = run.replace(/\D/g, '')
  const places = digitPlaces(run)
  const begins = (at: number): boolean => places[at - 1] !== (places[at] ?? 0) - 1
  let masked = ''
  let copied = 0
  // The last four digits of a number masked before are not the beginning of another one.
  for (let at = before === mask && begins(4) ? 4 : 0; at <= digits.length - shortest; ) {
    const length = begins(at) ? cardNumberLength(digits, at, end => begins(end)) : 0
    if (length > 0) {
      masked += run.slice(copied, places[at]) + mask + digits.slice(at + length - 4, at + length)
      copied = (places[at + length - 1] ?? run.length) + 1
    }
    at += Math.max(length, 1)
  }
  return masked + run.slice(copied)
}

function digitPlaces(run: string): number[] {
  const places: number[] = []
  for (let at = 0; at < run.length; at++)
    if (run[at] !== ' ' && run[at] !== '-' && run[at] !== '\u00a0') places.push(at)
  return places
}

/** Length of the longest card number that begins at digit `at` and ends with a group, or 0. */
function cardNumberLength(digits: string, at: number, isEnd: (end: number) => boolean): number {
  const prefix = digits.slice(at, at + 4)
  const brand = brands.find(brand => brand.prefix.test(prefix))
  const fits = (length: number) => at + length <= digits.length && isEnd(at + length) && luhn(digits, at, at + length)
  return brand?.lengths.find(fits) ?? 0
}

/** Prefixes and lengths in use, the longest first. Visa's old 13 digits are left out: every EAN-13 of Germany and Japan has them. */
const brands: readonly { name: string; prefix: RegExp; lengths: readonly number[] }[] = [
  { name: 'Visa', prefix: /^4/, lengths: [19, 16] },
  { name: 'Mastercard', prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: 'American Express', prefix: /^3[47]/, lengths: [15] },
  { name: 'Diners Club', prefix: /^(?:30[0-5]|3095|36|3[89])/, lengths: [19, 16, 14] },
  { name: 'Discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [19, 18, 17, 16] },
  { name: 'JCB', prefix: /^35(?:2[89]|[3-8])/, lengths: [19, 18, 17, 16] },
  { name: 'UnionPay', prefix: /^(?:62|81)/, lengths: [19, 18, 17, 16] },
  { name: 'Maestro', prefix: /^(?:50|5[6-8]|6304|6759|676[1-3])/, lengths: [19, 18, 17, 16] },
  { name: 'Mir', prefix: /^220[0-4]/, lengths: [19, 18, 17, 16] },
  { name: 'Troy', prefix: /^9792/, lengths: [16] },
]

function luhn(digits: string, start: number, end: number): boolean {
  let sum = 0
  for (let at = end - 1, twice = false; at >= start; at--, twice = !twice) {
    const digit = digits.charCodeAt(at) - 48
    sum += twice ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}
