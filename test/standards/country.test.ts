import { getCountries } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import { alpha3 } from '../../src/generated/countries.ts'
import { countryCode, countryOf } from '../../src/standards/country.ts'

describe('a country is understood', () => {
  test.each([
    ['CA', 'CA'],
    ['ca', 'CA'],
    [' CAN ', 'CA'],
    ['Canada', 'CA'],
    ['canadá', 'CA'],
    ['KEN', 'KE'],
    ['xkk', 'XK'],
    ['カナダ', 'CA'],
    ['كندا', 'CA'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['United Kingdom', 'GB'],
    ['England', 'GB'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['Estados Unidos', 'US'],
    ['México', 'MX'],
    ['Deutschland', 'DE'],
    ["Cote d'Ivoire", 'CI'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
  ])('%s is %s', (text, code) => expect(countryCode(text)).toBe(code))

  test.each(['', ' ', 'ZZZ', 'QOO', 'Narnia', 'European Union', 'C', 'Unknown Region', 'A'.repeat(5000)])(
    'but not %j',
    text => expect(countryCode(text)).toBeUndefined(),
  )

  test('by three letters, wherever there are phone numbers', () => {
    const pairs = alpha3.split(',').map(pair => pair.split(' ') as [string, string])
    expect(pairs.filter(([three, two]) => countryCode(three) !== two)).toEqual([])
    const unknown = getCountries().filter(two => !pairs.some(([, known]) => known === two))
    // Ascension and Tristan da Cunha belong to Saint Helena; ISO 3166 has reserved their letters only.
    expect(unknown.filter(two => two !== 'AC' && two !== 'TA')).toEqual([])
  })

  test('by its code first, then by its value', () => {
    expect(countryOf({ code: 'CA', value: 'Wherever' })).toBe('CA')
    expect(countryOf({ code: '??', value: 'Canada' })).toBe('CA')
    expect(countryOf({ value: 'CA' })).toBe('CA')
    expect(countryOf({ value: 'Narnia' })).toBeUndefined()
    expect(countryOf(undefined)).toBeUndefined()
  })
})
