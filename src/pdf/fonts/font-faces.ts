import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { codePointsOf } from './cmap.ts'
import type { FontFile } from './fonts.ts'

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
