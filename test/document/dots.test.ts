import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, sampled } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { isExhaustive } from '../support/scope.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

const languages = isExhaustive ? ['', 'de', 'ar', 'ja', 'fr'] : ['', 'de']

describe.each(looks)('in the look %s no line ends or begins with a dot between facts', look => {
  test.each(sampled(look))('in the mail: $name', async fixture => {
    const { receipt, offers } = fixture
    const engine = await engineFor(fixture)
    for (const language of languages) {
      const acceptLanguage = language || fixture.acceptLanguage
      await browser.page.setContent(engine.html(receipt, { acceptLanguage, offers, variant: look }))
      for (const width of [320, 375, 600]) {
        await browser.page.setViewport({ width, height: 600 })
        expect(await browser.page.evaluate(readLooseDots), `${language} at ${width} px`).toEqual([])
      }
    }
  })

  test.each(sampled(look, { on: 'roll58' }))('on rolls: $name', async fixture => {
    await browser.page.emulateMediaType('print')
    for (const [paper, width] of [
      ['roll58', 181],
      ['roll80', 272],
    ] as const) {
      await browser.page.setViewport({ width, height: 600 })
      await browser.page.setContent(await pageOf(fixture, paper, look))
      expect(await browser.page.evaluate(readLooseDots), paper).toEqual([])
    }
    await browser.page.emulateMediaType('screen')
  })
})

test('a dot is drawn between two facts of a line', async () => {
  await browser.page.setViewport({ width: 375, height: 600 })
  await browser.page.setContent('<p>One&nbsp;<i class="d" style="word-spacing:5px"> </i>two</p>')
  expect(await browser.page.evaluate(`document.querySelector('.d').getBoundingClientRect().width`)).toBeGreaterThan(5)
})

test.each([
  ['at an end', '<p>Register 7 ·<br>Served by Jonah</p>'],
  ['at a beginning', '<p>Register 7<br>· Served by Jonah</p>'],
  ['drawn, before nothing', '<p style="white-space:pre">One<i class="d" style="word-spacing:5px"> </i></p>'],
])('a loose dot is found %s', async (_, html) => {
  await browser.page.setViewport({ width: 375, height: 600 })
  await browser.page.setContent(html)
  expect(await browser.page.evaluate(readLooseDots)).toHaveLength(1)
})

/**
 * What stands around each dot that is seen at an end of its line: a dot of the stylesheet takes room, or one that is text does. Only the
 * blocks that have a dot are read, letter by letter. Runs in the page.
 */
const readLooseDots = `(() => {
  const range = document.createRange()
  const boxOf = (node, at) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }
  const textsIn = element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    return Array.from({ *[Symbol.iterator]() { while (walker.nextNode()) yield walker.currentNode } })
  }
  const isDot = node => node.parentElement.className === 'd'
  const blocks = new Set(textsIn(document.body).filter(node => isDot(node) || node.data.includes('·')).map(node => {
    let block = node.parentElement
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    return block
  }))
  return [...blocks].flatMap(block => {
    const letters = []
    const dots = []
    for (const node of textsIn(block))
      for (let at = 0; at < node.data.length; at++) {
        const isMark = isDot(node) || (node.data[at] === '·' && /(^|\\s)·(\\s|$)/.test(node.data.slice(Math.max(0, at - 1), at + 2)))
        if (!isMark && /\\s/.test(node.data[at])) continue
        const box = boxOf(node, at)
        if (box.width < 1 || box.height < 1) continue
        if (isMark) dots.push(box)
        else letters.push(box)
      }
    return dots.filter(box => {
      const middle = (box.top + box.bottom) / 2
      const line = letters.filter(each => each.top < middle && each.bottom > middle)
      const isBehind = line.some(each => each.right <= box.left + 1 && box.left - each.right < 14)
      const isBefore = line.some(each => each.left >= box.right - 1 && each.left - box.right < 14)
      return !isBehind || !isBefore
    }).map(() => block.textContent.slice(0, 80))
  })
})()`
