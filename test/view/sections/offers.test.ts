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
