import type { Engine, PdfOptions, ReceiptSource } from 'counterfoil'
import type { DotImage } from 'counterfoil/internal'
import { TillError } from '../basics/errors.ts'
import { openJob, type Page, type Printer } from './encoder.ts'
import { surePages } from './letters.ts'

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
  const { paperSize } = await import('counterfoil/internal')
  const { readPages } = await import('counterfoil/pictures')
  const { margins, printableWidth } = paperSize(paper)
  const pdf = await engine.pdf(receipt, { ...options, paper, dots })
  const dotsPerMm = dots / printableWidth
  const left = Math.round(margins.left * dotsPerMm)
  const pages = await draw(readPages, pdf, dotsPerMm * 25.4)
  return joined(pages.map(page => blackAndWhite(page, left, dots)))
}

/** The first page of a PDF as a PNG file, 203 dots an inch. @throws as `drawRoll` */
export async function drawPdf(pdf: Uint8Array): Promise<Uint8Array> {
  const { pagePictures } = await import('counterfoil/pictures')
  const [page] = await withPdfium(() => pagePictures(pdf, 203))
  return page?.png ?? new Uint8Array()
}

type ReadPages = typeof import('counterfoil/pictures').readPages
type Picture = Awaited<ReturnType<Parameters<Parameters<ReadPages>[1]>[0]['draw']>>

async function draw(readPages: ReadPages, pdf: Uint8Array, dpi: number): Promise<Picture[]> {
  return await withPdfium(() => readPages(pdf, page => page.draw(dpi)))
}

async function withPdfium<Made>(work: () => Promise<Made>): Promise<Made> {
  try {
    return await work()
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
      // biome-ignore lint/style/noNonNullAssertion: a picture has four bytes for each pixel
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

/** A test sheet, and its lines: what its paper must say if the printer is the model that is set. */
export interface Sheet {
  bytes: Uint8Array
  lines: string[]
}

/** A sheet that shows whether columns, dots and code pages are those of the printer: one line for each page. */
export function sheetOf(printer: Printer): Sheet {
  const { model, language, columns, dots } = printer
  const digits = Array.from({ length: columns }, (_, column) => (column + 1) % 10).join('')
  const head = ['Test sheet', model ?? 'Model not named', `${language}, ${columns} columns`, digits]
  const samplesOf = surePages(printer).map(page => ({ page, line: `${page.padEnd(14)}${samples[page] ?? ''}` }))

  const job = openJob(printer)
  job.lines(head.slice(0, 1), 'bold')
  job.lines(head.slice(1))
  job.picture(bar(dots))
  for (const { page, line } of samplesOf) {
    job.page(page)
    job.lines([line])
  }
  job.cut()
  return { bytes: job.bytes(), lines: [...head, ...samplesOf.map(({ line }) => line)] }
}

/** As wide as the print area, with a foot at each end: both are seen if the dots are right. */
function bar(dots: number): DotImage {
  const width = Math.floor(dots / 8) * 8
  const dark = Uint8Array.from({ length: width * 24 }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return y < 8 || x < 8 || x >= width - 8 ? 1 : 0
  })
  return { width, height: 24, dark }
}

/** Letters that tell a page from the others, in at most 18 columns. */
const samples: Partial<Record<Page, string>> = {
  windows1252: 'Crème “brûlée” 9 €',
  cp858: 'Crème brûlée 9 €',
  cp437: 'Crème brûlée ½ £',
  windows1250: 'Żółta řepa 9 €',
  cp852: 'Żółta řepa',
  windows1251: 'Хлеб ржаной 9 €',
  cp866: 'Хлеб ржаной',
  windows1253: 'Ψωμί ολικής 9 €',
  cp737: 'Ψωμί ολικής',
  'iso8859-7': 'Ψωμί ολικής',
  windows1254: 'Ilık kahve, ğış',
  cp857: 'Ilık kahve, ğış',
  windows1257: 'Ķimeņu maize, ąęė',
  cp775: 'Ķimeņu maize, ąęė',
  'iso8859-15': 'Crème brûlée Œ 9 €',
  'star/standard': 'Creme brulee',
}
