import { describe, expect, test } from 'vitest'
import { normalized } from '../../src/standards/normal-form.ts'
import { cpuOf, isBeyond } from '../support/cpu.ts'
import fc from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** Every character that Unicode makes of several, in parts. */
const parts = Array.from({ length: 0x110000 }, (_, code) => (code >> 11 === 0x1b ? '' : String.fromCodePoint(code)))
  .map(char => [...char.normalize('NFD')])
  .filter(({ length }) => length > 1)

test('a text with up to 30 marks in a row is as the language normalizes it', () => {
  const letters = [
    'a',
    'q',
    ' ',
    '\u0301',
    '\u0323',
    '\u0344',
    '\u05b0',
    '\u1100',
    '\u1161',
    '\u{16d67}',
    '\u{1d165}',
    '\ufb2c',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...letters), { maxLength: 15 }), fc.constantFrom(...forms), (chars, form) => {
      expect(normalized(chars.join(''), form)).toBe(chars.join('').normalize(form))
    }),
    { numRuns: tries(2000) },
  )
})

describe('of a row of marks, only 30 stay', () => {
  test.each([
    ['at the end', 'q', '\u0323'],
    ['of another plane', 'q', '\u{1d165}'],
    ['that are no marks by their category, but join what is before them', 'q', '\u{16d67}'],
  ])('%s', (_, letter, mark) => {
    for (const count of [29, 30])
      expect(normalized(letter + mark.repeat(count), 'NFD')).toBe((letter + mark.repeat(count)).normalize('NFD'))
    for (const count of [31, 32, 61, 1000]) {
      expect(normalized(letter + mark.repeat(count), 'NFD')).toBe((letter + mark.repeat(30)).normalize('NFD'))
      expect(normalized(`${mark.repeat(count)}z${mark.repeat(count)}`, 'NFD')).toBe(
        `${mark.repeat(30)}z${mark.repeat(30)}`.normalize('NFD'),
      )
    }
  })

  test('where one mark stands for two', () => {
    expect(normalized('\u0344'.repeat(20), 'NFC')).toBe('\u0308\u0301'.repeat(15).normalize('NFC'))
  })

  test('wherever the row begins', () => {
    for (let before = 0; before < 70; before++)
      expect(normalized(`${'x'.repeat(before)}${'\u0301'.repeat(31)}y`, 'NFD')).toBe(
        `${'x'.repeat(before)}${'\u0301'.repeat(30)}y`,
      )
  })
})

test('what is normalized stays as it is', () => {
  const chars = fc.constantFrom(...'aq \u0301\u0323\u0344\u0f73\u05b0\u1100\u1161\u11a8\u{16d67}\u{16126}\u0345\ufb2c')
  fc.assert(
    fc.property(fc.array(chars, { maxLength: 200 }), fc.constantFrom(...forms), (list, form) => {
      const once = normalized(list.join(''), form)
      expect(normalized(once, form)).toBe(once)
      expect(once.normalize(form)).toBe(once)
    }),
    { numRuns: tries(1000) },
  )
})

test('no row of what joins with what is before it takes more than linear time', () => {
  // Of a later Unicode, too: a vowel that isn't a mark took seconds.
  const joining = [...new Set(parts.flatMap(([, ...rest]) => rest))]
  expect(joining.length).toBeGreaterThan(100)
  const slow = joining.filter(char =>
    isBeyond(
      cpuOf(() => normalized(`a${char}`.repeat(2) + char.repeat(100_000), 'NFC'), 40),
      40,
    ),
  )
  expect(slow.map(char => char.codePointAt(0)?.toString(16))).toEqual([])
})
