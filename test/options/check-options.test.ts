import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { CounterfoilError, OptionError } from '../../src/errors.ts'
import { createEngine, type Engine, parseReceipt } from '../../src/index.ts'
import {
  createFormat,
  drawBarcodeDots,
  drawBarcodeSvg,
  loadCatalogue,
  loadTemplates,
  openPrinter,
  presentReceipt,
  readBrand,
  renderMail,
  toBarcode,
} from '../../src/stages.ts'
import { lintTemplates } from '../../tools/lint/lint.ts'
import { pngLogo } from '../support/logos.ts'
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

describe('each number is checked where it is taken', () => {
  const receipt = aReceipt()
  const code = toBarcode('Code128', '4471208')
  const draw = (options: object) => drawBarcodeSvg(code, wrong({ maxWidth: 60, ...options }))
  const dots = (options: object) => drawBarcodeDots(code, wrong({ dots: 576, dpi: 203, ...options }))
  const printer = openPrinter()
  const page = (options: object) => printer.draw(wrong({ html: '<!doctype html>', ...options }))
  const offer = { offerContentType: 'image/png', content: Buffer.from(pngLogo([12, 22, 52, 255])).toString('base64') }
  /** By the table that has it: what takes the number, and the range it may be in. */
  const takers: Record<string, (options: object) => unknown> = {
    'src/brand/brand.ts': brand => createEngine({ brand }),
    'src/document/render.ts': async options =>
      renderMail(engine.view(receipt), await loadTemplates(), readBrand().brand, options),
    'src/merchant/options.ts text': options => engine.text(receipt, options),
    'src/merchant/options.ts slip': options => engine.slip(receipt, options),
    'src/merchant/options.ts pdf': options => engine.pdf(receipt, options),
    'src/merchant/options.ts image': options => engine.image(receipt, options),
    'src/pdf/printer-options.ts': options => openPrinter(options),
    'src/pdf/printer-options.ts engine': pdf => createEngine({ pdf }),
    'src/pdf/printer-options.ts drawing': page,
    'src/pdf/paper.ts': paper => engine.pdf(receipt, wrong({ paper: { width: 148, height: 210, ...paper } })),
    'src/barcode/draw.ts paper': draw,
    'src/barcode/draw.ts dots': dots,
    'src/view/sections/offers.ts': options => engine.email(receipt, wrong({ offers: [{ ...offer, ...options }] })),
  }
  const numbers: [keyof typeof takers, ...string[]][] = [
    ['src/brand/brand.ts', 'logoWidth', 'corner'],
    ['src/document/render.ts', 'columns'],
    ['src/merchant/options.ts text', 'columns'],
    ['src/merchant/options.ts slip', 'columns'],
    ['src/merchant/options.ts pdf', 'dots'],
    ['src/merchant/options.ts image', 'dots', 'width', 'scale'],
    ['src/pdf/printer-options.ts', 'processes', 'timeout', 'recycleAfter', 'memoryLimit'],
    ['src/pdf/printer-options.ts engine', 'processes', 'timeout', 'recycleAfter', 'memoryLimit'],
    ['src/pdf/printer-options.ts drawing', 'width', 'scale'],
    ['src/pdf/paper.ts', 'width', 'height', 'margin'],
    ['src/barcode/draw.ts paper', 'maxWidth', 'dot', 'leastWidth', 'column'],
    ['src/barcode/draw.ts dots', 'dots', 'dpi', 'leastWidth'],
    ['src/view/sections/offers.ts', 'imageWidth'],
  ]

  describe.each(numbers.flatMap(([taker, ...names]) => names.map(name => [taker, name] as const)))(
    '%s: %s',
    (taker, name) => {
      test.each([-5, Number.NaN, Infinity, -Infinity, 1e300, '120', '', true, [], {}, 120n, Symbol()])(
        'may not be %o',
        async value => {
          const taken = (async () => await takers[taker]!({ [name]: value }))()
          await expect(taken).rejects.toThrow(CounterfoilError)
          await expect(taken).rejects.toThrow(new RegExp(`${name}: (?:must be|a sheet needs)`))
        },
      )
    },
  )

  test('and none is forgotten: a table that takes a number, by the types of its options, is here', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const tables = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !path.includes('check-options'))
      .filter(path => /\b(?:aNumber|aWholeNumber|someColumns)\b/.test(readFileSync(join(root, 'src', path), 'utf8')))
      .map(path => `src/${path.replaceAll('\\', '/')}`)
    const known = [...Object.keys(takers).map(taker => taker.split(' ')[0]), 'src/document/text/columns.ts']
    expect(tables.filter(path => !known.includes(path))).toEqual([])
  })
})
