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
