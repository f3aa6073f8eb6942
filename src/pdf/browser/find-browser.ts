import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { BrowserError } from '../../errors.ts'
import { unpackBrowser } from './unpack.ts'

/** A browser to start. */
export interface FoundBrowser {
  path: string
  /** Folder of the shared libraries that came with it. */
  libraries?: string
}

interface BrowserPlaces {
  /** The caller's choice; nothing else is tried. */
  executablePath?: string | undefined
  environment: Readonly<Record<string, string | undefined>>
  /** Where puppeteer keeps its browsers, whether they exist or not. */
  puppeteerPaths: readonly string[]
}

/**
 * Finds the first available Chromium: the path in the options, `PUPPETEER_EXECUTABLE_PATH`, puppeteer's download, the package
 * `@sparticuz/chromium` (unpacked once per machine), or the host's Chrome or Chromium. A given path may be one that was unpacked
 * before: it gets the libraries next to it.
 *
 * @throws BrowserError if there is none, saying how to get one, or if a given path doesn't exist
 */
export async function findBrowser(places: BrowserPlaces): Promise<FoundBrowser> {
  const { executablePath, environment, puppeteerPaths } = places
  if (executablePath !== undefined) return named('executablePath', executablePath)
  const fromEnvironment = environment.PUPPETEER_EXECUTABLE_PATH
  if (fromEnvironment) return named('PUPPETEER_EXECUTABLE_PATH', fromEnvironment)
  const own = puppeteerPaths.find(path => existsSync(path))
  if (own !== undefined) return { path: own }
  const packaged = await packagedBrowser()
  if (packaged) return packaged
  const installed = hostPaths(environment).find(path => existsSync(path))
  if (installed !== undefined) return { path: installed }
  throw noBrowser()
}

/** The error if there is no browser; it says how to get one. */
export function noBrowser(): BrowserError {
  return new BrowserError(
    'No Chromium was found to print with. Get one by `npm install @sparticuz/chromium` (Linux on x64) or ' +
      '`npx puppeteer browsers install chrome-headless-shell`, or name one you have by the option `executablePath` ' +
      'or the environment variable PUPPETEER_EXECUTABLE_PATH.',
  )
}

/** The error if there is nothing to start a browser with; it says what to install. */
export function noPuppeteer(cause: unknown): BrowserError {
  return new BrowserError(
    'PDFs and images need puppeteer, which starts the browser: `npm install puppeteer`. It downloads one for every system, or ' +
      'takes that of `@sparticuz/chromium` (Linux on x64) if you install it, too.',
    { cause },
  )
}

function named(source: string, path: string): FoundBrowser {
  if (existsSync(path)) {
    const libraries = join(dirname(path), 'lib')
    return existsSync(join(libraries, 'libnss3.so')) ? { path, libraries } : { path }
  }
  throw new BrowserError(
    `${source}: there is no browser at ${path}. Correct the path, or leave it out to have one found.`,
  )
}

async function packagedBrowser(): Promise<FoundBrowser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const bin = packagedBin(createRequire(import.meta.url).resolve)
  return bin === undefined ? undefined : await unpackBrowser(bin)
}

/**
 * The folder of compressed files of `@sparticuz/chromium`. Its own code isn't used: it would unpack to a shared, guessable path. Some
 * bundlers leave the package no more than this folder; Yarn has no `node_modules` to look in, but resolves the package.
 *
 * @param resolve finds a package's code
 */
export function packagedBin(
  resolve: Pick<NodeJS.RequireResolve, 'paths'> & ((name: string) => string),
): string | undefined {
  const places = (resolve.paths(packageName) ?? []).map(modules => join(modules, packageName))
  try {
    // It exports one file, in one of its folders.
    const code = dirname(resolve(packageName))
    places.push(code, dirname(code), dirname(dirname(code)))
  } catch {
    // Not installed, or without its code.
  }
  return places.map(place => join(place, 'bin')).find(bin => existsSync(join(bin, 'chromium.br')))
}

const packageName = '@sparticuz/chromium'

function hostPaths(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (process.platform === 'win32') {
    const roots = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
    return roots
      .filter(root => root !== undefined)
      .map(root => join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'))
  }
  const names = ['chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const folders = (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return names.flatMap(name => folders.map(folder => join(folder, name)))
}
