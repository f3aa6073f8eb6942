import { describe, expect, test, vi } from 'vitest'
import { runsBackward } from '../../../src/pdf/file/backward/spell-backward.ts'
import { stepsHere } from '../../../src/pdf/finish-pdf.ts'
import { type PaperName, papers } from '../../../src/pdf/paper.ts'
import { preparePage } from '../../../src/pdf/print-page.ts'
import { PageWords } from '../../../src/pdf/tags/page-texts.ts'
import { looks } from '../../../src/view/variant.ts'
import { fixtures, sampled } from '../../support/fixtures.ts'
import { wordsIn, wordsOfPage } from '../../support/page-words.ts'
import { fileFaults } from '../../support/pdf-ua/faults.ts'
import { spokenTexts } from '../../support/pdf-words.ts'
import { openPage, pageOf } from '../../support/print-page.ts'
import { isExhaustive } from '../../support/scope.ts'
import { page } from '../pages.ts'

const print = openPage()

/** What a PDF with Chromium's tags says, element by element. */
async function saidBy(html: string, paper: PaperName): Promise<string[]> {
  return spokenTexts(await tagged(html, paper)).map(({ text }) => text)
}

async function tagged(html: string, paper: PaperName): Promise<Uint8Array> {
  const pdf = await print(html, paper)
  return (await stepsHere().finish({ html, pdf, date: undefined, data: undefined, isTagged: true }))!.pdf
}

/** Chromium tags lines with Hebrew or Arabic in them from the left, and a table's head on each sheet. */
const plain = fixtures.filter(({ name, receipt }) => !runsBackward(JSON.stringify(receipt)) && !name.endsWith('-300'))

const prints = looks.flatMap(look =>
  papers.flatMap(paper => {
    const taken = sampled(look, { on: paper, of: plain })
    return taken
      .filter(each => isExhaustive || plain.indexOf(each) % 2 === 0)
      .map(fixture => ({ look, paper, fixture }))
  }),
)

test.each(prints)(
  'tagged by Chromium, in the look $look on $paper $fixture.name has its words, none fused or torn',
  async ({ look, paper, fixture }) => {
    const html = await pageOf(fixture, paper, look)
    const words = wordsOfPage(html)
    const said = wordsIn((await saidBy(html, paper)).join(' '))
    expect(words.filter(word => !said.includes(word))).toEqual([])
    // Numbers of lists are said, too.
    expect(said.filter(word => !words.includes(word) && !/^\d\.$/.test(word))).toEqual([])
  },
)

test.each([
  { what: 'a hyphen', text: 'A well-known and even-tempered shop', says: 'A well-known and even-tempered shop' },
  { what: 'a place to break', text: 'Receipts<wbr>and<wbr>returns by mail', says: 'Receiptsandreturns by mail' },
  { what: 'letters anywhere', text: 'Donaudampfschifffahrt again', says: 'Donaudampfschifffahrt again' },
  { what: 'Japanese letters', text: '日本語の領収書を発行します で', says: '日本語の領収書を発行します で' },
  { what: 'an accent in marked content', text: 'the next is café́ and more', says: 'the next is café́ and more' },
  { what: 'another font', text: 'the word is <b>bold</b> here', says: 'the word is bold here' },
])('parts words at a line’s end as the page does, beside $what', async ({ text, says }) => {
  const css = 'ol p{width:30pt;overflow-wrap:anywhere}'
  const html = preparePage(page(`<h1>Receipt</h1><ol><li><p>${text}</p></li></ol>`, { css }), 'a4')
  expect((await saidBy(html, 'a4')).at(-1)).toBe(says)
})

test.each([
  'font-style:italic;width:40pt',
  'writing-mode:vertical-rl;height:40pt',
  'transform:rotate(9deg);width:40pt',
])('parts words of Hebrew in slanted and turned lines: %s', async style => {
  const html = preparePage(page(`<h1>R</h1><ol><li><p style="${style}">ברוכים הבאים לחנות הספרים</p></li></ol>`), 'a4')
  const pdf = await tagged(html, 'a4')
  expect(await fileFaults(pdf)).toEqual([])
  expect(spokenTexts(pdf).at(-1)?.text).toBe('ברוכים הבאים לחנות הספרים')
})

test('goes on behind a page’s end, and behind a link', async () => {
  const words = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
  const html = preparePage(
    page(`<h1>Receipt</h1><ol><li>${words} <a href="https://example.com/">Help and more help</a> ${words}</li></ol>`),
    'roll80',
  )
  const said = wordsIn((await saidBy(html, 'a4')).join(' '))
  expect(said).toEqual(wordsIn(`Receipt 1. ${words} Help and more help ${words}`))
})

describe('words of a page', () => {
  const words = new PageWords()
  words.add('Tea and cups')
  words.tag('td')
  words.add('Tea an')
  words.tag('b')
  words.add('d  saucers')

  test.each([
    { before: 'TEA', after: 'ANDCUPS', is: true },
    { before: 'CUPS', after: 'TEA', is: false },
    { before: 'TEAAN', after: 'DSAUCERS', is: false },
    { before: 'TEAAND', after: 'SAUCERS', is: true },
    { before: 'SAUCERS', after: 'NOTHERE', is: false },
    { before: 'TEA', after: 'ANDCUPS', is: true },
  ])('are parted between $before and $after: $is', ({ before, after, is }) => {
    expect(words.isParted(before, after)).toBe(is)
  })

  test('are looked for near the last text that was found: texts that are nowhere cost the same each, however long the page is', () => {
    const lookedThrough = (count: number) => {
      const long = new PageWords()
      for (let at = 0; at <= count; at++) long.add(`word${at} `)
      for (let at = 0; at < count / 2; at++) expect(long.isParted(`WORD${at}`, `WORD${at + 1}`)).toBe(true)
      const searches = vi.spyOn(String.prototype, 'indexOf')
      for (let at = 0; at < 100; at++) long.isParted(`NO${at}`, `WORDS${at}`)
      const texts: unknown[] = searches.mock.contexts
      searches.mockRestore()
      return texts.reduce<number>((sum, text) => sum + String(text).length, 0)
    }
    const letters = lookedThrough(8000)
    expect(letters).toBeGreaterThan(0)
    expect(lookedThrough(16_000)).toBe(letters)
  })
})
