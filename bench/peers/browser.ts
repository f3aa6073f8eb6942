import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { findBrowser } from '../../src/pdf/browser/find-browser.ts'
import { findFonts, fontsConf } from '../../src/pdf/fonts/fonts.ts'

/** The benchmark's browser. */
export interface OwnBrowser {
  browser: Browser
  version: string
  close(): Promise<void>
}

/** Starts the browser and fonts that Counterfoil prints with, otherwise with puppeteer's defaults. */
export async function openBrowser(): Promise<OwnBrowser> {
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
    async close() {
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
