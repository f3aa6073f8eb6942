import { describe, expect, test } from 'vitest'
import { cleanLines, cleanText, hasHiddenCharacters, plainSigns } from '../../../src/receipt/tidy/clean.ts'

/** What becomes of a character between two letters, by its Unicode properties. */
function expected(char: string, lines: boolean): string {
  if (/\p{Bidi_Control}/u.test(char)) return 'ab'
  if (lines && /[\t\n]/.test(char)) return `a${char}b`
  if (lines && /[\r\u0085\u2028\u2029]/.test(char)) return 'a\nb'
  if (/[\p{Cc}\u2028\u2029]/u.test(char)) return 'a b'
  return /\p{Cs}/u.test(char) ? 'a\ufffdb' : `a${char}b`.normalize('NFC')
}

test('every character of the basic plane is printed, simplified, or removed', () => {
  const wrong: string[] = []
  for (let code = 0; code < 0x10000; code++) {
    const char = String.fromCharCode(code)
    const text = `a${char}b`
    const hides = /[\p{Bidi_Control}\p{Cc}\p{Cs}]/u.test(char) && !/[\t\n\r\u0085]/.test(char)
    if (cleanText(text) !== expected(char, false)) wrong.push(`text ${code.toString(16)}`)
    if (cleanLines(text) !== expected(char, true)) wrong.push(`lines ${code.toString(16)}`)
    if (hasHiddenCharacters(text) !== hides) wrong.push(`hidden ${code.toString(16)}`)
  }
  expect(wrong).toEqual([])
})

describe('a text is cleaned as a whole', () => {
  test.each([
    ['runs of control characters are one space', 'a\u0000\u0001\t\nb', 'a b', 'a \t\nb'],
    ['marks go wherever they are', '\u202ea\u200fb\u2066c\u2069', 'abc', 'abc'],
    ['accents are put together', 'e\u0301', 'é', 'é'],
    ['pairs of surrogates stay', '🙂', '🙂', '🙂'],
    ['escapes are line breaks and tabs in texts of lines', 'a\\nb\\r\\nc\\td', 'a\\nb\\r\\nc\\td', 'a\nb\nc\td'],
    ['line ends of Windows are one', 'a\r\nb\rc', 'a b c', 'a\nb\nc'],
    ['other backslashes stay', 'a\\b\\', 'a\\b\\', 'a\\b\\'],
    ['nothing', '', '', ''],
  ])('%s', (_, text, oneLine, lines) => {
    expect(cleanText(text)).toBe(oneLine)
    expect(cleanLines(text)).toBe(lines)
  })
})

test('signs that are taken for clean are: Unicode NFC leaves each alone, whatever stands beside it', () => {
  const isPlain = new RegExp(`^[${plainSigns}]$`)
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(sign =>
    isPlain.test(sign),
  )
  expect(signs.length).toBeGreaterThan(500)
  const all = signs.join('')
  const backward = signs.toReversed().join('')
  for (const text of [all, backward, ...signs]) expect(text.normalize('NFC')).toBe(text)
  for (const one of signs.filter(sign => /\p{L}/u.test(sign)))
    for (const other of ['\u00a8', '\u00b4', '\u00b8', '`', '^', '~', 'a', 'ż'])
      expect((one + other).normalize('NFC')).toBe(one + other)
  expect(all).not.toMatch(/[\p{Cc}\p{M}\u2028-\u202e\u2060-\u2069\u200e\u200f\\]/u)
})
