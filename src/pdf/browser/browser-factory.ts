import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fontsConf } from '../fonts/fonts.ts'
import type { BrowserPage } from './browser.ts'
import { findBrowser } from './find-browser.ts'
import { readableFolders } from './font-folders.ts'
import { openScratch, type Scratch } from './scratch.ts'

/** Starts the browsers of one printer, with one temporary folder for their profiles and fontconfig file. */
export interface BrowserFactory {
  /** Starts a browser; the first call creates the folder. Throws BrowserError. */
  launch(): Promise<BrowserPage>
  /** Removes the folder. The browsers must have ended. */
  remove(): Promise<void>
}

interface BrowserFactoryOptions {
  executablePath: string | undefined
  fontFolders: readonly string[]
  sandbox: boolean
}

/** Opens the factory. Nothing is written before the first launch, and everything is removed when the process exits. */
export function openBrowserFactory({ executablePath, fontFolders, sandbox }: BrowserFactoryOptions): BrowserFactory {
  const environment = process.env
  // Loaded with the first PDF: a process that only sends email shouldn't wait for puppeteer.
  const browsers = lazy(() => import('./browser.ts'))
  const running = new Set<BrowserPage>()
  const folder = lazy(async () => await makeFolder(fontFolders, running))
  return {
    async launch() {
      const { launchBrowser, puppeteerPaths } = await browsers.get()
      const found = await findBrowser({ executablePath, environment, puppeteerPaths: await puppeteerPaths() })
      const { path } = await folder.get()
      const page = await launchBrowser({
        browser: found,
        folder: path,
        fontsConf: join(path, 'fonts.conf'),
        sandbox,
        environment,
      })
      running.add(page)
      const kill = () => page.kill().finally(() => running.delete(page))
      return { ...page, kill }
    },
    async remove() {
      const made = await folder.peek()
      await made?.remove()
    },
  }
}

async function makeFolder(fontFolders: readonly string[], running: ReadonlySet<BrowserPage>): Promise<Scratch> {
  const scratch = await openScratch({
    // A running browser would keep writing. `kill` sends its signal before it first waits.
    beforeRemoval() {
      for (const page of running) void page.kill()
    },
  })
  await mkdir(join(scratch.path, 'font-cache'))
  const folders = await readableFolders(fontFolders, join(scratch.path, 'fonts'))
  await writeFile(join(scratch.path, 'fonts.conf'), fontsConf(folders, join(scratch.path, 'font-cache')))
  return scratch
}

/** A value created on first use; if that fails, the next use tries again. */
function lazy<Value>(make: () => Promise<Value>) {
  let value: Promise<Value> | undefined
  return {
    get(): Promise<Value> {
      value ??= make().catch(error => {
        value = undefined
        throw error
      })
      return value
    },
    peek: () => value,
  }
}
