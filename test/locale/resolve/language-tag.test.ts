import { describe, expect, test } from 'vitest'
import { fallbackChain, readLanguageTag } from '../../../src/locale/resolve/lookup.ts'

describe('language tags in the spellings of tills', () => {
  test.each([
    ['en_US', 'en-US'],
    ['FR_ca', 'fr-CA'],
    ['fr_CA.UTF-8@euro', 'fr-CA'],
    ['fr_CA@euro', 'fr-CA'],
    ['fr_CA.UTF-8', 'fr-CA'],
    [' fr-CA ', 'fr-CA'],
    ['zh_TW_#Hant', 'zh-Hant-TW'],
    ['sr_RS_#Latn', 'sr-Latn-RS'],
    ['iw', 'he'],
    ['in_ID', 'id-ID'],
    ['es-', 'es'],
    ['en-US-u-nu-arab-ca-buddhist', 'en-US'],
  ])('%s is %s', (text, tag) => {
    expect(readLanguageTag(text)).toBe(tag)
  })

  test.each([
    '',
    'C',
    'klingon',
    'en us',
    'x-private',
    'i-klingon',
    '__proto__',
    '../../etc/passwd',
    'e'.repeat(200),
    'en-😀',
  ])('%s is none', text => {
    expect(readLanguageTag(text)).toBeUndefined()
  })
})

describe('the languages tried when one is missing', () => {
  test.each([
    ['es-MX', ['es-MX', 'es-419', 'es']],
    ['en-AT', ['en-AT', 'en-150', 'en-001', 'en']],
    ['en-CA', ['en-CA', 'en']],
    ['pt-AO', ['pt-AO', 'pt-PT', 'pt']],
    ['zh-MO', ['zh-Hant-MO', 'zh-Hant-HK', 'zh-Hant']],
    ['zh-Hans-CN', ['zh-CN', 'zh']],
    ['zh-Hans-HK', ['zh-Hans-HK', 'zh']],
    ['zh-Hans-TW', ['zh-Hans-TW', 'zh']],
    ['sr-Cyrl-ME', ['sr-Cyrl-ME', 'sr']],
    ['uz-Cyrl-UZ', ['uz-Cyrl-UZ', 'uz-Cyrl']],
    ['pa-Arab-PK', ['pa-Arab-PK', 'pa-Arab']],
    ['sr-Latn-RS', ['sr-Latn-RS', 'sr-Latn']],
    ['sr-RS', ['sr-RS', 'sr']],
    ['sr-ME', ['sr-Latn-ME', 'sr-Latn']],
    ['nb-NO', ['nb-NO', 'nb', 'no']],
  ])('after %s come the parents of CLDR', (tag, chain) => {
    expect(fallbackChain(tag)).toEqual(chain)
  })
})
