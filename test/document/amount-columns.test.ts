import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtures } from '../support/fixtures.ts'
import { aReceipt } from '../support/receipts.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

describe.each(looks)('in the look %s', look => {
  test.each(fixtures)('every amount ends at the same pixel: $name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant: look })
    for (const width of [320, 375, 600]) {
      await browser.page.setViewport({ width, height: 600 })
      await browser.page.setContent(html)
      const { edge, amounts } = (await browser.page.evaluate(readAmounts)) as Amounts
      expect(
        amounts.filter(each => Math.abs(each.end - edge) > 0.5),
        `at ${width} px, with the edge at ${edge}`,
      ).toEqual([])
      // A till's mark behind some of the amounts would move their digits.
      expect(new Set(amounts.map(({ text }) => text.replace(/^.*\d/, ''))).size).toBeLessThan(2)
    }
  })
})

/** As a garden center's till sends them: a mark on each line, and amounts of all widths below one title. */
const plants = Array.from({ length: 65 }, (_, at) => ({
  name: `Lavandula angustifolia, pot ${at + 1}`,
  category: 'Plants',
  price: [0.55, 9.95, 118.92, 1140.42][at % 4]!,
  priceNotation: ['L', 'H', 'N'][at % 3]!,
}))

test.each(looks.flatMap(look => ['nl-NL', 'ar-SA'].map(language => [look, language] as const)))(
  'a till’s mark keeps clear of the amount in long receipts: %s, %s',
  async (look, language) => {
    const engine = await createEngine({ variant: look })
    const html = engine.html(aReceipt({ items: plants }), { acceptLanguage: language })
    for (const width of [320, 600]) {
      await browser.page.setViewport({ width, height: 600 })
      await browser.page.setContent(html)
      const gaps = (await browser.page.evaluate(readGaps)) as number[]
      expect(gaps).toHaveLength(plants.length)
      expect(Math.min(...gaps), `at ${width} px`).toBeGreaterThan(5)
    }
  },
)

/** Px between each mark and its amount. Runs in the page, as below. */
const readGaps = `[...document.querySelectorAll('.compact tr, .lines tr')].filter(row => row.cells.length === 3).map(row => {
  const boxOf = cell => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode.data
      if (text.trim() === '') continue
      const range = document.createRange()
      range.setStart(texts.currentNode, text.length - text.trimStart().length)
      range.setEnd(texts.currentNode, text.trimEnd().length)
      return range.getBoundingClientRect()
    }
  }
  const [mark, amount] = [boxOf(row.cells[1]), boxOf(row.cells[2])]
  return document.documentElement.dir === 'rtl' ? mark.left - amount.right : amount.left - mark.right
})`

interface Amounts {
  /** Where the text area ends: on the right, or on the left of a page that runs from right to left. */
  edge: number
  /** What is at that edge, and where it ends. */
  amounts: { text: string; end: number }[]
}

/** Runs in the page; as text, because this project's types know no document. */
const readAmounts = `(() => {
  const rtl = document.documentElement.dir === 'rtl'
  const cells = [...document.querySelectorAll('td[align=' + (rtl ? 'left' : 'right') + ']')]
    .filter(cell => cell === cell.parentElement.lastElementChild && getComputedStyle(cell).whiteSpace === 'nowrap' && /\\d/.test(cell.textContent))
  const endOf = cell => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    const box = range.getBoundingClientRect()
    return rtl ? box.left : box.right
  }
  const pad = document.querySelector('.pad')
  const style = getComputedStyle(pad)
  const box = pad.getBoundingClientRect()
  return {
    edge: rtl ? box.left + parseFloat(style.paddingLeft) : box.right - parseFloat(style.paddingRight),
    amounts: cells.map(cell => ({ text: cell.textContent, end: endOf(cell) })),
  }
})()`
