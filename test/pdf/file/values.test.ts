import { describe, expect, test } from 'vitest'
import {
  asNumber,
  asReference,
  bytesOf,
  parseValue,
  readValue,
  textOf,
  writeValue,
} from '../../../src/pdf/file/values.ts'

describe('a value', () => {
  test.each([
    '<</Type /Page\n/MediaBox [0 0 595.91998 -.5]\n/Contents 13 0 R\n/Names <<>>>>',
    '[/PDF (a \\) b) <FEFF00E9> true null [1 0 R 2 0 R 3]]',
    '/application#2Fjson',
    '(\\\\)',
    '12 0 R',
  ])('%s is read and written as it was', text => {
    expect(writeValue(parseValue(text)!)).toBe(text)
  })

  test.each([
    ['more than one', '1 2'],
    ['a list without end', '[1 2'],
    ['a dictionary without end', '<</A 1>'],
    ['a key without value', '<</A>>'],
    ['a value without key', '<<1 2>>'],
    ['a key twice', '<</A 1\n/A 2>>'],
    ['a string without end', '(a\\)'],
    ['a parenthesis that isn’t escaped', '(a(b))'],
    ['other signs than digits', '<00G0>'],
    ['a comment', '1 % one'],
    ['another generation', '[1 1 R]'],
    ['a word', '[Infinity]'],
    ['a number of 33 digits', '1'.repeat(33)],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['nothing', ' '],
  ])('isn’t read with %s', (_, text) => {
    expect(parseValue(text)).toBeUndefined()
  })

  test('ends where it says', () => {
    expect(readValue('3 0 obj\n<</Length 5>> stream\n', 8)).toMatchObject({ end: 21 })
    expect(readValue('[1 2 3]', 0, { left: 4 })).toBeDefined()
    expect(readValue('[1 2 3]', 0, { left: 3 })).toBeUndefined()
  })

  test('is a number, a reference or a text, and nothing else', () => {
    expect(['-.5', '(5)', '/5', '<05>', '5 0 R', 'true'].map(asNumber)).toEqual([-0.5, ...Array(5)])
    expect(['5 0 R', '5', '(5 0 R)'].map(asReference)).toEqual([5, undefined, undefined])
    expect(bytesOf('(\\050a\\)\\n\\\n\\053)')).toBe('(a)\n+')
    expect(['<FEFF00E92615>', '(Tea)', '(\\376\\377\\000A)', '/Tea'].map(textOf)).toEqual([
      'é☕',
      'Tea',
      'A',
      undefined,
    ])
  })
})
