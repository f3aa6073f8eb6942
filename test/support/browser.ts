import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Page } from 'puppeteer'
import { puppeteerPaths } from '../../src/pdf/browser/browser.ts'
import { findBrowser } from '../../src/pdf/browser/find-browser.ts'
import { environmentOf } from '../../src/pdf/browser/launch-options.ts'
import { findFonts, fontsConf } from '../../src/pdf/fonts/fonts.ts'

/** A browser as a person has one, with the fonts of the package. What it downloads goes to `downloads`. */
export interface TestBrowser extends AsyncDisposable {
  page: Page
  downloads: string
}

/**
 * Starts the browser that prints, but with scripts and a way to this machine's own servers.
 *
 * @param extraFonts folders with more fonts
 */
export async function openBrowser(extraFonts: readonly string[] = []): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-browser-test-'))
  const downloads = join(folder, 'downloads')
  for (const name of ['cache', 'downloads']) mkdirSync(join(folder, name))
  const fonts = join(folder, 'fonts.conf')
  writeFileSync(fonts, fontsConf(findFonts(extraFonts).folders, join(folder, 'cache')))
  const found = await findBrowser({ environment: process.env, puppeteerPaths: await puppeteerPaths() })
  const browser = await puppeteer.launch({
    executablePath: found.path,
    headless: 'shell',
    pipe: true,
    userDataDir: join(folder, 'profile'),
    env: environmentOf({ browser: found, folder, fontsConf: fonts, sandbox: false, environment: process.env }),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--hide-scrollbars'],
  })
  const session = await browser.target().createCDPSession()
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads })
  return {
    page: await browser.newPage(),
    downloads,
    async [Symbol.asyncDispose]() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
