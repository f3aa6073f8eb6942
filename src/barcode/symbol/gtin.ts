/**
 * What twelve digits are, which nobody can tell from the digits: `padded`, a number filled up to twelve digits, as the interface tells
 * tills to, is an EAN-13 without its check digit, which is computed; `upc-a` is a UPC-A with its check digit.
 */
export const gtin12Meanings = ['padded', 'upc-a'] as const

/**
 * The same, or `by-check-digit`, for receipts that versions before 0.2.0 accepted: a UPC-A if its check digit is right, else padded. Two
 * numbers can get one code then.
 */
export type Gtin12 = (typeof gtin12Meanings)[number] | 'by-check-digit'

/**
 * Says why `text` isn't a valid GTIN, or returns undefined. Valid are 8, 13 or 14 digits with their check digit, 7 without it (EAN-8),
 * and 12 as `gtin12` says. A wrong check digit is rejected, because the till may mean another article. So different numbers never
 * get one code; 12 digits and the same with their check digit are one number.
 */
export function gtinProblem(text: string, gtin12: Gtin12): string | undefined {
  const lengthAdvice =
    gtin12 !== 'upc-a'
      ? 'GTIN needs 8, 13 or 14 digits, or 7 or 12 without the check digit'
      : 'GTIN needs 8, 12, 13 or 14 digits, or 7 without the check digit'
  if (text.length > 64) return `${lengthAdvice}; got ${text.length} characters`
  const digits = withoutSeparators(text)
  if (digits === undefined)
    return 'GTIN takes digits only (spaces and hyphens between them are ignored); remove the rest'
  if (lacksCheckDigit(digits, gtin12)) return undefined
  if (![8, 12, 13, 14].includes(digits.length)) return `${lengthAdvice}; got ${digits.length}`
  if (hasCheckDigit(digits)) return undefined
  const right = checkDigit(digits.slice(0, -1))
  return `GTIN ends in check digit ${digits.at(-1)}, which should be ${right}; correct it or the digits before it`
}

/** All digits of the symbol, including the check digit. `text` has no `gtinProblem`. */
export function gtinText(text: string, gtin12: Gtin12): string {
  const digits = withoutSeparators(text) ?? ''
  return lacksCheckDigit(digits, gtin12) ? digits + checkDigit(digits) : digits
}

/** The symbology for the number of digits (GS1 General Specifications, 5.2 and 5.3). */
export function gtinSymbology(text: string, gtin12: Gtin12): 'ean8' | 'upca' | 'ean13' | 'itf14' {
  const { length } = gtinText(text, gtin12)
  if (length === 8) return 'ean8'
  if (length === 12) return 'upca'
  return length === 13 ? 'ean13' : 'itf14'
}

/** The digits grouped as on packages, such as `4 006381 333931`. */
export function gtinCaption(text: string, gtin12: Gtin12): string {
  const digits = gtinText(text, gtin12)
  const ends = groupEnds[gtinSymbology(text, gtin12)]
  return ends.map((end, index) => digits.slice(ends[index - 1] ?? 0, end)).join(' ')
}

const groupEnds = {
  ean8: [4, 8],
  upca: [1, 6, 11, 12],
  ean13: [1, 7, 13],
  itf14: [1, 3, 8, 13, 14],
}

/** Whether `text` is twelve digits that could be a UPC-A, too: one padded number in ten, and all numbers of a till that means UPC-A. */
export function mayBeUpcA(text: string): boolean {
  const digits = withoutSeparators(text) ?? ''
  return digits.length === 12 && hasCheckDigit(digits)
}

function lacksCheckDigit(digits: string, gtin12: Gtin12): boolean {
  if (digits.length !== 12) return digits.length === 7
  return gtin12 === 'padded' || (gtin12 === 'by-check-digit' && !hasCheckDigit(digits))
}

/** The digits of `text`, or undefined if it contains anything else. */
function withoutSeparators(text: string): string | undefined {
  const digits = text.replaceAll(/[ -]/g, '')
  return /^[0-9]+$/.test(digits) ? digits : undefined
}

/**
 * The check digit of a GS1 key: weights 3 and 1 from the right, modulo 10 (GS1 General Specifications, 7.9).
 * `digits` are ASCII digits without the check digit; returns one digit.
 */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const weight = (digits.length - index) % 2 === 1 ? 3 : 1
    sum += weight * (digits.charCodeAt(index) - 48)
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether the last of `digits` is the check digit of the others. */
export function hasCheckDigit(digits: string): boolean {
  return digits.at(-1) === checkDigit(digits.slice(0, -1))
}
