import { describe, expect, test } from 'vitest'
import type { LocaleOptions } from '../../../src/locale/resolve/locale-options.ts'
import { resolveLocale } from '../../../src/locale/resolve/resolve.ts'
import fc from '../../support/fast-check.ts'
import { shippedLocales } from '../../support/locales.ts'
import { tries } from '../../support/scope.ts'

const SUPPORTED = [
  'en-US',
  'en-CA',
  'en-GB',
  'fr-CA',
  'fr-FR',
  'es-419',
  'es-ES',
  'es-US',
  'pt-BR',
  'pt-PT',
  'zh-Hans',
  'zh-Hant',
  'zh-Hant-HK',
  'de-DE',
  'ar',
  'he',
  'nb-NO',
  'ja',
  'fil',
  'id',
]

/** Header, what the store is mapped to, what the receipt is in. */
const CASES: [header: string | null, store: string, chosen: string][] = [
  ['en_US', 'fr-CA', 'en-US'],
  ['en_CA', 'fr-CA', 'en-CA'],
  ['es_ES', 'en-US', 'es-ES'],
  ['fr_CA', 'en-US', 'fr-CA'],
  ['fr-CA', 'en-US', 'fr-CA'],
  ['FR_ca', 'en-US', 'fr-CA'],
  ['es_MX', 'en-US', 'es-419'],
  ['es_AR', 'en-US', 'es-419'],
  ['es', 'en-US', 'es-ES'],
  ['pt', 'en-US', 'pt-BR'],
  ['pt_AO', 'en-US', 'pt-PT'],
  ['zh_HK', 'en-US', 'zh-Hant-HK'],
  ['zh_TW', 'en-US', 'zh-Hant'],
  ['zh_MO', 'en-US', 'zh-Hant-HK'],
  ['zh_CN', 'en-US', 'zh-Hans'],
  ['zh_TW_#Hant', 'en-US', 'zh-Hant'],
  ['no', 'en-US', 'nb-NO'],
  ['iw', 'en-US', 'he'],
  ['tl', 'en-US', 'fil'],
  ['in_ID', 'en-US', 'id'],
  ['en_AU', 'fr-CA', 'en-GB'],
  ['de_CH', 'en-US', 'de-DE'],
  ['fr_BE', 'en-US', 'fr-FR'],
  ['fr_CA;q=0.8,en_US;q=0.9', 'es-ES', 'en-US'],
  ['fr_CA;q=0, *', 'fr-CA', 'en-US'],
  ['*', 'fr-CA', 'fr-CA'],
  ['*;q=0.1, de', 'en-US', 'de-DE'],
  ['', 'fr-CA', 'fr-CA'],
  ['xx_YY', 'fr-CA', 'fr-CA'],
  ['klingon', 'fr-CA', 'fr-CA'],
  ['en;q=abc', 'fr-CA', 'fr-CA'],
  ['en_US.UTF-8', 'fr-CA', 'en-US'],
  ['C', 'fr-CA', 'fr-CA'],
  ['__proto__', 'fr-CA', 'fr-CA'],
  ['../../etc/passwd', 'fr-CA', 'fr-CA'],
  ['a'.repeat(9000), 'fr-CA', 'fr-CA'],
  ['en-US-u-nu-arab-ca-buddhist', 'fr-CA', 'en-US'],
  [null, 'ja-JP', 'ja'],
  ['da, en-gb;q=0.8, en;q=0.7', 'fr-CA', 'en-GB'],
  ['es-MX, fr-CA;q=0.9', 'en-US', 'es-419'],
  ['x-private', 'fr-CA', 'fr-CA'],
  ['i-klingon', 'fr-CA', 'fr-CA'],
  ['en us', 'fr-CA', 'fr-CA'],
]

describe('the language of a receipt', () => {
  test.each(CASES)('header %s in a store of %s is answered in %s', (acceptLanguage, store, chosen) => {
    const decision = resolveLocale({ acceptLanguage, store: { id: '12' } }, { stores: { 12: store } }, SUPPORTED)
    expect(decision.chosen).toBe(chosen)
  })

  test('any header gets a supported language, without an error', () => {
    const piece = fc.constantFrom(
      'en',
      'fr_CA',
      'zh-Hant',
      '*',
      ';q=',
      '0',
      '0.5',
      ',',
      '-',
      '_',
      ' ',
      'x',
      'u-nu-arab',
      '#',
    )
    const header = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join('')),
    )
    fc.assert(
      fc.property(header, fc.string(), (acceptLanguage, id) => {
        const decision = resolveLocale({ acceptLanguage, store: { id, country: id } }, {}, shippedLocales)
        expect(shippedLocales).toContain(decision.chosen)
        expect(decision.languages).toEqual([decision.chosen])
      }),
      { numRuns: tries(500) },
    )
  })

  test('a header of many thousand ranges is ignored as a whole', () => {
    const acceptLanguage = 'de,'.repeat(20_000)
    expect(resolveLocale({ acceptLanguage }, { default: 'fr-CA' }, SUPPORTED).chosen).toBe('fr-CA')
  })

  test('the decision says what was asked for and what decided', () => {
    const options: LocaleOptions = { default: 'fr-CA' }
    expect(resolveLocale({ acceptLanguage: 'es_MX' }, options, SUPPORTED)).toEqual({
      requested: 'es-MX',
      chosen: 'es-419',
      source: 'header',
      languages: ['es-419'],
    })
    expect(resolveLocale({ acceptLanguage: 'da' }, options, SUPPORTED)).toMatchObject({
      requested: 'da',
      source: 'default',
    })
    expect(resolveLocale({ acceptLanguage: '*' }, options, SUPPORTED)).toMatchObject({
      requested: null,
      source: 'default',
    })
  })

  test("nobody is answered in a neighbour's language or another script", () => {
    const choose = (acceptLanguage: string, supported: string[]) =>
      resolveLocale({ acceptLanguage }, { default: 'en-US' }, supported).chosen
    expect(choose('da', ['en-US', 'nb-NO', 'de-DE'])).toBe('en-US')
    expect(choose('ca', ['en-US', 'es-ES'])).toBe('en-US')
    expect(choose('lb', ['en-US', 'de-DE'])).toBe('en-US')
    expect(choose('zh-TW', ['en-US', 'zh-Hans'])).toBe('en-US')
    expect(choose('nn', ['en-US', 'nb-NO'])).toBe('nb-NO')
    expect(choose('fr-BE', ['en-US', 'fr-CA'])).toBe('fr-CA')
  })

  test.each([
    ['sr', 'sr-RS'],
    ['sr-RS', 'sr-RS'],
    ['sr-Cyrl', 'sr-RS'],
    ['sr-Cyrl-ME', 'sr-RS'],
    ['sr-Cyrl-XK', 'sr-XK'],
    ['sr_RS_#Latn', 'sr-Latn-RS'],
    ['sr-Latn', 'sr-Latn-RS'],
    ['sr-Latn-RS', 'sr-Latn-RS'],
    ['sr-ME', 'sr-Latn-ME'],
    ['sr-BA', 'sr-BA'],
    ['sr-Latn-BA', 'sr-Latn-BA'],
    ['sh', 'sr-Latn-RS'],
    ['sh-BA', 'sr-Latn-BA'],
    ['cnr', 'sr-Latn-ME'],
    ['bs', 'bs-BA'],
    ['bs-Latn-BA', 'bs-BA'],
    ['bs-Cyrl', 'bs-BA'],
    ['bs-Cyrl-BA', 'bs-BA'],
    ['ms-BN', 'ms-BN'],
    ['tl-PH', 'fil-PH'],
    ['ca-AD', 'ca-AD'],
    ['ru-KZ', 'ru-KZ'],
    ['ru-IL', 'ru-RU'],
    ['eu-FR', 'eu-ES'],
  ])('who asks for %s gets %s', (language, chosen) => {
    expect(resolveLocale({ acceptLanguage: language }, {}, shippedLocales).chosen).toBe(chosen)
  })

  test('a refused language isn’t chosen unless all are refused', () => {
    const choose = (acceptLanguage: string) => resolveLocale({ acceptLanguage }, { default: 'fr-CA' }, SUPPORTED).chosen
    expect(choose('fr;q=0, *')).toBe('en-US')
    expect(choose('fr;q=0, fr-CA')).toBe('fr-CA')
    expect(choose('en;q=0, fr;q=0, es;q=0.1')).toBe('es-ES')
    expect(choose('*;q=0')).toBe('fr-CA')
  })

  test('readers of a shipped language keep the formats of their country', () => {
    const choose = (acceptLanguage: string) => resolveLocale({ acceptLanguage }, {}, shippedLocales).chosen
    expect(['en_AU', 'es_AR', 'de_CH', 'fr_BE', 'ar_EG'].map(choose)).toEqual([
      'en-AU',
      'es-AR',
      'de-CH',
      'fr-BE',
      'ar-EG',
    ])
    expect(['es_AQ', 'en_AX', 'de', 'ar_FR', 'ja'].map(choose)).toEqual(['es-ES', 'en-US', 'de-DE', 'ar', 'ja-JP'])
    expect(['es_CU', 'en_FJ', 'ar_DZ'].map(choose)).toEqual(['es-CU', 'en-FJ', 'ar-DZ'])
  })
})

describe('the store decides when the header does not', () => {
  const options: LocaleOptions = {
    stores: { 'store-7': 'outlet', 'store-8': 'de-DE' },
    territories: { 'CA-QC': 'quebec' },
    countries: { CA: 'canada' },
    groups: {
      outlet: { locale: 'es-419', currency: 'USD' },
      quebec: { locale: 'fr-CA', timeZone: 'America/Toronto', requiredLanguages: ['fr'] },
      canada: { locale: 'en-CA', currency: 'CAD' },
      elsewhere: { locale: 'en-GB', currency: 'GBP', timeZone: 'Europe/London' },
    },
    default: 'elsewhere',
    currency: 'EUR',
  }
  const decide = (store: { id?: string; territory?: string; country?: string }, acceptLanguage?: string) =>
    resolveLocale({ store, ...(acceptLanguage === undefined ? {} : { acceptLanguage }) }, options, shippedLocales)

  test('its id beats its territory, which beats its country, which beats the default', () => {
    expect(decide({ id: 'store-7', territory: 'QC', country: 'CA' })).toMatchObject({
      chosen: 'es-419',
      source: 'store',
    })
    expect(decide({ id: 'x', territory: 'QC', country: 'CA' })).toMatchObject({ chosen: 'fr-CA', source: 'territory' })
    expect(decide({ id: 'x', territory: 'ON', country: 'CA' })).toMatchObject({ chosen: 'en-CA', source: 'country' })
    expect(decide({ id: 'x', country: 'IE' })).toMatchObject({ chosen: 'en-GB', source: 'default' })
    expect(decide({ id: 'store-8' })).toMatchObject({ chosen: 'de-DE', source: 'store' })
  })

  test('countries are found by two or three letters, in either case', () => {
    expect(decide({ country: 'CAN', territory: 'qc' }).chosen).toBe('fr-CA')
    expect(decide({ country: 'ca', territory: 'CA-QC' }).chosen).toBe('fr-CA')
  })

  test('a header changes the language and nothing else', () => {
    expect(decide({ territory: 'ON', country: 'CA' }, 'de')).toEqual({
      requested: 'de',
      chosen: 'de-DE',
      source: 'header',
      languages: ['de-DE'],
      currency: 'CAD',
    })
  })

  test('what a group leaves open comes from its territory and country', () => {
    expect(decide({ id: 'store-7', territory: 'QC', country: 'CA' })).toMatchObject({
      currency: 'USD',
      timeZone: 'America/Toronto',
      languages: ['fr-CA', 'es-419'],
    })
    expect(decide({ id: 'store-8', country: 'DE' }).currency).toBe('EUR')
  })

  test('without settings the currency is the country’s', () => {
    const currency = (country: string | undefined, settings: LocaleOptions = {}, currencies?: string[]) =>
      resolveLocale({ store: { id: '1', country, currencies } }, settings, shippedLocales).currency
    expect(currency('DE')).toBe('EUR')
    expect(currency('Japan')).toBe('JPY')
    expect(currency('CAN', { stores: { 1: 'fr-CA' } })).toBe('CAD')
    expect(currency('PA')).toBeUndefined()
    expect(currency(undefined)).toBeUndefined()
    expect(currency('DE', { currency: 'CHF' })).toBe('CHF')
    const groups = { house: { locale: 'de-DE', currency: 'SEK' } }
    expect(currency('DE', { default: 'house', groups })).toBe('SEK')
    expect(currency('DE', { stores: { 1: 'house' }, groups })).toBe('SEK')
  })

  test('but not if the receipt names another', () => {
    const currency = (currencies: string[]) =>
      resolveLocale({ store: { country: 'CH', currencies } }, {}, shippedLocales).currency
    expect(currency(['CHF'])).toBe('CHF')
    expect(currency(['EUR'])).toBeUndefined()
    expect(currency(['CHF', 'EUR'])).toBeUndefined()
  })

  test('hostile store ids find nothing', () => {
    for (const id of ['__proto__', 'constructor', 'toString']) expect(decide({ id }).source).toBe('default')
  })
})

describe('languages that the law asks for', () => {
  const decide = (acceptLanguage: string | null, group: { bilingual?: boolean; requiredLanguages?: string[] }) =>
    resolveLocale(
      { acceptLanguage, store: { territory: 'QC', country: 'CA' } },
      {
        territories: { 'CA-QC': 'quebec' },
        groups: { quebec: { locale: 'fr-CA', requiredLanguages: ['fr'], ...group } },
      },
      shippedLocales,
    )

  test('a receipt from Quebec for a reader of English is in French, then in English', () => {
    expect(decide('en_CA', {})).toMatchObject({ chosen: 'en-CA', source: 'header', languages: ['fr-CA', 'en-CA'] })
  })

  test('it is in French only if the store doesn’t want both', () => {
    expect(decide('en_CA', { bilingual: false })).toMatchObject({ chosen: 'en-CA', languages: ['fr-CA'] })
  })

  test('any French will do', () => {
    expect(decide('fr_FR', {}).languages).toEqual(['fr-FR'])
    expect(decide(null, {}).languages).toEqual(['fr-CA'])
  })

  test('all required languages are printed, in the law’s order', () => {
    expect(decide('en', { requiredLanguages: ['fr', 'de'] }).languages).toEqual(['fr-CA', 'de-DE', 'en-US'])
    expect(decide('de', { requiredLanguages: ['fr', 'de'] }).languages).toEqual(['fr-CA', 'de-DE'])
  })
})

describe('a decision holds', () => {
  const supported = ['en-US', 'fr-CA', 'de-DE']
  const options: LocaleOptions = {
    stores: { 1: 'fr-CA' },
    groups: { house: { locale: 'en-US', currency: 'USD', timeZone: 'America/New_York' } },
    default: 'house',
    currency: 'EUR',
  }

  test('nothing unknown', () => {
    expect(Object.keys(resolveLocale({}, {}, supported)).sort()).toEqual(['chosen', 'languages', 'requested', 'source'])
    expect(Object.keys(resolveLocale({}, { timeZone: 'UTC' }, supported))).toContain('timeZone')
  })

  test('the default group’s currency and zone if a store has no group', () => {
    expect(resolveLocale({ store: { id: '2' } }, options, supported)).toMatchObject({
      currency: 'USD',
      timeZone: 'America/New_York',
    })
    const own = resolveLocale({ store: { id: '1' } }, options, supported)
    expect(own.currency).toBe('EUR')
    expect(own).not.toHaveProperty('timeZone')
  })

  test('the store’s calendar and digits for readers of its language', () => {
    const groups = { bangkok: { locale: 'th', calendar: 'buddhist', numberingSystem: 'thai' } } as const
    const decide = (acceptLanguage: string | null = null) =>
      resolveLocale({ acceptLanguage, store: { id: '1' } }, { groups, default: 'bangkok' }, ['en-US', 'th-TH'])
    expect(decide()).toMatchObject({ chosen: 'th-TH', calendar: 'buddhist', numberingSystem: 'thai' })
    expect(decide('th-TH')).toMatchObject({ source: 'header', calendar: 'buddhist' })
    expect(decide('en')).not.toHaveProperty('calendar')
    expect(decide('en')).not.toHaveProperty('numberingSystem')
  })

  test('the store’s language if every language is refused', () => {
    const acceptLanguage = 'en;q=0, fr;q=0, de;q=0'
    expect(resolveLocale({ acceptLanguage, store: { id: '1' } }, options, supported)).toMatchObject({
      chosen: 'fr-CA',
      source: 'store',
    })
  })

  test('before that, one that isn’t refused', () => {
    const decide = (acceptLanguage: string) => resolveLocale({ acceptLanguage, store: { id: '1' } }, options, supported)
    expect(decide('fr;q=0')).toMatchObject({ chosen: 'en-US', source: 'default' })
    expect(decide('fr;q=0, en;q=0')).toMatchObject({ chosen: 'de-DE', source: 'default' })
  })

  test('only required languages that have wording', () => {
    const group = (requiredLanguages: string[], more: object = {}) =>
      resolveLocale(
        { store: { id: '1', country: 'CA' } },
        { stores: { 1: 'g' }, groups: { g: { locale: 'en-US', requiredLanguages, ...more } } },
        supported,
      ).languages
    expect(group(['tlh'])).toEqual(['en-US'])
    expect(group(['tlh'], { bilingual: false })).toEqual(['en-US'])
    expect(group(['tlh', 'fr'])).toEqual(['fr-CA', 'en-US'])
    expect(group(['fr'], { bilingual: false })).toEqual(['fr-CA'])
    expect(group([])).toEqual(['en-US'])
  })
})
