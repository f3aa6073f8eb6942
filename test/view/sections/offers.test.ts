import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

const offersOf = (...contents: string[]) =>
  viewOf(aReceipt(), 'en-US', {
    offers: contents.map(content => ({ offerContentType: 'text/html' as const, content })),
  }).offers!.offers

test('converts HTML to text, one line per block', () => {
  const [offer] = offersOf('<h2>Sale</h2><ul><li>Wool &amp; felt</li><li>1 &lt; 2</li></ul>until<br>Sunday')
  expect(offer!.htmlText!.lines.filter(Boolean)).toEqual(['Sale', 'Wool & felt', '1 < 2', 'until', 'Sunday'])
})

test('keeps unbalanced HTML from escaping its container', () => {
  const [offer] = offersOf('<p>Half price</td></tr></table><b>now')
  expect(offer!.html).toBe('<p>Half price<b>now</b></p>')
})

test('removes control characters, noncharacters and direction marks', () => {
  const [offer] = viewOf(aReceipt(), 'en-US', { offers: [{ content: 'a\u202eb\u0007c\uffff' }] }).offers!.offers
  expect(offer!.text!.lines).toEqual(['abc'])
})

test('has no section without offers', () => expect(viewOf(aReceipt(), 'en-US', { offers: [] }).offers).toBeUndefined())

test.each([
  '/sale',
  'sale.html',
  '//example.com/sale',
  'https://a:b@example.com/',
  'https://@example.com/',
  'javascript:alert(1)',
])('reduces a link to %s to its text', href =>
  expect(offersOf(`<a href="${href}">Sale</a>`)[0]!.html).toBe('<a>Sale</a>'),
)

test.each(['https://example.com/sale', 'mailto:help@example.com', 'tel:+14165550142'])('keeps a link to %s', href =>
  expect(offersOf(`<a href="${href}">Sale</a>`)[0]!.html).toBe(`<a href="${href}">Sale</a>`),
)
