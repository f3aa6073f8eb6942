import { expect, test } from 'vitest'
import { countryCode } from '../../src/standards/country.ts'

const languages = ['en', 'fr', 'es', 'de', 'it', 'pt', 'nl', 'ja', 'ar']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap(first => letters.map(second => first + second))

/** Codes of countries that are no more, which ECMA-402 writes as their successor. */
const isOfToday = (code: string) => new Intl.Locale(`und-${code}`).region === code
const noCountry = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']
const countries = pairs.filter(code => isOfToday(code) && !noCountry.includes(code) && nameOf('en', code) !== undefined)

function nameOf(language: string, code: string): string | undefined {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)
}

test.each(languages)('every country is known by its name in %s', language => {
  expect(countries.length).toBeGreaterThan(240)
  const wrong = countries.flatMap(code => {
    const name = nameOf(language, code)!
    const spellings = [name, name.toUpperCase(), name.normalize('NFD'), ` ${name.replaceAll(' ', '  ')} `]
    return spellings.filter(spelling => countryCode(spelling) !== code).map(spelling => `${code} ${spelling}`)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Scotland', 'GB'],
  ['Wales', 'GB'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ['Holland', 'NL'],
  ['Uk', 'GB'],
])('people write %s for %s', (name, code) => expect(countryCode(name)).toBe(code))

test('CLDR’s names of other regions aren’t countries', () => {
  const groups = noCountry.flatMap(code => languages.map(language => nameOf(language, code)))
  for (const name of groups)
    if (name !== undefined && name.length > 3) expect([name, countryCode(name)]).toEqual([name, undefined])
})

test('a text longer than any country’s name isn’t looked up', () => {
  expect(countryCode(`Canada${' '.repeat(54)}`)).toBe('CA')
  expect(countryCode(`Canada${' '.repeat(55)}`)).toBeUndefined()
})
