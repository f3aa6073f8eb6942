import { beforeAll, describe, expect, test } from 'vitest'
import { OptionError } from '../../src/errors.ts'
import { createEngine, type Engine, parseReceipt } from '../../src/index.ts'
import {
  createFormat,
  loadCatalogue,
  loadTemplates,
  openPrinter,
  presentReceipt,
  readBrand,
  renderMail,
} from '../../src/stages.ts'
import { lintTemplates } from '../../tools/lint/lint.ts'
import { aReceipt } from '../support/receipts.ts'

let engine: Engine
beforeAll(async () => {
  engine = await createEngine()
})

/** What a program in plain JavaScript may write. */
const wrong = (options: object) => options as never

test.each<[object, string]>([
  [{ branding: {} }, 'there is no option "branding"; did you mean "brand"?'],
  [{ brand: { colour: '#1f5c4d' } }, 'brand: there is no "colour"; did you mean "color"?'],
  [{ brand: { link: { text: 'Help', href: 'https://example.com' } } }, 'brand.link: there is no "href"'],
  [{ brand: { footer: 12 } }, 'brand.footer: must be a string, or a list of strings'],
  [{ brand: '#1f5c4d' }, 'brand: must be an object'],
  [{ templates: {} }, 'templates: must be the path of a template folder'],
  [{ locale: 'fr-CA' }, 'there is no option "locale"; did you mean "locales"?'],
  [{ locales: 'fr-CA' }, 'locales: must be an object such as { default: "fr-CA" }'],
  [{ locales: { defualt: 'fr-CA' } }, 'locales: there is no "defualt"; did you mean "default"?'],
  [{ locales: { groups: { quebec: { locale: 'fr-CA', timezone: 'UTC' } } } }, 'did you mean "timeZone"?'],
  [{ locales: { groups: { quebec: 'fr-CA' } } }, 'locales.groups.quebec: must be an object'],
  [{ pdf: { process: 2 } }, 'pdf: there is no "process"; did you mean "processes"?'],
  [{ pdf: 'a4' }, 'pdf: must be an object'],
])('createEngine(%j) is refused', async (options, message) => {
  const opening = createEngine(wrong(options))
  await expect(opening).rejects.toThrow(OptionError)
  await expect(opening).rejects.toThrow(message)
})

describe.each(['email', 'html', 'text', 'view', 'locale', 'pdf'] as const)('the options of %s', name => {
  const call = async (options: unknown) => await engine[name](aReceipt(), options as never)

  test.each<[unknown, string]>([
    [{ acceptLangauge: 'fr-CA' }, 'there is no option "acceptLangauge"; did you mean "acceptLanguage"?'],
    [{ acceptLanguage: ['fr-CA'] }, 'acceptLanguage: must be the value of a header'],
    [{ locale: 'french' }, 'locale: must be a language tag such as "fr-CA", or a decision from `engine.locale`'],
    [{ locale: {} }, 'locale: must be a language tag'],
    [{ offers: {} }, 'offers: must be a list'],
    [{ copy: 'yes' }, 'copy: must be true or false'],
    ['fr-CA', 'the options: must be an object'],
    [null, 'the options: must be an object'],
  ])('%j are refused', async (options, message) => {
    await expect(call(options)).rejects.toThrow(OptionError)
    await expect(call(options)).rejects.toThrow(message)
  })
})

test('an option that is undefined is as absent: what it would override stays', async () => {
  const folder = { files: new Map([['brand.json', '{ "color": "#123456" }']]) }
  const links = { page: 'https://shop.example.com/{transactionNumber}' }
  const absent = { variant: undefined, giftText: undefined, strict: undefined, test: undefined, locales: undefined }
  const one = await createEngine({ templates: folder, links })
  const other = await createEngine({
    templates: folder,
    links,
    brand: { color: undefined },
    pdf: { paper: undefined },
    ...absent,
  })
  const html = one.html(aReceipt())
  expect(html).toContain('#123456')
  expect(html).toContain('https://shop.example.com/')
  expect(other.html(aReceipt(), { links: { page: undefined }, copy: undefined, offers: undefined })).toBe(html)
})

test.each([
  ['email', { paper: 'roll80' }, 'paper: email has no use for it; it is an option of pdf, merge and image'],
  ['html', { columns: 42 }, 'columns: html has no use for it; it is an option of text and slip'],
  ['pdf', { scale: 2 }, 'scale: pdf has no use for it; it is an option of image'],
  ['pdf', { title: 'July 3' }, 'title: pdf has no use for it; it is an option of merge'],
  ['locale', { signal: AbortSignal.timeout(1000) }, 'signal: locale has no use for it'],
] as const)('%s refuses what it would ignore: %j', async (name, options, message) => {
  const call = async () => await engine[name](aReceipt(), wrong(options))
  await expect(call()).rejects.toThrow(OptionError)
  await expect(call()).rejects.toThrow(message)
})

test('an option that is undefined may be any call’s', () => {
  const asked = { acceptLanguage: null, paper: undefined, signal: undefined, copy: undefined }
  expect(engine.email(aReceipt(), wrong(asked)).subject).toBe(engine.email(aReceipt()).subject)
})

test('a language is asked for by its tag, over the header', () => {
  const french = engine.email(aReceipt(), { locale: 'fr-CA', acceptLanguage: 'de-DE' })
  expect(french).toEqual(engine.email(aReceipt(), { acceptLanguage: 'fr-CA' }))
  expect(engine.email(aReceipt(), { locale: 'fr_CA' })).toEqual(french)
  expect(engine.email(aReceipt(), { locale: engine.locale(aReceipt(), { locale: 'fr-CA' }) })).toEqual(french)
})

test('the options of each stage are checked too', async () => {
  const receipt = parseReceipt(aReceipt())
  const language = { t: loadCatalogue().for(['en-US']), f: createFormat('en-US', { currency: 'USD' }) }
  const { brand } = readBrand()
  const templates = await loadTemplates()
  const calls: [() => unknown, string][] = [
    [() => openPrinter(wrong({ timeOut: 5 })), 'did you mean "timeout"?'],
    [() => openPrinter(wrong({ missingGlyphs: 'ignore' })), 'missingGlyphs: must be error or replace'],
    [() => presentReceipt(receipt, language, wrong({ gifts: true })), 'did you mean "gift"?'],
    [() => readBrand(wrong({ fonts: 'Georgia' })), 'brand: there is no "fonts"; did you mean "font"?'],
    [() => loadCatalogue(wrong({ overlays: [] })), 'did you mean "overlay"?'],
    [() => renderMail(presentReceipt(receipt, language), templates, brand, wrong({ images: 'inline' })), 'cid or data'],
  ]
  for (const [call, message] of calls) {
    expect(call).toThrow(OptionError)
    expect(call).toThrow(message)
  }
  await expect(lintTemplates(undefined, wrong({ client: ['gmail'] }))).rejects.toThrow('did you mean "clients"?')
})
