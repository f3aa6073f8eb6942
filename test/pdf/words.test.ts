import { describe, expect, test } from 'vitest'
import { papers } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { fixtures, sampled } from '../support/fixtures.ts'
import { wordsIn, wordsOfPage } from '../support/page-words.ts'
import { spokenTexts } from '../support/pdf-words.ts'
import { pageOf } from '../support/print-page.ts'
import { printed } from '../support/prints.ts'

/** Chromium tags what these have: numbered lists, letters that stand for nothing alone (`tags/part-words.test.ts`). */
const byBrowser = new Set(['hostile', 'kitchen-studio'])
const ours = fixtures.filter(({ name }) => !byBrowser.has(name))

describe.each(looks.flatMap(look => papers.map(paper => ({ look, paper }))))(
  'in the look $look on $paper',
  ({ look, paper }) => {
    test.each(sampled(look, { on: paper, of: ours }))(
      'the tags of $name have its words, none fused or torn',
      async fixture => {
        const page = wordsOfPage(await pageOf(fixture, paper, look))
        const tags = wordsIn(
          spokenTexts(await printed(fixture, paper, look))
            .map(({ text }) => text)
            .join(' '),
        )
        expect({ lost: without(page, tags), added: without(tags, page) }).toEqual({ lost: [], added: [] })
      },
    )
  },
)

function without(words: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return [...new Set(words)].filter(word => !known.has(word))
}
