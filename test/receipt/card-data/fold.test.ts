import { describe, expect, test } from 'vitest'
import { fold } from '../../../src/receipt/card-data/mask-text.ts'

const folded = (text: string) => fold(text).text

test.each(Intl.supportedValuesOf('numberingSystem'))('digits of the numbering system %s are ASCII digits', system => {
  const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit => format.format(digit))
  // Chinese has digits that are words.
  if (digits.every(digit => /^\p{Nd}$/u.test(digit))) expect(digits.map(folded).join('')).toBe('0123456789')
})

describe('other ways of writing are folded into one', () => {
  test.each([
    ['full-width signs', '４！：；＝？～', '4!:;=?~'],
    ['what is next to full-width signs', '\uff00\uff5f', 'x·'],
    ['line ends', 'a\u000bb\u000cc\r\nd\u0085e\u2028f\u2029g', 'a\nb\nc\n\nd\ne\nf\ng'],
    ['tabs and control characters', 'a\tb\u0000c\u001bd\u007fe\u0080f', 'a\tb\tc\td\te\tf'],
    ['what is not seen', 'a\u00adb\u200bc\u200ed\u2060e\ufe0ff\u0301g\u034fh', 'abcdefgh'],
    ['spaces', 'a\u00a0b\u1680c\u2009d\u202fe\u3000f\u2800g', 'a b c d e f g'],
    ['dashes', 'a\u2010b\u2011c\u2013d\u2014e\u2212f\u2500g\u2501h\u30fci', 'a-b-c-d-e-f-g-h-i'],
    ['numbers of other kinds', '¹²³⁴ ①⑨ ½ ⑩', '1234 19 x x'],
    ['signs', 'a·b…c“d”e\ufffdf\ud800', 'a·b·c·d·e·f·'],
    ['bullets and letters', 'a•bäcЖd漢', 'axbxcxdx'],
    ['emoji', 'a🙂b𝟗c', 'axb9c'],
    ['escapes', String.raw`a\nb\rc\td\u0034e\u00a0f\u200bg`, 'a\nb\nc\td4e fg'],
    ['escapes in capitals', String.raw`\u003A\u003a\u00E9`, '::x'],
    ['escapes with what is not seen in them', '\\\u200e\u200bn\\\u00adt', '\n\t'],
    ['what is no escape', String.raw`\x \u12 \u12g4 \ `, String.raw`\x \u12 \u12g4 \ `],
  ])('%s', (_, text, expected) => expect(folded(text)).toBe(expected))
})

test('folding keeps every character’s position', () => {
  const text = 'é4\u200b\\u0031𝟏\\n7'
  const { text: found, placeOf } = fold(text)
  expect(found).toBe('x411\n7')
  expect([...found].map((_, at) => text.slice(...placeOf(at, at + 1)))).toEqual(['é', '4', '\\u0031', '𝟏', '\\n', '7'])
  expect(text.slice(...placeOf(1, 4))).toBe('4\u200b\\u0031𝟏')
  expect(fold('plain 4').placeOf(6, 7)).toEqual([6, 7])
})
