import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import { paperSize } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtures } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { isExhaustive } from '../support/scope.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

const languages = ['ja-JP', 'zh-CN', 'zh-Hant-TW', 'zh-Hant-HK', 'ko-KR']
const places = [320, 375, 'roll58', 'roll80'] as const
const real = fixtures.filter(({ name }) => name !== 'hostile')
const catalogue = loadCatalogue()

test.each(languages.map((language, at) => ({ language, at })))(
  'no line of $language ends within a date, a time, or a figure with its counter; of ours none within a word of a label',
  async ({ language, at }) => {
    const found: string[] = []
    const labels = catalogue.allWords(language).split('\n')
    for (const [nth, fixture] of real.entries())
      for (const [column, place] of places.entries()) {
        // A sixth of the receipts, each in one place.
        if (!isExhaustive && ((at + nth) % 6 !== 0 || (Math.floor(nth / 6) + at + column) % places.length !== 0))
          continue
        const look = looks[(at + nth + column) % looks.length] ?? 'modern'
        const inLanguage = { ...fixture, acceptLanguage: language, options: { ...fixture.options, locales: {} } }
        const { receipt, acceptLanguage, offers } = inLanguage
        const onScreen = typeof place === 'number'
        await browser.page.emulateMediaType(onScreen ? 'screen' : 'print')
        const width = onScreen ? place : Math.floor((paperSize(place).printableWidth / 25.4) * 96)
        await browser.page.setViewport({ width, height: 600 })
        const html = onScreen
          ? (await engineFor(inLanguage)).html(receipt, { acceptLanguage, offers, variant: look })
          : await pageOf(inLanguage, place, look)
        await browser.page.setContent(html)
        const torn = await browser.page.evaluate(`(${readTorn})(${JSON.stringify([language, labels])})`)
        for (const line of torn as string[]) found.push(`${fixture.name}, ${look}, ${place}: ${line}`)
      }
    expect(found).toEqual([])
  },
)

/** Runs in the page: what is torn at an end of a line, its pieces on their lines. */
const readTorn = `([language, messages]) => {
  const known = new Set(messages)
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  const values = /\\d{4}\\s?[年년].*?\\d+\\s?[日일]|(?:上午|下午|오전|오후)\\s?\\d+:\\d\\d|\\d[\\d.,]*(?:パック|セット|足|ダース|箱|件|袋|雙|双|打|盒|點|点|個|个|米|升)/g
  const found = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const { data } = node
    if (!data.trim() || node.parentElement.closest('.raw, pre, svg, style')) continue
    for (const { 0: value, index } of data.matchAll(values)) look(node, index, value)
    const label = data.trim()
    if (!known.has(label)) continue
    const from = data.indexOf(label)
    for (const { segment, index, isWordLike } of words.segment(label)) if (isWordLike) look(node, from + index, segment)
  }
  return [...found]

  function look(node, from, text) {
    const tops = Array.from(text, (_, at) => {
      const range = document.createRange()
      range.setStart(node, from + at)
      range.setEnd(node, from + at + 1)
      return range.getBoundingClientRect()
    }).filter(({ width }) => width > 0)
    if (tops.some(({ top }, at) => at > 0 && top > tops[at - 1].top + 4)) found.add(text + ' in ' + node.data.trim() + ' [' + node.parentElement.className + ']')
  }
}`
