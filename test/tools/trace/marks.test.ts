import { describe, expect, test } from 'vitest'
import { readBrand } from '../../../src/brand/brand.ts'
import type { Brand } from '../../../src/document/brand-values.ts'
import { renderMail, renderPrint } from '../../../src/document/render.ts'
import { openTemplates } from '../../../src/document/templates.ts'
import { paperSize } from '../../../src/pdf/paper.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { type Look, looks } from '../../../src/view/variant.ts'
import { markView, readHtmlMarks, readTextMarks, withoutMarks } from '../../../tools/trace/marks.ts'
import { anyReceipt } from '../../support/any-receipt.ts'
import fc from '../../support/fast-check.ts'
import { type Fixture, fixtureNamed, fixtures } from '../../support/fixtures.ts'
import { shippedLanguages, shippedLocales } from '../../support/locales.ts'
import { aReceipt, type SentReceipt, viewOf } from '../../support/receipts.ts'
import { isExhaustive, isSampled, tries } from '../../support/scope.ts'

const templatesOf = await openTemplates()
/** Those of a language differ in formats, which `any receipt` meets. */
const languages = isExhaustive ? shippedLocales : shippedLanguages.filter((_, at) => isSampled(at))

describe('removing marks restores the receipt exactly', () => {
  const taken = fixtures.map(({ name }, at) => ({ name, at })).filter(({ at }) => isSampled(at))
  test.each(taken)('$name in its own language', ({ name, at }) => {
    const fixture = fixtureNamed(name)
    expectSameBytes(viewOfFixture(fixture), brandOf(fixture), undefined, at)
  })

  test.each(languages.map((language, at) => ({ language, at })))('in the language $language', ({ language, at }) => {
    const name = isExhaustive ? 'everything' : ['everything', 'fashion-return.fr-CA', 'cafe.ar', 'layaway'][at % 4]!
    expectSameBytes(viewOfFixture(fixtureNamed(name), language), undefined, undefined, at)
  })

  test.each(looks)('in the look %s', look => {
    for (const name of ['cafe.ar', 'everything']) expectSameBytes(viewOfFixture(fixtureNamed(name)), undefined, look)
  })

  test('for a template that compares codes', async () => {
    const template =
      '{{#each facts}}{{#if (is key "register")}}{{value}}{{/if}}{{/each}}{{#each totals.lines}}{{#if (is kind "tax")}}{{label}}{{/if}}{{/each}}'
    const own = await openTemplates(
      new Map([
        ['sections/header.txt.hbs', `${template}\n`],
        ['sections/header.html.hbs', template],
      ]),
    )
    const view = viewOfFixture(fixtureNamed('fashion-sale.en-CA'))
    const marked = renderMail(markView(view).view, own('modern'), readBrand().brand)
    expect(withoutMarks(marked.text)).toContain('HST 13%\n')
    expect(withoutMarks(marked.text)).toBe(renderMail(view, own('modern'), readBrand().brand).text)
  })

  test('as a gift receipt', () => {
    expectSameBytes(viewOf(fixtureNamed('fashion-sale.en-CA').receipt as SentReceipt, 'en-CA', { gift: true }))
  })

  test('any receipt', () => {
    fc.assert(
      fc.property(
        anyReceipt(),
        fc.constantFrom(...shippedLocales),
        fc.constantFrom(...looks),
        (receipt, language, look) => {
          expectSameBytes(viewOf(receipt, language), undefined, look)
        },
      ),
      { numRuns: tries(30) },
    )
  })

  test('a line drawn across, and a code of one digit, on wider paper than the text', () => {
    const rawPosReceipt = ['OLD MILL HARDWARE', '='.repeat(80), '0'.repeat(80)].join('\n')
    expectSameBytes(viewOf(aReceipt({ rawPosReceipt })))
  })

  test.each([
    ['an address longer than a line', 'https://shop.example.com/returns/how-to-bring-things-back?from=receipt'],
    [
      'a word that may be broken at soft hyphens',
      `Donau\u00addampf\u00adschiff\u00adfahrts ${'Gesellschaft '.repeat(4)}`,
    ],
    ['spaces at both ends', `   in the middle ${'of spaces '.repeat(6)}   `],
    ['nothing but spaces', '\u2003 \u00a0'],
    ['a flag made of tags', 'Made in \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} by hand'],
  ])('a note with %s', (_, text) => {
    expectSameBytes(viewOf(aReceipt({ header: text, items: [{ name: text || 'Tea', miscInfo: text }] })))
  })
})

test('marks every text of the view once, except keys, codes and blanks', () => {
  const { paths } = markView(viewOfFixture(fixtureNamed('everything')))
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(expect.arrayContaining(['subject', 'heading.kind', 'items.groups[0].items[0].name', 'pixel']))
  expect(paths.filter(path => /^(lang|dir|kind|issued|images)\b|\.image$/.test(path))).toEqual([])
})

describe('places in HTML', () => {
  const html = (source: string, view: Partial<ReceiptView>) => {
    const { view: marked, paths } = markView({ images: {}, ...view } as ReceiptView)
    return readHtmlMarks(
      source.replace(/\{(\w+)\}/g, (_, name: keyof ReceiptView) => String(marked[name])),
      paths,
    )
  }

  test('wrap text around markup within it', () => {
    expect(html('<p>{title}</p>', { title: 'one <br> two' })).toBe(
      '<p><span data-view="title">one </span><br><span data-view="title"> two</span></p>',
    )
  })

  test('of attributes are their elements', () => {
    expect(html('<img src="{pixel}" alt="">', { pixel: 'https://pixel.example.com/1' })).toBe(
      '<img data-view-attributes="pixel" src="https://pixel.example.com/1" alt="">',
    )
  })

  test('of attributes work with other quotes, too', () => {
    expect(html("<a title='1 > 0' HREF = '{pixel}'>{title}</a>", { pixel: 'https://example.com/1', title: 'Go' })).toBe(
      '<a data-view-attributes="pixel" title=\'1 > 0\' HREF = \'https://example.com/1\'><span data-view="title">Go</span></a>',
    )
  })

  test('aren’t marked in titles, styles and comments', () => {
    const source = '<title>{title}</title><style>p::after { content: "{title}" }</style><!-- {title} -->'
    expect(html(source, { title: 'Receipt' })).toBe(source.replaceAll('{title}', 'Receipt'))
  })

  test('keep a path from the till within its quotes', () => {
    const { view, paths } = markView({ images: {}, extra: { 'a"><b': 'x' } } as unknown as ReceiptView)
    expect(readHtmlMarks(`<p>${view.extra['a"><b']}</p>`, paths)).toBe(
      '<p><span data-view="extra.a&quot;&gt;&lt;b">x</span></p>',
    )
  })
})

test('marks each line of wrapped text', () => {
  const miscInfo = 'Seams were checked at the counter, and the pegs were counted twice'
  const { view, paths } = markView(viewOf(aReceipt({ items: [{ name: 'Tent', miscInfo }] })))
  const { text, places } = readTextMarks(renderMail(view, templatesOf('modern'), readBrand().brand).text, paths)
  const lines = places.filter(({ path }) => path === 'items.groups[0].items[0].notes[0]')
  expect(lines.length).toBe(2)
  expect(lines.map(({ start, end }) => text.slice(start, end)).join(' ')).toBe(miscInfo)
})

function viewOfFixture(fixture: Fixture, language = fixture.acceptLanguage): ReceiptView {
  const { brand: _, ...look } = readBrand(fixture.options.brand)
  return viewOf(fixture.receipt as SentReceipt, language, { ...look, offers: fixture.offers })
}

function brandOf(fixture: Fixture): Brand {
  return readBrand(fixture.options.brand).brand
}

/** @param turn which paper it is printed on; default: on both */
function expectSameBytes(
  view: ReceiptView,
  brand = readBrand().brand,
  look: Look = 'modern',
  turn: number | undefined = undefined,
): void {
  const { view: marked, paths } = markView(view)
  const printed = papers.filter((_, nth) => isExhaustive || turn === undefined || turn % papers.length === nth)
  const plain = formsOf(view, brand, look, printed)
  const forms = formsOf(marked, brand, look, printed)
  expect(forms.map(withoutMarks)).toEqual(plain)
  const [text, ...pages] = forms
  expect(readTextMarks(text!, paths).text).toBe(plain[0])
  for (const [at, page] of pages.entries()) expect(withoutPlaces(readHtmlMarks(page, paths))).toBe(plain[at + 1])
}

const papers = ['a4', 'roll80'] as const

/** Plain text, mail and papers. */
function formsOf(view: ReceiptView, brand: Brand, look: Look, printed: readonly (typeof papers)[number][]): string[] {
  const templates = templatesOf(look)
  const { text, html } = renderMail(view, templates, brand)
  const pages = printed.map(paper => renderPrint(view, templates, brand, paperSize(paper)).html)
  return [text, html, ...pages]
}

function withoutPlaces(html: string): string {
  return html.replace(/<span data-view="[^"]*">([^<]*)<\/span>/g, '$1').replace(/ data-view-attributes="[^"]*"/g, '')
}
