import { describe, expect, test } from 'vitest'
import { isRefused, parseAcceptLanguage } from '../../../src/locale/resolve/resolve.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `x${String.fromCharCode(97 + at)}`)

describe('a header of ranges', () => {
  test.each([
    ['da, en-gb;q=0.8, en;q=0.7', ['da', 'en-GB', 'en'], []],
    ['en;q=0.7, da', ['da', 'en'], []],
    ['fr;q=0.123, de;q=0.124', ['de', 'fr'], []],
    ['de;q=1.000, fr;q=1, it;q=1.', ['de', 'fr', 'it'], []],
    ['de;q=0.001', ['de'], []],
    ['de;q=0, fr;q=0.000, it;q=0.', [], ['de', 'fr', 'it']],
    ['*, de;q=0', ['*'], ['de']],
    ['de ; Q = 0.5 , fr', ['fr', 'de'], []],
    ['de;level=1;q=0.5, fr', ['fr', 'de'], []],
    ['de;level=1', ['de'], []],
    ['', [], []],
  ])('%s wants %j and refuses %j', (header, wanted, refused) => {
    expect(parseAcceptLanguage(header)).toEqual({ wanted, refused })
  })

  test.each([
    'de;q=1.001',
    'de;q=1.0000',
    'de;q=0.1234',
    'de;q=2',
    'de;q=-1',
    'de;q=',
    'de;q=.5',
    'de;q=x',
    'de;q=00',
    'no such',
    ';q=1',
  ])('%s makes no sense and is left out', header =>
    expect(parseAcceptLanguage(`${header}, fr`)).toEqual({ wanted: ['fr'], refused: [] }),
  )

  test('has 24 ranges at most, the rest is not read', () => {
    expect(parseAcceptLanguage(numbered(24).join(',')).wanted).toEqual(numbered(24))
    expect(parseAcceptLanguage(numbered(25).join(',')).wanted).toEqual(numbered(24))
  })

  test('has 512 characters at most, a longer one is ignored', () => {
    expect(parseAcceptLanguage(`de${' '.repeat(510)}`).wanted).toEqual(['de'])
    expect(parseAcceptLanguage(`de${' '.repeat(511)}`).wanted).toEqual([])
  })

  test.each([undefined, null, 7, ['de'], {}])('must be a string, not %j', header => {
    expect(parseAcceptLanguage(header)).toEqual({ wanted: [], refused: [] })
  })
})

describe('a language is refused', () => {
  test.each([
    ['es', 'es;q=0', true],
    ['es-MX', 'es;q=0', true],
    ['est', 'es;q=0', false],
    ['es', 'es-MX;q=0', false],
    ['es-MX', 'es-MX;q=0, es', true],
    ['es-MX', 'es;q=0, es-MX', false],
    ['es-MX', 'es;q=0, es', false],
    ['es-MX', '*;q=0', false],
    ['de', 'es;q=0', false],
  ])('%s by %s: %s', (tag, header, refused) => {
    expect(isRefused(tag, parseAcceptLanguage(header))).toBe(refused)
  })
})
