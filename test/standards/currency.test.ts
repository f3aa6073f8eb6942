import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acceptedCurrencies, currencyCodes } from '../../src/receipt/data/money-data.ts'
import { currencyDigits, currencyOf, isLegalTender, newerCurrencies } from '../../src/standards/currency.ts'

/** Every currency, its state, its minor unit after ISO 4217 and whether the interface lists it. */
const all = readFileSync(new URL('../../scripts/tables/iso-4217.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(row => row.split(',') as [code: string, status: string, minor: string, listed: string])

const active = all.filter(([, status]) => status === 'active')

const intlDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits

describe('the decimals of a currency', () => {
  test.each(active)('%s (%s) has the %s of ISO 4217', (code, _, minor) => {
    expect(currencyDigits(code).minimum).toBe(minor === 'NA' ? 0 : Number(minor))
  })

  test('whole amounts have none exactly where CLDR prints none, and in Taiwan', () => {
    const seldom = active.filter(
      ([code, , minor]) => minor !== 'NA' && (intlDigits(code)! < Number(minor) || code === 'TWD'),
    )
    expect(active.filter(([code]) => currencyDigits(code).wholeWithout)).toEqual(seldom)
    expect(seldom.length).toBeGreaterThan(12)
  })

  test.each(all.filter(([, status]) => status === 'withdrawn'))('%s, withdrawn, has those of CLDR', code => {
    expect(currencyDigits(code)).toEqual({ minimum: intlDigits(code), wholeWithout: false })
  })
})

test('exactly the interface’s list and every newer currency are accepted', () => {
  expect(all.filter(row => row[3] === 'yes').map(([code]) => code)).toEqual(currencyCodes)
  expect(all.filter(row => row[3] === 'no').map(([code]) => code)).toEqual(newerCurrencies)
  expect(new Set(acceptedCurrencies).size).toBe(227)
  expect(acceptedCurrencies).toEqual(
    expect.arrayContaining(['TRY', 'RON', 'RSD', 'GHS', 'ZMW', 'AZN', 'BYN', 'BGN', 'XCG', 'ZWG']),
  )
})

test('every current currency of CLDR is accepted', () => {
  const others = Intl.supportedValuesOf('currency').filter(
    code => !(acceptedCurrencies as readonly string[]).includes(code),
  )
  // Cuba's convertible peso ended in 2021, Zimbabwe's dollar in 2024.
  expect(others).toEqual(['CUC', 'ZWL'])
})

test.each([
  ['CL', 0],
  ['KW', 3],
  ['SN', 0],
  ['FR', 2],
  // The peso has two; its country's index units, which have none or four, are no money to pay with.
  ['UY', 2],
  ['ZZ', 2],
  [undefined, 2],
])('an amount without a currency has in %s the %i decimals that are usual there', (country, minimum) => {
  expect(currencyDigits(undefined, country)).toEqual({ minimum, wholeWithout: false })
})

test.each([
  ['EUR', 'BG', true],
  ['EUR', 'XK', true],
  ['EUR', 'SE', false],
  ['USD', 'EC', true],
  ['USD', 'PA', true],
  ['USD', 'CA', false],
  ['DKK', 'GL', true],
  ['XCG', 'CW', true],
  ['ANG', 'CW', false],
  ['ZAR', 'LS', true],
  ['ZAR', 'SZ', false],
  ['CAD', 'CA', true],
  ['CAD', undefined, false],
])('%s is what people in %s pay with: %s', (currency, country, expected) => {
  expect(isLegalTender(currency, country)).toBe(expected)
})

describe('the currency of a country', () => {
  test.each([
    ['US', 'USD'],
    ['DE', 'EUR'],
    ['HR', 'EUR'],
    ['BG', 'EUR'],
    ['CH', 'CHF'],
    ['LI', 'CHF'],
    ['CA', 'CAD'],
    ['GB', 'GBP'],
    ['JE', 'GBP'],
    ['JP', 'JPY'],
    ['KW', 'KWD'],
    ['TR', 'TRY'],
    ['RO', 'RON'],
    ['EC', 'USD'],
    ['PR', 'USD'],
    ['MX', 'MXN'],
    ['SN', 'XOF'],
    ['GL', 'DKK'],
  ])('%s has the %s', (country, currency) => {
    expect(currencyOf(country)).toBe(currency)
  })

  test('nobody guesses where tills count in one of several', () => {
    // Two by law (CLDR), or the dollar beside the country's own; tomans in Iran.
    const several = 'BT HT LS NA PA PS ZW KH LB LR CD SO VE KY BS BZ AW CW SX MV IR CU'
    for (const country of several.split(' ')) expect(currencyOf(country)).toBeUndefined()
    for (const country of [undefined, '', 'AQ', 'ZZ', 'us', '__proto__']) expect(currencyOf(country)).toBeUndefined()
  })

  test('it is legal tender there, and accepted', () => {
    const known = countries.flatMap(country => currencyOf(country)?.concat(' ', country) ?? [])
    expect(known.length).toBeGreaterThan(220)
    for (const [currency = '', country] of known.map(each => each.split(' '))) {
      expect(isLegalTender(currency, country)).toBe(true)
      expect(acceptedCurrencies).toContain(currency)
    }
  })
})

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countries = letters.flatMap(first => letters.map(second => first + second))
