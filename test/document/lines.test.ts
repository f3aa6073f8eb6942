import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { openBrowser, resize, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, fixtures, sampled } from '../support/fixtures.ts'
import { shippedLanguages } from '../support/locales.ts'
import { readLooseDots } from '../support/loose-dots.ts'
import { pageOf } from '../support/print-page.ts'
import { isExhaustive, isSampled, thorough } from '../support/scope.ts'
import { readSplitWords } from '../support/split-words.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

/** Widths of phones and of a desktop's mail, in px. */
const phones = [360, 375, 390, 420]
const widths = [320, ...phones, 600]
const a5 = { width: 148, height: 210 }
const papers: readonly Paper[] = ['roll58', { width: 72 }, { width: 76 }, 'roll80', a5, 'a4', 'letter']
const mediums = ['mail', ...papers] as const
type Medium = (typeof mediums)[number]

// A page is laid out once for all that is to be read from its lines.
describe.each(looks)('no word or number is broken, and no line ends or begins with a dot, in the look %s', look => {
  const nth = looks.indexOf(look)
  const cases = fixtures.map((fixture, at) => ({ ...fixture, at, taken: mediumsOf(fixture.name, at, nth) }))
  test.each(cases.filter(({ taken }) => taken.length > 0))('$name', async ({ at, taken, ...fixture }) => {
    for (const medium of taken) await expectWhole(fixture, look, medium, at)
  })
})

/** By mail in one look; in another on a paper, but for the three hundred lines. */
function mediumsOf(name: string, at: number, nth: number): readonly Medium[] {
  if (isExhaustive) return mediums
  if (isSampled(at, nth)) return ['mail']
  return isSampled(at, nth, 1) && !name.endsWith('-300') ? [papers[(at + 2 * nth) % papers.length]!] : []
}

const real = fixtures.filter(({ name }) => name !== 'hostile')

// `languages-under-pressure.test.ts` lays out each language, on the narrowest roll every other one, and says what is broken.
thorough.each(shippedLanguages.map((language, at) => ({ language, at })))(
  'no label is broken in $language',
  async ({ language, at }) => {
    for (const [nth, fixture] of real.entries())
      for (const [place, medium] of mediums.entries()) {
        const look = looks[(at + nth + place) % looks.length] ?? 'modern'
        if ((at + nth) % 4 === 0) await expectWhole(inLanguage(fixture, language), look, medium, at)
      }
  },
)

test('titles that may wrap leave the one beside them its word', async () => {
  const exchange = fixtures.find(({ name }) => name === 'boutique.fr-FR')!
  await expectWhole(inLanguage(exchange, 'nl-NL'), 'classic', a5, 0)
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

test('a dot is drawn between two facts of a line', async () => {
  await browser.page.setViewport({ width: 375, height: 600 })
  await browser.page.setContent('<p>One&nbsp;<i class="d" style="word-spacing:5px"> </i>two</p>')
  expect(await browser.page.evaluate(`document.querySelector('.d').getBoundingClientRect().width`)).toBeGreaterThan(5)
})

test.each([
  ['at an end', '<p>Register 7 ·<br>Served by Jonah</p>'],
  ['at a beginning', '<p>Register 7<br>· Served by Jonah</p>'],
  ['at a beginning, with no space behind it', '<p>Register 7<br>·Served by Jonah</p>'],
  ['drawn, before nothing', '<p style="white-space:pre">One<i class="d" style="word-spacing:5px"> </i></p>'],
])('a loose dot is found %s', async (_, html) => {
  await browser.page.setViewport({ width: 375, height: 600 })
  await browser.page.setContent(html)
  expect(await browser.page.evaluate(readLooseDots)).toHaveLength(1)
})

function inLanguage({ options, ...fixture }: Fixture, language: string): Fixture {
  return { ...fixture, acceptLanguage: language, options: { ...options, locales: {} } }
}

async function expectWhole(fixture: Fixture, look: Look, medium: Medium, turn: number): Promise<void> {
  const found = medium === 'mail' ? await faultsInMail(fixture, look, turn) : await faultsOn(medium, fixture, look)
  expect(found, `${fixture.name}, ${look}, ${JSON.stringify(medium)}`).toEqual([])
}

async function faultsInMail(fixture: Fixture, variant: Look, turn: number): Promise<unknown[]> {
  const { receipt, acceptLanguage, offers } = fixture
  const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant })
  const found: unknown[] = []
  await browser.page.emulateMediaType('screen')
  await browser.page.setContent(html)
  // The narrowest phone, and the desktop or one of the other phones by turns.
  for (const width of isExhaustive ? widths : [320, [...phones, 600][turn % 5] ?? 375]) {
    await resize(browser.page, width)
    for (const fault of await faultsOf(fixture)) found.push(`${width} px: ${fault}`)
  }
  return found
}

async function faultsOn(paper: Paper, fixture: Fixture, look: Look): Promise<unknown[]> {
  const { fitted, width, printableWidth } = paperSize(paper)
  const across = Math.floor(((fitted ? width : printableWidth) / 25.4) * 96)
  await browser.page.emulateMediaType('print')
  await browser.page.setViewport({ width: across, height: 600 })
  await browser.page.setContent(await pageOf(fixture, paper, look))
  return await faultsOf(fixture)
}

/** What is wrong with the page's lines. */
async function faultsOf({ name }: Fixture): Promise<unknown[]> {
  // `hostile` has words without an end.
  const readers = name === 'hostile' ? [readLooseDots] : [readSplitWords, readLooseDots]
  return (await browser.page.evaluate(`[${readers.join()}].flat()`)) as unknown[]
}
