import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { acceptedCurrencies } from '../../../src/receipt/data/money-data.ts'
import fc from '../../support/fast-check.ts'
import { shippedLocales } from '../../support/locales.ts'
import { isSampled, tries } from '../../support/scope.ts'

const WORDED = shippedLocales.slice(0, 10)

/** The currencies that a test takes in this language. */
const sampledCurrencies = (language: number) => acceptedCurrencies.filter((_, at) => isSampled(at, language))

/** The digits of a formatted amount as a decimal, its decimals counted. */
function readBack(tag: string, text: string): { value: string; decimals: number } {
  const separator = new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find(part => part.type === 'decimal')
  const number = text.match(/\d[\d.,'’\u00a0\u202f]*/)?.[0] ?? ''
  const [whole = '', fraction = ''] = number.split(separator?.value ?? '.')
  const digits = (part: string) => part.replace(/\D/g, '')
  const sign = text.includes('\u2212') ? '-' : ''
  return { value: `${sign}${digits(whole)}.${digits(fraction)}`, decimals: digits(fraction).length }
}

/** No-break spaces as spaces, direction marks left out: what a reader sees. */
const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')

describe('amounts of money', () => {
  test('printed amounts read back as the amounts sent: every currency in every language', () => {
    const amounts = [0, 0.01, 0.5, 3.459, 1234.56, -1234.5, 999_999_999.99, 0.000001]
    const wrong: string[] = []
    for (const [at, tag] of WORDED.entries()) {
      const format = createFormat(tag, { storeCountry: 'US' })
      for (const currency of sampledCurrencies(at)) {
        for (const amount of amounts) {
          const text = format.money(amount, currency)
          if (Number(readBack(tag, text).value) !== amount) wrong.push(`${tag} ${currency} ${amount}: ${text}`)
        }
      }
    }
    expect(acceptedCurrencies.length).toBe(227)
    expect(wrong).toEqual([])
  })

  test('any amount of up to six decimals is printed exactly', () => {
    const amount = fc
      .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
      .map(([n, d]) => n / 10 ** d)
    fc.assert(
      fc.property(amount, fc.constantFrom(...WORDED), fc.constantFrom(...acceptedCurrencies), (sent, tag, currency) => {
        const { value } = readBack(tag, createFormat(tag, {}).money(sent, currency))
        expect(Number(value)).toBe(sent === 0 ? 0 : sent)
      }),
      { numRuns: tries(1000) },
    )
  })

  test.each([
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['ISK', 0],
    ['XOF', 0],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['USD', 2],
    ['CHF', 2],
    ['ZMK', 0],
    ['ITL', 0],
    ['DEM', 2],
    ['TRY', 2],
    ['XAU', 0],
  ])('%s has %i decimals', (currency, decimals) => {
    const format = createFormat('en-US', {})
    expect(readBack('en-US', format.money(12, currency)).decimals).toBe(decimals)
  })

  test.each(['ALL', 'COP', 'HUF', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MMK', 'PKR', 'SOS', 'SYP', 'YER'])(
    '%s keeps the cents that Intl would round away, and whole amounts go without',
    currency => {
      const format = createFormat('en-US', {})
      expect(format.money(1234.5, currency)).toBe(`${currency}\u00a01,234.50`)
      expect(format.money(1234.56, currency)).toBe(`${currency}\u00a01,234.56`)
      expect(format.money(1235, currency)).toBe(`${currency}\u00a01,235`)
    },
  )

  test('Taiwan’s dollar has no cents', () => {
    const format = createFormat('zh-Hant-TW', { currency: 'TWD', storeCountry: 'TW' })
    expect([format.money(2036), format.money(96.5)]).toEqual(['$2,036', '$96.50'])
  })

  test('IQD’s three decimals are seldom used', () => {
    const format = createFormat('en-US', {})
    expect(format.money(1.5, 'IQD')).toBe('IQD\u00a01.500')
    expect(format.money(1500, 'IQD')).toBe('IQD\u00a01,500')
  })

  test('zero has no sign, and negative amounts have a minus', () => {
    for (const tag of WORDED) {
      const format = createFormat(tag, { currency: 'EUR' })
      expect(format.money(-0)).toBe(format.money(0))
      expect(format.money(-5)).toContain('\u2212')
      expect(format.money(-5)).not.toContain('-')
    }
  })

  test('binary rounding noise is not printed', () => {
    const format = createFormat('en-US', { currency: 'USD', storeCountry: 'US' })
    expect(format.money(0.1 + 0.2)).toBe('$0.30')
    expect(format.money(19.990000000000002)).toBe('$19.99')
    expect(format.money(1.005)).toBe('$1.005')
    expect(format.unitPrice(3.459)).toBe('$3.459')
  })

  test.each([
    ['en-US', 'US', 'USD', '−$1,234.50'],
    ['en-CA', 'CA', 'CAD', '−$1,234.50'],
    ['en-GB', 'GB', 'GBP', '−£1,234.50'],
    ['fr-CA', 'CA', 'CAD', '−1 234,50 $'],
    ['fr-FR', 'FR', 'EUR', '−1 234,50 €'],
    ['es-ES', 'ES', 'EUR', '−1234,50 €'],
    ['es-419', 'MX', 'MXN', '−$1,234.50'],
    ['es-AR', 'AR', 'ARS', '−$ 1.234,50'],
    ['de-DE', 'DE', 'EUR', '−1.234,50 €'],
    ['de-CH', 'CH', 'CHF', "CHF−1'234.50"],
    ['fr-CH', 'CH', 'CHF', "CHF−1'234.50"],
    ['it-CH', 'CH', 'CHF', "CHF−1'234.50"],
    ['ja-JP', 'JP', 'JPY', '−¥1,234.5'],
    ['ar', 'SA', 'SAR', '−1,234.50 ر.س.'],
    ['ar-EG', 'EG', 'EGP', '−1,234.50 ج.م.'],
    ['ar-LB', 'LB', 'LBP', '−1.234,50 ل.ل.'],
    ['ar-SY', 'SY', 'SYP', '−1,234.50 ل.س.'],
    ['es-VE', 'VE', 'VES', 'Bs.−1.234,50'],
    ['bg-US', 'US', 'USD', '−1234,50 $'],
  ])('%s in %s writes %s as its people do', (tag, storeCountry, currency, expected) => {
    const text = createFormat(tag, { currency, storeCountry }).money(-1234.5)
    expect(seen(text)).toBe(expected)
    expect(text).not.toContain(' ')
  })
})

describe('currency signs are unambiguous', () => {
  const money = (tag: string, currency: string, storeCountry?: string, currencies?: string[]) =>
    seen(
      createFormat(tag, { currency, ...(storeCountry && { storeCountry }), ...(currencies && { currencies }) }).money(
        5,
      ),
    )

  test('the country’s own currency has its short sign for every reader', () => {
    expect(money('en-US', 'CAD', 'CA')).toBe('$5.00')
    expect(money('de-DE', 'USD', 'USA')).toBe('5,00 $')
    expect(money('en-US', 'EUR', 'IE')).toBe('€5.00')
  })

  test.each([
    ['$', 'de-DE', 'USD', 'DE'],
    ['£', 'fr-FR', 'EGP', 'FR'],
    ['¥', 'zh-CN', 'CNY', 'JP'],
    ['￥', 'ja-JP', 'JPY', 'CN'],
    ['kr', 'sv-SE', 'SEK', 'NO'],
    ['kr', 'nb-NO', 'NOK', 'SE'],
    ['Rs', 'ur-PK', 'PKR', 'IN'],
    ['₩', 'ko-KR', 'KRW', 'KP'],
  ])(
    '%s that several countries use never stands for foreign money: in %s, %s is not written so in %s',
    (sign, tag, currency, country) => {
      const words = money(tag, currency, country).split(' ')
      expect(words).not.toContain(sign)
      expect(words).toContain(currency)
    },
  )

  test('foreign currencies have a longer one', () => {
    expect(money('en-CA', 'USD', 'CA')).toBe('US$5.00')
    expect(money('en-US', 'CAD', 'US')).toBe('CA$5.00')
    expect(money('de-DE', 'USD', 'DE')).toBe('5,00 USD')
  })

  test('two kinds of dollars on one receipt look different', () => {
    expect(money('en-CA', 'CAD', 'CA', ['USD'])).toBe('$5.00')
    expect(money('en-CA', 'USD', 'CA', ['CAD'])).toBe('US$5.00')
    expect(money('en-CA', 'USD', 'US', ['CAD'])).toBe('US$5.00')
    expect(money('en-CA', 'CAD', 'US', ['USD'])).toBe('CAD 5.00')
  })

  test('without a known country, the language’s counts', () => {
    expect(money('en-US', 'USD')).toBe('$5.00')
    expect(money('en-GB', 'USD')).toBe('US$5.00')
  })

  test('a sign that several countries share never means a foreign currency', () => {
    const wrong: string[] = []
    // A country has the signs of its language, but for those of its own currency.
    for (const [at, tag] of shippedLocales.filter((_, at) => isSampled(at)).entries()) {
      const format = createFormat(tag, { storeCountry: 'CH' })
      // Of the sample, a third again: there are 312 locales.
      for (const currency of sampledCurrencies(at).filter((_, nth) => isSampled(nth, at))) {
        const sign = seen(format.money(5, currency)).replace(/[\d.,' ]/g, '')
        if (['$', '£', '¥', '￥', 'kr', 'Rs', '₩'].includes(sign)) wrong.push(`${tag} ${currency}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('without a currency an amount is a plain number with the store’s decimals', () => {
    expect(createFormat('en-US', {}).money(1234.5)).toBe('1,234.50')
    expect(createFormat('en-US', { storeCountry: 'JP' }).money(1234)).toBe('1,234')
    expect(createFormat('en-US', { storeCountry: 'JP' }).money(1234.5)).toBe('1,234.5')
    expect(createFormat('en-US', { storeCountry: 'KW' }).money(1.5)).toBe('1.500')
  })

  test('an unknown currency code follows the number as sent', () => {
    const format = createFormat('en-US', { currency: 'USD', storeCountry: 'US' })
    expect(seen(format.money(50, 'POINTS'))).toBe('50.00 POINTS')
    expect(format.money(50, 'usd')).toBe('$50.00')
  })
})
