import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import type { PaperName } from '../../src/pdf/paper.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'
import { readPdf } from '../support/pdf-text.ts'
import { printed as printOf } from '../support/prints.ts'
import { isExhaustive } from '../support/scope.ts'
import { pageOf } from '../support/stages.ts'

describe('the sheet number', () => {
  test.each([
    ['everything', 'ja-JP', '#/##ページ'],
    ['bulk-300', 'en-US', 'Page # of ##'],
    ...(isExhaustive
      ? [
          ['everything', 'de-DE', 'Seite # von ##'],
          ['everything', 'en-GB', 'Page # of ##'],
        ]
      : []),
  ] as [string, string, string][])('is on every sheet of %s in %s: %s', async (name, language, words) => {
    const pages = await printed(name, 'a4', language)
    expect(pages.length).toBeGreaterThan(1)
    const numbered = words.replace('##', `${pages.length}`)
    for (const [at, text] of pages.entries()) expect(text.split('\n')).toContain(numbered.replace('#', `${at + 1}`))
  })

  test.each(['a4', 'letter'] as const)('is omitted on a single sheet of %s', async paper => {
    const pages = await printed('minimal', paper)
    expect(pages).toHaveLength(1)
    expect(pages[0]).not.toMatch(/Page|\b1\b of/)
  })

  test('is omitted on a roll', async () => {
    expect((await printed('bulk-300', 'roll80')).join('\n')).not.toMatch(/^Page \d/m)
  })
})

describe('the running head', () => {
  test.each((['a4', 'letter'] as const).slice(0, isExhaustive ? 2 : 1))(
    'names receipt and store from the second sheet of %s on',
    async paper => {
      const [first, ...others] = await printed('bulk-300', paper)
      const head = 'Receipt NG1-D2-20931 · Northgate Restaurant Supply'
      expect(first).not.toContain(head)
      for (const text of others) expect(text.split('\n')[0]).toBe(head)
    },
  )

  test('is omitted on a single sheet and on a roll', async () => {
    expect((await printed('minimal', 'a4')).join()).not.toContain('Receipt 1 ·')
    expect((await printed('bulk-300', 'roll80')).join()).not.toContain(' · Northgate Restaurant Supply')
  })
})

test('escapes quotes, braces and backslashes in stylesheet strings', async () => {
  const { receipt, acceptLanguage } = fixtureNamed('minimal')
  const view = (await engineFor(fixtureNamed('minimal'))).view(receipt, { acceptLanguage })
  const pageNumber = { before: '"}</style><b>', between: ' \u2067of\u2069 ', after: '' }
  const html = pageOf({ ...view, pageNumber, title: "Joe's \\ & Sons\n" })
  expect(html).toContain('content: "\\22 }\\3c /style\\3e \\3c b\\3e " counter(page) " of " counter(pages) ""')
  expect(html).toContain('content: "Joe\'s \\5c  \\26  Sons\\a "')
})

test('the shipped words need no escaping in CSS and HTML', () => {
  const catalogue = loadCatalogue()
  for (const tag of catalogue.languages) {
    const t = catalogue.for([tag])
    const said = t('document.pageOf', { page: '#', pages: '##' })
    expect(said, tag).toMatch(/(?<!#)#[^#]+##(?!#)/)
    expect(said, tag).not.toMatch(/["'\\<>&\n{}]/)
  }
})

const prints = new Map<string, Promise<string[]>>()

/** The texts of a print's pages; each is printed once. */
function printed(...job: Parameters<typeof print>): Promise<string[]> {
  const pages = prints.get(job.join()) ?? print(...job)
  prints.set(job.join(), pages)
  return pages
}

async function print(name: string, paper: PaperName, language?: string): Promise<string[]> {
  const fixture = fixtureNamed(name)
  const { receipt, offers, acceptLanguage = 'en-US' } = fixture
  // Other files look at it, too.
  if (language === undefined || language === acceptLanguage)
    return (await readPdf(await printOf(fixture, paper, 'modern'))).pages
  const engine = await engineFor(fixture)
  return (await readPdf(await engine.pdf(receipt, { acceptLanguage: language, offers, paper }))).pages
}
