import { afterAll, describe, expect, test } from 'vitest'
import { mailOf, pageOf } from '../../src/engine.ts'
import { createEngine, papers } from '../../src/index.ts'
import { openMerchant } from '../../src/merchant/open.ts'
import { looks } from '../../src/view/variant.ts'
import { elementsOf } from '../support/html.ts'
import { aReceipt, plain } from '../support/receipts.ts'

const engine = await createEngine()
afterAll(() => engine.close())
const merchant = await openMerchant({})

const card = (typeCode: string, amount = 12) => ({
  tenderTypeCode: 'Debit',
  amount,
  creditDebit: { last4Digits: '1881', typeCode },
})

describe.each(looks)('in the look %s', look => {
  test.each([
    ['VISA', 'Visa'],
    ['amex', 'American Express'],
    ['girocard', 'girocard'],
  ])('the name of %s is its mark, on every page', (typeCode, name) => {
    for (const [page, html] of pagesOf([card(typeCode)], look)) {
      const [mark, ...others] = marksIn(html)
      expect(others, page).toEqual([])
      expect(mark!.text, page).toBe(name)
      expect(mark!.within[0], page).toBe('th')
      expect(labelsIn(html), page).toContain(`${name} •••• 1881`)
    }
  })

  test('a brand that isn’t known is a word, and so are brands in a sentence', () => {
    for (const [page, html] of pagesOf([card('Norrona Store Card'), card('MC', 8)], look)) {
      expect(labelsIn(html), page).toContain('Norrona Store Card •••• 1881')
      expect(
        marksIn(html).map(({ text }) => text),
        page,
      ).toEqual(['Mastercard'])
    }
  })
})

test('plain text says the same words', () => {
  expect(plain(engine.text(aReceipt({ tenders: [card('VISA')] })))).toMatch(/^Visa •••• 1881 +\$12\.00$/m)
})

function pagesOf(tenders: readonly object[], variant: (typeof looks)[number]): [page: string, html: string][] {
  const view = engine.view(aReceipt({ tenders }))
  const printed = papers.map((paper): [string, string] => [paper, pageOf(merchant, view, paper, { variant }).html])
  return [['mail', mailOf(merchant, view, 'data', { variant }).html], ...printed]
}

function marksIn(html: string) {
  return elementsOf(html).filter(({ attributes }) => attributes.class === 'pill')
}

function labelsIn(html: string): string[] {
  return elementsOf(html).flatMap(({ tag, text }) => (tag === 'th' ? plain(text) : []))
}
