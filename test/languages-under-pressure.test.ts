import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textWidth } from '../src/document/text/columns.ts'
import { findFonts } from '../src/pdf/fonts/fonts.ts'
import { paperSize, papers } from '../src/pdf/paper.ts'
import { type Look, looks } from '../src/view/variant.ts'
import { openBrowser, type TestBrowser } from './support/browser.ts'
import { engineFor, type Fixture, fixtureNamed } from './support/fixtures.ts'
import { readFaults } from './support/layout-faults.ts'
import { shippedLanguages } from './support/locales.ts'
import { readOverflows } from './support/overflows.ts'
import { pageOf } from './support/print-page.ts'
import { type PseudoLocale, pseudoLocales, pseudoMessages } from './support/pseudo-locales.ts'
import { isExhaustive } from './support/scope.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

const words = pseudoMessages()
afterAll(() => words[Symbol.dispose]())

const names = [
  'layaway',
  'fashion-sale.en-CA',
  'everything',
  'grocery-vat.de-DE',
  'restaurant-tip',
  'payment-link',
  'bopus-order',
]
const mediums = [320, 375, 600, ...papers] as const
type Medium = (typeof mediums)[number]

const pseudo = Object.keys(pseudoLocales) as PseudoLocale[]

test.each(pseudo)('our fonts have the letters of the locale %s', async locale => {
  const { covers } = findFonts([])
  const { receipt, ...fixture } = inWords('layaway', locale)
  const said = (await engineFor({ receipt, ...fixture })).text(receipt, { acceptLanguage: fixture.acceptLanguage })
  expect([...new Set(said.replaceAll('\n', ''))].filter(letter => !covers(letter.codePointAt(0) ?? 0))).toEqual([])
})

describe.each(pseudo)('in the locale %s', locale => {
  test.each(looks)('all is whole, in its place and clear of the rest: %s', async look => {
    // Each scenario in every other locale, in another look and on another medium.
    const [turn, nth] = [looks.indexOf(look), pseudo.indexOf(locale)]
    for (const [at, name] of names.entries())
      for (const [place, medium] of mediums.entries())
        if (
          isExhaustive ||
          ((at + nth) % 2 === 0 && (at + turn + nth) % looks.length === 0 && (at + place + nth) % mediums.length === 0)
        )
          expect(await faultsOn(inWords(name, locale), look, medium), `${name} on ${medium}`).toEqual([])
  })

  test.each([42, 32])('a slip of %i columns has all amounts, whole', async columns => {
    for (const [at, name] of names.entries())
      if (isExhaustive || at % 2 === pseudo.indexOf(locale) % 2) await expectSlip(inWords(name, locale), columns)
  })
})

describe('in every language', () => {
  test.each(shippedLanguages.map((language, at) => [language, at] as const))(
    'all is whole: %s',
    async (language, at) => {
      // Every other language on the narrowest roll, where words break first, the others on one medium each.
      const taken = at % 2 === 0 ? 'roll58' : mediums[(at >> 1) % mediums.length]
      for (const [place, medium] of mediums.entries())
        for (const [nth, name] of names.entries())
          for (const look of isExhaustive ? looks : [looks[(at + place + nth) % looks.length] ?? 'modern'])
            if (isExhaustive || (medium === taken && nth === (at + place) % names.length))
              expect(
                await faultsOn(inLanguage(name, language), look, medium),
                `${name} in ${look} on ${medium}`,
              ).toEqual([])
      for (const columns of isExhaustive ? [42, 32] : [at % 2 === 0 ? 42 : 32])
        await expectSlip(inLanguage(names[at % names.length] ?? 'layaway', language), columns)
    },
  )
})

function inWords(name: string, locale: PseudoLocale): Fixture {
  const { options, ...fixture } = fixtureNamed(name)
  const { tag } = pseudoLocales[locale]
  return {
    ...fixture,
    acceptLanguage: tag,
    options: { ...options, locales: { messages: words[locale] } } as Fixture['options'],
  }
}

function inLanguage(name: string, language: string): Fixture {
  const { options, ...fixture } = fixtureNamed(name)
  return { ...fixture, acceptLanguage: language, options: { ...options, locales: {} } }
}

/** What a reader can't read. */
async function faultsOn(fixture: Fixture, look: Look, medium: Medium): Promise<unknown[]> {
  const isMail = typeof medium === 'number'
  await browser.page.emulateMediaType(isMail ? 'screen' : 'print')
  await browser.page.setViewport({ width: isMail ? medium : pageWidth(medium), height: 600 })
  await browser.page.setContent(isMail ? await mailOf(fixture, look) : await pageOf(fixture, medium, look))
  const found = [await browser.page.evaluate(readOverflows), await browser.page.evaluate(readFaults)]
  return found.flat()
}

function pageWidth(paper: (typeof papers)[number]): number {
  const { fitted, width, printableWidth } = paperSize(paper)
  return Math.floor(((fitted ? width : printableWidth) / 25.4) * 96)
}

async function mailOf(fixture: Fixture, variant: Look): Promise<string> {
  const { receipt, acceptLanguage, offers } = fixture
  return (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant })
}

/** No line of a till's paper is wider than it, and each of the sums' amounts stands on one line. */
async function expectSlip(fixture: Fixture, columns: number): Promise<void> {
  const { receipt, acceptLanguage } = fixture
  const engine = await engineFor(fixture)
  const lines = engine.text(receipt, { acceptLanguage, columns }).split('\n')
  const tooLong = lines.filter(line => textWidth(line) > columns && !/https?:/.test(line) && !isRaw(fixture, line))
  expect(tooLong, `${fixture.name} in ${columns} columns`).toEqual([])
  const { totals } = engine.view(receipt, { acceptLanguage })
  const amounts = [totals?.total, ...(totals?.lines ?? [])].flatMap(line => line?.amount || [])
  const shown = lines.map(unjoined)
  expect(amounts.map(unjoined).filter(amount => !shown.some(line => line.includes(amount)))).toEqual([])
}

/** A line that the till's printer wrote. */
function isRaw({ receipt }: Fixture, line: string): boolean {
  return (receipt as { rawPosReceipt?: string }).rawPosReceipt?.includes(line.trim()) ?? false
}

function unjoined(text: string): string {
  return text.replaceAll(/[\u2060\u2066-\u2069]/g, '')
}
