import bwip from 'bwip-js/node'
import type { DotImage } from 'counterfoil/internal'
import { type Glyphs, glyphsFor } from './glyphs.ts'
import { lettersAs } from './letters.ts'
import type { Mark } from './tape.ts'

/** A printer whose paper is drawn. */
export interface Drawn {
  dots: number
  make: 'epson' | 'star'
}

/**
 * The paper as the printer would print it, a dot a pixel: letters of 12 by 24 dots, tall ones twice as high, wide ones twice as wide, codes at the size that was
 * sent. Bars that are too wide for the paper aren't printed at all, as Epson's reference of GS k says.
 */
export async function drawPaper(marks: readonly Mark[], { dots, make }: Drawn): Promise<DotImage> {
  const text = marks.map(mark => (mark.kind === 'line' ? lettersAs(make, mark.page, mark.bytes) : ''))
  const glyphs = await glyphsFor(new Set(text.join('')))
  const pieces = marks.map((mark, index) => {
    if (mark.kind === 'line') return lineOf(text[index]!, glyphs, dots, mark)
    if (mark.kind === 'cut') return dashes(dots)
    if (mark.kind === 'drawer') return { width: dots, height: 0, dark: new Uint8Array(0) }
    return placed(mark.kind === 'dots' ? mark : codeOf(mark), dots, mark.center)
  })
  const height = pieces.reduce((sum, piece) => sum + piece.height, 0)
  const dark = new Uint8Array(dots * height)
  let top = 0
  for (const piece of pieces) {
    dark.set(piece.dark, top * dots)
    top += piece.height
  }
  return { width: dots, height, dark }
}

const [letterWidth, letterHeight] = [12, 24]

function lineOf(text: string, glyphs: Glyphs, dots: number, { tall, wide, feed }: Mark & { kind: 'line' }): DotImage {
  const [stretch, across] = [tall ? 2 : 1, wide ? 2 : 1]
  const width = letterWidth * across
  // No letter stands in another's line.
  const height = Math.max(letterHeight * stretch, feed)
  const above = Math.floor((height - letterHeight * stretch) / 2)
  const dark = new Uint8Array(dots * height)
  for (const [column, letter] of [...text].entries()) {
    if ((column + 1) * width > dots) throw new Error(`This line is wider than the paper: ${text}`)
    const glyph = glyphs.get(letter)!
    for (let y = 0; y < letterHeight * stretch; y++) {
      const from = Math.floor(y / stretch) * letterWidth
      for (let x = 0; x < width; x++)
        dark[(y + above) * dots + column * width + x] = glyph[from + Math.floor(x / across)]!
    }
  }
  return { width: dots, height, dark }
}

/** Where the knife cuts. */
function dashes(dots: number): DotImage {
  return { width: dots, height: 2, dark: Uint8Array.from({ length: dots * 2 }, (_, at) => (at % 16 < 8 ? 1 : 0)) }
}

function placed(image: DotImage, dots: number, center: boolean): DotImage {
  if (image.width > dots) return { width: dots, height: 0, dark: new Uint8Array(0) }
  const left = center ? Math.floor((dots - image.width) / 2) : 0
  const dark = new Uint8Array(dots * image.height)
  for (let y = 0; y < image.height; y++)
    dark.set(image.dark.subarray(y * image.width, (y + 1) * image.width), y * dots + left)
  return { width: dots, height: image.height, dark }
}

function codeOf(mark: Mark & { kind: 'bars' | 'qr' }): DotImage {
  if (mark.kind === 'qr') {
    const [symbol] = bwip.raw('qrcode', mark.text, { eclevel: mark.level } as object)
    if (!symbol || !('pixs' in symbol)) throw new Error('no squares')
    const { pixs, pixx } = symbol
    return scaled(pixx, pixx * mark.module, mark.module, (x, y) => pixs[y * pixx + x]!)
  }
  const [symbol] = bwip.raw(mark.symbology, mark.text, suppressC)
  if (!symbol || !('sbs' in symbol)) throw new Error('no bars')
  const modules = symbol.sbs.flatMap((run, index) => Array<number>(run).fill(index % 2 === 0 ? 1 : 0))
  return scaled(modules.length, mark.height, mark.module, x => modules[x]!)
}

/** Printers draw each character of code set B by itself. */
const suppressC = { suppressc: true } as object

function scaled(modules: number, height: number, scale: number, at: (x: number, y: number) => number): DotImage {
  const width = modules * scale
  const dark = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) dark[y * width + x] = at(Math.floor(x / scale), Math.floor(y / scale))
  return { width, height, dark }
}
