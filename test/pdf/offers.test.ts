import { expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import fc from '../support/fast-check.ts'
import { sharedPrinter } from '../support/fixtures.ts'
import { archiveProblems } from '../support/pdf-a.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { aReceipt } from '../support/receipts.ts'
import { isExhaustive } from '../support/scope.ts'

/** Offers that merchants write, in any order of tags, and what a receipt with them claims. */
const told: string[] = []
const engine = await createEngine({ pdf: { printer: sharedPrinter() } })

const tags = [
  'p',
  'b',
  'em',
  'span',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'blockquote',
  'small',
  's',
  'div',
  'td',
  'aside',
]
const words = fc.constantFrom('Wool socks', 'ten percent', ' ', 'until Sunday', '&amp;', '2 &lt; 3')
const markup: fc.Arbitrary<string> = fc.letrec<{ part: string; element: string }>(tie => ({
  part: fc.oneof({ maxDepth: 4 }, words, fc.constantFrom('<br>', '<hr>', '</li>', '<li>', '</p>'), tie('element')),
  element: fc
    .tuple(
      fc.constantFrom(...tags, 'a href="https://example.com/sale"', 'a href="/sale"'),
      fc.array(tie('part'), { maxLength: 4 }),
    )
    .map(([tag, parts]) => `<${tag}>${parts.join('')}</${tag.split(' ')[0]}>`),
})).part

test('an offer never costs a receipt its claims, and never makes them false', async () => {
  const offersOf = fc.array(markup, { minLength: 12, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(offersOf, async contents => {
      const offers = contents.map(content => ({ offerContentType: 'text/html' as const, content }))
      const pdf = await engine.pdf(aReceipt(), { offers, onUnclaimed: reasons => void told.push(...reasons) })
      expect(told.splice(0)).toEqual([])
      expect(await accessProblems(pdf)).toEqual([])
      expect(archiveProblems(pdf)).toEqual([])
    }),
    { numRuns: isExhaustive ? 85 : 4 },
  )
}, 600_000)
