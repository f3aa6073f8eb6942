import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrowserError } from '../../../src/errors.ts'
import { findBrowser, noBrowser, noPuppeteer, packagedBin } from '../../../src/pdf/browser/find-browser.ts'
import { unpackBrowser } from '../../../src/pdf/browser/unpack.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function file(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, name)
  return path
}

test('prefers the option, then the environment, then puppeteer’s browser', async () => {
  const [option, environment, puppeteer] = [file('option'), file('environment'), file('puppeteer')]
  const places = { environment: { PUPPETEER_EXECUTABLE_PATH: environment }, puppeteerPaths: ['/no/shell', puppeteer] }
  expect(await findBrowser({ ...places, executablePath: option })).toEqual({ path: option })
  expect(await findBrowser(places)).toEqual({ path: environment })
  expect(await findBrowser({ ...places, environment: {} })).toEqual({ path: puppeteer })
})

test('a given browser gets the libraries that were unpacked with it, and no others', async () => {
  const browser = file('chromium')
  mkdirSync(join(folder, 'lib'))
  const places = { environment: { PUPPETEER_EXECUTABLE_PATH: browser }, puppeteerPaths: [] }
  expect(await findBrowser(places)).toEqual({ path: browser })
  const libraries = join(folder, 'lib')
  writeFileSync(join(libraries, 'libnss3.so'), '')
  expect(await findBrowser(places)).toEqual({ path: browser, libraries })
})

test.each([
  ['executablePath', { executablePath: '/no/browser', environment: {} }],
  ['PUPPETEER_EXECUTABLE_PATH', { environment: { PUPPETEER_EXECUTABLE_PATH: '/no/browser' } }],
])('reports a wrong %s instead of skipping it', async (name, places) => {
  const found = findBrowser({ ...places, puppeteerPaths: [] })
  await expect(found).rejects.toThrow(BrowserError)
  await expect(found).rejects.toThrow(`${name}: there is no browser at /no/browser`)
})

test('says how to get a browser if there is none', () => {
  const { message } = noBrowser()
  for (const way of ['@sparticuz/chromium', 'chrome-headless-shell', 'executablePath', 'PUPPETEER_EXECUTABLE_PATH']) {
    expect(message).toContain(way)
  }
})

/** A package folder like the one of the real browser, a few bytes large. */
function packed(): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(Buffer.from('a browser')))
  const header = Buffer.alloc(512)
  header.write('lib/libexample.so', 0)
  header.write('00000000011', 124)
  header.write('0', 156)
  const tar = Buffer.concat([header, Buffer.from('a library'.padEnd(512, '\0')), Buffer.alloc(1024)])
  writeFileSync(join(bin, 'al2023.tar.br'), brotliCompressSync(tar))
  return bin
}

test('unpacks a packaged browser once, completely, for its user only', async () => {
  const bin = packed()
  const all = await Promise.all(Array.from({ length: 5 }, () => unpackBrowser(bin, folder)))
  const { path, libraries } = all[0]!
  for (const other of all) expect(other.path).toBe(path)
  expect(readFileSync(path, 'utf8')).toBe('a browser')
  expect(readFileSync(join(libraries, 'libexample.so'), 'utf8')).toBe('a library')
  expect(statSync(path).mode & 0o777).toBe(0o700)
  const home = join(path, '../..')
  expect(readdirSync(home)).toHaveLength(1)
  const before = statSync(path).mtimeMs
  await unpackBrowser(bin, folder)
  expect(statSync(path).mtimeMs).toBe(before)
})

test('knows a browser by its content, and removes those that nobody started for a month', async () => {
  const bin = packed()
  const { path } = await unpackBrowser(bin, folder)
  const archive = join(bin, 'chromium.br')
  utimesSync(archive, 1, 1)
  expect((await unpackBrowser(bin, folder)).path).toBe(path)

  const old = join(path, '..')
  const monthAgo = Date.now() / 1000 - 31 * 86_400
  utimesSync(old, monthAgo, monthAgo)
  expect(existsSync((await unpackBrowser(bin, folder)).path)).toBe(true)
  writeFileSync(archive, brotliCompressSync(Buffer.from('a newer browser')))
  const newer = await unpackBrowser(bin, folder)
  expect(existsSync(old)).toBe(true)

  utimesSync(old, monthAgo, monthAgo)
  writeFileSync(archive, brotliCompressSync(Buffer.from('the newest browser')))
  await unpackBrowser(bin, folder)
  expect([existsSync(old), existsSync(newer.path)]).toEqual([false, true])
})

test('removes what a killed process left half unpacked, but not what another is unpacking', async () => {
  const bin = packed()
  const { path } = await unpackBrowser(bin, folder)
  const home = join(path, '../..')
  const partial = (name: string, folderAge: number, fileAge: number) => {
    const left = join(home, `0123456789abcdef-${name}`)
    mkdirSync(left)
    writeFileSync(join(left, 'chromium'), 'a brow')
    for (const [file, age] of [
      ['chromium', fileAge],
      ['', folderAge],
    ] as const)
      utimesSync(join(left, file), Date.now() / 1000 - age, Date.now() / 1000 - age)
    return left
  }
  const [killed, writing, begun] = [partial('killed', 300, 90), partial('writes', 90, 1), partial('begins', 1, 1)]
  rmSync(join(begun, 'chromium'))
  await unpackBrowser(bin, folder)
  expect([killed, writing, begun, path].map(existsSync)).toEqual([false, true, true, true])
})

test('finds the packaged browser in a folder of modules, and by its package where there is none', () => {
  const resolver = (path: string | undefined, modules: string[]) => {
    const resolve = () => {
      if (path === undefined) throw new Error('Cannot find module')
      return path
    }
    return Object.assign(resolve, { paths: () => modules })
  }
  const modules = join(folder, 'node_modules')
  const left = join(modules, '@sparticuz/chromium/bin')
  const archived = join(folder, 'cache/chromium.zip/bin')
  const code = join(folder, 'cache/chromium.zip/build/esm/index.js')
  const search = [join(folder, 'app/node_modules'), modules]
  expect(packagedBin(resolver(code, search))).toBe(undefined)
  for (const bin of [left, archived]) {
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'chromium.br'), '')
  }
  expect(packagedBin(resolver(undefined, search))).toBe(left)
  expect(packagedBin(resolver(code, []))).toBe(archived)
  expect(packagedBin(resolver(undefined, []))).toBe(undefined)
})

test('says what to install without puppeteer', () => {
  const cause = new Error("Cannot find package 'puppeteer'")
  expect(noPuppeteer(cause)).toMatchObject({ code: 'browser', cause })
  expect(noPuppeteer(cause).message).toContain('`npm install puppeteer`')
})

test('leaves nothing behind after a broken package', async () => {
  const bin = packed()
  writeFileSync(join(bin, 'chromium.br'), 'not brotli')
  await expect(unpackBrowser(bin, folder)).rejects.toThrow(BrowserError)
  const home = join(folder, readdirSync(folder).find(name => name.startsWith('counterfoil-browser-'))!)
  expect(readdirSync(home)).toEqual([])
})

test('rejects a folder that others can write to', async () => {
  const bin = packed()
  const { path } = await unpackBrowser(bin, folder)
  chmodSync(join(path, '../..'), 0o777)
  await expect(unpackBrowser(bin, folder)).rejects.toThrow('other users')
  expect(existsSync(path)).toBe(true)
})
