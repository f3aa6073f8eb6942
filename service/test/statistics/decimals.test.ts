import { describe, expect, test } from 'vitest'
import fc from '../../../test/support/fast-check.ts'
import { cellOf } from '../../src/statistics/answers/csv.ts'
import { decimalText, millionths, millionthsOf, scaled, scaleOf } from '../../src/statistics/counting/decimals.ts'

describe('amounts', () => {
  test.each([
    [[0.1, 0.2], 2],
    [[5], 2],
    [[1.234], 4],
    [[0.30000000000000004], 2],
    [[1.2345678], 6],
    [[1e-7], 6],
    // Rials: whole, and many.
    [[5_000_000_000], 0],
    [[5_000_000_000, 0.5], 2],
    [[1e12], 0],
    [[1.1e12], undefined],
    [[9e9, 1.5e9, 0.01], undefined],
    [[999_999_999_999_999], undefined],
    [[], 2],
  ])('%j are whole at scale %s', (amounts, scale) => {
    expect(scaleOf(amounts)).toBe(scale)
  })

  test('add up to what they are in decimals, in any order', () => {
    const cents = fc.integer({ min: -1e9, max: 1e9 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), all => {
        const sum = all.reduce((total, cent) => total + scaled(cent / 100, 2), 0)
        const expected = all.reduce((total, cent) => total + BigInt(cent), 0n)
        expect(millionths(BigInt(sum), 2)).toBe(expected * 10_000n)
      }),
    )
  })

  test('are never minus zero', () => {
    expect(Object.is(scaled(-0, 2), 0)).toBe(true)
    expect(Object.is(scaled(-0.001, 2), 0)).toBe(true)
  })

  test.each([
    [0n, 2, '0.00'],
    [-4_200_000n, 2, '-4.20'],
    [-10_000n, 2, '-0.01'],
    [1_234_567_000n, 2, '1234.567'],
    [5_000_000n, 0, '5'],
    [9_223_372_036_854_775_807_000_000n, 0, '9223372036854775807'],
  ])('%s millionths with %i decimals are %s', (sum, digits, text) => {
    expect(decimalText(sum, digits)).toBe(text)
  })
})

test.each([
  ['0', 0n],
  ['63.00', 63_000_000n],
  ['-3.5', -3_500_000n],
  ['-0.05', -50_000n],
  ['1234567.123456', 1_234_567_123_456n],
])('%s are so many millionths', (text, sum) => {
  expect(millionthsOf(text)).toBe(sum)
})

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-4.20', '-4.20'],
  ['-4.20x', "'-4.20x"],
  ['+1', "'+1"],
  ['\tx', "'\tx"],
  ['a,"b"', '"a,""b"""'],
  ['Tea;=1+1', '"Tea;=1+1"'],
  ['=1;2', '"\'=1;2"'],
  ['  =1+1', "'  =1+1"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['Tea\r\n=1+1', '"Tea\r\n=1+1"'],
  [4, '4'],
  [-4, '-4'],
  [null, ''],
])('%j is the cell %s', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})
