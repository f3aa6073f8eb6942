import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { looks } from '../../src/view/variant.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { shippedLocales } from '../support/locales.ts'
import { isSampled } from '../support/scope.ts'

const { receipt } = fixtureNamed('bulk-300')
const engine = await createEngine()
afterAll(() => engine.close())

/** Gmail shows the first 102 KB of a mail and cuts off the rest. */
const most = 102_000

describe.each(looks)('three hundred goods in the look %s', look => {
  test.each(shippedLocales.filter((_, at) => isSampled(at, looks.indexOf(look))))(
    'stay below what Gmail shows: %s',
    acceptLanguage => {
      const { html } = engine.email(receipt, { acceptLanguage, variant: look })
      expect(Buffer.byteLength(html)).toBeLessThan(most)
    },
  )
})

test('long right-to-left lists mark direction by characters, others by elements', () => {
  const html = (name: string) => engine.html(fixtureNamed(name).receipt, { acceptLanguage: 'ar' })
  expect(html('bulk-300')).toContain('\u2066Dinner fork\u2069')
  expect(html('fashion-sale.en-CA')).toContain('<span dir="ltr">Trail rain jacket</span>')
  expect(html('fashion-sale.en-CA')).not.toMatch(/[\u2066-\u2069]/)
})
