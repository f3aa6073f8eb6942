import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Look } from '../../src/view/variant.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import { openOwnBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures } from '../support/fixtures.ts'
import { isExhaustive } from '../support/scope.ts'

/** Of the widths of Arial, which most mail programs have; it comes with the PDF reader of the tests. */
const liberation = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'standard_fonts')

let browser: TestBrowser
beforeAll(async () => {
  browser = await openOwnBrowser([liberation])
  await browser.page.setOfflineMode(true)
  await browser.page.setViewport({ width: 375, height: 600 })
})
afterAll(() => browser[Symbol.asyncDispose]())

/** Forty-five goods with UPCs, in nine categories. */
const supermarket: Fixture = {
  ...fixtureNamed('minimal'),
  name: 'supermarket',
  receipt: readFileSync(new URL('sales/supermarket.json', import.meta.url), 'utf8'),
}

const sale = fixtureNamed('fashion-sale.en-CA')

async function show({ receipt, acceptLanguage, offers, ...fixture }: Fixture, variant: Look, font: string) {
  const engine = await engineFor({ receipt, acceptLanguage, offers, ...fixture })
  const html = engine.html(receipt, { acceptLanguage, offers, variant })
  await browser.page.setContent(
    html.replace('</head>', `<style>:not(.raw) { font-family: '${font}' !important }</style></head>`),
  )
}

const fonts = ['Noto Sans', 'Liberation Sans']

describe.each(fonts)('in %s on a phone of 375 px', font => {
  test.each([
    ['the showcase sale', sale, 'modern', 880],
    ['the showcase sale', sale, 'compact', 700],
    ['forty-five goods', supermarket, 'modern', 2250],
  ] as const)('%s is short: %#', async (_, fixture, look, most) => {
    await show(fixture, look, font)
    const shown = await browser.page.evaluate(
      `[document.documentElement.scrollHeight, document.fonts.check("15px '${font}'")]`,
    )
    const [height, isThere] = shown as [number, boolean]
    expect(isThere).toBe(true)
    expect(height).toBeLessThanOrEqual(most)
  })

  test('the code of goods to fetch is within the first 260 px', async () => {
    await show(fixtureNamed('bopus-order'), 'modern', font)
    const bottom = await browser.page.evaluate(`document.querySelector('.bars').getBoundingClientRect().bottom`)
    expect(bottom).toBeGreaterThan(100)
    expect(bottom).toBeLessThanOrEqual(260)
  })

  test('no link to a document is smaller or nearer to another than 24 px', async () => {
    const linking = fixtures.filter(({ receipt }) => JSON.stringify(receipt).includes('supportingDocuments'))
    expect(linking.length).toBeGreaterThan(3)
    for (const [at, fixture] of linking.entries()) {
      if (!isExhaustive && at % 2 !== fonts.indexOf(font)) continue
      await show(fixture, 'modern', font)
      expect(await browser.page.evaluate(readCrowdedLinks), fixture.name).toEqual([])
    }
  })
})

test('forty-five goods take at most 375 mm of a roll of 80 mm', async () => {
  const engine = await engineFor(supermarket)
  const [page] = await pagePictures(await engine.pdf(supermarket.receipt, { paper: 'roll80' }), 254)
  expect(page!.height / 10).toBeLessThanOrEqual(375)
})

/** Links to documents whose circle of 24 px meets that of another (WCAG 2.2, 2.5.8). Runs in the page. */
const readCrowdedLinks = `(() => {
  const links = [...document.querySelectorAll('.doc a')].map(link => ({ text: link.innerText, box: link.getBoundingClientRect() }))
  const middle = ({ box }) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const isSmall = ({ box }) => Math.min(box.width, box.height) < 24
  return links.filter(link => isSmall(link) && links.some(other => {
    if (other === link) return false
    const [[x, y], [otherX, otherY]] = [middle(link), middle(other)]
    return Math.hypot(x - otherX, y - otherY) < 24
  })).map(({ text }) => text)
})()`
