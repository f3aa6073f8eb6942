import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fontsConf } from '../fonts/fonts.ts'
import { type BrowserPage, launchBrowser, puppeteerPaths } from './browser.ts'
import { findBrowser } from './find-browser.ts'
import { openScratch, type Scratch } from './scratch.ts'

/** A browser that sees some folders of fonts. */
export interface FontedPage extends BrowserPage {
  readonly fontFolders: readonly string[]
}

/** Starts the browsers of one printer, with one temporary folder for their profiles and fontconfig files. */
export interface BrowserFactory {
  /** Starts a browser that sees these folders of fonts; the first call creates the folder. Throws BrowserError. */
  launch(fontFolders: readonly string[]): Promise<FontedPage>
  /** Removes the folder. The browsers must have ended. */
  remove(): Promise<void>
}

interface BrowserFactoryOptions {
  executablePath: string | undefined
  sandbox: boolean
}

/** Opens the factory. Nothing is written before the first launch, and everything is removed when the process exits. */
export function openBrowserFactory({ executablePath, sandbox }: BrowserFactoryOptions): BrowserFactory {
  const environment = process.env
  const running = new Set<BrowserPage>()
  let made: Promise<Scratch> | undefined
  const confs = new Map<string, Promise<string>>()
  return {
    async launch(fontFolders) {
      const found = await findBrowser({ executablePath, environment, puppeteerPaths: await puppeteerPaths() })
      made ??= makeFolder(running).catch(error => {
        made = undefined
        throw error
      })
      const { path } = await made
      const known = fontFolders.join('\n')
      const conf = confs.get(known) ?? writeFontsConf(fontFolders, path, confs.size)
      confs.set(known, conf)
      const page = await launchBrowser({ browser: found, folder: path, fontsConf: await conf, sandbox, environment })
      running.add(page)
      const kill = () => page.kill().finally(() => running.delete(page))
      return { ...page, kill, fontFolders }
    },
    async remove() {
      await (await made)?.remove()
    },
  }
}

async function makeFolder(running: ReadonlySet<BrowserPage>): Promise<Scratch> {
  const scratch = await openScratch({
    // A running browser would keep writing. `kill` sends its signal before it first waits.
    beforeRemoval() {
      for (const page of running) void page.kill()
    },
  })
  await mkdir(join(scratch.path, 'font-cache'))
  return scratch
}

/** @returns the file's path */
async function writeFontsConf(fontFolders: readonly string[], folder: string, number: number): Promise<string> {
  const file = join(folder, `fonts-${number}.conf`)
  const folders = await readableFolders(fontFolders, join(folder, `fonts-${number}`))
  await writeFile(file, fontsConf(folders, join(folder, 'font-cache')))
  return file
}

/**
 * Makes folders of fonts such that a browser finds them: Yarn leaves packages in archives that only Node reads, and the browser would
 * leave out their letters without a word. Of those it writes copies.
 *
 * @param folders of fonts
 * @param target an empty folder for the copies
 */
export async function readableFolders(folders: readonly string[], target: string): Promise<string[]> {
  return await Promise.all(
    folders.map(async (folder, at) =>
      archived.test(folder) ? await copyOf(folder, join(target, String(at))) : folder,
    ),
  )
}

/** Paths that Yarn makes up: within an archive, or of a package that several others share. */
const archived = /\.zip[\\/]|[\\/]__virtual__[\\/]/

async function copyOf(folder: string, copy: string): Promise<string> {
  await mkdir(copy, { recursive: true })
  for (const name of (await readdir(folder)).filter(name => /\.(?:ttf|otf|ttc)$/i.test(name)))
    await writeFile(join(copy, name), await readFile(join(folder, name)))
  return copy
}
