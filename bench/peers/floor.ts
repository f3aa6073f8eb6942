import { openBrowserFactory } from '../../src/pdf/browser/browser-factory.ts'
import { findFonts } from '../../src/pdf/fonts/fonts.ts'
import { preparePage } from '../../src/pdf/print-page.ts'
import { loadTemplates, paperSize, readBrand, renderPrint } from '../../src/stages.ts'
import { counterfoil } from '../counterfoil.ts'
import { language, receiptOf } from '../receipts.ts'

/** The least a PDF from Chromium can cost. */
interface Floor {
  /** Prints a finished A4 page with just two protocol commands. */
  print(html: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** Starts a browser the way Counterfoil's printer does, and keeps its one page warm. */
export async function openFloor(): Promise<Floor> {
  const sandbox = process.getuid?.() !== 0
  const browsers = openBrowserFactory({ executablePath: undefined, sandbox })
  const page = await browsers.launch(findFonts([]).folders)
  const sheet = a4()
  return {
    async print(html) {
      await page.send('Page.setDocumentContent', { frameId: page.frameId, html })
      const { data } = await page.send<{ data: string }>('Page.printToPDF', sheet)
      return Buffer.from(data, 'base64')
    },
    async close() {
      await page.kill()
      await browsers.remove()
    },
  }
}

function a4(): object {
  const { width, height, margins } = paperSize('a4')
  const inches = (millimetres: number) => millimetres / 25.4
  return {
    paperWidth: inches(width),
    paperHeight: inches(height),
    marginTop: inches(margins.top),
    marginRight: inches(margins.right),
    marginBottom: inches(margins.bottom),
    marginLeft: inches(margins.left),
    printBackground: true,
    generateTaggedPDF: true,
  }
}

/** The pages that Counterfoil would print for the first receipts. */
export async function finishedPages(count: number): Promise<string[]> {
  await using engine = await counterfoil.createEngine()
  const { brand } = readBrand()
  const templates = await loadTemplates()
  const paper = paperSize('a4')
  return Array.from({ length: count }, (_, index) => {
    const view = engine.view(receiptOf(index), { acceptLanguage: language })
    return preparePage(renderPrint(view, templates, brand, paper).html, 'a4')
  })
}
