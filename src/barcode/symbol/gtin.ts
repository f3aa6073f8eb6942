import { checkDigit, hasCheckDigit } from './check-digit.ts'

/**
 * Says why `text` isn't a valid GTIN, or returns undefined. Valid are 8, 12, 13 or 14 digits with a check digit, and 7 or 12
 * without. With 8, 13 or 14 digits a wrong check digit is rejected, because the till may mean another article. Twelve digits
 * are ambiguous: if they aren't a UPC-A, they are taken as an EAN-13 without its check digit, because the interface tells
 * tills to pad numbers to twelve. `isEan13Body` detects this, so that the audit can warn.
 */
export function gtinProblem(text: string): string | undefined {
  if (text.length > 64) return `${lengthAdvice}; got ${text.length} characters`
  const digits = withoutSeparators(text)
  if (digits === undefined)
    return 'GTIN takes digits only (spaces and hyphens between them are ignored); remove the rest'
  if (digits.length === 7 || digits.length === 12) return undefined
  if (digits.length !== 8 && digits.length !== 13 && digits.length !== 14) {
    return `${lengthAdvice}; got ${digits.length}`
  }
  if (hasCheckDigit(digits)) return undefined
  const right = checkDigit(digits.slice(0, -1))
  return `GTIN ends in check digit ${digits.at(-1)}, which should be ${right}; correct it or the digits before it`
}

const lengthAdvice = 'GTIN needs 8, 12, 13 or 14 digits, or 7 or 12 without the check digit'

/** All digits of the symbol, including the check digit. `text` has no `gtinProblem`. */
export function gtinText(text: string): string {
  const digits = withoutSeparators(text) ?? ''
  return lacksCheckDigit(digits) ? digits + checkDigit(digits) : digits
}

/** The symbology for the number of digits (GS1 General Specifications, 5.2 and 5.3). */
export function gtinSymbology(text: string): 'ean8' | 'upca' | 'ean13' | 'itf14' {
  const { length } = gtinText(text)
  if (length === 8) return 'ean8'
  if (length === 12) return 'upca'
  return length === 13 ? 'ean13' : 'itf14'
}

/** The digits grouped as on packages, such as `4 006381 333931`. */
export function gtinCaption(text: string): string {
  const digits = gtinText(text)
  const ends = groupEnds[gtinSymbology(text)]
  return ends.map((end, index) => digits.slice(ends[index - 1] ?? 0, end)).join(' ')
}

const groupEnds = {
  ean8: [4, 8],
  upca: [1, 6, 11, 12],
  ean13: [1, 7, 13],
  itf14: [1, 3, 8, 13, 14],
}

/**
 * Whether `text` is twelve digits that aren't a UPC-A and so get an EAN-13 check digit: a till's padded number, or a mistyped
 * UPC-A.
 */
export function isEan13Body(text: string): boolean {
  const digits = withoutSeparators(text) ?? ''
  return digits.length === 12 && lacksCheckDigit(digits)
}

/** Twelve digits are a UPC-A if the last is a valid check digit, otherwise an EAN-13 without one. */
function lacksCheckDigit(digits: string): boolean {
  return digits.length === 7 || (digits.length === 12 && !hasCheckDigit(digits))
}

/** The digits of `text`, or undefined if it contains anything else. */
function withoutSeparators(text: string): string | undefined {
  const digits = text.replaceAll(/[ -]/g, '')
  return /^[0-9]+$/.test(digits) ? digits : undefined
}
