import { beforeAll, describe, expect, test } from 'vitest'
import { checkedPage, mailPage } from '../../../src/document/compile.ts'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { drawForMail } from '../../../src/document/images.ts'
import { createMask } from '../../../src/document/language/mask.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import { inlineStyles } from '../../../src/document/styles/inline.ts'
import { joinStyles, minifyCss, minifyHtml } from '../../../src/document/styles/stylesheet.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { htmlTemplate } from '../../../src/document/templates.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { looks } from '../../../src/view/variant.ts'
import { engineFor, type Fixture, isRightToLeft, sampled } from '../../support/fixtures.ts'
import { elementsOf, type FoundElement } from '../../support/html.ts'
import { aBrand } from '../../support/receipts.ts'
import { isExhaustive } from '../../support/scope.ts'

// Quotes of a font would be written differently by inliner and template; which font it is makes no difference here.
const brand = aBrand({ font: 'Georgia,serif', color: '#7a1f3d' })

describe.each(looks)('the look %s', look => {
  const files = joinStyles(readTemplateFiles(templateFolder, look))

  describe.each(['ltr', 'rtl'] as const)('inlining into the template equals inlining into each mail: %s', dir => {
    const mask = createMask()
    const fill = template(mask.show(minifyHtml(mask.hide(checkedPage(files, 'email')))))
    const fillInlined = template(mailPage(files, dir))
    const css = minifyCss(inBrand(files.get('email.css')!))

    // Each of the sample in one direction.
    const some = sampled(look).filter((_, at) => isExhaustive || (at % 2 === 0) === (dir === 'ltr'))
    test.each(some)('$name', async fixture => {
      const context = contextOf(await viewOf(fixture, dir))
      expect(fillInlined(context)).toBe(inlineStyles(fill(context), css, dir))
    })
  })
})

const mails = looks.flatMap(look => sampled(look).map(fixture => ({ ...fixture, look })))

describe.each(mails)('the mail of $name, $look', ({ look, ...fixture }) => {
  let html: string
  let elements: FoundElement[]
  beforeAll(async () => {
    html = (await engineFor(fixture)).email(fixture.receipt, {
      acceptLanguage: fixture.acceptLanguage,
      offers: fixture.offers,
      variant: look,
    }).html
    elements = elementsOf(html)
  })
  const tagged = (...tags: string[]) => elements.filter(({ tag }) => tags.includes(tag))

  test('is smaller than what Gmail clips', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(95_000)
  })

  test('has one small stylesheet without nested rules or variables', () => {
    const [style, ...others] = tagged('style').map(({ text }) => text)
    expect(others).toEqual([])
    expect(style!.length).toBeLessThan(8_000)
    expect(depthOf(style!)).toBe(2)
    expect(style).not.toMatch(/@(import|supports|layer|container|font-face)/)
    for (const { attributes } of elements) expect(attributes.style ?? '').not.toContain('var(')
    expect(style).not.toContain('var(')
  })

  test('has only classes that its stylesheet uses', () => {
    const [style] = tagged('style').map(({ text }) => text)
    const ruled = new Set(Array.from(style!.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name))
    const used = new Set(elements.flatMap(({ attributes }) => attributes.class?.split(/\s+/) ?? []))
    expect([...used].filter(name => !ruled.has(name))).toEqual([])
  })

  test('refers to its images by cid and embeds none', () => {
    const addresses = elements.flatMap(({ attributes: { src, href, background } }) => [src, href, background])
    expect(addresses.filter(address => address?.startsWith('data:'))).toEqual([])
    for (const { attributes } of elements) expect(attributes.style ?? '').not.toMatch(/url\(/)
  })

  test('has a language, a direction, a title and alt texts', () => {
    const [root] = tagged('html')
    const dir = isRightToLeft(fixture.name) ? 'rtl' : 'ltr'
    expect(root!.attributes).toMatchObject({ lang: fixture.acceptLanguage, dir })
    const [article] = elements.filter(({ attributes }) => attributes.role === 'article')
    expect(article!.attributes).toMatchObject({ lang: fixture.acceptLanguage, dir })
    expect(tagged('title').map(({ text }) => text.length > 8)).toEqual([true])
    expect(tagged('h1')).toHaveLength(1)
    for (const { attributes } of tagged('img')) {
      if (attributes.width === '1') expect(attributes).toMatchObject({ alt: '' })
      else expect(attributes.alt).toMatch(/\S/)
    }
  })

  test('separates data tables, with headers and scopes, from layout tables', () => {
    const tables = tagged('table')
    expect(tables.length).toBeGreaterThan(2)
    for (const { attributes, inside } of tables) {
      const headers = inside.filter(({ tag }) => tag === 'th')
      if (attributes.role !== 'presentation') expect(headers.length).toBeGreaterThan(0)
      for (const header of headers) expect(header.attributes.scope).toMatch(/^(row|col|colgroup|rowgroup)$/)
    }
  })

  test('uses alignment that mail clients support', () => {
    for (const { attributes } of elements) {
      expect(attributes.align ?? 'left').toMatch(/^(left|right|center)$/)
      expect(attributes.style ?? '').not.toMatch(/-inline-(start|end)|text-align:\s*(start|end)/)
    }
  })
})

test.each([
  ['.a.b', 1],
  ['P', 2],
  ['.t > .a', 2],
  ['.Own p.b', 1],
  ['.T p, .t .own', 0],
  ['#x', 1],
  ['.a + .a', 1],
  ['p:first-child', 1],
  ['[id]', 1],
  ['div.', 0],
  ['*', 4],
])('a rule for %s is that of %i elements', (selector, count) => {
  const html = '<div class="t Own"><p class="a b">1</p><p class="a">2</p><h2 id="x">3</h2></div>'
  expect(inlineStyles(html, `${selector}{top:0}`, 'ltr').match(/top:0/g) ?? []).toHaveLength(count)
})

function template(page: hbs.AST.Program) {
  return htmlTemplate(new Function(`return ${writeTemplate(page, 'html')}`)())
}

function inBrand(css: string): string {
  const values: Record<string, unknown> = { ...brand, ...brand.space }
  return css.replace(/\{\{brand\.(?:space\.)?(\w+)\}\}/g, (_, field: string) => String(values[field]))
}

/** Every receipt in both directions, so that both templates are filled with everything there is. */
async function viewOf(fixture: Fixture, dir: ReceiptView['dir']): Promise<ReceiptView> {
  const { receipt, acceptLanguage, offers } = fixture
  const view = (await engineFor(fixture)).view(receipt, { acceptLanguage, offers })
  return view.dir === dir ? view : { ...view, dir }
}

function contextOf(view: ReceiptView): object {
  return { ...view, brand, images: drawForMail(view.images, 'cid').shown, labelWidth: 90 }
}

/** How deep the brackets of a stylesheet are. */
function depthOf(css: string): number {
  let depth = 0
  let most = 0
  for (const character of css) {
    if (character === '{') most = Math.max(most, ++depth)
    if (character === '}') depth--
  }
  return most
}
