import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { looks } from '../../src/view/variant.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { shippedLanguages, shippedLocales } from '../support/locales.ts'
import { isExhaustive, isSampled } from '../support/scope.ts'

const { receipt } = fixtureNamed('bulk-300')
const engine = await createEngine()
afterAll(() => engine.close())

/** Gmail shows the first 102 KB of a mail and cuts off the rest. */
const most = 102_400

describe.each(looks)('three hundred goods in the look %s', look => {
  // Countries write the words of their language.
  const taken = shippedLocales.filter(
    (tag, at) => shippedLanguages.includes(tag) || (isSampled(at) && isSampled(Math.floor(at / 3))),
  )
  // Every other language, in one look each: how long its words are matters, and they are the same in all.
  test.each(taken.filter((_, at) => isSampled(at, looks.indexOf(look)) && (isExhaustive || at % 2 === 0)))(
    'stay below what Gmail shows: %s',
    acceptLanguage => {
      const { html } = engine.email(receipt, { acceptLanguage, variant: look })
      expect(Buffer.byteLength(html)).toBeLessThan(most)
    },
  )
})

describe('a mail that Gmail would cut off', () => {
  const { receipt } = fixtureNamed('fasteners-300')
  const links = { pdf: 'https://receipts.example.com/{transactionNumber}.pdf' }

  test.each(looks)('leaves out what its PDF has, in every language, and says so: %s', look => {
    const taken = shippedLanguages.filter(
      (_, at) => isSampled(at, looks.indexOf(look)) && isSampled(Math.floor(at / 3)),
    )
    for (const acceptLanguage of taken) {
      const { html } = engine.email(receipt, { acceptLanguage, variant: look, links })
      expect(Buffer.byteLength(html), acceptLanguage).toBeLessThanOrEqual(most)
      expect(html.match(/HT1-D1-20931\.pdf"/g)).toHaveLength(2)
    }
    expect(Buffer.byteLength(engine.html(receipt, { variant: look, links }))).toBeGreaterThan(most)
  })

  test('has all its goods, and says it in the reader’s language', () => {
    const { html } = engine.email(receipt, { acceptLanguage: 'de' })
    expect(html.match(/, box of \d+<\/b>/g)).toHaveLength(300)
    expect(html).toContain('Damit diese E-Mail kurz bleibt')
    expect(html).not.toContain('Harlan')
    expect(html).not.toContain('Bay A1-1')
  })

  test('has all in its text, on its page and on a slip', () => {
    const { text } = engine.email(receipt)
    for (const whole of [
      text,
      engine.html(receipt),
      engine
        .slip(receipt)
        .parts.map(part => JSON.stringify(part))
        .join(),
    ]) {
      expect(whole.match(/Bay [A-F]\d+-\d/g)).toHaveLength(300)
      expect(whole).not.toContain('To keep this email short')
    }
  })

  test('is a gift receipt, too', () => {
    const items = (receipt as ReceiptInput).items!.flatMap(item => [item, item])
    const { html } = engine.email({ ...(receipt as ReceiptInput), items }, { variant: 'gift' })
    expect(html).toContain('To keep this email short')
    expect(html).not.toContain('$')
  })

  test('is whole up to the last byte that Gmail shows', () => {
    const [item, ...items] = (receipt as ReceiptInput).items!.slice(0, 220)
    const fill = (letters: number) => ({
      ...(receipt as ReceiptInput),
      items: [{ ...item!, miscInfo: 'x'.repeat(letters) }, ...items],
    })
    const size = (letters: number) => Buffer.byteLength(engine.email(fill(letters)).html)
    const spare = most - size(100)
    expect(spare).toBeGreaterThan(0)
    expect(size(100 + spare)).toBe(most)
    expect(size(101 + spare)).toBeLessThan(most)
  })

  test('says nothing of what it never had', () => {
    const items = Array.from({ length: 1300 }, (_, at) => ({ name: `Washer M${at + 1}`, price: 1, total: 1 }))
    const { html } = engine.email({ ...(receipt as ReceiptInput), items })
    expect(Buffer.byteLength(html)).toBeGreaterThan(most)
    expect(html).not.toContain('To keep this email short')
  })
})

test('long right-to-left lists mark direction by characters, others by elements', () => {
  const html = (name: string) => engine.html(fixtureNamed(name).receipt, { acceptLanguage: 'ar' })
  expect(html('bulk-300')).toContain('\u2066Dinner fork\u2069')
  expect(html('fashion-sale.en-CA')).toContain('<span dir="ltr">Trail rain jacket</span>')
  expect(html('fashion-sale.en-CA')).not.toMatch(/[\u2066-\u2069]/)
})
