import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

const offersOf = (...contents: string[]) =>
  viewOf(aReceipt(), 'en-US', {
    offers: contents.map(content => ({ offerContentType: 'text/html' as const, content })),
  }).offers!.offers

test('HTML is told as text too, a line for each of its blocks', () => {
  const [offer] = offersOf('<h2>Sale</h2><ul><li>Wool &amp; felt</li><li>1 &lt; 2</li></ul>until<br>Sunday')
  expect(offer!.htmlText!.lines.filter(Boolean)).toEqual(['Sale', 'Wool & felt', '1 < 2', 'until', 'Sunday'])
})

test('HTML that is not closed cannot open what is around it', () => {
  const [offer] = offersOf('<p>Half price</td></tr></table><b>now')
  expect(offer!.html).toBe('<p>Half price<b>now</b></p>')
})

test('control characters and marks of direction are taken out', () => {
  const [offer] = viewOf(aReceipt(), 'en-US', { offers: [{ content: 'a\u202eb\u0007c' }] }).offers!.offers
  expect(offer!.text!.lines).toEqual(['abc'])
})

test('none are no section', () => expect(viewOf(aReceipt(), 'en-US', { offers: [] }).offers).toBeUndefined())

test.each([
  '/sale',
  'sale.html',
  '//example.com/sale',
  'https://a:b@example.com/',
  'https://@example.com/',
  'javascript:alert(1)',
])('a link to %s keeps its words only, as a receipt could not have it', href =>
  expect(offersOf(`<a href="${href}">Sale</a>`)[0]!.html).toBe('<a>Sale</a>'),
)

test.each(['https://example.com/sale', 'mailto:help@example.com', 'tel:+14165550142'])('a link to %s stays', href =>
  expect(offersOf(`<a href="${href}">Sale</a>`)[0]!.html).toBe(`<a href="${href}">Sale</a>`),
)
