import { openPrinter } from 'counterfoil/internal'
import { readPages } from 'counterfoil/pictures'

/** Letters of 12 by 24 dots, 1 for black. */
export type Glyphs = ReadonlyMap<string, Uint8Array>

/** Draws letters in a face of fixed width, as a printer has them in its memory. */
export async function glyphsFor(letters: ReadonlySet<string>): Promise<Glyphs> {
  const missing = [...letters].filter(letter => !drawn.has(letter))
  if (missing.length > 0) for (const [letter, glyph] of await draw(missing)) drawn.set(letter, glyph)
  return drawn
}

const drawn = new Map<string, Uint8Array>()

/** A cell is 1.5 by 3 mm: 12 by 24 dots at 8 a millimeter, with a gap to the next. */
const [cell, gap, perRow] = [{ width: 12, height: 24 }, 12, 24]

async function draw(letters: readonly string[]): Promise<[string, Uint8Array][]> {
  const places = letters.map((_, index) => ({
    left: (cell.width + gap) * ((index % perRow) + 1),
    top: (cell.height + gap) * (Math.floor(index / perRow) + 1),
  }))
  const mm = (dots: number) => `${dots / 8}mm`
  const spans = letters.map((letter, index) => {
    const { left, top } = places[index]!
    return `<span style="left:${mm(left)};top:${mm(top)}">&#${letter.codePointAt(0)};</span>`
  })
  const style =
    `.sheet{position:relative}.sheet span,.sheet i{position:absolute;color:#000;white-space:pre;` +
    `font:600 2.5mm/3mm 'Noto Sans Mono'}.sheet i{left:0;top:0;width:1mm;height:1mm;background:#000}`
  const html = `<!doctype html><html lang="en"><head><title>Letters</title><style>${style}</style></head><body><div class="sheet"><i></i>${spans.join('')}</div></body></html>`
  await using printer = openPrinter({ processes: 1 })
  const pdf = await printer.print({ html, paper: 'a4' })
  const [page] = await readPages(pdf, page => page.draw(8 * 25.4))
  const { width, rgba } = page!
  const isBlack = (at: number) => rgba[at * 4]! < 128
  const origin = Array.from({ length: rgba.length / 4 }, (_, at) => at).find(isBlack)!
  return letters.map((letter, index) => {
    const { left, top } = places[index]!
    const first = origin + top * width + left
    const glyph = Uint8Array.from({ length: cell.width * cell.height }, (_, at) =>
      isBlack(first + Math.floor(at / cell.width) * width + (at % cell.width)) ? 1 : 0,
    )
    return [letter, glyph]
  })
}
