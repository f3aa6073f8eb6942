import type { ObjectTexts } from './object-texts.ts'
import { fontsOn } from './page-fonts.ts'

/** Widths of a font's glyphs, in thousandths of its size. */
export interface Widths {
  /** By glyph. */
  table: readonly (number | undefined)[]
  /** Of all others. */
  usual: number
}

/**
 * The widths of a page's fonts, by the names its content uses (ISO 32000-1, 9.7.4.3). Fonts without such a table, as Chromium
 * writes for emoji, aren't among them.
 */
export function widthsOn(page: string, texts: ObjectTexts): ReadonlyMap<string, Widths> {
  const widths = new Map<string, Widths>()
  for (const [name, font] of fontsOn(page)) {
    const descendant = /\/DescendantFonts \[(\d+) 0 R\]/.exec(texts.get(font))?.[1]
    const table = descendant && widthsOf(texts.get(Number(descendant)))
    if (table) widths.set(name, table)
  }
  return widths
}

/**
 * `/W` holds `first [width …]` for glyphs in a row, and `first last width` for those of one width; `/DW` is for all others: in a
 * monospaced font, for all.
 */
function widthsOf(font: string): Widths | undefined {
  const usual = Number(/\/DW (\d+)/.exec(font)?.[1])
  const list = /\/W \[((?:[^[\]]|\[[^\]]*\])*)\]/.exec(font)?.[1]
  if (!(usual >= 0)) return undefined
  const widths: number[] = []
  for (const [, first, row, last, width] of (list ?? '').matchAll(/(\d+) (?:\[([^\]]*)\]|(\d+) (\d+))/g)) {
    if (row === undefined) for (let glyph = Number(first); glyph <= Number(last); glyph++) widths[glyph] = Number(width)
    else for (const [at, each] of row.split(' ').entries()) widths[Number(first) + at] = Number(each)
  }
  return { table: widths, usual }
}
