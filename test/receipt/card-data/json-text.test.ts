import { describe, expect, test } from 'vitest'
import { lastFourOf } from '../../../src/receipt/card-data/brands.ts'
import {
  endOfBare,
  endOfString,
  endOfValue,
  readString,
  wholeNumber,
} from '../../../src/receipt/card-data/mask-json.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

/** The same value as JSON, with escapes where JSON.stringify writes none. */
function written(text: string): string {
  return `"${[...text].map(char => (/[\\"\n\t]/.test(char) ? JSON.stringify(char).slice(1, -1) : char === 'u' ? '\\u0075' : char === '/' ? '\\/' : char)).join('')}"`
}

test('a string is read as JSON.parse reads it, with each character’s position', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'u', '/', '"', '\\', '\n', '\t', '4', 'é', '🙂'), maxLength: 12 })
  fc.assert(
    fc.property(text, fc.constantFrom('', '{"a":'), (sent, before) => {
      const json = `${before}${written(sent)},"b"`
      const end = endOfString(json, before.length)
      const token = json.slice(before.length, end)
      expect(JSON.parse(token)).toBe(sent)
      const { text, placeOf } = readString(json, before.length, end)
      expect(text).toBe(sent)
      expect(placeOf(0)).toBe(before.length + 1)
      expect(placeOf(text.length)).toBe(end - 1)
      for (let at = 0; at < text.length; at++)
        if (/[^\ud800-\udfff]/.test(text[at]!))
          expect(JSON.parse(`"${json.slice(placeOf(at), placeOf(at + 1))}"`)).toBe(text[at])
    }),
    { numRuns: tries(500) },
  )
})

test('JSON escapes are decoded, invalid ones stay as they are', () => {
  const read = (raw: string) => readString(raw, 0, raw.length).text
  for (const raw of [
    '"\\b"',
    '"\\f"',
    '"\\n"',
    '"\\r"',
    '"\\t"',
    '"\\""',
    '"\\\\"',
    '"\\/"',
    '"\\u00e9"',
    '"\\u00E9x"',
  ])
    expect(read(raw)).toBe(JSON.parse(raw))
  expect(read('"\\x41 \\u12 \\u12g4"')).toBe('\\x41 \\u12 \\u12g4')
  expect(read('"\\u0034111\\x\\t1111"')).toBe('4111\\x\t1111')
  expect(read('"cut off')).toBe('cut off')
  expect(read('"')).toBe('')
})

describe('a value ends', () => {
  test.each(['"a]\\"}"', '12.5e-3', 'true', '{}', '[]', '{"a":[1,{"b":"}"}],"c":2}', '[[1],"]",{"a":[]}]', '-7'])(
    'after %s',
    value => {
      expect(endOfValue(`${value},"next":[1]`, 0)).toBe(value.length)
      expect(endOfValue(`[${value}]`, 1)).toBe(value.length + 1)
    },
  )
  test.each(['{"a":[1', '"cut off', '[{"a":"'])('with the text if that is cut off: %s', value => {
    expect(endOfValue(value, 0)).toBe(value.length)
  })
  test('where no letter, digit, sign or point follows', () => {
    expect(['-4.2E+1,', 'null}', 'Zz_9 ', '7'].map(text => endOfBare(text, 0))).toEqual([7, 4, 4, 1])
  })
})

describe('a whole number in JSON', () => {
  test.each([
    ['4111111111111111', '4111111111111111'],
    ['-42', '-42'],
    ['0', '0'],
    ['-0', '0'],
    ['0.0', '0'],
    ['007', '7'],
    ['42.0', '42'],
    ['42.000', '42'],
    ['4.2e1', '42'],
    ['4.20E+1', '42'],
    ['420e-1', '42'],
    ['4200e-2', '42'],
    ['4e3', '4000'],
    ['0.042e3', '42'],
    [`1${'0'.repeat(29)}`, `1${'0'.repeat(29)}`],
    ['1e29', `1${'0'.repeat(29)}`],
  ])('%s is %s', (token, digits) => expect(wholeNumber(token)).toBe(digits))
  test.each([
    '4.2',
    '42e-1',
    '4.25e1',
    '1e30',
    `1${'0'.repeat(30)}`,
    '1e99999',
    '4.',
    '.5',
    '+4',
    '4e',
    '0x4',
    'true',
    '',
    '4 ',
  ])('%s is none', token => expect(wholeNumber(token)).toBeUndefined())
})

test.each([
  ['6006491111112222', '2222'],
  ['6006 4911 1111 22-22', '2222'],
  ['••••1207', '1207'],
  ['AB-12C', 'B12C'],
  ['1-23', '1-23'],
  ['12345', '2345'],
  ['1 2 3', '123'],
  ['', ''],
])('the last four of %j are %j', (text, four) => expect(lastFourOf(text)).toBe(four))
