/**
 * Copies the two weights of fonts that PDFs use into `dist/fonts/`, 5 MB: their packages have nine each, 27 MB. Then writes the
 * letters of most languages in Latin script from Noto Sans and Noto Sans Mono: a browser takes a tenth less time for a PDF than with
 * the whole fonts, which have ten times as many glyphs. The printer calls them `Noto Sans Latin` and `Noto Sans Mono Latin`.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { scaleFont } from './fonts/scale-font.ts'

/** Basic Latin, Latin-1, Latin Extended-A, Romanian, then punctuation, currencies, and signs that receipts use. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x2010, 0x2027],
  [0x202f, 0x203a],
  [0x2060, 0x2060],
  [0x20a0, 0x20c0],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
] as const

const letters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
  .join('')

/**
 * Features that shape text by themselves, and digits of one width; alternates that a stylesheet would have to ask for made a third
 * of the glyphs.
 */
const options = {
  targetFormat: 'truetype',
  keepFeatures: ['kern', 'ccmp', 'liga', 'locl', 'tnum'],
} as const

/**
 * A power of two: with it, and sizes of type that are quarters of a pixel, widths are exact in binary, and Chromium writes a line
 * as one string. With Noto's 1,000 it places each glyph: a page is three times as long, and takes a twentieth longer.
 */
const unitsPerEm = 2048

const packed = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-emoji',
  'noto-sans-mono',
] as const
const weights = ['400Regular', '700Bold'] as const

const { resolve } = createRequire(import.meta.url)

for (const name of packed) {
  const fonts = packageOf(name)
  for (const weight of weights) {
    const [file = ''] = readdirSync(join(fonts, weight)).filter(file => file.endsWith('.ttf'))
    copyFileSync(join(fonts, weight, file), join(folderOf(name, weight, fonts), file))
  }
}

for (const [name, file] of [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-mono', 'NotoSansMono'],
] as const) {
  const fonts = packageOf(name)
  for (const weight of weights) {
    const whole = readFileSync(join(fonts, weight, `${file}_${weight}.ttf`))
    const scaled = scaleFont(await subsetFont(whole, letters, options), unitsPerEm)
    // Once more for its checksums.
    const latin = await subsetFont(scaled, letters, options)
    writeFileSync(join(folderOf(`${name}-latin`, weight, fonts), `${file}Latin_${weight}.ttf`), latin)
  }
}

function packageOf(name: string): string {
  return dirname(resolve(`@expo-google-fonts/${name}/package.json`))
}

/** A new folder for a font, beside its license. */
function folderOf(name: string, weight: string, fonts: string): string {
  const folder = join('dist/fonts', name, weight)
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(fonts, 'LICENSE_FONT'), join('dist/fonts', name, 'LICENSE_FONT'))
  return folder
}
