import { describe, expect, test } from 'vitest'
import { LocaleError } from '../../../src/errors.ts'
import { checkLocaleOptions, type LocaleOptions } from '../../../src/locale/resolve/locale-options.ts'
import { shippedLocales } from '../../support/locales.ts'

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
  test('valid ones pass', () => {
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

  test('of JavaScript or JSON, what isn’t a text is named, too', () => {
    const message = problemOf({
      stores: { 7: { locale: 'fr-CA' }, 8: null, 9: 5 },
      countries: { CA: ['fr-CA'] },
      groups: { north: { requiredLanguages: [7] }, south: { locale: 'fr-CA' } },
    } as never)
    const paths = [
      'stores.7',
      'stores.8',
      'stores.9',
      'countries.CA',
      'groups.north.locale',
      'groups.north.requiredLanguages[0]',
    ]
    for (const path of paths) expect(message).toContain(`${path}: must be a language tag, or the name of a group.`)
  })

  test('one error names every setting that can’t work', () => {
    const odd = { calendar: 'jalali', numberingSystem: 'latin' } as never as object
    const message = problemOf({
      stores: { 7: 'quebeq' },
      territories: { QC: 'fr-CA' },
      countries: { Canada: 'fr-CA' },
      groups: { north: { locale: 'fo', currency: 'kr', timeZone: 'Atlantis', requiredLanguages: ['kl'], ...odd } },
      default: '??',
      currency: 'dollar',
      timeZone: 'Eastern Time',
    })
    for (const path of [
      'stores.7: "quebeq"',
      'territories.QC',
      'countries.Canada',
      'groups.north.locale: "fo"',
      'groups.north.currency: "kr"',
      'groups.north.timeZone: "Atlantis"',
      '  timeZone: "Eastern Time"',
      'groups.north.requiredLanguages[0]: "kl"',
      'groups.north.calendar: must be one of gregory, persian, buddhist, japanese.',
      'groups.north.numberingSystem: must be one of latn, arab, arabext, deva, beng, tamldec, thai.',
      'default: "??"',
      'currency: "dollar"',
    ]) {
      expect(message).toContain(path)
    }
    expect(message).toContain('America/Toronto')
  })
})

test('a country among the territories is told where it belongs, and an unknown language how to add it', () => {
  const message = problemOf({ territories: { DE: 'de-DE', QC: 'fr-CA' }, default: 'is-IS' })
  expect(message).toContain('If it is the country, write countries: { "DE": … }.')
  expect(message.match(/If it is the country/g)).toHaveLength(1)
  expect(message).toContain('or add it: locales/is.json in a template folder')
  expect(problemOf({ countries: { DE: 'de-DE' } })).toBe('none')
  expect(problemOf({ default: '??' })).not.toContain('locales/')
})

describe('a setting', () => {
  const group = (fields: object) => ({ groups: { north: { locale: 'en-US', ...fields } } })

  test.each<[LocaleOptions, string | undefined]>([
    [{ territories: { 'CA-QC': 'fr-CA' } }, undefined],
    [{ territories: { 'GB-SCT': 'en-GB' } }, undefined],
    [{ territories: { 'ca-qc': 'fr-CA' } }, 'territories.ca-qc'],
    [{ territories: { 'CA-qc': 'fr-CA' } }, 'territories.CA-qc'],
    [{ territories: { CA: 'fr-CA' } }, 'territories.CA'],
    [{ territories: { 'CAN-QC': 'fr-CA' } }, 'territories.CAN-QC'],
    [{ territories: { 'X CA-QC': 'fr-CA' } }, 'territories.X CA-QC'],
    [{ countries: { CA: 'fr-CA' } }, undefined],
    [{ countries: { ca: 'fr-CA' } }, 'countries.ca'],
    [{ countries: { CAN: 'fr-CA' } }, 'countries.CAN'],
    [{ countries: { C: 'fr-CA' } }, 'countries.C'],
    [{ countries: { 'X CA': 'fr-CA' } }, 'countries.X CA'],
    [{ stores: { 'any id at all': 'fr-CA' } }, undefined],
    [{ stores: { 1: 'no such' } }, 'stores.1'],
    [{ stores: { 1: 'toString' } }, 'stores.1'],
    [{ currency: 'EUR' }, undefined],
    [{ currency: 'EU' }, 'currency'],
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: 'eur' }, 'currency'],
    [{ timeZone: 'Europe/Paris' }, undefined],
    [{ timeZone: 'Europe/Pariss' }, 'timeZone'],
    [{ default: 'fr_CA' }, undefined],
    [{ default: 'tlh' }, 'default'],
    [group({ currency: 'US' }), 'groups.north.currency'],
    [group({ timeZone: 'Mars' }), 'groups.north.timeZone'],
    [group({ requiredLanguages: ['fr', 'tlh'] }), 'groups.north.requiredLanguages[1]'],
    [group({}), undefined],
    [{}, undefined],
  ])('%j is refused at %s', (options, path) => {
    const message = problemOf(options)
    if (path === undefined) expect(message).toBe('none')
    else expect(message.split('\n').slice(1)).toEqual([expect.stringContaining(`  ${path}: `)])
  })
})
