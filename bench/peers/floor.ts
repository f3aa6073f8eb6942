import { openBrowserFactory } from '../../src/pdf/browser/browser-factory.ts'
import { findFonts } from '../../src/pdf/fonts/fonts.ts'
import { counterfoil } from '../counterfoil.ts'

/** The least a PDF from Chromium can cost. */
export interface Floor {
  /** Prints a finished A4 page with just two protocol commands. */
  print(html: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** Starts a browser the way Counterfoil's printer does, and keeps its one page warm. */
export async function openFloor(): Promise<Floor> {
  const sandbox = process.getuid?.() !== 0
  const browsers = openBrowserFactory({ executablePath: undefined, fontFolders: findFonts([]).folders, sandbox })
  const page = await browsers.launch()
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
  const { width, height, margins } = counterfoil.paperSize('a4')
  const [paperWidth, paperHeight, marginTop, marginRight, marginBottom, marginLeft] = [
    width,
    height,
    margins.top,
    margins.right,
    margins.bottom,
    margins.left,
  ].map(millimetres => millimetres / 25.4)
  return {
    paperWidth,
    paperHeight,
    marginTop,
    marginRight,
    marginBottom,
    marginLeft,
    printBackground: true,
    generateTaggedPDF: true,
  }
}
