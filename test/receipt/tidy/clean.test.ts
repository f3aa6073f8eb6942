import { describe, expect, test } from 'vitest'
import { cleanLines, cleanRaw, cleanText, hasHiddenCharacters, plainSigns } from '../../../src/receipt/tidy/clean.ts'
import { cpuOf, isBeyond } from '../../support/cpu.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

/** What becomes of a character between two letters, by its Unicode properties. */
function expected(char: string, lines: boolean): string {
  if (/\p{Bidi_Control}/u.test(char)) return 'ab'
  if (lines && /[\t\n]/.test(char)) return `a${char}b`
  if (lines && /[\r\u0085\u2028\u2029]/.test(char)) return 'a\nb'
  if (/[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029]/u.test(char)) return 'a b'
  return /\p{Cs}/u.test(char) ? 'a\ufffdb' : `a${char}b`.normalize('NFC')
}

test('every character of the basic plane is printed, simplified, or removed', () => {
  const wrong: string[] = []
  for (let code = 0; code < 0x10000; code++) {
    const char = String.fromCharCode(code)
    const text = `a${char}b`
    const hides =
      /[\p{Bidi_Control}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(char) && !/[\t\n\r\u0085]/.test(char)
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
    ['noncharacters of all planes are control characters', 'a\uffff\u{1fffe}\u{10ffff}\ufdd0b', 'a b', 'a b'],
    [
      'no letter has more than 30 marks, once direction marks are gone',
      `a${'\u0323\u200e'.repeat(40)}b`,
      `\u1ea1${'\u0323'.repeat(29)}b`,
      `\u1ea1${'\u0323'.repeat(29)}b`,
    ],
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

describe('in texts of lines, a backslash', () => {
  test.each<[string, string]>([
    // JavaScript's own escapes are switched off, so the texts stand here as they are sent.
    ['Pebble & Pine\\nOpen till 9', 'Pebble & Pine\nOpen till 9'],
    [String.raw`one\r\ntwo\tthree`, 'one\ntwo\tthree'],
    [String.raw`\n\nend`, '\n\nend'],
    [String.raw`\\server\new`, String.raw`\server\new`],
    [String.raw`\\\\server\\new`, String.raw`\\server\new`],
    [String.raw`scans: \\server\new\till and more\nend`, `${String.raw`scans: \server\new\till and more`}\nend`],
    [String.raw`files:\n\\server\new`, `files:\n${String.raw`\server\new`}`],
    [String.raw`(\\server\new)`, String.raw`(\server\new)`],
    [String.raw`write \\n for a line`, String.raw`write \n for a line`],
    [String.raw`C:\\new\\till`, String.raw`C:\new\till`],
    [String.raw`C:\\dir\nend`, `${String.raw`C:\dir`}\nend`],
    [String.raw`C:\dir`, String.raw`C:\dir`],
    [String.raw`end\\`, 'end\\'],
    ['end\\', 'end\\'],
  ])('%s', (sent, printed) => {
    expect(cleanLines(sent)).toBe(printed)
    expect(cleanRaw(sent)).toBe(sent)
  })

  test('doubled, gives any text back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', 'n', 't', 'r', ' ', 'x', '(') }), text => {
        expect(cleanLines(text.replaceAll('\\', '\\\\'))).toBe(text)
      }),
      { numRuns: tries(2000) },
    )
  })

  test('takes no longer the more there are', () => {
    for (const text of ['\\'.repeat(32_000), ' \\\\x'.repeat(8000), '\\n'.repeat(16_000), ' '.repeat(31_999) + '\\']) {
      expect(
        isBeyond(
          cpuOf(() => cleanLines(text), 50),
          50,
        ),
      ).toBe(false)
    }
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
