import { describe, expect, test } from 'vitest'
import { createFormat } from '../../src/locale/format/format.ts'
import { isolateFor, shownMoney } from '../../src/view/direction.ts'

describe('an amount is shown as it is written, isolated and on one line', () => {
  const currencies = ['EUR', 'USD', 'CHF', 'JPY', 'SAR', 'HUF', undefined]
  const tags = ['de-DE', 'de-CH', 'de-AT', 'en-US', 'fr-CA', 'nl-NL', 'es-AR', 'ja', 'ar', 'he', 'sv', 'pl', 'pt', 'hi']
  const amounts = [0, 1, 12.5, 999.99, 1234.5, 1_000_000, 3.459, 1e-7, 12_345_678.9, 1e16]
  test.each(tags)('%s', tag => {
    for (const currency of currencies) {
      const f = createFormat(tag, currency === undefined ? {} : { currency })
      const money = shownMoney(f)
      for (const amount of [...amounts, ...amounts.map(size => -size)])
        for (const other of [undefined, 'USD', 'POINTS', 'Alder points - gold'])
          expect(money(amount, other)).toBe(isolateFor(f.dir).amount(f.money(amount, other)))
    }
  })
})
