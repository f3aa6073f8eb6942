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

/** The card numbers of the brands below have 14 to 19 digits. */
const shortest = 14
const longest = 19

/** Runs of at least 14 digits; nothing in it can match in two ways. */
const digitRuns = /\d(?:[ \u00a0-]?\d){13,}/g

const mask = '••••'

/** Masks the card numbers of one run. A number begins and ends with whole groups: a part of a longer number is none. */
function maskRun(run: string, before: string): string {
  const groups = run.split(/([ \u00a0-])/)
  let masked = ''
  for (let first = 0; first < groups.length; ) {
    // The last four digits of a number masked before are not the beginning of another one.
    const visible = first === 0 && before === mask && groups[0]?.length === 4
    const last = visible ? -1 : endOfCardNumber(groups, first)
    if (last >= 0) {
      masked +=
        mask +
        groups
          .slice(first, last + 1)
          .join('')
          .slice(-4)
      first = last + 1
    } else {
      masked += groups[first]
      first += 1
    }
    if (first < groups.length) masked += groups[first++]
  }
  return masked
}

/** Position of the group that ends the longest card number beginning with group `first`, or -1. Every second entry is a separator. */
function endOfCardNumber(groups: readonly string[], first: number): number {
  let digits = ''
  let found = -1
  for (let last = first; last < groups.length; last += 2) {
    digits += groups[last]
    if (digits.length > longest) break
    if (isCardNumber(digits)) found = last
  }
  return found
}

function isCardNumber(digits: string): boolean {
  const { length } = digits
  if (length < shortest) return false
  return (
    brands.some(brand => length >= brand.least && length <= brand.most && brand.prefix.test(digits)) && luhn(digits)
  )
}

/** Prefixes and lengths in use. Visa's old 13 digits are left out: they are every EAN-13 of Germany and Japan. */
const brands = [
  { name: 'Visa', prefix: /^4/, least: 16, most: 16 },
  { name: 'Visa', prefix: /^4/, least: 19, most: 19 },
  { name: 'Mastercard', prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, least: 16, most: 16 },
  { name: 'American Express', prefix: /^3[47]/, least: 15, most: 15 },
  { name: 'Diners Club', prefix: /^(?:30[0-5]|3095|36|3[89])/, least: 14, most: 16 },
  { name: 'Discover', prefix: /^(?:6011|64[4-9]|65)/, least: 16, most: 19 },
  { name: 'JCB', prefix: /^35(?:2[89]|[3-8])/, least: 16, most: 19 },
  { name: 'UnionPay', prefix: /^(?:62|81)/, least: 16, most: 19 },
  { name: 'Maestro', prefix: /^(?:50|5[6-8]|6304|6759|676[1-3])/, least: 16, most: 19 },
  { name: 'Mir', prefix: /^220[0-4]/, least: 16, most: 19 },
  { name: 'Troy', prefix: /^9792/, least: 16, most: 16 },
] as const

function luhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}
