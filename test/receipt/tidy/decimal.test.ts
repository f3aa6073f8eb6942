import { describe, expect, test } from 'vitest'
import { decimalOf, hasMoreDecimals } from '../../../src/receipt/tidy/clean.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

describe('a decimal written as text', () => {
  test.each([
    ['12.99', 12.99],
    ['-12.990', -12.99],
    ['+7', 7],
    [' 007.50 ', 7.5],
    ['0', 0],
    ['-0', 0],
    ['-0.00', 0],
    ['0.000001', 0.000001],
    ['100', 100],
    ['100.0', 100],
    ['9007199254740991', 9007199254740991],
    [`1.${'0'.repeat(38)}`, 1],
    [`${' '.repeat(20)}1${' '.repeat(19)}`, 1],
  ])('%j is %d', (text, value) => expect(decimalOf(text)).toBe(value))

  test.each([
    ...['', ' ', '.', '5.', '.5', '1,5', '1 000', '1e3', '0x10', '--1', '+-1', '1-', 'NaN', 'Infinity', '１', '1.2.3'],
    ...['9007199254740993', '0.1000000000000000055', '123456789012345678', `1.${'0'.repeat(39)}`, `${' '.repeat(40)}1`],
  ])('%j is none', text => expect(decimalOf(text)).toBeUndefined())

  test('of fifteen digits and a point is read digit by digit', () => {
    const sent = fc.tuple(fc.integer({ min: -1e15 + 1, max: 1e15 - 1 }), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(sent, ([digits, decimals]) => {
        const padded = String(Math.abs(digits)).padStart(decimals + 1, '0')
        const at = padded.length - decimals
        const text = `${digits < 0 ? '-' : ''}${padded.slice(0, at)}${decimals ? `.${padded.slice(at)}` : ''}`
        expect(decimalOf(text)).toBe(digits === 0 ? 0 : Number(text))
      }),
      { numRuns: tries(500) },
    )
  })
})

test.each([
  [0, false],
  [12.123456, false],
  [12.1234567, true],
  [0.000001, false],
  [0.0000015, true],
  [1e-7, true],
  [1.5e-7, true],
  [19.990000000000002, true],
  [1e15, false],
  [1e21, false],
  [1.5e300, false],
  [1_234_567.123456, false],
  [Number.POSITIVE_INFINITY, false],
  [Number.NaN, false],
])('%d has more than six decimals: %s', (value, expected) => {
  expect(hasMoreDecimals(value)).toBe(expected)
  expect(hasMoreDecimals(-value)).toBe(expected)
})
