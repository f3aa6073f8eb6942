import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { isSampled } from '../support/scope.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.emulateMediaType('print')
})
afterAll(() => browser[Symbol.asyncDispose]())

/** Each language once. */
const languages = [...new Map(loadCatalogue().languages.map(tag => [tag.split('-')[0], tag])).values()]

/** Of orders, deliveries and layaways. */
const names = ['bopus-order', 'homedelivery.es-419', 'layaway']

/** Lines of each label of the details, where each row's facts begin, and how much of the table the labels take. */
const rowsOfDetails = `[...document.querySelectorAll('.rest > .field')].map(row => {
  const [label, value] = row.querySelectorAll('.label, .value')
  const words = document.createRange()
  words.selectNodeContents(label)
  const tops = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)))
  return { label: label.textContent, lines: tops.size, start: Math.round(value.getBoundingClientRect().left) }
})`

// The space between a sheet's margins, in px.
test.each([
  ['a4', 'modern', 665, 0],
  ['a4', 'compact', 665, 1],
  ['letter', 'modern', 688, 2],
] as const)(
  'a label of the details takes one line on %s in the look %s, in every language',
  async (paper, look, width, turn) => {
    const { page } = browser
    await page.setViewport({ width, height: 900 })
    const wrapped: string[] = []
    for (const [at, acceptLanguage] of languages.entries()) {
      if (!isSampled(at, turn)) continue
      for (const [nth, name] of names.entries()) {
        if (!isSampled(Math.floor(at / 3), nth)) continue
        await page.setContent(await pageOf({ ...fixtureNamed(name), acceptLanguage }, paper, look))
        const rows = (await page.evaluate(rowsOfDetails)) as { label: string; lines: number; start: number }[]
        expect(rows.length).toBeGreaterThan(1)
        const isRtl = await page.evaluate('document.documentElement.dir === "rtl"')
        if (!isRtl) expect(new Set(rows.map(({ start }) => start)).size, `${acceptLanguage} ${name}`).toBe(1)
        wrapped.push(...rows.filter(({ lines }) => lines > 1).map(({ label }) => `${acceptLanguage} ${label}`))
      }
    }
    expect([...new Set(wrapped)]).toEqual([])
  },
)
