import { readPages } from 'counterfoil/pictures'
import { printer } from './printers.ts'

/** Letters of 12 by 24 dots, 1 for black. */
export type Glyphs = ReadonlyMap<string, Uint8Array>

/** Draws letters in a face of fixed width, as a printer has them in its memory. */
export async function glyphsFor(letters: ReadonlySet<string>): Promise<Glyphs> {
  const wanted = drawn.size === 0 ? [...usual, ...letters] : [...letters]
  const missing = [...new Set(wanted)].filter(letter => !drawn.has(letter))
  if (missing.length > 0) for (const [letter, glyph] of await draw(missing)) drawn.set(letter, glyph)
  return drawn
}

const drawn = new Map<string, Uint8Array>()

/** Those of ASCII are drawn with the first, so that few receipts need a print of their own. */
const usual = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))

/** A cell is 1.5 by 3 mm: 12 by 24 dots at 8 a millimeter, 16 dots from the mark that says where the page begins. */
const [cell, away] = [{ width: 12, height: 24 }, 16]

/** Each has a page of its own: beside others, its place and so its dots would depend on which those are. */
async function draw(letters: readonly string[]): Promise<[string, Uint8Array][]> {
  const style =
    `.sheet{position:relative;height:9mm;break-after:page}.sheet span,.sheet i{position:absolute;color:#000;white-space:pre;` +
    `font:600 2.5mm/3mm 'Noto Sans Mono'}.sheet span{left:${away / 8}mm;top:${away / 8}mm}.sheet i{left:0;top:0;width:1mm;height:1mm;background:#000}`
  const sheets = letters.map(letter => `<div class="sheet"><i></i><span>&#${letter.codePointAt(0)};</span></div>`)
  const html = `<!doctype html><html lang="en"><head><title>Letters</title><style>${style}</style></head><body>${sheets.join('')}</body></html>`
  const pdf = await printer.print({ html, paper: { width: 52, height: 62, margin: 6 } })
  const pages = await readPages(pdf, page => page.draw(8 * 25.4))
  return letters.map((letter, index) => {
    const { width, rgba } = pages[index]!
    const isBlack = (at: number) => rgba[at * 4]! < 128
    let origin = 0
    while (origin < rgba.length / 4 && !isBlack(origin)) origin++
    const first = origin + away * width + away
    const glyph = Uint8Array.from({ length: cell.width * cell.height }, (_, at) =>
      isBlack(first + Math.floor(at / cell.width) * width + (at % cell.width)) ? 1 : 0,
    )
    return [letter, glyph]
  })
}
