import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { codePointsOf } from '../../../src/pdf/fonts/cmap.ts'
import { findFonts, fontFaces, fontsConf } from '../../../src/pdf/fonts/fonts.ts'

const fonts = findFonts([])
const fontFile = (name: string) => fonts.files.find(file => file.path.endsWith(name))!

test.each(['Ü', 'ß', 'Ω', 'Ж', 'س', 'ש', 'カ', '領', '€', '−', '₪', '\ufffd'])(
  'the fonts have a glyph for %s',
  character => {
    expect(fonts.covers(character.codePointAt(0)!)).toBe(true)
  },
)

test.each(['𒀀', '\ue000'])('the fonts have no glyph for %s', character => {
  expect(fonts.covers(character.codePointAt(0)!)).toBe(false)
})

test('reads a font’s characters from the font', () => {
  const has = (name: string, codePoint: number) =>
    codePointsOf(readFileSync(fontFile(name).path)).some(([first, last]) => first <= codePoint && codePoint <= last)
  expect(has('/NotoSans_400Regular.ttf', 0x41)).toBe(true)
  expect(has('/NotoSans_400Regular.ttf', 0x5d0)).toBe(false)
  expect(has('NotoSansHebrew_700Bold.ttf', 0x5d0)).toBe(true)
})

test('the small fonts have the Latin letters of the whole ones', () => {
  for (const name of ['NotoSans', 'NotoSansMono']) {
    for (const weight of ['400Regular', '700Bold']) {
      const small = codePointsOf(readFileSync(fontFile(`/${name}Latin_${weight}.ttf`).path))
      const whole = codePointsOf(readFileSync(fontFile(`/${name}_${weight}.ttf`).path))
      const has = (ranges: typeof small, codePoint: number) =>
        ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
      for (let letter = 0x20; letter <= 0x17f; letter++) expect(has(small, letter)).toBe(has(whole, letter))
      for (const sign of '–—’„“”…€₺₴−→') expect(has(small, sign.codePointAt(0)!)).toBe(has(whole, sign.codePointAt(0)!))
      expect(has(small, 0x3a9)).toBe(false)
    }
  }
})

test('reads a segment table (format 4) with deltas and glyph lists', () => {
  expect(codePointsOf(tinyFont())).toEqual([
    [0x41, 0x41],
    [0x42, 0x42],
    [0x61, 0x61],
    [0x63, 0x63],
  ])
})

test('finds no characters in a truncated font or another file', () => {
  const whole = tinyFont()
  expect(codePointsOf(new Uint8Array(0))).toEqual([])
  expect(codePointsOf(Buffer.from('this is a text, not a font at all'))).toEqual([])
  for (let length = 0; length < 40; length++) expect(codePointsOf(whole.subarray(0, length))).toEqual([])
})

test('gives the browser only the regular and bold weights', () => {
  expect(fonts.folders.length).toBeGreaterThanOrEqual(8)
  for (const folder of fonts.folders) expect(folder).toMatch(/400Regular$|700Bold$/)
})

test('writes a fontconfig file with escaped folders that prefers Noto Sans', () => {
  const conf = fontsConf(['/fonts/A & B'], '/cache/<1>')
  expect(conf).toContain('<dir>/fonts/A &amp; B</dir>')
  expect(conf).toContain('<cachedir>/cache/&lt;1&gt;</cachedir>')
  expect(conf).toContain('<family>sans-serif</family><accept><family>Noto Sans</family>')
  expect(conf).toContain('<edit name="family" mode="append_last"><string>Noto Sans</string></edit>')
})

test('rejects a folder without fonts by name', () => {
  expect(() => findFonts(['/no/such/folder'])).toThrow(OptionError)
  expect(() => findFonts(['/no/such/folder'])).toThrow('/no/such/folder')
  expect(() => findFonts([tmpdir()])).toThrow(OptionError)
})

test('embeds only the fonts a page needs, each for its own characters', () => {
  const rulesFor = fontFaces(fonts.files)
  const plain = rulesFor(new Set([0xfc]), 'de')
  expect(plain.match(/@font-face/g)).toHaveLength(2)
  expect(plain).toContain('U+fc')
  const mixed = rulesFor(new Set([0xfc, 0x5e9, 0x633]), 'de')
  expect(mixed.match(/@font-face/g)).toHaveLength(6)
  expect(mixed).toMatch(/unicode-range:U\+5e9\}/)
  expect(mixed).toMatch(/unicode-range:U\+633\}/)
})

/** A font of one table: `A B` by delta, `a` and `c` by list, and `b` in the list with no glyph. */
function tinyFont(): Buffer {
  const words = [
    ...[0x0001, 0x0000, 1, 0, 0, 0],
    ...[0x636d, 0x6170, 0, 0, 0, 28, 0, 100],
    ...[0, 1, 3, 1, 0, 12],
    ...[4, 46, 0, 6, 0, 0, 0],
    ...[0x42, 0x63, 0xffff, 0, 0x41, 0x61, 0xffff],
    ...[-0x40 & 0xffff, 0, 1, 0, 4, 0],
    ...[5, 0, 6],
  ]
  const font = Buffer.alloc(words.length * 2)
  words.forEach((word, at) => {
    font.writeUInt16BE(word, at * 2)
  })
  return font
}
