import { expect, test } from 'vitest'
import { PrintError } from '../../../src/errors.ts'
import { codePointsIn, scriptNames, scriptsWithout, withGlyphs } from '../../../src/pdf/fonts/glyphs.ts'

const latin = (codePoint: number) => codePoint < 0x250 || codePoint === 0xfffd

test('leaves a page unchanged if every character has a glyph', () => {
  const html = '<body><p>Crème brûlée &amp; café &#233;</p></body>'
  expect(withGlyphs(html, latin, 'error')).toBe(html)
})

test('names a character without a glyph once, by code point only', () => {
  const error = catchError(() => withGlyphs('<body><p>secret ☕ and ☕ &#x1f600;</p></body>', latin, 'error'))
  expect(error).toBeInstanceOf(PrintError)
  expect(error.message).toContain('U+2615, U+1F600')
  expect(error.message).toContain('pdf.fonts')
  expect(error.message).not.toContain('secret')
})

test('names the package to install for Japanese, and none for what the package has', () => {
  const message = (text: string) => catchError(() => withGlyphs(`<body>${text}</body>`, latin, 'error')).message
  for (const text of ['コーヒー', 'こーひー', '珈琲'])
    expect(message(text)).toContain('install @expo-google-fonts/noto-sans-jp')
  for (const text of ['قهوة', 'קפה', '☕', 'ไทย']) expect(message(text)).not.toContain('install')
})

test('names the packages to install for Bengali and Tamil', () => {
  const error = catchError(() => withGlyphs('<body>চা தேநீர்</body>', latin, 'error'))
  expect(error.message).toContain('install @expo-google-fonts/noto-sans-bengali and @expo-google-fonts/noto-sans-tamil')
})

test('truncates a long list of missing characters', () => {
  const text = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
  expect(catchError(() => withGlyphs(`<body>${text}</body>`, latin, 'error')).message).toContain('and 30 more')
})

test('replaces missing characters on request, literal or as references', () => {
  expect(withGlyphs('<body>a☕b&#9749;c&#x2615;d</body>', latin, 'replace')).toBe('<body>a\uFFFDb\uFFFDc\uFFFDd</body>')
  expect(withGlyphs('<body>☕</body>', code => code < 0x80, 'replace')).toBe('<body>?</body>')
})

test('tells the scripts of what it replaced, each once, and nothing if it replaced nothing', () => {
  const told: string[][] = []
  const replace = (text: string) => withGlyphs(`<body>${text}</body>`, latin, 'replace', scripts => told.push(scripts))
  replace('한국 &#xbc30; ไทย ☕ ⅓')
  replace('Crème')
  expect(told).toEqual([['Hang', 'Thai', 'Zsye', 'Zyyy']])
})

test.each([
  ['한', 'Hang', 'Hangul'],
  ['ไ', 'Thai', 'Thai'],
  ['日', 'Hani', 'Han'],
  ['カ', 'Kana', 'Katakana'],
  ['😀', 'Zsye', 'emoji'],
  ['⅓', 'Zyyy', 'signs'],
  ['𐎀', 'Zzzz', 'other scripts'],
  ['\ue000', 'Zzzz', 'other scripts'],
])('the script of %s is %s, %s', (character, code, name) => {
  expect(scriptsWithout(latin, `Total ${character}${character} é\u200b`)).toEqual([code])
  expect(scriptNames([code])).toBe(name)
})

test('names the scripts in the error, too', () => {
  const error = catchError(() => withGlyphs('<body>한국 ไทย</body>', latin, 'error'))
  expect(error.message).toContain('(Hangul and Thai)')
})

test('needs no glyph for invisible characters', () => {
  const html = '<body>a\u200d\u2066\u2069\u061c\ufe0f\u00a0\u202f&#x200b;</body>'
  expect(withGlyphs(html, code => code < 0x80, 'error')).toBe(html)
})

test('ignores attributes, styles, comments and the head', () => {
  const html =
    '<head><title>☕</title></head><body><!-- ☕ > --><img alt="☕"><style>/* ☕ */a{font-family:"☕"}</style>ok</body>'
  expect(withGlyphs(html, latin, 'error')).toBe(html)
})

test('finds what a stylesheet adds, as in margins, and nothing else that looks so', () => {
  const page = (sign: string) =>
    `<head><style>@page{@top-left{content:"No. {;\\" ${sign}1"}}</style></head><body>content: é ☕<style>p::before{content:"${sign}"}</style></body>`
  expect(withGlyphs(page('☕'), latin, 'replace')).toBe(page('\uFFFD').replace('é ☕', 'é \uFFFD'))
})

test('treats a lone surrogate as missing', () => {
  expect(catchError(() => withGlyphs('<body>\ud83d</body>', latin, 'error')).message).toContain('U+D83D')
})

test('counts each code point of a page once', () => {
  expect([...codePointsIn('<body>éé&#xe9;ü<i title="ß">x</i></body>')]).toEqual([0xe9, 0xfc])
})

test('stops at unfinished markup', () => {
  for (const html of ['<body><', '<body><!-- ☕', '<body><style>☕', '<body>&#', '<body>&#x;', '<body>&#99999999;']) {
    expect(withGlyphs(html, latin, 'error')).toBe(html)
  }
})

function catchError(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}
