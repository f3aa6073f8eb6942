import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { openBrowserFactory } from '../../src/pdf/browser/browser-factory.ts'
import { findBrowser } from '../../src/pdf/browser/find-browser.ts'
import { findFonts, fontsConf } from '../../src/pdf/fonts/fonts.ts'
import { preparePage } from '../../src/pdf/print-page.ts'
import { loadTemplates, paperSize, readBrand, renderPrint } from '../../src/stages.ts'
import { counterfoil } from '../counterfoil.ts'
import { receiptOf, receiptOptions } from '../receipts.ts'

/** Starts the browser and fonts that Counterfoil prints with, otherwise with puppeteer's defaults. */
export async function openBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
  const fontconfig = join(folder, 'fonts.conf')
  await writeFile(fontconfig, fontsConf(findFonts([]).folders, join(folder, 'font-cache')))
  const own = [puppeteer.executablePath({ browser: 'chrome', headless: 'shell' }), puppeteer.executablePath()]
  const found = await findBrowser({ environment: process.env, puppeteerPaths: await Promise.all(own) })
  const browser = await puppeteer.launch({
    executablePath: found.path,
    headless: 'shell',
    env: {
      ...process.env,
      ...(process.platform === 'linux' && { FONTCONFIG_FILE: fontconfig }),
      ...(found.libraries !== undefined && { LD_LIBRARY_PATH: found.libraries }),
    },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  return {
    browser,
    version: await browser.version(),
    async close(): Promise<void> {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The usual way: a new page for each document. */
export async function newPagePdf(browser: Browser, html: string): Promise<Uint8Array> {
  const page = await browser.newPage()
  try {
    await page.setContent(html)
    return await page.pdf({ format: 'A4', printBackground: true })
  } finally {
    await page.close()
  }
}

/** The least a PDF from Chromium can cost: starts a browser the way Counterfoil's printer does, and keeps its one page warm. */
export async function openFloor() {
  const sandbox = process.getuid?.() !== 0
  const browsers = openBrowserFactory({ executablePath: undefined, sandbox })
  const page = await browsers.launch(findFonts([]).folders)
  const sheet = a4()
  return {
    /** Prints a finished A4 page with just two protocol commands. */
    async print(html: string) {
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
    const view = engine.view(receiptOf(index), receiptOptions)
    return preparePage(renderPrint(view, templates, brand, paper).html, 'a4')
  })
}
