import { afterAll, beforeAll, expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

/** How much lower the first discount of each struck price begins, in px. */
const gaps = `[...document.querySelectorAll('s')].map(price =>
  Math.round(price.nextElementSibling.getBoundingClientRect().top - price.getBoundingClientRect().top))`

test.each(looks)('a struck price and its discount stand on a line, in the look %s', async look => {
  for (const name of ['grocery-vat.de-DE', 'bopus-order', 'fashion-sale.en-CA']) {
    const fixture = fixtureNamed(name)
    const engine = await engineFor(fixture)
    await browser.page.setContent(
      engine.html(fixture.receipt, { acceptLanguage: fixture.acceptLanguage, variant: look }),
    )
    for (const width of [320, 360, 375, 412]) {
      await browser.page.setViewport({ width, height: 800 })
      const found = (await browser.page.evaluate(gaps)) as number[]
      expect(found.length, name).toBeGreaterThan(0)
      expect(Math.max(...found), `${name}, ${width} px`).toBeLessThan(8)
    }
  }
})
