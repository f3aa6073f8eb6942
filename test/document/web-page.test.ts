import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { readBarcodes } from '../../tools/goldens/made.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Picture } from '../../tools/goldens/pictures/picture.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'
import { isExhaustive } from '../support/scope.ts'

/** How the web page of a receipt prints from a person's browser. */
let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

const dark = [{ name: 'prefers-color-scheme', value: 'dark' }]

interface Options {
  variant?: Look
  format?: 'A4' | 'Letter'
}

const prints = new Map<string, Promise<Uint8Array>>()

/** Each is printed once. */
function printed(name: string, { variant = 'modern', format = 'A4' }: Options = {}): Promise<Uint8Array> {
  const key = [name, variant, format].join()
  const pdf = prints.get(key) ?? print(name, variant, format)
  prints.set(key, pdf)
  return pdf
}

async function print(name: string, variant: Look, format: 'A4' | 'Letter') {
  const { receipt, acceptLanguage, offers } = fixtureNamed(name)
  const html = (await engineFor(fixtureNamed(name))).html(receipt, { acceptLanguage, offers, variant })
  await browser.page.emulateMediaFeatures(dark)
  await browser.page.setContent(html)
  return await browser.page.pdf({ format, printBackground: true })
}

/** The text of each page. */
async function textsOf(name: string, options?: Options): Promise<string[]> {
  return await readPages(await printed(name, options), async page => page.text())
}

test('mail has nothing of how the page prints', async () => {
  const { receipt } = fixtureNamed('minimal')
  const engine = await engineFor(fixtureNamed('minimal'))
  expect(engine.html(receipt)).toContain('@media print')
  expect(engine.email(receipt).html).not.toContain('@media print')
})

test.each(looks)('in the look %s prints no dark color, whatever the reader prefers', async variant => {
  const { receipt } = fixtureNamed('fashion-sale.en-CA')
  const html = (await engineFor(fixtureNamed('fashion-sale.en-CA'))).html(receipt, { variant })
  expect(html).not.toMatch(/@media\s*\(prefers-color-scheme/)
  expect(html).toContain('@media screen and (prefers-color-scheme:dark)')
  for (const picture of await readPages(await printed('fashion-sale.en-CA', { variant }), page => page.draw(96)))
    expect(ground(picture)).toEqual([255, 255, 255])
})

/** The most common color. */
function ground({ rgba }: Picture): number[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const color = rgba[at]! * 65_536 + rgba[at + 1]! * 256 + rgba[at + 2]!
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const [[color]] = [...counts].sort((one, other) => other[1] - one[1]) as [[number, number]]
  return [color >> 16, (color >> 8) & 255, color & 255]
}

const formats = ['A4', 'Letter'] as const
describe.each(formats)('on %s', format => {
  const coded: [string, string[]][] = [
    ['fashion-sale.en-CA', ['004-118-20931']],
    ['grocery-vat.de-DE', ['0217000348213']],
    ['homedelivery.es-419', ['GDL02-6-20931', '00375010555001420778']],
  ]
  const some = coded.filter((_, at) => isExhaustive || at % 2 === formats.indexOf(format))
  test.each(some)('%s has whole codes', async (name, codes) => {
    const pdf = await printed(name, { format })
    const read = await readPages(pdf, async page => readBarcodes(await page.drawGray(203)))
    expect(read.flat().map(({ text }) => text)).toEqual(codes)
  })

  test.runIf(isExhaustive || format === 'Letter')('a row of goods is on one sheet, with its amount', async () => {
    const pages = await textsOf('bulk-300', { format })
    expect(pages.length).toBeLessThan(10)
    for (const text of pages.slice(0, -1)) {
      const lines = text.trim().split('\n')
      expect(lines.at(-1)).toMatch(/\$[\d,]+\.\d\d\s*$|%/)
      expect(lines[0]).not.toMatch(/^(Contract price|SKU)/)
    }
  })
})

test('what can only be pressed is left out', async () => {
  const { receipt } = fixtureNamed('bopus-order')
  const shown = (await engineFor(fixtureNamed('bopus-order'))).html(receipt)
  const actions = [...shown.matchAll(/class="action-link"[^>]*>([^<]+)</g)].map(([, text]) => text!)
  expect(actions.length).toBeGreaterThan(2)
  const text = (await textsOf('bopus-order')).join('\n')
  for (const action of actions) expect(text).not.toContain(action)
})

test('a payment that is asked for has its address', async () => {
  expect((await textsOf('everything'))[0]).toContain('https://pay.ridgeline.example.com/balance/pl-7731')
})

test('a template folder’s page.css replaces these styles, with the brand’s colors', async () => {
  const templates = new Map([['page.css', '@media print { .sum { color: {{brand.color}}; } }']])
  const engine = await createEngine({ templates: { files: templates }, brand: { color: '#7a1f3d' } })
  const html = engine.html(fixtureNamed('minimal').receipt)
  expect(html).toContain('<style>@media print{.sum{color:#7a1f3d}}</style></head>')
})
