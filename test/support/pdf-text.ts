import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'

/** What a reader of a PDF sees and can follow. */
export interface PdfReading {
  /** Of the first page, in points. */
  width: number
  /** The text of each page, a line each, spaces as single ones. */
  pages: string[]
  /** Addresses of the links. */
  links: string[]
  /** Pictures drawn, on all pages. */
  pictures: number
  /** The sizes of type, in points, largest first. */
  sizes: number[]
}

/** Reads text, links and pictures of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false })
  const pdf = await task.promise
  const pages = await readPages(bytes, async page => page.text())
  const reading: PdfReading = { width: (await pdf.getPage(1)).view[2]!, pages, links: [], pictures: 0, sizes: [] }
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const runs = items.filter(item => 'str' in item)
    reading.sizes.push(...runs.map(({ height }) => Math.round(height * 10) / 10))
    reading.links.push(...(await linksOf(page)))
    reading.pictures += (await page.getOperatorList()).fnArray.filter(op => op === OPS.paintImageXObject).length
  }
  await task.destroy()
  return { ...reading, sizes: [...new Set(reading.sizes)].filter(Boolean).sort((one, other) => other - one) }
}

async function linksOf(page: PDFPageProxy): Promise<string[]> {
  const annotations: { subtype?: string; unsafeUrl?: string }[] = await page.getAnnotations()
  return annotations.flatMap(({ unsafeUrl }) => (unsafeUrl === undefined ? [] : [unsafeUrl]))
}
