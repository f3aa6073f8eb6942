import type { Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, resize, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtureNamed, fixtures, sampled } from '../support/fixtures.ts'
import { isExhaustive } from '../support/scope.ts'

let browser: TestBrowser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = browser.page
  await page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

const lights = ['light', 'dark'] as const

describe.each(looks)('the look %s', look => {
  // Three hundred lines are alike. Colors and columns are the look's, and half of the mails have all of them.
  const mails = sampled(look).filter(
    each => isExhaustive || (each.name !== 'fasteners-300' && fixtures.indexOf(each) % 2 === 0),
  )
  test.each(mails)('fits the smallest phone and is readable there, light and dark: $name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant: look })
    await page.setContent(html)
    for (const light of lights) {
      const { width, texts } = await shown(light)
      expect(width, light).toBe(320)
      expect(texts.length, light).toBeGreaterThan(8)
      expect(
        texts.filter(({ contrast }) => contrast < 4.5),
        light,
      ).toEqual([])
    }
    const blocked = html.replace(/src="[^"]*"/g, 'src="https://images.example.com/blocked.png"')
    await page.setContent(blocked)
    expect((await shown('light')).width, 'with its images blocked').toBe(320)
  })

  test('follows the reader’s dark mode', async () => {
    const [fixture] = fixtures
    const html = (await engineFor(fixture!)).html(fixture!.receipt, { variant: look })
    await page.setContent(html)
    const [day, night] = [await shown('light'), await shown('dark')]
    expect(day.texts.at(-1)!.behind).toBeGreaterThan(0.9)
    expect(night.texts.at(-1)!.behind).toBeLessThan(0.02)
  })
})

test.each(looks.flatMap(look => [320, 375].map(width => [look, width] as const)))(
  'rows of actions leave no hole: %s at %i px',
  async (look, width) => {
    const { receipt, options } = fixtureNamed('bopus-order')
    const html = (await engineFor({ ...fixtureNamed('bopus-order'), options })).html(receipt, { variant: look })
    await page.setViewport({ width, height: 600 })
    await page.setContent(html)
    const ends = (await page.evaluate(readRowEnds)) as number[][]
    expect(ends.length).toBe(2)
    for (const rows of ends) expect(new Set(rows).size).toBe(1)
  },
)

/** Where each row of each list of actions ends. */
const readRowEnds = `[...document.querySelectorAll('.actions')].map(list => {
  const boxes = [...list.querySelectorAll('.action')].map(action => action.getBoundingClientRect())
  return [...new Set(boxes.map(({ top }) => top))].map(top => Math.round(Math.max(...boxes.filter(box => box.top === top).map(({ right }) => right))))
})`

test.each(looks.flatMap(look => ['grocery-vat.de-DE', 'everything'].map(name => [look, name] as const)))(
  'a phone’s width is enough where a client knows neither overflow-wrap nor word-break: %s, %s',
  async (look, name) => {
    const fixture = fixtureNamed(name)
    const { receipt, acceptLanguage, offers } = fixture
    const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant: look })
    await page.setViewport({ width: 375, height: 600 })
    await page.setContent(html.replace(/(?:overflow-wrap|word-break):[^;"}]+;?/g, ''))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  },
)

test.each(looks)('small print is grey and legible without <style>, also in long receipts: %s', async look => {
  const fixture = fixtureNamed('bulk-300')
  const html = (await engineFor(fixture)).html(fixture.receipt, { variant: look })
  const read = `(cell => [parseFloat(getComputedStyle(cell).fontSize), getComputedStyle(cell).color])(document.querySelector('.compact td b').parentElement)`
  await page.setContent(html.replace(/<style>.*?<\/style>/gs, ''))
  expect(await page.evaluate(read)).toEqual([12, 'rgb(101, 95, 84)'])
})

test('the showcase sale is at most 1,400 px high on a 420 px phone', async () => {
  const fixture = fixtureNamed('fashion-sale.en-CA')
  const html = (await engineFor(fixture)).html(fixture.receipt, { acceptLanguage: fixture.acceptLanguage })
  await page.setViewport({ width: 420, height: 600 })
  await page.setContent(html)
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1400)
})

test('a gift receipt begins by saying so', async () => {
  const fixture = fixtureNamed('gift-receipt')
  for (const variant of ['gift', ...looks] as const) {
    const html = (await engineFor(fixture)).html(fixture.receipt, { variant })
    await page.setContent(html)
    const head = "(h => [h.textContent, parseFloat(getComputedStyle(h).fontSize)])(document.querySelector('h1'))"
    const [text, size] = (await page.evaluate(head)) as [string, number]
    expect(text).toBe('Gift receipt')
    expect(size).toBeGreaterThanOrEqual(22)
  }
})

interface ShownText {
  text: string
  /** Luminance of what is behind it, 0 to 1. */
  behind: number
  /** WCAG 2.2, contrast ratio. */
  contrast: number
}

/** How the mail is shown on a phone of 320 px. */
async function shown(light: (typeof lights)[number]): Promise<{ width: number; texts: ShownText[] }> {
  await resize(page, 320)
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: light }])
  return (await page.evaluate(readPage)) as { width: number; texts: ShownText[] }
}

/** Runs in the page; as a text, for this project's types know no document. */
const readPage = `(() => {
  const channels = color => color.match(/[\\d.]+/g).map(Number)
  const luminance = color => {
    const [red, green, blue] = color.map(each => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = element => {
    for (let each = element; each; each = each.parentElement) {
      const color = channels(getComputedStyle(each).backgroundColor)
      if (color.length < 4 || color[3] > 0) return luminance(color)
    }
    return 1
  }
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || element.getClientRects().length === 0) continue
    const [back, front] = [behind(element), luminance(channels(getComputedStyle(element).color))]
    const contrast = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05)
    texts.push({ text: node.data, behind: back, contrast })
  }
  return { width: document.documentElement.scrollWidth, texts }
})()`
