import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { OptionError, PrintError } from '../../src/errors.ts'
import { prepareDrawing } from '../../src/pdf/draw-page.ts'
import { type DrawJob, openPrinter, type Printer } from '../../src/pdf/print.ts'
import { sharedPrinter } from '../support/fixtures.ts'
import { pngLogo } from '../support/logos.ts'
import { isExhaustive, thorough, tries } from '../support/scope.ts'
import { descendants, hostilePage, lines, page } from './pages.ts'

let printer: Printer
let other: Printer
beforeAll(() => {
  printer = sharedPrinter()
  other = sharedPrinter('replace')
})

const draw = (html: string, drawing: Omit<DrawJob, 'html'> = {}) => printer.draw({ html, ...drawing })

describe('an image', () => {
  test.each([
    [{}, 1200],
    [{ width: 360 }, 720],
    [{ width: 640, scale: 1 }, 640],
    [{ width: 640, scale: 0.5 }, 320],
    [{ paper: 'a4' }, 1588],
    [{ paper: 'roll80', scale: 203 / 96 }, 641],
  ] as const)('of %o is %i pixels wide', async (drawing, width) => {
    // As its header says (PNG 3, 11.2.1).
    expect(Buffer.from(await draw(page(lines(3)), drawing)).readUInt32BE(16)).toBe(width)
  })

  test('is as high as the page, to its last line', async () => {
    const tall = page(`${lines(920)}<div style="height:20px;background:#00f"></div>`)
    const image = await decoded(draw(tall, { scale: 1, width: 200 }))
    expect(image.height).toBeGreaterThan(16_384)
    expect(image.at(100, image.height - 10)).toEqual([0, 0, 255, 255])
    expect(image.at(100, image.height - 30)).not.toEqual([0, 0, 255, 255])
  })

  test('of paper is a whole sheet at least, and on a roll as long as the receipt', async () => {
    const sheet = await decoded(draw(page(lines(3)), { paper: 'letter', scale: 1 }))
    expect(sheet.height).toBe(Math.ceil((279.4 / 25.4) * 96))
    expect((await decoded(draw(page(lines(100)), { paper: 'letter', scale: 1 }))).height).toBeGreaterThan(1600)
    expect((await decoded(draw(page(lines(3)), { paper: 'roll58', scale: 1 }))).height).toBeLessThan(200)
  })

  test('of paper has what a stylesheet says for print, and the mail what it says for a screen, of that width', async () => {
    const css =
      'body{background:#fff}@media print{body{background:#f00}}@media screen and (max-width:400px){body{background:#0f0}}'
    const html = page('<p>Total</p>', { css })
    const corner = async (drawing: Omit<DrawJob, 'html'>) => (await decoded(draw(html, drawing))).at(4, 4).slice(0, 3)
    expect(await corner({ paper: 'a4' })).toEqual([255, 0, 0])
    expect(await corner({})).toEqual([255, 255, 255])
    expect(await corner({ width: 400 })).toEqual([0, 255, 0])
    expect(await corner({ width: 401 })).toEqual([255, 255, 255])
  })

  test('is dark if asked for, and then no longer', async () => {
    const css = ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){p{color:#8ff}}'
    const html = page('<p>Total</p>', { css })
    const light = await draw(html)
    const dark = await decoded(draw(html, { colorScheme: 'dark' }))
    expect(Math.max(...dark.at(4, 4).slice(0, 3))).toBeLessThan(40)
    expect(Buffer.compare(await draw(html), light)).toBe(0)
  })

  test('may be a WebP', async () => {
    const webp = Buffer.from(await draw(page(lines(20)), { type: 'webp' }))
    expect(webp.toString('latin1', 0, 4) + webp.toString('latin1', 8, 12)).toBe('RIFFWEBP')
  })

  test('has the same bytes for the same job, in any process, and leaves those of a PDF as they were', async () => {
    const logo = Buffer.from(pngLogo([200, 20, 20, 255], { width: 600, height: 450 })).toString('base64')
    const html = page(`<img alt="Logo" width="300" src="data:image/png;base64,${logo}">${lines(12)}`)
    const pdf = await printer.print({ html, paper: 'a4' })
    const first = await draw(html, { scale: 1 })
    for (const drawing of [{ paper: 'a4', scale: 1 }, { width: 320, colorScheme: 'dark' }, { type: 'webp' }] as const)
      await draw(html, drawing)
    for (let turn = 0; turn < tries(20); turn++) expect(Buffer.compare(await draw(html, { scale: 1 }), first)).toBe(0)
    expect(Buffer.compare(await printer.print({ html, paper: 'a4' }), pdf)).toBe(0)
    expect((await decoded(Promise.resolve(first))).at(150, 100).slice(0, 3)).toEqual([200, 20, 20])
    expect(Buffer.compare(await other.draw({ html, scale: 1 }), first)).toBe(0)
    for (let browsers = 1; browsers < tries(5); browsers++) {
      await using own = openPrinter({ processes: 1 })
      expect(Buffer.compare(await own.draw({ html, scale: 1 }), first)).toBe(0)
    }
  })

  test('names a character that no font has, or replaces it on request', async () => {
    const html = page('<p>Coffee \ue000</p>')
    await expect(draw(html)).rejects.toThrow('U+E000')
    const told: (readonly string[])[] = []
    const image = await other.draw({ html, onMissingGlyphs: scripts => void told.push(scripts) })
    expect(Buffer.compare(image, await draw(page('<p>Coffee \ufffd</p>')))).toBe(0)
    expect(told).toEqual([['Zzzz']])
  })

  test('needs a page with a head, which does not navigate', async () => {
    await expect(draw('<p>Receipt</p>')).rejects.toThrow('<head>')
    const refresh = '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><title>'
    await expect(draw(page('a').replace('<title>', refresh))).rejects.toThrow('http-equiv')
  })
})

describe('what would be too large', () => {
  test.each([
    [{ width: 2000, scale: 4 }, 'scale: 2000 × '],
    [{ type: 'webp', scale: 4 }, 'type: a side of a WebP has at most 16383 pixels'],
  ] as const)('%o is refused, and the browser goes on', async (drawing, words) => {
    const long = page(lines(300))
    await draw(page('warm'))
    const before = descendants('--type=renderer')
    const refused = draw(long, drawing)
    await expect(refused).rejects.toThrow(OptionError)
    await expect(refused).rejects.toThrow(words)
    await draw(page('warm'))
    expect(descendants('--type=renderer')).toEqual(before)
  })
})

describe('the browser', () => {
  test('loads nothing from elsewhere', async () => {
    const hits: string[] = []
    const server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const clean = await draw(page('clean'), { scale: 1 })
    await draw(hostilePage(`127.0.0.1:${port}`), { scale: 1 })
    expect(Buffer.compare(await draw(page('clean'), { scale: 1 }), clean)).toBe(0)
    server.close()
    expect(hits).toEqual([])
  })

  // `faults.test.ts` has a page and a browser that die while they print, which is the same to the pool.
  thorough.each(['--type=renderer', '--remote-debugging-pipe'])(
    'is replaced if it dies while it draws (%s)',
    async part => {
      const html = page(lines(800))
      const expected = await draw(html, { scale: 1 })
      const drawing = draw(html, { scale: 1 })
      await pause(60)
      for (const pid of descendants(part)) process.kill(pid, 'SIGKILL')
      expect(Buffer.compare(await drawing, expected)).toBe(0)
    },
  )

  const inHan = (lang: string) =>
    `<!doctype html><html lang="${lang}"><head><title>T</title></head><body><p style="font:16px Arial,sans-serif">付款方式：直接骨海，令。</p></body></html>`

  test('is told the fonts of Han letters with those of the page’s language first', () => {
    const first = (lang: string) => /Noto Sans (JP|SC|TC|KR)/.exec(prepareDrawing(inHan(lang), undefined))?.[1]
    expect(['zh-CN', 'ja-JP', 'zh-Hant-TW', 'ko-KR'].map(first)).toEqual(['SC', 'JP', 'TC', 'KR'])
  })

  thorough('draws Han letters in the forms of the language, whatever was drawn before', async () => {
    const languages = ['zh-CN', 'ja-JP', 'zh-Hant-TW']
    const inTurn = async (by: Printer, order: readonly string[]) => {
      const images: [string, string][] = []
      for (const lang of order) {
        const image = await by.draw({ html: inHan(lang) })
        images.push([lang, Buffer.from(image).toString('base64')])
      }
      return images
    }
    const forms = new Map(await inTurn(printer, languages))
    expect(new Set(forms.values()).size).toBe(languages.length)
    // In another browser, the last language comes first.
    for (const [lang, image] of await inTurn(other, languages.toReversed()))
      expect(image === forms.get(lang), lang).toBe(true)
  })

  test('goes on with the next when one is given up', async () => {
    const [long, html] = [page(lines(100)), page(lines(3))]
    const expected = await draw(html, { scale: 1 })
    for (const wait of isExhaustive ? [0, 5, 40] : [5]) {
      const abort = new AbortController()
      const drawing = other.draw({ html: long, width: 320, colorScheme: 'dark', signal: abort.signal })
      setTimeout(() => abort.abort(new Error('The customer left.')), wait)
      await expect(drawing).rejects.toThrow('The customer left.')
      expect(Buffer.compare(await other.draw({ html, scale: 1 }), expected)).toBe(0)
    }
  })

  // `faults.test.ts` closes a printer that still has documents to print.
  thorough('is closed after its last image', async () => {
    const html = page(lines(3))
    const own = openPrinter({ processes: 1 })
    const last = own.draw({ html, scale: 1 })
    await own.close()
    expect(Buffer.compare(await last, await draw(html, { scale: 1 }))).toBe(0)
    await expect(own.draw({ html })).rejects.toThrow(PrintError)
  })
})

async function decoded(image: Promise<Uint8Array>) {
  const { width, height, data } = PNG.sync.read(Buffer.from(await image))
  return {
    width,
    height,
    at: (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)],
  }
}
