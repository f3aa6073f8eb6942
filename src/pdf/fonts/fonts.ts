import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { hanPackage, paperFamilies } from '../../document/paper-fonts.ts'
import { OptionError } from '../../errors.ts'
import { packageRoot } from '../../package-root.ts'
import { codePointsOf } from './cmap.ts'
import type { Covers } from './glyphs.ts'

/** The fonts a PDF may use: the package's Latin letters, its fonts, those of other scripts that are installed, then the caller's folders. */
export interface Fonts {
  /** Folders for fontconfig, each with one weight of one family. */
  folders: readonly string[]
  files: readonly FontFile[]
  /** Whether any font has a glyph; reads the fonts in order, up to the first that has it. */
  covers(codePoint: number): boolean
  /**
   * The folders of a page: without the large fonts that it needs no letter of, for each takes a browser tens of milliseconds when it
   * starts.
   *
   * @param lang the page's language, which says whose forms of Han letters it has
   */
  foldersFor(codePoints: ReadonlySet<number>, lang: string): readonly string[]
}

interface FontFile {
  path: string
  /** CSS weight, judging by the file name. */
  weight: 400 | 700
}

/** All families, and the one of fixed width: what other letters of a slip fall to stands before it. */
const families = [...paperFamilies, { family: 'Noto Sans Mono', folder: 'noto-sans-mono' }] as const

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
 * Finds Noto Sans (Latin, Greek, Cyrillic), its companions and, if their packages are installed, those of Bengali, Tamil, Chinese,
 * Japanese and Korean, so that a page looks the same on every host.
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
  const small = [...latin, ...families.filter(font => 'folder' in font)].flatMap(foldersOf)
  const usual = [...small, ...extra]
  const large = families
    .filter(font => 'packageName' in font)
    .map(font => ({ ...font, folders: foldersOf(font) }))
    .filter(({ folders }) => folders.length > 0)
  const hasUsual = extra.length > 0 ? coverage(usual) : coverageOfOurs('small', small)
  const has = large.map(({ packageName, folders }) => coverageOfOurs(packageName, folders))
  const folders = [...small, ...large.flatMap(({ folders }) => folders), ...extra]
  return {
    folders,
    files: folders.flatMap(fontsIn),
    covers: codePoint => hasUsual(codePoint) || has.some(covers => covers(codePoint)),
    foldersFor(codePoints, lang) {
      const wanted = hanPackage(lang)
      const first = large.findIndex(({ packageName }) => packageName === wanted)
      const order = [...large.keys()].sort((one, other) => Number(other === first) - Number(one === first))
      const needed = new Set<number | undefined>()
      for (const codePoint of codePoints) if (!hasUsual(codePoint)) needed.add(order.find(at => has[at]?.(codePoint)))
      return [...usual, ...large.filter((_, at) => needed.has(at)).flatMap(({ folders }) => folders)]
    },
  }
}

/** What our fonts cover, read once for all printers, and only when it is asked for: the Chinese alone are ten megabytes. */
const ours = new Map<string, Covers>()

function coverageOfOurs(name: string, folders: readonly string[]): Covers {
  const known = ours.get(name) ?? coverage(folders)
  ours.set(name, known)
  return known
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

/** The weights of our families have the same letters, so one of them is read. */
function coverage(folders: readonly string[]): Covers {
  const bits = new Uint8Array(0x110000 >> 3)
  const regular = folders.filter(folder => !folder.endsWith(weights[1]))
  const left = regular.flatMap(fontsIn)
  return codePoint => {
    while (((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) === 0) {
      const next = left.shift()
      if (!next) return false
      for (const [first, last] of codePointsOf(readFileSync(next.path)))
        for (let code = first; code <= Math.min(last, 0x10ffff); code++)
          bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
    }
    return true
  }
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
 * @returns a function from the code points of a page (ASCII is assumed) and its language to CSS
 */
export function fontFaces(files: readonly FontFile[]): (codePoints: ReadonlySet<number>, lang: string) => string {
  const fonts = files.map(file => ({ file, has: undefined as ((codePoint: number) => boolean) | undefined, css: '' }))
  return (codePoints, lang) => {
    const own = hanPackage(lang)
    const isOwn = ({ file }: (typeof fonts)[number]) => Number(own !== undefined && file.path.includes(own))
    const byLanguage = fonts.toSorted((one, other) => isOwn(other) - isOwn(one))
    const rules: string[] = []
    for (const weight of [400, 700] as const) {
      let left = [...ascii, ...codePoints]
      for (const font of byLanguage.filter(({ file }) => file.weight === weight)) {
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
