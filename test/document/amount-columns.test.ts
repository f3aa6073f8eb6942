import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, resize, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtures, sampled } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { aReceipt } from '../support/receipts.ts'
import { isExhaustive } from '../support/scope.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

describe.each(looks)('in the look %s', look => {
  const some = sampled(look).filter(each => isExhaustive || fixtures.indexOf(each) % 2 === 0)
  test.each(some)('every amount ends at the same pixel: $name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const engine = await engineFor(fixture)
    const html = engine.html(receipt, { acceptLanguage, offers, variant: look })
    const { notation } = engine.view(receipt, { acceptLanguage, offers })
    await browser.page.setContent(html)
    for (const width of isExhaustive ? [320, 375, 600] : [320, 600]) {
      await resize(browser.page, width)
      const { edge, amounts, heading } = (await browser.page.evaluate(readAmounts)) as Amounts
      expect(heading.filter(end => Math.abs(end - edge) > 0.5)).toEqual([])
      expect(
        amounts.filter(each => Math.abs(Math.abs(each.end - edge) - (notation?.space ?? 0)) > 0.5),
        `at ${width} px, with the edge at ${edge}`,
      ).toEqual([])
      // A sign behind some of the amounts would move their digits.
      expect(new Set(amounts.map(({ text }) => text.replace(/^.*\d/, ''))).size).toBeLessThan(2)
    }
  })
})

const engine = await createEngine()

/** As a garden center's till sends them: a notation on each line, and amounts of all widths below one title. */
const plants = Array.from({ length: 65 }, (_, at) => ({
  name: `Lavandula angustifolia, pot ${at + 1}`,
  category: 'Plants',
  price: [0.55, 9.95, 118.92, 1140.42][at % 4]!,
  priceNotation: ['L', 'H', 'N'][at % 3]!,
}))

test.each(looks.flatMap(look => ['nl-NL', 'ar-SA'].map(language => [look, language] as const)))(
  'a price notation stands behind the amount, clear of it, in long receipts: %s, %s',
  async (look, language) => {
    await browser.page.setContent(engine.html(aReceipt({ items: plants }), { acceptLanguage: language, variant: look }))
    for (const width of [320, 600]) {
      await resize(browser.page, width)
      const gaps = (await browser.page.evaluate(readGaps)) as number[]
      expect(gaps).toHaveLength(plants.length)
      expect(Math.min(...gaps), `at ${width} px`).toBeGreaterThan(5)
    }
  },
)

// The total of `hostile` takes half the paper.
const usual = fixtures.filter(({ name }) => name !== 'hostile')

test.each(
  looks.flatMap(look =>
    sampled(look, { on: 'roll58', of: usual }).map(fixture => [look, fixture.name, fixture] as const),
  ),
)(
  'on the narrow roll, the German word for the total is whole, and clear of its amount: %s, %s',
  async (look, _, fixture) => {
    await browser.page.emulateMediaType('print')
    await browser.page.setViewport({ width: 200, height: 600 })
    await browser.page.setContent(await pageOf({ ...fixture, acceptLanguage: 'de' }, 'roll58', look))
    const totals = (await browser.page.evaluate(readTotals)) as { label: string; lines: number; gap: number }[]
    expect(totals.filter(({ label, lines, gap }) => gap < 4 || lines > label.split(/\s/).length)).toEqual([])
    await browser.page.emulateMediaType('screen')
  },
)

/** Each total's label, its lines, and the px between it and the amount. Runs in the page, as below. */
const readTotals = `[...document.querySelectorAll('tr.total')].map(({ cells: [label, amount] }) => {
  const boxesOf = cell => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  const [boxes, [end]] = [boxesOf(label), boxesOf(amount)]
  const beside = boxes.filter(({ bottom, top }) => bottom > end.top && top < end.bottom)
  // Where they leave each other no room, the amount stands below.
  const gap = Math.min(1000, ...beside.map(({ right }) => end.left - right))
  return { label: label.textContent.trim(), lines: new Set(boxes.map(({ top }) => top)).size, gap }
})`

/** Px between each amount and the notation behind it. Runs in the page, as below. */
const readGaps = `[...document.querySelectorAll('.compact tr')].filter(row => row.cells.length === 3 && /\\d/.test(row.textContent)).map(row => {
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
  const [amount, mark] = [boxOf(row.cells[1]), boxOf(row.cells[2])]
  return document.documentElement.dir === 'rtl' ? amount.left - mark.right : mark.left - amount.right
})`

interface Amounts {
  /** Where the text area ends: on the right, or on the left of a page that runs from right to left. Notations stand before it. */
  edge: number
  /** What is at that edge, and where it ends. */
  amounts: { text: string; end: number }[]
  /** Where what stands beside the shop's name ends: how much, and what it is a part of. */
  heading: number[]
}

/** Runs in the page; as text, because this project's types know no document. */
const readAmounts = `(() => {
  const rtl = document.documentElement.dir === 'rtl'
  // Of a tax: the amounts stand in the column behind it.
  const isBase = cell => cell.cellIndex === 1 && cell.closest('table').querySelector('.chn')
  const cells = [...document.querySelectorAll('td[align=' + (rtl ? 'left' : 'right') + ']')]
    .filter(cell => cell === [...cell.parentElement.children].findLast(each => each.align) && !cell.matches('.sum, .of') && !isBase(cell) && getComputedStyle(cell).whiteSpace === 'nowrap' && /\\d/.test(cell.textContent))
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
    heading: [...document.querySelectorAll('td.sum, td.of')].map(endOf),
  }
})()`
