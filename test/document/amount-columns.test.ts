import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtures } from '../support/fixtures.ts'

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
