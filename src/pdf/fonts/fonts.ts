import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { OptionError } from '../../errors.ts'
import { packageRoot } from '../../package-root.ts'
import { codePointsOf } from './cmap.ts'

/** The fonts a PDF may use: the package's Latin letters, its fonts, that of Japanese if installed, then those of the caller's folders. */
export interface Fonts {
  /** Folders for fontconfig, each with one weight of one family. */
  folders: readonly string[]
  files: readonly FontFile[]
  /** Whether any font has a glyph; reads the fonts on first call. */
  covers(codePoint: number): boolean
}

interface FontFile {
  path: string
  /** CSS weight, judging by the file name. */
  weight: 400 | 700
}

/**
 * Families in order of preference: the first that has a glyph draws it. `npm run build` copies them to `dist/fonts`, but for the
 * Japanese, which is as large as all others together twice.
 */
const families = [
  { family: 'Noto Sans', folder: 'noto-sans' },
  { family: 'Noto Sans Arabic', folder: 'noto-sans-arabic' },
  { family: 'Noto Sans Hebrew', folder: 'noto-sans-hebrew' },
  { family: 'Noto Sans JP', packageName: '@expo-google-fonts/noto-sans-jp' },
  { family: 'Noto Emoji', folder: 'noto-emoji' },
  { family: 'Noto Sans Mono', folder: 'noto-sans-mono' },
] as const

/**
 * The Latin letters of two of them, as `npm run build` writes them. Chromium takes a tenth less time for a PDF in which they come
 * first, for the whole fonts have ten times as many glyphs. They have their own names so that other letters fall to the whole fonts.
 */
const latin = [
  { family: 'Noto Sans Latin', folder: 'noto-sans-latin', file: 'NotoSansLatin_' },
  { family: 'Noto Sans Mono Latin', folder: 'noto-sans-mono-latin', file: 'NotoSansMonoLatin_' },
] as const

const weights = ['400Regular', '700Bold'] as const

/**
 * The `font-family` of a print page. Families that aren't installed are skipped; a used family that isn't listed here still
 * prints, but its bold is synthetic.
 */
export const fontStack = `${[latin[0], ...families]
  .filter(({ family }) => family !== 'Noto Sans Mono')
  .map(({ family }) => `"${family}"`)
  .join(',')},sans-serif`

/**
 * Finds Noto Sans (Latin, Greek, Cyrillic), its Arabic, Hebrew, emoji and monospace companions and, if its package is installed,
 * the Japanese, so that a page looks the same on every host.
 *
 * @param extra additional folders with TTF, OTF or TTC files, used after those
 * @throws OptionError naming an extra folder that doesn't exist or has no font
 */
export function findFonts(extra: readonly string[]): Fonts {
  for (const folder of extra) {
    if (fontsIn(folder).length === 0) {
      throw new OptionError(`fonts: ${folder} has no TTF or OTF files; give a folder that does.`)
    }
  }
  const folders = [...[...latin, ...families].flatMap(foldersOf), ...extra]
  const files = folders.flatMap(fontsIn)
  let coverage: Uint8Array | undefined
  return {
    folders,
    files,
    covers(codePoint) {
      coverage ??= extra.length > 0 ? coverageOf(files) : coverageOfOurs(files)
      return ((coverage[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
    },
  }
}

/** What our fonts cover, read once for all printers: the Japanese alone are ten megabytes. */
let ours: Uint8Array | undefined

function coverageOfOurs(files: readonly FontFile[]): Uint8Array {
  ours ??= coverageOf(files)
  return ours
}

function foldersOf(font: { folder: string } | { packageName: string }): string[] {
  const home = 'folder' in font ? join(packageRoot, 'dist/fonts', font.folder) : folderOfPackage(font.packageName)
  return home === undefined ? [] : weights.map(weight => join(home, weight)).filter(existsSync)
}

function folderOfPackage(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

function fontsIn(folder: string): FontFile[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).sort()
  return names
    .filter(name => /\.(ttf|otf|ttc)$/i.test(name))
    .map(name => ({ path: join(folder, name), weight: /bold/i.test(name) ? 700 : 400 }))
}

function coverageOf(files: readonly FontFile[]): Uint8Array {
  const bits = new Uint8Array(0x110000 >> 3)
  for (const [first, last] of files.flatMap(file => codePointsOf(readFileSync(file.path)))) {
    for (let code = first; code <= Math.min(last, 0x10ffff); code++)
      bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
  }
  return bits
}

/**
 * Writes a fontconfig file that makes a browser on Linux see only these fonts
 * (fontconfig, "Configuration File Format").
 *
 * @param folders the folders of the fonts
 * @param cacheFolder fontconfig's cache
 */
export function fontsConf(folders: readonly string[], cacheFolder: string): string {
  const sans = families.filter(({ family }) => family !== 'Noto Sans Mono').map(({ family }) => family)
  const aliases = [
    alias('sans-serif', sans),
    alias('serif', sans),
    alias('monospace', ['Noto Sans Mono', ...sans]),
    alias('Noto Sans', sans.slice(1)),
  ]
  const folderLines = folders.map(folder => `  <dir>${escapeXml(folder)}</dir>`)
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folderLines,
    `  <cachedir>${escapeXml(cacheFolder)}</cachedir>`,
    ...latin.map(({ family, file }) => naming(family, file)),
    ...aliases,
    // A family that isn't here, such as the browser's sans-serif, becomes the first of these.
    `  <match><edit name="family" mode="append_last"><string>${sans[0]}</string></edit></match>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

/** Their files have the names of the whole fonts inside. */
function naming(family: string, file: string): string {
  const test = `<test name="file" compare="contains"><string>/${file}</string></test>`
  return `  <match target="scan">${test}<edit name="family" mode="assign"><string>${family}</string></edit></match>`
}

function alias(name: string, preferred: readonly string[]): string {
  const list = preferred.map(family => `<family>${family}</family>`).join('')
  return `  <alias binding="same"><family>${name}</family><accept>${list}</accept></alias>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Makes `@font-face` rules for a page, for hosts whose browser doesn't use fontconfig (macOS, Windows).
 * All fonts appear as one family, `Noto Sans`, each for the characters that it is the first to have. Only fonts that the page
 * needs are embedded, because the rules are large (a 600 KB font takes 800 KB of text).
 *
 * @param files the fonts in order of preference
 * @returns a function from the code points of a page (ASCII is assumed) to CSS
 */
export function fontFaces(files: readonly FontFile[]): (codePoints: ReadonlySet<number>) => string {
  const fonts = files.map(file => ({ file, has: undefined as ((codePoint: number) => boolean) | undefined, css: '' }))
  return codePoints => {
    const rules: string[] = []
    for (const weight of [400, 700] as const) {
      let left = [...ascii, ...codePoints]
      for (const font of fonts.filter(({ file }) => file.weight === weight)) {
        font.has ??= coverageTest(font.file)
        const { has } = font
        const taken = left.filter(has)
        if (taken.length === 0) continue
        left = left.filter(codePoint => !has(codePoint))
        font.css ||= source(font.file)
        rules.push(
          `@font-face{font-family:"Noto Sans";font-weight:${weight};font-display:block;${font.css}${range(taken)}}`,
        )
      }
    }
    return rules.join('')
  }
}

const ascii = Array.from({ length: 0x5f }, (_, index) => 0x20 + index)

function coverageTest(file: FontFile): (codePoint: number) => boolean {
  const ranges = codePointsOf(readFileSync(file.path))
  return codePoint => ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
}

function source(file: FontFile): string {
  const type = extname(file.path).slice(1).toLowerCase()
  return `src:url(data:font/${type};base64,${readFileSync(file.path).toString('base64')});`
}

function range(codePoints: readonly number[]): string {
  return `unicode-range:${codePoints.map(codePoint => `U+${codePoint.toString(16)}`).join(',')}`
}
