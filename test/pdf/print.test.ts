import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readBrand } from '../../src/brand/brand.ts'
import { renderPrint } from '../../src/document/render.ts'
import { loadTemplates } from '../../src/document/templates.ts'
import { OptionError, PrintError } from '../../src/errors.ts'
import { launchBrowser } from '../../src/pdf/browser/browser.ts'
import { findBrowser } from '../../src/pdf/browser/find-browser.ts'
import { findFonts, fontFaces, fontsConf } from '../../src/pdf/fonts/fonts.ts'
import { codePointsIn } from '../../src/pdf/fonts/glyphs.ts'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import { openPrinter, type Printer } from '../../src/pdf/print.ts'
import { preparePage, printPage } from '../../src/pdf/print-page.ts'
import { looks } from '../../src/view/variant.ts'
import { engineFor, fixtureNamed, sharedPrinter } from '../support/fixtures.ts'
import { sandbox } from '../support/print-page.ts'
import { isExhaustive, thorough, tries } from '../support/scope.ts'
import { hostilePage, lines, page, readPdf } from './pages.ts'

let printer: Printer
let other: Printer
beforeAll(() => {
  printer = sharedPrinter()
  other = sharedPrinter('replace')
})

const print = (html: string, paper: Paper = 'a4', date?: string) =>
  printer.print({ html, paper, ...(date !== undefined && { date }) })

describe('paper', () => {
  test.each(['a4', 'letter'] as const)('prints sheets of %s, and as many as a long receipt needs', async paper => {
    const { width, height } = paperSize(paper)
    const pdf = await readPdf(await print(page(lines(120)), paper))
    expect(pdf.sizes.length).toBeGreaterThan(2)
    for (const [x, y] of pdf.sizes) {
      expect(x).toBeCloseTo(width, -0.5)
      expect(y).toBeCloseTo(height, -0.5)
    }
    for (const text of pdf.texts) expect(text).toContain('Amount')
    expect(pdf.texts.at(-1)).toContain('Item 120')
  })

  test('takes page numbers from the page’s own margin boxes', async () => {
    const css = '@page{margin:30mm;@bottom-right{content:"Page " counter(page) " of " counter(pages)}}'
    const pdf = await readPdf(await print(page(lines(60), { css })))
    expect(pdf.texts[1]).toContain(`Page 2 of ${pdf.sizes.length}`)
  })

  test.each(['roll80', 'roll58'] as const)('prints one page on %s, as high as needed', async paper => {
    const few = await readPdf(await print(page(lines(3)), paper))
    const many = await readPdf(await print(page(lines(103)), paper))
    expect([few.sizes.length, many.sizes.length]).toEqual([1, 1])
    for (const { sizes } of [few, many]) expect(sizes[0]![0]).toBeCloseTo(paperSize(paper).width, -0.5)
    expect(many.texts[0]).toContain('Item 103')
    const perLine = (many.sizes[0]![1]! - few.sizes[0]![1]!) / 100
    expect(perLine).toBeCloseTo((18 / 96) * 25.4, 1)
    const margins = few.sizes[0]![1]! - 4 * perLine
    expect(margins).toBeGreaterThan(7.9)
    expect(margins).toBeLessThan(9)
  })

  test('splits a roll longer than a PDF page without losing anything', async () => {
    const pdf = await readPdf(await print(page(lines(1200)), 'roll80'))
    expect(pdf.sizes.length).toBe(2)
    expect(pdf.texts.at(-1)).toContain('Item 1200')
  })

  test('has what a stylesheet says for print, on sheets and rolls by turns, and nothing of what it says for a screen', async () => {
    const css = '@media screen{.paper{display:none}}@media print{.screen{display:none}}'
    const html = page('<p class="paper">Paper</p><p class="screen">Screen</p>', { css })
    const printed: Uint8Array[] = []
    for (const paper of ['a4', 'roll80', 'letter', 'roll58', 'a4', 'roll80'] as const)
      printed.push(await print(html, paper))
    for (const pdf of printed) expect((await readPdf(pdf)).texts[0]?.trim()).toBe('Paper')
    expect(printed.slice(4)).toEqual(printed.slice(0, 2))
  })

  test('lays out a roll in its printable width, even right to left', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const html = page(`<div dir="${dir}" style="text-align:end">9.50</div>`)
      expect((await readPdf(await print(html, 'roll58'))).sizes).toHaveLength(1)
    }
  })
})

describe('the document', () => {
  test('is tagged, has language and title, and shows the title', async () => {
    const pdf = await readPdf(await print(page(lines(2), { lang: 'fr-CA', title: 'Reçu (n° 118)' })))
    expect(pdf.isTagged).toBe(true)
    expect(pdf.lang).toBe('fr-CA')
    expect(pdf.info).toMatchObject({ Title: 'Reçu (n° 118)', Language: 'fr-CA' })
    expect(pdf.raw).toContain('/DisplayDocTitle true')
    for (const role of ['Table', 'TH', 'TD']) expect(pdf.roles).toContain(`"role":"${role}"`)
  })

  test('takes less than 60 KB for twenty lines, with fonts', async () => {
    expect((await print(page(lines(20)))).length).toBeLessThan(60_000)
  })

  test('has the receipt’s dates', async () => {
    const dated = await readPdf(await print(page('a'), 'a4', '2026-10-31T17:45:00+01:00'))
    expect(dated.info).toMatchObject({ CreationDate: "D:20261031174500+01'00'", ModDate: "D:20261031174500+01'00'" })
    const undated = await readPdf(await print(page('a')))
    expect(undated.info).not.toHaveProperty('CreationDate')
  })

  test('always contains embedded images', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const html = page(
      `<img alt="Logo" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBA==">${pixel}<img alt="" src="data:image/svg+xml;base64,${svg.toString('base64')}">`,
    )
    for (let turn = 0; turn < 3; turn++) expect((await readPdf(await print(html))).raw).toContain('/Subtype /Image')
  })

  // Skipped on the screen, a page's pictures are read only after the first print.
  test.each([
    ['', true],
    ['p{background:url(data:image/svg+xml;base64,AA)}', false],
    ['p{background:URL(data:image/svg+xml;base64,AA)}', false],
    ['p{background:image-set("a.svg" 1x)}', false],
  ])('is laid out only when it is printed, unless its stylesheet has a picture: %j', (css, isSkipped) => {
    expect(preparePage(page('<p>Total</p>', { css }), 'a4').includes('content-visibility:hidden')).toBe(isSkipped)
  })

  thorough.each(['url', 'URL'])(
    'has what a picture of the stylesheet embeds, from the first print on: %s()',
    async name => {
      const inner = new PNG({ width: 900, height: 900 })
      for (let at = 0; at < inner.data.length; at++) inner.data[at] = at % 4 === 3 ? 255 : (at * at) % 251
      const png = PNG.sync.write(inner).toString('base64')
      const svg = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><image href="data:image/png;base64,${png}" width="90" height="90"/></svg>`,
      )
      const css = `p{height:90px;width:90px;background:${name}(data:image/svg+xml;base64,${svg.toString('base64')})}`
      await using fresh = openPrinter({ processes: 1 })
      const first = await fresh.print({ html: page('<p>Total</p>', { css }), paper: 'a4' })
      expect((await readPdf(first)).raw).toContain('/Subtype /Image')
    },
  )

  test('has the same bytes for the same job, in any process', async () => {
    const job = () => page(lines(12), { lang: 'de-DE' })
    const first = await print(job(), 'roll80')
    for (const paper of ['a4', 'roll58', 'letter'] as const) await print(page(lines(5)), paper)
    expect(Buffer.compare(await print(job(), 'roll80'), first)).toBe(0)
    expect(Buffer.compare(await other.print({ html: job(), paper: 'roll80' }), first)).toBe(0)
  })

  test('rejects a page without a head, and says so', async () => {
    await expect(print('<p>Receipt</p>')).rejects.toThrow('<head>')
  })
})

describe('fonts', () => {
  test.each([
    ['en', 'Crème brûlée Łódź Ωμέγα Жук €', 'NotoSans'],
    ['ar', 'قهوة عربية', 'NotoSansArabic'],
    ['he', 'קפה שחור', 'NotoSansHebrew'],
    ['ja', 'コーヒー 領収書', 'NotoSansJP'],
  ])('in %s the words "%s" print in %s, regular and bold', async (lang, words, font) => {
    const pdf = await readPdf(await print(page(`<p>${words}</p><p><b>${words}</b></p>`, { lang })))
    expect(pdf.fonts).toContain(`${font}-Regular`)
    expect(pdf.fonts).toContain(`${font}-Bold`)
    for (const used of pdf.fonts) expect(used).toMatch(/^NotoSans/)
    for (const letter of new Set(words.normalize('NFKC').replaceAll(' ', ''))) {
      expect(pdf.texts.join('').normalize('NFKC') + pdf.actualText).toContain(letter)
    }
  })

  test('prints all scripts on one page', async () => {
    const words = 'Café Ωμέγα Жук قهوة קפה コーヒー'
    const pdf = await readPdf(await print(page(`<p>${words}</p>`), 'roll80'))
    expect(pdf.fonts).toEqual([
      'NotoSans-Regular',
      'NotoSansArabic-Regular',
      'NotoSansHebrew-Regular',
      'NotoSansJP-Regular',
    ])
  })

  test.each([
    ['Café Łódź 9,50 €', 1],
    ['Café Ωμέγα', 2],
  ])('takes Latin letters from the small font, others from the whole: %s', async (words, fonts) => {
    const { raw } = await readPdf(await print(page(`<p>${words}</p>`)))
    expect(raw.match(/\/FontName \/[A-Z]{6}\+NotoSans-Regular/g)).toHaveLength(fonts)
  })

  test('falls back to the same fonts on every host', async () => {
    const pdf = await readPdf(await print(page('<pre>TOTAL 9.50</pre><p style="font-family:Arial,serif">Total</p>')))
    for (const used of pdf.fonts) expect(used).toMatch(/^NotoSans/)
  })

  thorough('uses the same fonts without fontconfig', async () => {
    const html = page('<p>Café קפה <b>Café קפה</b></p>')
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'))
    const noFonts = join(folder, 'fonts.conf')
    writeFileSync(noFonts, fontsConf([findFonts([]).folders.find(each => each.includes('arabic'))!], folder))
    const browser = await findBrowser({ environment: process.env, puppeteerPaths: [] })
    const options = { browser, folder, fontsConf: noFonts, sandbox, environment: process.env }
    const bare = await launchBrowser(options)
    const rules = fontFaces(findFonts([]).files)(codePointsIn(html), 'en')
    const pdf = await readPdf(await printPage(bare, preparePage(html, 'a4', rules), 'a4'))
    await bare.kill()
    rmSync(folder, { recursive: true })
    expect(pdf.fonts).toEqual(['NotoSans-Bold', 'NotoSans-Regular', 'NotoSansHebrew-Bold', 'NotoSansHebrew-Regular'])
  })

  test('names a character that no font has, or replaces it on request', async () => {
    const html = page('<p>Coffee \ue000</p>')
    await expect(print(html)).rejects.toThrow(PrintError)
    await expect(print(html)).rejects.toThrow('U+E000')
    const told: (readonly string[])[] = []
    const onMissingGlyphs = (scripts: readonly string[]) => void told.push(scripts)
    const pdf = await readPdf(await other.print({ html, paper: 'a4', onMissingGlyphs }))
    expect(pdf.texts[0]).toContain('Coffee \ufffd')
    expect(told).toEqual([['Zzzz']])
  })
})

describe('a page’s access to the outside', () => {
  test('is blocked: requests, scripts and files', async () => {
    const hits: string[] = []
    const server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end()
    })
    server.on('upgrade', (request, socket) => {
      hits.push(request.url ?? '')
      socket.destroy()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const clean = await print(page('clean'))
    const pdf = await readPdf(await print(hostilePage(`127.0.0.1:${port}`)))
    for (let turn = 0; turn < 3; turn++) expect(Buffer.compare(await print(page('clean')), clean)).toBe(0)
    server.close()
    expect(hits).toEqual([])
    expect(pdf.texts.join(' ')).toMatch(/BEFORE.*AFTER/s)
    expect(pdf.texts.join(' ')).not.toMatch(/root:|scripted/)
    expect(pdf.raw).not.toMatch(/\/JavaScript|\/Launch|\/EmbeddedFile/)
  })
})

const framed = page(`<p>BEFORE</p><iframe src="data:text/html,framed"></iframe>${lines(20)}`, {
  css: 'p{color:#f00}@media screen{table{margin-top:50mm}}',
})

describe.each((['a4', 'roll80'] as const).slice(0, isExhaustive ? 2 : 1))('on %s, the browser’s document', paper => {
  test('prints the same bytes however many pages it had, and loads no frame', async () => {
    const first = await other.print({ html: framed, paper })
    for (let printed = 1; printed < tries(60); printed++) {
      const again = await other.print({ html: framed, paper })
      expect(Buffer.compare(again, first), `print ${printed + 1}`).toBe(0)
    }
    const text = (await readPdf(first)).texts.join(' ')
    expect(text).toContain('BEFORE')
    expect(text).not.toContain('framed')
  })

  test.each(['content-security-&#112;olicy', 'Content-Security-Policy'].slice(0, isExhaustive ? 2 : 1))(
    'is replaced after a page with a %s',
    async name => {
      const strict = framed.replace('<title>', `<meta http-equiv="${name}" content="style-src 'none'"><title>`)
      const first = await other.print({ html: framed, paper })
      const bound = await other.print({ html: strict, paper })
      expect(Buffer.compare(bound, first)).not.toBe(0)
      expect(Buffer.compare(await other.print({ html: framed, paper }), first)).toBe(0)
    },
  )
})

test.each([
  '<ul><li><b><div></div></b></li></ul>',
  '<ul><li><i><b><section> <!-- nothing --></section></b></i></li></ul>',
  '<a href="https://example.com/">Shop<li><div></div></a>',
  '<h2 style="display:list-item"><a href="https://example.com/"><header></header></a></h2>',
  '<summary style="list-style-position:outside;display:list-item"><b><div></div></b></summary>',
])('ends with a list item that Chromium alone would print without end: %s', async list => {
  for (const paper of ['a4', 'roll80'] as const)
    expect((await readPdf(await print(page(`<p>Before</p>${list}<p>Behind</p>`), paper))).texts.join()).toContain(
      'Behind',
    )
})

test.each([
  '<article id="terms">Terms<i aria-owns="terms"></i></article><span role="link" aria-owns="terms"></span>',
  '<h2 ARIA-OWNS=rows></h2><i id="rows"><option id="row" aria-owns=\'row\'>Row</option></i><p id="row">',
])('prints what owns each other, of which Chromium alone makes no tags: %s', async owners => {
  const { texts, raw } = await readPdf(await print(page(`<h1>Receipt</h1>${owners}<p>Keep aria-owns="x" as text</p>`)))
  expect(texts.join()).toContain('Keep aria-owns="x" as text')
  expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>')
})

test('refuses a page that navigates; a disguised attempt harms only itself', async () => {
  const refresh = (word: string) =>
    page('a').replace('<title>', `<meta content="0;url=http://127.0.0.1:9/" http-equiv="${word}"><title>`)
  await expect(print(refresh('Refresh'))).rejects.toThrow('http-equiv')
  const clean = await print(page('clean'))
  for (let turn = 0; turn < (isExhaustive ? 3 : 2); turn++) {
    await print(refresh('&#114;efresh')).catch(() => undefined)
    await pause(turn * 20)
    expect(Buffer.compare(await print(page('clean')), clean)).toBe(0)
  }
})

test.each(looks)('prints pages of the look %s without their policy, which the browser has', async look => {
  const minimal = fixtureNamed('minimal')
  const engine = await engineFor(minimal)
  const templates = await loadTemplates(undefined, look)
  const { html } = renderPrint(engine.view(minimal.receipt), templates, readBrand().brand, paperSize('a4'))
  const policies = (page: string) => page.match(/<meta http-equiv="Content-Security-Policy"[^>]*>/g) ?? []
  expect(policies(html)).toHaveLength(1)
  expect(policies(preparePage(html, 'a4'))).toEqual([])
})

test.each([{ processes: 0 }, { timeout: Number.NaN }, { recycleAfter: -1 }, { fonts: ['/no/such/folder'] }])(
  'rejects the option %o before anything starts',
  options => {
    expect(() => openPrinter(options)).toThrow(OptionError)
  },
)

const pixel =
  '<img alt="Signature" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">'
