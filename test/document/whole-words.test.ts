import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, fixtures } from '../support/fixtures.ts'
import { shippedLanguages } from '../support/locales.ts'
import { pageOf } from '../support/print-page.ts'
import { isExhaustive, isSampled } from '../support/scope.ts'
import { readSplitWords } from '../support/split-words.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

/** Widths of phones and of a desktop's mail, in px. */
const widths = [320, 360, 375, 390, 600] as const
const a5 = { width: 148, height: 210 }
const papers: readonly Paper[] = ['roll58', { width: 72 }, { width: 76 }, 'roll80', a5, 'a4', 'letter']
const mediums = ['mail', ...papers] as const

// Words without an end, in every text.
const real = fixtures.filter(({ name }) => name !== 'hostile')

describe.each(looks)('no word or number is broken in the look %s', look => {
  test.each(real.map((fixture, at) => ({ ...fixture, at })))('$name', async ({ at, ...fixture }) => {
    // By mail in one look; in each look on another paper.
    const nth = looks.indexOf(look)
    for (const [place, medium] of mediums.entries()) {
      const isTurn = medium === 'mail' ? isSampled(at, nth) : (at + place + 2 * nth) % papers.length === 0
      if (isExhaustive || isTurn) await expectWhole(fixture, look, medium)
    }
  })
})

test.each(shippedLanguages.map((language, at) => ({ language, at })))(
  'no label is broken in $language',
  async ({ language, at }) => {
    // What is narrow breaks first; of the wider papers each language takes its turn.
    const taken = mediums.map((medium, place) => medium === 'mail' || medium === 'roll58' || (at + place) % 6 === 0)
    for (const [nth, fixture] of real.entries())
      for (const [place, medium] of mediums.entries()) {
        const look = looks[(at + nth + place) % looks.length] ?? 'modern'
        const isTurn = taken[place] && (at + place * 5) % real.length === nth
        if (isExhaustive ? (at + nth) % 4 === 0 : isTurn) await expectWhole(inLanguage(fixture, language), look, medium)
      }
  },
)

function inLanguage({ options, ...fixture }: Fixture, language: string): Fixture {
  return { ...fixture, acceptLanguage: language, options: { ...options, locales: {} } }
}

async function expectWhole(fixture: Fixture, look: Look, medium: (typeof mediums)[number]): Promise<void> {
  const found = medium === 'mail' ? await splitInMail(fixture, look) : await splitOn(medium, fixture, look)
  expect(found, `${fixture.name}, ${look}, ${JSON.stringify(medium)}`).toEqual([])
}

async function splitInMail(fixture: Fixture, variant: Look): Promise<unknown[]> {
  const { receipt, acceptLanguage, offers } = fixture
  const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant })
  const found: unknown[] = []
  await browser.page.emulateMediaType('screen')
  await browser.page.setContent(html)
  for (const width of widths) {
    await browser.page.setViewport({ width, height: 600 })
    for (const words of (await browser.page.evaluate(readSplitWords)) as string[]) found.push(`${width} px: ${words}`)
  }
  return found
}

async function splitOn(paper: Paper, fixture: Fixture, look: Look): Promise<unknown[]> {
  const { fitted, width, printableWidth } = paperSize(paper)
  const across = Math.floor(((fitted ? width : printableWidth) / 25.4) * 96)
  await browser.page.emulateMediaType('print')
  await browser.page.setViewport({ width: across, height: 600 })
  await browser.page.setContent(await pageOf(fixture, paper, look))
  return (await browser.page.evaluate(readSplitWords)) as unknown[]
}
