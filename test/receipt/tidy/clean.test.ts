import { describe, expect, test } from 'vitest'
import { cleanLines, cleanText, hasHiddenCharacters } from '../../../src/receipt/tidy/clean.ts'

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
