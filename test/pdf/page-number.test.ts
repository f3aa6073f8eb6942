import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { closeEngines, engineFor, fixtureNamed } from '../support/fixtures.ts'
import { readPdf } from '../support/pdf-text.ts'
import { pageOf } from '../support/stages.ts'

afterAll(closeEngines)

describe('the number of a sheet', () => {
  test.each([
    ['grocery-vat.de-DE', 'Seite # von ##'],
    ['hotel.en-GB', 'Page # of ##'],
    ['convenience.ja-JP', 'ページ # / ##'],
    ['bulk-300', 'Page # of ##'],
  ])('stands on every sheet of %s, in its language: %s', async (name, words) => {
    const pages = await printed(name, 'a4')
    expect(pages.length).toBeGreaterThan(1)
    const numbered = words.replace('##', `${pages.length}`)
    for (const [at, text] of pages.entries()) expect(text.split('\n')).toContain(numbered.replace('#', `${at + 1}`))
  })

  test.each(['a4', 'letter'] as const)('does not stand on a receipt of one sheet on %s', async paper => {
    const pages = await printed('minimal', paper)
    expect(pages).toHaveLength(1)
    expect(pages[0]).not.toMatch(/Page|\b1\b of/)
  })

  test('does not stand on a roll', async () => {
    expect((await printed('bulk-300', 'roll80')).join('\n')).not.toMatch(/^Page \d/m)
  })
})

test('a word of the shop about pages is text: quotes and braces end neither the string nor the rule', async () => {
  const { receipt, acceptLanguage } = fixtureNamed('minimal')
  const view = (await engineFor(fixtureNamed('minimal'))).view(receipt, { acceptLanguage })
  const html = pageOf({ ...view, pageNumber: { page: '"}</style><b>', of: '\u2067of\u2069' } })
  expect(html).toContain('content: "&quot;}&lt;/style&gt;&lt;b&gt; " counter(page) " of " counter(pages)')
})

test('the words that are shipped mean nothing to CSS and HTML', () => {
  const catalogue = loadCatalogue()
  for (const tag of catalogue.locales) {
    const t = catalogue.for([tag])
    for (const word of [t('document.page'), t('document.pageOf')]) expect(word, tag).toMatch(/^[\p{L}/ ]+$/u)
  }
})

async function printed(name: string, paper: Paper): Promise<string[]> {
  const fixture = fixtureNamed(name)
  const { receipt, acceptLanguage, offers } = fixture
  const engine = await engineFor(fixture)
  return (await readPdf(await engine.pdf(receipt, { acceptLanguage, offers, paper }))).pages
}
