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

test.each([
  ['<li>Wool</li><li>Felt</li>', '<ul><li>Wool</li><li>Felt</li></ul>'],
  ['<p>New:</p><li>Wool</li><p>Soon</p>', '<p>New:</p><ul><li>Wool</li></ul><p>Soon</p>'],
  ['<blockquote><li>Wool</li></blockquote>', '<blockquote><ul><li>Wool</li></ul></blockquote>'],
  ['<ul><p>Wool</p><li>Felt</li></ul>', '<ul><li><p>Wool</p></li><li>Felt</li></ul>'],
  ['<ul>Wool<li>Felt</li></ul>', '<ul><li>Wool</li><li>Felt</li></ul>'],
  ['<ul><ul><li>Wool</li></ul></ul>', '<ul><li><ul><li>Wool</li></ul></li></ul>'],
  [
    '<ul><a href="https://example.com/wool"><li>Wool</li></a></ul>',
    '<ul><li><a href="https://example.com/wool"> Wool </a></li></ul>',
  ],
  ['<a href="https://example.com/wool"><h2>Wool</h2></a>', '<a href="https://example.com/wool"> Wool </a>'],
  ['<h1>Wool</h1><h3>Felt</h3>', '<h3>Wool</h3><h4>Felt</h4>'],
  ['<h3>Wool</h3><h1>Felt</h1><h3>Silk</h3>', '<h3>Wool</h3><h3>Felt</h3><h4>Silk</h4>'],
  [
    '<h2>Wool</h2><ol><li>Felt<ul><li>Silk</li></ul></li></ol>',
    '<h3>Wool</h3><ol><li>Felt<ul><li>Silk</li></ul></li></ol>',
  ],
])('%s gets the structure that readers need', (content, html) => expect(offersOf(content)[0]!.html).toBe(html))
