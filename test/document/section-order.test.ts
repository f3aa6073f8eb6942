import { describe, expect, test } from 'vitest'
import { checkedPage } from '../../src/document/compile.ts'
import { templateFolder } from '../../src/document/compiled-specs.ts'
import { writeTemplate } from '../../src/document/language/write.ts'
import { orderProblems, orderSections, pageSections, shippedSections } from '../../src/document/section-order.ts'
import { readTemplateFiles, type TemplateFiles } from '../../src/document/template-files.ts'
import { createEngine } from '../../src/engine.ts'
import { looks } from '../../src/view/variant.ts'
import { fixtureNamed } from '../support/fixtures.ts'

const shipped = readTemplateFiles(templateFolder)
const names = shippedSections(shipped)

/** The sections of a page between its marks. */
function order(files: TemplateFiles, page: string, paper: 'roll' | 'sheet' = 'roll'): string[] {
  return pageSections(files.get(page)!, page)![paper].flatMap(({ sections }) => sections)
}

const ordered = (list: readonly string[], files: TemplateFiles = shipped) => orderSections(files, list, names)

describe('the package’s pages', () => {
  test.each(looks)('in %s have only sections as movable parts', look => {
    const files = readTemplateFiles(templateFolder, look)
    for (const page of ['email.html.hbs', 'print.html.hbs', 'receipt.txt.hbs']) {
      const { roll, sheet } = pageSections(files.get(page)!, page)!
      for (const part of [...roll, ...sheet]) expect(part.sections.length, part.text).toBeGreaterThan(0)
      expect(roll.length).toBeGreaterThan(20)
      expect(roll.filter(({ sections }) => sections.length > 1)).toEqual([])
    }
  })

  test.each(looks)('of %s compile to the same text in their own order', look => {
    const files = readTemplateFiles(templateFolder, look)
    const text = order(files, 'receipt.txt.hbs')
    const compiled = (ordered: TemplateFiles) => writeTemplate(checkedPage(ordered, 'text'), 'text')
    expect(compiled(orderSections(files, text, names))).toBe(compiled(files))
  })
})

describe('a list of sections', () => {
  test('orders mail, paper and text alike', () => {
    const list = [...names].reverse()
    const files = ordered(list)
    // The mail has the slot in its foot.
    expect(order(files, 'email.html.hbs')).toEqual(list.filter(name => name !== 'slot5'))
    expect(order(files, 'receipt.txt.hbs')).toEqual(list)
    // Paper has no links to press, and the payment among the totals.
    const onPaper = order(shipped, 'print.html.hbs')
    expect(onPaper).not.toContain('tenders')
    expect(order(files, 'print.html.hbs')).toEqual(list.filter(name => onPaper.includes(name)))
  })

  test('keeps side-by-side sections together at the first one’s place', () => {
    const firstPart = (name: string) => {
      const list = [name, ...names.filter(each => each !== name)]
      return pageSections(ordered(list).get('print.html.hbs')!, 'print.html.hbs')!.sheet[0]!
    }
    expect(firstPart('totals').sections).toEqual(['totals', 'taxes'])
    expect(firstPart('totals').text).toMatch(/^<div class="pair/)
    expect(firstPart('barcode').sections).toEqual(expect.arrayContaining(['barcode', 'terms', 'facts', 'item-details']))
    expect(firstPart('barcode').text).toMatch(/^<div class="stub/)
    // The terms stay below the code, which would go up with them otherwise.
    expect(firstPart('terms').sections).not.toContain('terms')
    expect(order(ordered(['-totals', 'barcode', 'items']), 'print.html.hbs', 'sheet')).not.toContain('totals')
  })

  test('keeps sections it doesn’t name behind the ones they usually follow', () => {
    const files = ordered(['totals', 'items'])
    const text = order(files, 'receipt.txt.hbs')
    expect([...text].sort()).toEqual([...order(shipped, 'receipt.txt.hbs')].sort())
    expect(text.indexOf('totals')).toBeLessThan(text.indexOf('items'))
    expect(text[text.indexOf('items') + 1]).toBe('returns')
    expect(text[text.indexOf('totals') + 1]).toBe('tenders')
  })

  test('keeps the tear line below goods, sums and payment, where a list doesn’t name it', () => {
    const earlier = ['facts', 'items', 'slot2', 'totals', 'taxes', 'tenders', 'deposit', 'terms', 'barcode']
    for (const page of ['email.html.hbs', 'receipt.txt.hbs']) {
      const found = order(ordered(earlier), page)
      expect(found.indexOf('tear')).toBeGreaterThan(found.indexOf('tenders'))
      expect(found.indexOf('tear')).toBeLessThan(found.indexOf('deposit'))
    }
    const named = order(ordered(['totals', 'tear', 'items']), 'email.html.hbs')
    expect(named.indexOf('tear')).toBeLessThan(named.indexOf('items'))
  })

  test('leaves a slot out of the mail’s foot, too', () => {
    expect(shipped.get('sections/footer.html.hbs')).toContain('{{> slot5}}')
    expect(ordered(['-slot5']).get('sections/footer.html.hbs')).not.toContain('{{> slot5}}')
  })

  test('leaves out sections with a minus, even side-by-side ones', () => {
    const files = ordered(['-barcode', '-raw'])
    for (const page of ['email.html.hbs', 'receipt.txt.hbs', 'print.html.hbs']) {
      expect(order(files, page)).not.toContain('raw')
      expect(order(files, page)).not.toContain('barcode')
    }
    expect(order(files, 'print.html.hbs', 'sheet')).not.toContain('barcode')
    expect(order(files, 'print.html.hbs', 'sheet')).toContain('totals')
  })

  test('adds a custom section to the pages it has a file for', () => {
    const files = new Map([...shipped, ['sections/promise.html.hbs', '<div>{{own.promise}}</div>']])
    const list = ['items', 'promise']
    for (const page of ['email.html.hbs', 'print.html.hbs']) {
      const found = order(ordered(list, files), page)
      expect(found[found.indexOf('items') + 1]).toBe('promise')
    }
    expect(order(ordered(list, files), 'receipt.txt.hbs')).not.toContain('promise')
  })

  test('leaves a page without marks unchanged', () => {
    const files = new Map([...shipped, ['receipt.txt.hbs', '{{> totals}}\n{{> items}}\n']])
    expect(ordered(['items', 'totals'], files).get('receipt.txt.hbs')).toBe('{{> totals}}\n{{> items}}\n')
  })
})

test.each([
  ['itmes', 'there is no section "itmes"', /did you mean "items"\?/],
  ['promise', 'there is no section "promise"', /^write sections\/promise\.html\.hbs and sections\/promise\.txt\.hbs$/],
  ['-promise', 'there is no section "promise"', /^write/],
  ['footer', 'the section "footer" cannot be moved', /take it out/],
  ['-slot1', 'the section "slot1" is in the list twice', /take one/],
])('rejects %s: %s', (entry, message, advice) => {
  expect(orderProblems(shipped, ['slot1', entry, 'totals'], names)).toEqual([
    { at: 1, message, advice: expect.stringMatching(advice) },
  ])
})

test('an engine orders sections by brand.json and rejects unknown names', async () => {
  const { receipt } = fixtureNamed('fashion-sale.en-CA')
  const folder = (sections: string[]) => ({
    files: new Map([
      ['brand.json', JSON.stringify({ sections })],
      ['sections/promise.html.hbs', '<div class="note">{{own.promise}}</div>'],
      ['sections/promise.txt.hbs', '\n{{own.promise}}\n'],
      ['locales/en.json', '{ "own": { "promise": "Repairs for life." } }'],
    ]),
  })
  await using engine = await createEngine({ templates: folder(['promise', 'totals', 'items']), strict: true })
  for (const said of [engine.html(receipt), engine.text(receipt)]) {
    const [promise, total, item] = ['Repairs for life.', 'Subtotal', 'Trail rain jacket'].map(text =>
      said.lastIndexOf(text),
    )
    expect([promise! > 0, promise! < total!, total! < item!]).toEqual([true, true, true])
  }
  await expect(createEngine({ templates: folder(['items', 'promis']) })).rejects.toThrow(
    'brand.json: sections: there is no section "promis"; write sections/promis.html.hbs and sections/promis.txt.hbs',
  )
  await expect(createEngine({ templates: folder(['two words']) })).rejects.toThrow(
    'brand.json: sections must be a list of section names',
  )
})
