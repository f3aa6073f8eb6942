import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { closeEngines, engineFor, fixtureNamed } from '../support/fixtures.ts'
import { readPdf } from '../support/pdf-text.ts'
import { pageOf } from '../support/stages.ts'

afterAll(closeEngines)

describe('the number of a sheet', () => {
  test.each([
    ['grocery-vat.de-DE', 'de-DE', 'Seite # von ##'],
    ['everything', 'en-GB', 'Page # of ##'],
    ['bulk-300', 'ja-JP', '#/##ページ'],
    ['bulk-300', 'en-US', 'Page # of ##'],
  ])('is on every sheet of %s in %s: %s', async (name, language, words) => {
    const pages = await printed(name, 'a4', language)
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
  const html = pageOf({ ...view, pageNumber: { before: '"}</style><b>', between: ' \u2067of\u2069 ', after: '' } })
  expect(html).toContain('content: "&quot;}&lt;/style&gt;&lt;b&gt;" counter(page) " of " counter(pages) ""')
})

test('the words that are shipped mean nothing to CSS and HTML', () => {
  const catalogue = loadCatalogue()
  for (const tag of catalogue.locales) {
    const t = catalogue.for([tag])
    expect(t('document.pageOf', { page: '#', pages: '##' }), tag).toMatch(/^[\p{L} ]*#[\p{L}/ ]+##[\p{L} ]*$/u)
  }
})

async function printed(name: string, paper: Paper, language?: string): Promise<string[]> {
  const fixture = fixtureNamed(name)
  const { receipt, offers } = fixture
  const acceptLanguage = language ?? fixture.acceptLanguage
  const engine = await engineFor(fixture)
  return (await readPdf(await engine.pdf(receipt, { acceptLanguage, offers, paper }))).pages
}
