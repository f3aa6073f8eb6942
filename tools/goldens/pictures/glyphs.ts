/** A character on a page, positioned in points from the bottom left corner. */
export interface Glyph {
  character: string
  /** Baseline. */
  baseline: number
  /** Position on the baseline. */
  origin: number
  left: number
  right: number
  /** Height of its line: the same for an x as for an X. */
  height: number
}

/**
 * Joins characters into lines, in drawing order. A gap between words is a space; a new baseline is a new line.
 */
export function linesOf(glyphs: readonly Glyph[]): string[] {
  const lines: string[] = []
  let before: Glyph | undefined
  for (const each of glyphs) {
    const glyph = placed(before, each)
    if (!before || Math.abs(glyph.baseline - before.baseline) > before.height / 4) lines.push(glyph.character)
    else lines.push((lines.pop() ?? '') + between(before, glyph) + glyph.character)
    before = glyph
  }
  return lines.map(line => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/** The letters of a ligature share a position; each is as wide as it would be alone. */
function placed(before: Glyph | undefined, glyph: Glyph): Glyph {
  const inLigature = before && glyph.origin === before.origin && glyph.baseline === before.baseline
  return inLigature ? { ...glyph, left: before.right, right: before.right + glyph.right - glyph.left } : glyph
}

/** The narrowest space is a tenth of the font size, which is about two thirds of the line height. */
function between(before: Glyph, glyph: Glyph): string {
  const gap = glyph.left - before.right
  return gap > before.height * 0.07 || gap < -before.height ? ' ' : ''
}
