import { expect, test } from 'vitest'
import { code128Bars, encodeBars } from '../../../src/barcode/symbol/encoder.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

const seed = 7
const digits = fc.stringMatching(/^\d{0,12}$/)
const ascii = fc.stringMatching(/^[ -~]{0,12}$/)
const mixed = fc
  .array(fc.oneof(digits, ascii), { minLength: 1, maxLength: 5 })
  .map(parts => parts.join(''))
  .filter(text => text !== '')

test('encodes printable ASCII with the same bars as bwip-js', () => {
  fc.assert(
    fc.property(mixed, text => {
      expect(code128Bars(text), text).toEqual(encodeBars('code128', text))
    }),
    { seed, numRuns: tries(2000) },
  )
})

test('encodes each character, and each pair of digits, with the same bars as bwip-js', () => {
  for (let code = 0x20; code <= 0x7e; code++) {
    const character = String.fromCharCode(code)
    expect(code128Bars(character)).toEqual(encodeBars('code128', character))
  }
  for (let pair = 0; pair < 100; pair++) {
    const text = `00${String(pair).padStart(2, '0')}`
    expect(code128Bars(text)).toEqual(encodeBars('code128', text))
  }
})

test.each(['', 'caf\u00e9', 'A\tB', '\u00a0'])('leaves %j to bwip-js', text => {
  expect(code128Bars(text)).toBeUndefined()
})
