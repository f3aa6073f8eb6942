import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { formatNumber, learnWriter, type NumberWriter } from '../../../src/locale/format/intl.ts'
import { currencyDigits } from '../../../src/standards/currency.ts'
import fc from '../../support/fast-check.ts'
import { shippedLocales } from '../../support/locales.ts'
import { isSampled, tries } from '../../support/scope.ts'

/** Currencies of no, two, three and four decimals, seldom used ones, withdrawn ones, a metal, and those with odd marks. */
const CURRENCIES = (
  'USD CAD EUR GBP CHF MXN AED SAR EGP INR JPY KRW CLP ISK XOF KWD TND IQD CLF HUF COP IDR PKR DEM ITL PTE CVE ESP ZMK ' +
  'TRL XAU XTS XXX'
).split(' ')

const DISPLAYS = ['narrowSymbol', 'symbol', 'code'] as const

const decimal = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => digits / 10 ** decimals)

const amount = fc.oneof(
  { weight: 6, arbitrary: decimal },
  { weight: 2, arbitrary: fc.double({ min: -1e15, max: 1e15 }) },
  fc.double(),
  fc.integer({ min: -2e15, max: 2e15 }),
  fc.integer({ min: 0, max: 1000 }),
  fc.constantFrom(
    0,
    -0,
    0.1 + 0.2,
    19.990000000000002,
    1.005,
    1e-6,
    1e-7,
    -1e-9,
    9999,
    999_999.999999,
    19_999_999.99,
    20_000_000,
    20_000_000.01,
    21_474_836.48,
    1e15,
    1e21,
    5e-324,
  ),
)

const writers = new Map<string, { write: NumberWriter; byIntl: NumberWriter }>()

/** The learned writer beside the one it learned from. */
function writersOf(tag: string, options: Intl.NumberFormatOptions): { write: NumberWriter; byIntl: NumberWriter } {
  const key = `${tag} ${JSON.stringify(options)}`
  const known = writers.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(tag, { numberingSystem: 'latn', signDisplay: 'negative', ...options })
  const byIntl: NumberWriter = value => formatNumber(format, value)
  const made = { write: learnWriter(format, byIntl), byIntl }
  writers.set(key, made)
  return made
}

function moneyOptions(currency: string, currencyDisplay: (typeof DISPLAYS)[number]): Intl.NumberFormatOptions {
  const { minimum, wholeWithout } = currencyDigits(currency)
  return {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: minimum,
    maximumFractionDigits: 6,
    trailingZeroDisplay: wholeWithout ? 'stripIfInteger' : 'auto',
    signDisplay: 'negative',
  }
}

describe('a writer writes exactly what Intl writes', () => {
  const fixed = [0, -0, 1, -1, 0.05, 12.5, -999.99, 1000, 1234.5, -9999.99, 12345.67, -123456.789, 1234567.891, 1e15]

  test('money in every locale, with every sign', () => {
    const wrong: string[] = []
    for (const [at, tag] of shippedLocales.entries()) {
      for (const currency of CURRENCIES.filter((_, nth) => isSampled(at, nth))) {
        const { write, byIntl } = writersOf(tag, moneyOptions(currency, DISPLAYS[currency.charCodeAt(1) % 3]!))
        for (const value of fixed) if (write(value) !== byIntl(value)) wrong.push(`${tag} ${currency} ${value}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('any amount of money', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedLocales),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...DISPLAYS),
        fc.array(amount, { minLength: 20, maxLength: 20 }),
        (tag, currency, display, amounts) => {
          const { write, byIntl } = writersOf(tag, moneyOptions(currency, display))
          expect(amounts.map(write)).toEqual(amounts.map(byIntl))
        },
      ),
      { numRuns: tries(1000) },
    )
  })

  test.each([
    ['numbers', { maximumFractionDigits: 6 }],
    ['plain amounts', { minimumFractionDigits: 2, maximumFractionDigits: 6, signDisplay: 'negative' }],
    ['kilograms', { style: 'unit', unit: 'kilogram', unitDisplay: 'short', maximumFractionDigits: 6 }],
    ['days', { style: 'unit', unit: 'day', unitDisplay: 'short', maximumFractionDigits: 6 }],
  ] as const)('any %s', (_, options) => {
    const tags = [...shippedLocales, 'pl', 'ru', 'cy', 'lv', 'sl', 'hi', 'pt-PT', 'bg', 'he']
    fc.assert(
      fc.property(fc.constantFrom(...tags), fc.array(amount, { minLength: 20, maxLength: 20 }), (tag, amounts) => {
        const { write, byIntl } = writersOf(tag, options)
        expect(amounts.map(write)).toEqual(amounts.map(byIntl))
      }),
      { numRuns: tries(300) },
    )
  })
})

describe('numbers look as a person would write them', () => {
  /** Group mark, decimal mark, and from how many digits on there are groups. */
  const marks: [tag: string, group: string, decimal: string, from: number][] = [
    ['en-US', ',', '.', 4],
    ['en-GB', ',', '.', 4],
    ['fr-FR', '\u202f', ',', 4],
    ['fr-CA', '\u00a0', ',', 4],
    ['de-DE', '.', ',', 4],
    ['de-CH', "'", '.', 4],
    ['es-ES', '.', ',', 5],
    ['ja-JP', ',', '.', 4],
  ]

  /** The shortest decimal of a number, rounded half up to six decimals: by digits, without Intl. */
  function written(value: number, [, group, mark, from]: (typeof marks)[number], least: number): string {
    const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
    const [whole = '', fraction = ''] = digits.split('.')
    const shift = Number(exponent)
    const all = BigInt(whole + fraction)
    const decimals = fraction.length - shift
    const micros =
      decimals <= 6
        ? all * 10n ** BigInt(6 - decimals)
        : (all * 2n + 10n ** BigInt(decimals - 6)) / (2n * 10n ** BigInt(decimals - 6))
    const padded = micros.toString().padStart(7, '0')
    const before = padded.slice(0, -6)
    const after = padded.slice(-6).replace(/0+$/, '').padEnd(least, '0')
    const grouped = before.length < from ? before : before.replace(/\B(?=(?:\d{3})+$)/g, group)
    return `${value < 0 && micros !== 0n ? '\u2212' : ''}${grouped}${after === '' ? '' : mark + after}`
  }

  const anyNumber = fc.oneof(
    { weight: 5, arbitrary: decimal },
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    fc.double({ min: -1e-5, max: 1e-5, noNaN: true }),
    fc.constantFrom(0, -0, -1e-9, 1e-9, -4e-7, -5e-7, 5e-7, 1e-7, -0.0000004, 999_999.9999995, -1e-6, 1e15),
  )

  test.each(marks)('in %s, numbers and amounts without a currency', (...locale) => {
    const format = createFormat(locale[0], {})
    fc.assert(
      fc.property(anyNumber, value => {
        expect(format.number(value)).toBe(written(value, locale, 0))
        expect(format.money(value)).toBe(written(value, locale, 2))
      }),
      { numRuns: tries(300) },
    )
  })

  test.each(shippedLocales)('in %s, what rounds to zero has no sign', tag => {
    const format = createFormat(tag, { currency: 'EUR' })
    for (const zero of [-0, -1e-9, -4e-7]) {
      expect(format.number(zero)).toBe(format.number(0))
      expect(format.quantity(zero, 'KG')).toBe(format.quantity(0, 'KG'))
      expect(format.quantity(zero)).toBe(format.quantity(0))
      expect(format.money(zero)).toBe(format.money(0))
    }
    expect(format.percent(-0)).toBe(format.percent(0))
    expect(format.number(-1e-6)).toContain('\u2212')
  })
})

describe('a writer leaves to Intl what it cannot be sure of', () => {
  test('it writes money itself in every locale but those that group by lakh', () => {
    const left = shippedLocales.filter(tag => {
      const { write, byIntl } = writersOf(tag, moneyOptions('USD', 'symbol'))
      return write === byIntl
    })
    expect(left).toEqual(['bn-BD', 'hi-IN', 'ta-IN', 'en-IN', 'bn-IN', 'ta-LK'])
    expect(createFormat('en-IN', { currency: 'INR', storeCountry: 'IN' }).money(1234567.5)).toBe('₹12,34,567.50')
  })

  test('words with a number are always the right ones', () => {
    const english = createFormat('en-US', {})
    expect([1, 2, 1.5].map(days => english.quantity(days, 'DAY'))).toEqual([
      '1\u00a0day',
      '2\u00a0days',
      '1.5\u00a0days',
    ])
  })

  test('Intl does the rounding', () => {
    const asked: number[] = []
    const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, signDisplay: 'negative' })
    const write = learnWriter(format, value => {
      asked.push(value)
      return formatNumber(format, value)
    })
    asked.length = 0
    const leftToIntl = [0.1 + 0.2, 1e-7, 1e15, -1e21, Number.NaN, Number.POSITIVE_INFINITY]
    for (const value of [0, 5, -12.34, 0.000001, 999_999.99, ...leftToIntl]) write(value)
    expect(asked).toEqual(leftToIntl)
  })
})
