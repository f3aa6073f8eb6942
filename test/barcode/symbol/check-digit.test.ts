import { expect, test } from 'vitest'
import { checkDigit, hasCheckDigit } from '../../../src/barcode/symbol/gtin.ts'

test.each([
  ['4017072', '5'],
  ['03600029145', '2'],
  ['400638133393', '1'],
  ['1400638133393', '8'],
  ['0000000', '0'],
])('the check digit of %s is %s', (digits, check) => {
  expect(checkDigit(digits)).toBe(check)
})

test('a single wrong digit is always found', () => {
  const digits = '4006381333931'
  for (let index = 0; index < digits.length; index++) {
    for (const slip of '0123456789'.replace(digits[index]!, '')) {
      expect(hasCheckDigit(digits.slice(0, index) + slip + digits.slice(index + 1))).toBe(false)
    }
  }
})
