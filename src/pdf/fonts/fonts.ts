import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OptionError } from '../../errors.ts'
import { type CodePointRange, codePointsOf } from './cmap.ts'

/** The fonts a PDF may use: those of the font packages that are installed, then those of the caller's folders. */
export interface Fonts {
  /** Folders to tell fontconfig about; each package contributes its regular and its bold weight. */
  folders: readonly string[]
  files: readonly FontFile[]
  /** Whether some font has a glyph; reads the fonts at the first question. */
  covers(codePoint: number): boolean
}

export interface FontFile {
  path: string
  /** CSS weight, as far as the file's name tells it. */
  weight: 400 | 700
}

/** Families in the order of preference: the first that has a glyph draws it. */
const families = [
  { family: 'Noto Sans', packageName: '@expo-google-fonts/noto-sans' },
  { family: 'Noto Sans Arabic', packageName: '@expo-google-fonts/noto-sans-arabic' },
  { family: 'Noto Sans Hebrew', packageName: '@expo-google-fonts/noto-sans-hebrew' },
  { family: 'Noto Sans JP', packageName: '@expo-google-fonts/noto-sans-jp' },
  { family: 'Noto Emoji', packageName: '@expo-google-fonts/noto-emoji' },
  { family: 'Noto Sans Mono', packageName: '@expo-google-fonts/noto-sans-mono' },
] as const

/**
 * What `font-family` of a print page has to say. Families that are not installed are passed over; one that is used
 * without being named here still prints, but its bold is a thickened regular.
 */
export const fontStack = `${families
  .filter(({ family }) => family !== 'Noto Sans Mono')
  .map(({ family }) => `"${family}"`)
  .join(',')},sans-serif`

/**
 * Finds the fonts of Noto Sans (Latin, Greek, Cyrillic) and, where their packages are installed, of its Arabic,
 * Hebrew, Japanese, emoji and fixed-pitch companions, so that a page looks the same on every host.
 *
 * @param extra more folders with TTF, OTF or TTC files, looked at after the packages
 * @throws OptionError naming an extra folder that is not there or holds no font
 */
export function findFonts(extra: readonly string[]): Fonts {
  for (const folder of extra) {
    if (fontsIn(folder).length === 0) {
      throw new OptionError(`fonts: ${folder} is no folder with TTF or OTF files; give the folder that holds them.`)
    }
  }
  const folders = [...packageFolders(), ...extra]
  const files = folders.flatMap(fontsIn)
  let coverage: Uint8Array | undefined
  return {
    folders,
    files,
    covers(codePoint) {
      coverage ??= coverageOf(files.flatMap(file => codePointsOf(readFileSync(file.path))))
      return (coverage[codePoint >> 3]! & (1 << (codePoint & 7))) !== 0
    },
  }
}

function packageFolders(): string[] {
  const require = createRequire(import.meta.url)
  return families.flatMap(({ packageName }) => {
    try {
      const folder = dirname(require.resolve(`${packageName}/package.json`))
      return ['400Regular', '700Bold'].map(weight => join(folder, weight)).filter(existsSync)
    } catch {
      return []
    }
  })
}

function fontsIn(folder: string): FontFile[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).sort()
  return names
    .filter(name => /\.(ttf|otf|ttc)$/i.test(name))
    .map(name => ({ path: join(folder, name), weight: /bold/i.test(name) ? 700 : 400 }))
}

function coverageOf(ranges: readonly CodePointRange[]): Uint8Array {
  const bits = new Uint8Array(0x110000 >> 3)
  for (const [first, last] of ranges) {
    for (let code = first; code <= Math.min(last, 0x10ffff); code++) bits[code >> 3]! |= 1 << (code & 7)
  }
  return bits
}

/**
 * Writes the fontconfig file that makes a browser on Linux see these fonts and no others
 * (fontconfig, "Configuration File Format").
 *
 * @param folders the folders of the fonts
 * @param cacheFolder where fontconfig may keep what it has read
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
    ...aliases,
    // A family that is not here, as the sans-serif of a browser, is the first of these and no other.
    `  <match><edit name="family" mode="append_last"><string>${sans[0]}</string></edit></match>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

function alias(name: string, preferred: readonly string[]): string {
  const list = preferred.map(family => `<family>${family}</family>`).join('')
  return `  <alias binding="same"><family>${name}</family><accept>${list}</accept></alias>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
