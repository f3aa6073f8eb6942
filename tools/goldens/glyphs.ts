/** A character on a page: where it is drawn, in points from the lower left corner. */
export interface Glyph {
  character: string
  /** Its base line. */
  baseline: number
  /** Where on it. */
  origin: number
  left: number
  right: number
  /** Of its line: as much for an x as for an X. */
  height: number
}

/**
 * Puts characters together to lines, in the order in which they were drawn. What the page leaves blank between two words is a
 * space; a base line of its own is a line of its own.
 */
export function linesOf(glyphs: readonly Glyph[]): string[] {
  const lines: string[] = []
  let before: Glyph | undefined
  for (const each of glyphs) {
    const glyph = placed(before, each)
    if (!before || Math.abs(glyph.baseline - before.baseline) > before.height / 4) lines.push(glyph.character)
    else lines.push(lines.pop()! + between(before, glyph) + glyph.character)
    before = glyph
  }
  return lines.map(line => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/** The letters of a ligature have one place; each is as wide as when it stands alone. */
function placed(before: Glyph | undefined, glyph: Glyph): Glyph {
  const inLigature = before && glyph.origin === before.origin && glyph.baseline === before.baseline
  return inLigature ? { ...glyph, left: before.right, right: before.right + glyph.right - glyph.left } : glyph
}

/** The narrowest space is a tenth of the size of type wide, which is about two thirds of its line's height. */
function between(before: Glyph, glyph: Glyph): string {
  const gap = glyph.left - before.right
  return gap > before.height * 0.07 || gap < -before.height ? ' ' : ''
}
