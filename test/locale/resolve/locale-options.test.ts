import { describe, expect, test } from 'vitest'
import { LocaleError } from '../../../src/errors.ts'
import { checkLocaleOptions, type LocaleOptions } from '../../../src/locale/resolve/locale-options.ts'
import { shippedLocales } from '../../../src/locale/words/shipped-locales.ts'

function problemOf(options: LocaleOptions): string {
  try {
    checkLocaleOptions(options, shippedLocales)
  } catch (error) {
    expect(error).toBeInstanceOf(LocaleError)
    return (error as LocaleError).message
  }
  return 'none'
}

describe('locale options', () => {
  test('good ones pass', () => {
    const options: LocaleOptions = {
      stores: { 7: 'quebec', 8: 'en_CA' },
      territories: { 'CA-QC': 'quebec' },
      countries: { MX: 'es-MX' },
      groups: { quebec: { locale: 'fr_CA', currency: 'CAD', timeZone: 'America/Toronto', requiredLanguages: ['fr'] } },
      default: 'quebec',
      currency: 'CAD',
    }
    expect(problemOf(options)).toBe('none')
  })

  test('every setting that cannot work is named in one error', () => {
    const message = problemOf({
      stores: { 7: 'quebeq' },
      territories: { QC: 'fr-CA' },
      countries: { Canada: 'fr-CA' },
      groups: { north: { locale: 'da', currency: 'kr', timeZone: 'Atlantis', requiredLanguages: ['kl'] } },
      default: '??',
      currency: 'dollar',
      timeZone: 'Eastern Time',
    })
    for (const path of [
      'stores.7: "quebeq"',
      'territories.QC',
      'countries.Canada',
      'groups.north.locale: "da"',
      'groups.north.currency: "kr"',
      'groups.north.timeZone: "Atlantis"',
      '  timeZone: "Eastern Time"',
      'groups.north.requiredLanguages[0]: "kl"',
      'default: "??"',
      'currency: "dollar"',
    ]) {
      expect(message).toContain(path)
    }
    expect(message).toContain('America/Toronto')
  })
})
