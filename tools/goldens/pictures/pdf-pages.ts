import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { peer } from '../peer.ts'
import { draw, drawGray, glyphsOf, linesOf, type OpenedPage } from './pdfium-page.ts'
import { type Picture, writePng } from './picture.ts'

/** A page of a PDF as a PNG file. */
export interface PagePicture {
  /** In px. */
  width: number
  height: number
  png: Uint8Array
}

/** Draws each page of a PDF as a PNG file. */
export async function pagePictures(pdf: Uint8Array, dpi: number): Promise<PagePicture[]> {
  return await readPages(pdf, async page => {
    const picture = await page.draw(dpi)
    return { width: picture.width, height: picture.height, png: writePng(picture) }
  })
}

/** An open page. */
export interface OpenPage {
  /** From 1. */
  number: number
  /** Number of pages. */
  count: number
  /** Its lines from the top, with single spaces and no empty lines. */
  text(): string
  /** Its image at `dpi`. */
  draw(dpi: number): Promise<Picture>
  /** Its image at `dpi` in gray, as a file that a scanner reads. */
  drawGray(dpi: number): Promise<Uint8Array>
}

/** Reads the pages of a PDF in order. */
export async function readPages<Read>(pdf: Uint8Array, read: (page: OpenPage) => Promise<Read>): Promise<Read[]> {
  const document: PDFiumDocument = await (await library()).loadDocument(pdf)
  try {
    const count = document.getPageCount()
    const all: Read[] = []
    for (let number = 1; number <= count; number++) {
      // Every operation on a page closes it. What OpenedPage says of a page is private to the library's types.
      const page = () => document.getPage(number - 1) as unknown as OpenedPage
      all.push(
        await read({
          number,
          count,
          text: () => linesOf(glyphsOf(page())).join('\n'),
          draw: async dpi => draw(page(), dpi),
          drawGray: async dpi => drawGray(page(), dpi),
        }),
      )
    }
    return all
  } finally {
    document.destroy()
  }
}

/** Opened once: it takes 0.1 s and 3 MB. */
function library(): Promise<PDFiumLibrary> {
  opened ??= peer('@hyzyla/pdfium', () => import('@hyzyla/pdfium')).then(({ PDFiumLibrary }) => PDFiumLibrary.init())
  return opened
}

let opened: Promise<PDFiumLibrary> | undefined
