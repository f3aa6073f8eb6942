import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperSize } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

const thanks =
  '정성껏 준비한 상품을 믿고 찾아 주셔서 진심으로 감사드리며, 문의 사항은 고객 센터로 언제든지 연락해 주십시오.'
const korean = { ...fixtureNamed('fashion-sale.en-CA'), acceptLanguage: 'ko' }
const sale = { ...korean, receipt: Object.assign({}, korean.receipt, { additionalInfo1: thanks }) }

test.each(looks)('Korean lines end between words in the look %s', async look => {
  const { receipt, acceptLanguage } = sale
  const html = (await engineFor(sale)).html(receipt, { acceptLanguage, variant: look })
  await browser.page.emulateMediaType('screen')
  for (const width of [320, 375, 600]) expect(await brokenWords(html, width), `at ${width} px`).toEqual([])
  await browser.page.emulateMediaType('print')
  for (const paper of ['a4', 'roll80', 'roll58'] as const) {
    const width = Math.floor((paperSize(paper).printableWidth / 25.4) * 96)
    expect(await brokenWords(await pageOf(sale, paper, look), width), paper).toEqual([])
  }
})

async function brokenWords(html: string, width: number): Promise<unknown> {
  await browser.page.setViewport({ width, height: 600 })
  await browser.page.setContent(html)
  expect(await browser.page.evaluate('document.body.innerText')).toContain('진심으로')
  return await browser.page.evaluate(readBrokenWords)
}

/** Runs in the page: the texts around ends of lines between two Korean letters. */
const readBrokenWords = `[...(function* () {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data } = texts.currentNode
    for (const { index } of data.matchAll(/(?<=\\p{Script=Hangul})\\p{Script=Hangul}/gu)) {
      const [before, after] = [index - 1, index].map(at => {
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + 1)
        return range.getBoundingClientRect()
      })
      if (after.top > before.top + 2) yield data.slice(Math.max(0, index - 12), index + 12)
    }
  }
})()]`
