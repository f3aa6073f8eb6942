import type { DotImage, Engine, PdfOptions, ReceiptSource } from 'counterfoil'
import { TillError } from '../basics/errors.ts'
import type { Printer } from './encoder.ts'

/**
 * The engine's roll page as a picture in the printer's dots: it has every script, the logo and signatures.
 *
 * @throws TillError if the package that draws PDFs isn't installed
 */
export async function drawRoll(
  engine: Engine,
  receipt: ReceiptSource,
  printer: Printer,
  options: PdfOptions,
): Promise<DotImage> {
  const { dots } = printer
  const paper = printer.width === 58 ? 'roll58' : 'roll80'
  const { paperSize } = await import('counterfoil')
  const { readPages } = await import('counterfoil/pictures')
  const { margins, printableWidth } = paperSize(paper)
  const pdf = await engine.pdf(receipt, { ...options, paper, dots })
  const dotsPerMm = dots / printableWidth
  const left = Math.round(margins.left * dotsPerMm)
  const pages = await draw(readPages, pdf, dotsPerMm * 25.4)
  return joined(pages.map(page => blackAndWhite(page, left, dots)))
}

type ReadPages = typeof import('counterfoil/pictures').readPages
type Picture = Awaited<ReturnType<Parameters<Parameters<ReadPages>[1]>[0]['draw']>>

async function draw(readPages: ReadPages, pdf: Uint8Array, dpi: number): Promise<Picture[]> {
  try {
    return await readPages(pdf, page => page.draw(dpi))
  } catch (cause) {
    if ((cause as Error).name !== 'OptionError') throw cause
    throw new TillError(
      'This receipt is printed as a picture, which needs @hyzyla/pdfium: npm install @hyzyla/pdfium',
      {
        cause,
      },
    )
  }
}

/** Half gray is where black begins: bars keep their width. */
const black = 128

function blackAndWhite({ width, height, rgba }: Picture, left: number, dots: number): DotImage {
  const dark = new Uint8Array(dots * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < Math.min(dots, width - left); x++) {
      const at = (y * width + left + x) * 4
      // ITU-R BT.601's weights of red, green and blue.
      if (0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]! < black) dark[y * dots + x] = 1
    }
  }
  return { width: dots, height, dark }
}

/** Pages below each other. */
function joined(pages: readonly DotImage[]): DotImage {
  const [{ width } = { width: 8 }] = pages
  const height = pages.reduce((sum, page) => sum + page.height, 0)
  const dark = new Uint8Array(width * height)
  let top = 0
  for (const page of pages) {
    dark.set(page.dark, top * width)
    top += page.height
  }
  return { width, height, dark }
}
