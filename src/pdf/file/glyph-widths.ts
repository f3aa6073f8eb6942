import type { ObjectTexts } from './object-texts.ts'

/** Widths of a font's glyphs, in thousandths of its size. */
export interface Widths {
  /** As Chromium draws a glyph. */
  drawn(glyph: number): number
  /** As the document says: whole. */
  written(glyph: number): number
}

/**
 * The widths of a page's fonts, by the names its content uses (ISO 32000-1, 9.7.4.3), which are made whole in the document: PDFium
 * cuts off what is behind the point, others don't. Fonts without widths, as Chromium writes for emoji, aren't among them.
 *
 * @param texts changed
 * @param known what was read before, by a font's object number
 */
export function widthsOn(page: string, texts: ObjectTexts, known: Map<number, Widths>): ReadonlyMap<string, Widths> {
  const widths = new Map<string, Widths>()
  for (const [name, font] of fontsOn(page)) {
    const read = known.get(font) ?? readWidths(font, texts)
    if (!read) continue
    known.set(font, read)
    widths.set(name, read)
  }
  return widths
}

/**
 * `/W` holds `first [width …]` for glyphs in a row, and `first last width` for those of one width; `/DW` is for all others: in a
 * monospaced font, for all.
 */
function readWidths(font: number, texts: ObjectTexts): Widths | undefined {
  const descendant = Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(texts.get(font))?.[1])
  const text = texts.get(descendant)
  const usual = Number(/\/DW ([\d.]+)/.exec(text)?.[1])
  if (!(usual >= 0)) return undefined
  const table: (number | undefined)[] = []
  for (const [, first, row, last, width] of (list.exec(text)?.[0] ?? '').matchAll(entries)) {
    if (row === undefined) for (let glyph = Number(first); glyph <= Number(last); glyph++) table[glyph] = Number(width)
    else for (const [at, each] of row.split(' ').entries()) table[Number(first) + at] = Number(each)
  }
  if (text.includes('.')) texts.set(descendant, withWidths(text, Math.round))
  const drawn = (glyph: number) => table[glyph] ?? usual
  return { drawn, written: glyph => Math.round(drawn(glyph)) }
}

/** The dictionary of a font with other widths. */
export function withWidths(font: string, widthOf: (width: number) => number): string {
  const changed = (width: string) => String(widthOf(Number(width)))
  return font
    .replace(/(?<=\/DW )[\d.]+/, changed)
    .replace(list, widths =>
      widths.replaceAll(entries, (_, first: string, row: string | undefined, last: string, width: string) =>
        row === undefined
          ? `${first} ${last} ${changed(width)}`
          : `${first} [${row.split(' ').map(changed).join(' ')}]`,
      ),
    )
}

const list = /\/W \[(?:[^[\]]|\[[^\]]*\])*\]/
const entries = /(\d+) (?:\[([^\]]*)\]|(\d+) ([\d.]+))/g

/** A page's fonts: the names that its content uses, and the numbers of their objects. */
export function fontsOn(page: string): [name: string, font: number][] {
  const fonts = /\/Font <<(.*?)>>/s.exec(page)?.[1] ?? ''
  return Array.from(fonts.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', font]) => [name, Number(font)])
}
