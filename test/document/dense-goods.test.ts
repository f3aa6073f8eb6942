import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { aReceipt } from '../support/receipts.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

const goods = ['Topsoil, screened', 'Pea gravel', 'Crushed limestone, gray', 'Marble chips, white']
const fixture = {
  ...fixtureNamed('minimal'),
  receipt: aReceipt({
    items: Array.from({ length: 12 }, (_, at) => ({
      ...{ name: goods[at % 4], sku: `GC-${1000 + at}`, price: 2.88, total: 66.53 },
      quantity: { value: 23.1, unitOfMeasureCode: 'lb' },
    })),
    grandAmount: 798.36,
  }),
}

/** On how many lines what belongs to a name begins, with its name or below it. */
const lines = `[...document.querySelectorAll('.sub')].map(sub => {
  const words = document.createRange()
  words.selectNodeContents(sub)
  return new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size
})`

test('of many goods in a mail, what belongs to a name goes below it as a whole', async () => {
  await browser.page.setViewport({ width: 375, height: 600 })
  await browser.page.setContent((await engineFor(fixture)).html(fixture.receipt))
  expect(await browser.page.evaluate(lines)).toEqual(Array.from({ length: 12 }, () => 1))
})

test('so it does on a roll', async () => {
  await browser.page.emulateMediaType('print')
  await browser.page.setViewport({ width: 272, height: 600 })
  await browser.page.setContent(await pageOf(fixture, 'roll80'))
  expect(await browser.page.evaluate(lines)).toEqual(Array.from({ length: 12 }, () => 1))
})
