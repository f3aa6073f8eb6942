import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { puppeteerPaths } from '../../src/pdf/browser/browser.ts'
import { findBrowser } from '../../src/pdf/browser/find-browser.ts'
import { environmentOf } from '../../src/pdf/browser/launch-options.ts'
import { openScratch, type Scratch } from '../../src/pdf/browser/scratch.ts'
import { findFonts, fontsConf } from '../../src/pdf/fonts/fonts.ts'

/** A browser as a person has one, with the fonts of the package. What it downloads goes to `downloads`. */
export interface TestBrowser extends AsyncDisposable {
  page: Page
  downloads: string
}

/**
 * Opens a page with cookies and storage of its own, in a browser that all files of a worker share and that ends with it: the one that
 * prints, but with scripts and a way to this machine's own servers.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const { page, downloads, context } = await openPage(await sharedBrowser())
  return {
    page,
    downloads,
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(downloads, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * The same in a browser that ends with the page, as programs need it that are to end, too.
 *
 * @param extraFonts folders with more fonts
 */
export async function openOwnBrowser(extraFonts: readonly string[] = []): Promise<TestBrowser> {
  const own = await start(extraFonts)
  const { page, downloads } = await openPage(own)
  return {
    page,
    downloads,
    async [Symbol.asyncDispose]() {
      await own.browser.close()
      await own.scratch.remove()
    },
  }
}

/** Makes an open page that wide, in px, and waits for it: on a busy machine, Chromium answers before the page has its new width. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewport({ width, height: 600 })
  await page.evaluate(
    `new Promise(done => { const look = () => (innerWidth === ${width} ? done() : setTimeout(look, 5)); look() })`,
  )
}

interface Started {
  browser: Browser
  scratch: Scratch
}

let shared: Promise<Started> | undefined

/** The worker's browser, started once, also if several pages are opened at once; again after it ended. */
function sharedBrowser(): Promise<Started> {
  if (shared) return shared
  const starting = start([])
  const forget = () => {
    shared = undefined
  }
  starting.then(({ browser }) => browser.once('disconnected', forget), forget)
  shared = starting
  return starting
}

async function openPage({ browser, scratch }: Started) {
  const downloads = mkdtempSync(join(scratch.path, 'downloads-'))
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  return { page, downloads, context }
}

/** What fontconfig reads in the fonts: it takes a browser longer than its start. */
const fontCache = join(tmpdir(), 'counterfoil-font-cache')

async function start(extraFonts: readonly string[]): Promise<Started> {
  const scratch = await openScratch()
  const folder = scratch.path
  const fonts = join(folder, 'fonts.conf')
  writeFileSync(fonts, fontsConf(findFonts(extraFonts).folders, fontCache))
  const found = await findBrowser({ environment: process.env, puppeteerPaths: await puppeteerPaths() })
  const browser = await puppeteer.launch({
    executablePath: found.path,
    headless: 'shell',
    pipe: true,
    userDataDir: join(folder, 'profile'),
    env: environmentOf({ browser: found, folder, fontsConf: fonts, sandbox: false, environment: process.env }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--hide-scrollbars',
      '--force-prefers-reduced-motion',
    ],
    // It ends with this process, whose end it would delay.
    handleSIGTERM: false,
  })
  return { browser, scratch }
}
