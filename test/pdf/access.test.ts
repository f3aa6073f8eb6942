import { describe, expect, test } from 'vitest'
import { papers } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { sampled, sharedPrinter } from '../support/fixtures.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { printed } from '../support/prints.ts'
import { page } from './pages.ts'

describe.each(looks.flatMap(look => papers.map(paper => ({ look, paper }))))(
  'in the look $look on $paper',
  ({ look, paper }) => {
    test.each(sampled(look, { on: paper }))('$name has no failure condition of PDF/UA-1', async fixture => {
      expect(await accessProblems(await printed(fixture, paper, look))).toEqual([])
    })
  },
)

describe('a custom page', () => {
  const print = (html: string) => sharedPrinter().print({ html, paper: 'a4' })

  test('claims PDF/UA-1 only if it conforms', async () => {
    const body =
      '<h1>Receipt</h1><ul><li>Tea <b>and</b> cups</li></ul><p><a href="https://example.com/(a)">Help</a></p>'
    expect(await accessProblems(await print(page(body)))).toEqual([])
  })

  test.each<{ what: string; html: string; problem: RegExp }>([
    {
      what: 'has a picture without text',
      html: page(`<h1>Receipt</h1><svg role="img" width="9" height="9"><path d="M0 0h9v9z"/></svg>`),
      problem: /^13-004/,
    },
    { what: 'has no title', html: page('<h1>Receipt</h1>', { title: '' }), problem: /^06-003/ },
    { what: 'has no language', html: page('<h1>Receipt</h1>', { lang: '' }), problem: /^11-006/ },
  ])('makes no claim if it $what', async ({ html, problem }) => {
    const problems = await accessProblems(await print(html))
    expect(problems).toContain('05-001 no claim')
    expect(problems).toContainEqual(expect.stringMatching(problem))
  })
})
