import { expect, test } from 'vitest'
import { withoutUsualScript } from '../../../src/locale/resolve/lookup.ts'
import { shippedLanguages } from '../../support/locales.ts'

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
const regions = [...letters.flatMap(one => letters.map(other => one + other)), '001', '150', '419']
const languages = new Set(shippedLanguages.map(tag => new Intl.Locale(tag).language))

test.each([...languages])('the script of %s in each country is what CLDR has', language => {
  const usual = new Intl.Locale(language).maximize().script
  for (const region of regions) {
    const { script } = new Intl.Locale(`${language}-${region}`).maximize()
    const expected = script === usual ? `${language}-${region}` : `${language}-${script}-${region}`
    expect(withoutUsualScript(`${language}-${region}`)).toBe(expected)
  }
  expect(withoutUsualScript(`${language}-${usual}`)).toBe(language)
})
