import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PaperName, paperSize, papers } from '../../src/pdf/paper.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, sampled } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

// A URL of `hostile` is wider than a phone, so it is broken anywhere, also before the dot behind it.
const usual = (look: Look, on?: PaperName) => sampled(look, on && { on }).filter(({ name }) => name !== 'hostile')

describe.each(looks)('no line begins with a separator in the look %s', look => {
  test.each(usual(look))('in the mail: $name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant: look })
    await browser.page.emulateMediaType('screen')
    for (const width of [320, 375, 420, 600]) expect(await startsAt(html, width), `at ${width} px`).toEqual([])
  })

  test.each(papers.flatMap(paper => usual(look, paper).map(fixture => ({ paper, ...fixture }))))(
    'on $paper: $name',
    async fixture => {
      const width = Math.floor((paperSize(fixture.paper).printableWidth / 25.4) * 96)
      await browser.page.emulateMediaType('print')
      expect(await startsAt(await pageOf(fixture, fixture.paper, look), width)).toEqual([])
    },
  )
})

describe('no line begins with a separator in text', () => {
  test.each(sampled('modern'))('of $name', async (fixture: Fixture) => {
    const { receipt, acceptLanguage, offers } = fixture
    const engine = await engineFor(fixture)
    for (const columns of [32, 42, 48, 64]) {
      const text = engine.text(receipt, { acceptLanguage, offers, columns })
      expect(text.split('\n').filter(line => /^[\s\u2066-\u2069]*·/.test(line))).toEqual([])
    }
  })
})

async function startsAt(html: string, width: number): Promise<unknown> {
  await browser.page.setViewport({ width, height: 600 })
  if (html !== shown) await browser.page.setContent(html)
  shown = html
  return await browser.page.evaluate(readStarts)
}

/** What the page has. */
let shown = ''

/** Runs in the page, which most have no dot that is text: the texts of separators with nothing before them on their line. */
const readStarts = `[...(function* () {
  if (!document.body.textContent.includes('·')) return
  const isBlock = element => !getComputedStyle(element).display.startsWith('inline')
  const boxOf = (node, at) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let before
  while (texts.nextNode()) {
    const node = texts.currentNode
    let block = node.parentElement
    while (!isBlock(block)) block = block.parentElement
    for (const [at, character] of [...node.data].entries()) {
      if (/[\\s\\u2066-\\u2069]/.test(character)) continue
      const box = boxOf(node, at)
      if (box.width === 0) continue
      const isFirst = before?.block !== block || before.box.bottom <= box.top + 1
      if (character === '·' && isFirst) yield node.data.slice(Math.max(0, at - 20), at + 20)
      before = { block, box }
    }
  }
})()]`
