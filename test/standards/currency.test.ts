import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acceptedCurrencies, currencyCodes } from '../../src/receipt/currency-code.ts'
import { currencyDigits, newerCurrencies } from '../../src/standards/currency.ts'

/** The interface's currencies with their state and minor unit, from the ISO 4217 list of 2026. */
const listed = readFileSync(new URL('currency-digits.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(row => row.split(',') as [code: string, status: string, minor: string])

/** The minor units ISO 4217 gives to those that the interface does not list; all others have two decimals. */
const newerMinor: Record<string, string> = { UYI: '0', UYW: '4', XBD: 'NA', XSU: 'NA', XUA: 'NA' }

const active = [
  ...listed.filter(([, status]) => status === 'active'),
  ...newerCurrencies.map(code => [code, 'active', newerMinor[code] ?? '2'] as const),
]

const intlDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits

describe('the decimals of a currency', () => {
  test.each(active)('%s (%s) has the %s of ISO 4217', (code, _, minor) => {
    expect(currencyDigits(code).minimum).toBe(minor === 'NA' ? 0 : Number(minor))
  })

  test('whole amounts go without them where CLDR prints none, and nowhere else', () => {
    const seldom = active.filter(([code, , minor]) => minor !== 'NA' && intlDigits(code)! < Number(minor))
    expect(active.filter(([code]) => currencyDigits(code).wholeWithout)).toEqual(seldom)
    expect(seldom.length).toBeGreaterThan(12)
  })

  test.each(listed.filter(([, status]) => status === 'withdrawn'))('%s, withdrawn, has those of CLDR', code => {
    expect(currencyDigits(code)).toEqual({ minimum: intlDigits(code), wholeWithout: false })
  })
})

test('what is accepted is the interface’s list and every newer currency, each once', () => {
  expect(listed.map(([code]) => code).sort()).toEqual([...currencyCodes].sort())
  expect(new Set(acceptedCurrencies).size).toBe(currencyCodes.length + newerCurrencies.length)
  expect(acceptedCurrencies).toEqual(
    expect.arrayContaining(['TRY', 'RON', 'RSD', 'GHS', 'ZMW', 'AZN', 'BYN', 'BGN', 'XCG', 'ZWG']),
  )
})

test('no currency that CLDR knows as money of today is left out', () => {
  const others = Intl.supportedValuesOf('currency').filter(
    code => !(acceptedCurrencies as readonly string[]).includes(code),
  )
  // Cuba's convertible peso ended in 2021, Zimbabwe's dollar in 2024.
  expect(others).toEqual(['CUC', 'ZWL'])
})
