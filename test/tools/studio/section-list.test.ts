import { describe, expect, test } from 'vitest'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { orderSections, pageSections, type SectionOrder, shippedSections } from '../../../src/document/section-order.ts'
import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { looks } from '../../../src/view/variant.ts'
import { fullOrder, shortestList, sideEffects } from '../../../tools/studio/server/folder/section-list.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

const [modern = new Map<string, string>()] = looks.map(look => readTemplateFiles(templateFolder, look))
const shipped = shippedSections(modern)
const templates = { files: modern, shipped }
const promise = {
  'sections/promise.html.hbs': '<div>Repairs for life</div>',
  'sections/promise.txt.hbs': 'Repairs for life',
}
const withPromise = { files: new Map([...modern, ...Object.entries(promise)]), shipped }

/** The sections of a page as the engine orders them. */
function page(list: SectionOrder, name: string, paper: 'roll' | 'sheet' = 'roll', files: TemplateFiles = modern) {
  const source = orderSections(files, list, shipped).get(name) ?? ''
  return pageSections(source, name)?.[paper].map(({ sections }) => sections.join('+')) ?? []
}

/** The usual order with one section behind another, or at the top. */
function moved(name: string, behind: string | undefined, order: readonly string[] = shipped): string[] {
  const others = order.filter(each => each !== name)
  return others.toSpliced(behind === undefined ? 0 : others.indexOf(behind) + 1, 0, name)
}

/** What of an order the mail can follow: slot5 stands in its foot. */
const inMail = (order: readonly string[]) => order.filter(name => name !== 'slot5')

const listOf = (order: readonly string[], all = templates) => shortestList(order, all) ?? []

describe('moving one section', () => {
  test('names it, its old neighbor and its new one', () => {
    const list = listOf(moved('facts', 'tenders'))
    expect(list).toEqual(['facts', 'taxes', 'tender-details'])
    expect(page(list, 'email.html.hbs')).toEqual(inMail(moved('facts', 'tenders')))
  })

  test('moves the tear line like a section', () => {
    const list = listOf(moved('tear', 'terms'))
    expect(list.slice(0, 2)).toEqual(['barcode', 'tear'])
    expect(page(list, 'email.html.hbs')).toEqual(inMail(moved('tear', 'terms')))
    expect(page(list, 'receipt.txt.hbs')).toEqual(moved('tear', 'terms'))
    const sheet = page([], 'print.html.hbs', 'sheet')
    const stub = sheet.find(part => part.startsWith('barcode+terms'))
    expect(page(list, 'print.html.hbs', 'sheet')).toEqual(moved('tear', stub, sheet))
  })

  test('below the tear line leaves the line where it is', () => {
    const order = moved('items', 'terms')
    expect(page(listOf(order), 'email.html.hbs')).toEqual(inMail(order))
  })

  test('by hand is shown as the mail has it, with the tear line behind what is above it', () => {
    for (const list of [
      ['terms', 'items'],
      ['terms', 'items', '-tear'],
      ['barcode', 'totals'],
    ])
      expect(inMail(fullOrder(list, templates)).filter(entry => !entry.startsWith('-'))).toEqual(
        page(list, 'email.html.hbs'),
      )
  })

  test('leaves all other sections of a sheet where they are', () => {
    const list = listOf(moved('items', 'totals'))
    expect(page(list, 'email.html.hbs')).toEqual(inMail(moved('items', 'totals')))
    const sheet = page([], 'print.html.hbs', 'sheet')
    const sums = sheet.find(part => part.startsWith('totals'))
    expect(page(list, 'print.html.hbs', 'sheet')).toEqual(moved('items', sums, sheet))
    expect(page(list, 'print.html.hbs', 'sheet')[3]).toBe('sold-to+fulfilment')
    expect(list.length).toBeLessThanOrEqual(5)
    // With all names, as the studio wrote them before, the buyer is at the foot.
    expect(page(moved('items', 'totals'), 'print.html.hbs', 'sheet')[3]).not.toBe('sold-to+fulfilment')
  })

  test('and putting it back needs no list', () => {
    expect(shortestList(shipped, templates)).toBeUndefined()
    expect(shortestList(moved('totals', 'orders', moved('totals', 'fulfilment')), templates)).toBeUndefined()
  })

  test('to the top names the one that was there', () => {
    expect(listOf(moved('customer', undefined)).slice(0, 2)).toEqual(['customer', 'payment-link'])
  })
})

describe('a section that is left out', () => {
  const order = shipped.map(name => (name === 'customer' ? '-customer' : name))

  test('is the whole list', () => expect(listOf(order)).toEqual(['-customer']))

  test('comes back to its usual place', () => {
    expect(fullOrder(['-customer'], templates)).toEqual(order)
    expect(
      shortestList(
        fullOrder(['-customer'], templates).map(name => name.replace('-', '')),
        templates,
      ),
    ).not.toEqual([])
  })
})

test('a section of the folder’s is named with the one above it, on every page', () => {
  const order = shipped.toSpliced(shipped.indexOf('taxes') + 1, 0, 'promise')
  const list = listOf(order, withPromise)
  expect(page(list, 'email.html.hbs', 'roll', withPromise.files)).toEqual(inMail(order))
  for (const [name, paper] of [
    ['receipt.txt.hbs', 'roll'],
    ['print.html.hbs', 'roll'],
    ['print.html.hbs', 'sheet'],
  ] as const) {
    const names = page(list, name, paper, withPromise.files)
    expect(names[names.indexOf('promise') - 1], `${name} ${paper}`).toMatch(/^(taxes|totals\+taxes)/)
    expect(names.filter(each => each !== 'promise')).toEqual(page([], name, paper))
  }
  expect(fullOrder(list, withPromise)).toEqual(order)
})

test('a mail that keeps its own order gets all names on the other pages', () => {
  const own = { files: new Map([...modern, ['email.html.hbs', '{{> items}}{{> totals}}']]), shipped }
  const order = moved('items', 'totals', shippedSections(own.files))
  expect(listOf(order, own)).toEqual(order)
})

test('says what paper and text move besides, if one list can’t order all pages', () => {
  expect(sideEffects(listOf(moved('items', 'totals')), templates)).toEqual([])
  // A sheet has the buyer beside the pickup.
  const list = listOf(moved('related', 'items'))
  expect(page(list, 'print.html.hbs', 'sheet')).not.toEqual(page([], 'print.html.hbs', 'sheet'))
  expect(sideEffects(list, templates)).toEqual(['sold-to'])
})

describe('any order', () => {
  /** A few moves, some sections left out, and one of the folder's somewhere. */
  const orders = fc
    .record({
      moves: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
      out: fc.uniqueArray(fc.constantFrom(...shipped), { maxLength: 3 }),
      promise: fc.option(fc.nat(), { nil: undefined }),
    })
    .map(({ moves, out, promise }) => {
      const order = moves.reduce(
        (names, [from, to]) => {
          const name = names[from % names.length] ?? ''
          const others = names.filter(each => each !== name)
          return others.toSpliced(to % names.length, 0, name)
        },
        [...shipped],
      )
      const all = promise === undefined ? order : order.toSpliced(promise % order.length, 0, 'promise')
      return all.map(name => (out.includes(name) ? `-${name}` : name))
    })

  test('keeps the place of a section that the mail has elsewhere', () => {
    const order = moved('slot5', 'related', moved('items', 'taxes'))
    expect(fullOrder(listOf(order), templates)).toEqual(order)
  })

  test('is what the mail gets, and what the page shows again', () => {
    fc.assert(
      fc.property(orders, order => {
        const list = listOf(order, withPromise)
        const shown = order.filter(entry => !entry.startsWith('-'))
        expect(page(list, 'email.html.hbs', 'roll', withPromise.files)).toEqual(inMail(shown))
        expect(fullOrder(list, withPromise).filter(entry => !entry.startsWith('-'))).toEqual(shown)
        expect(listOf(fullOrder(list, withPromise), withPromise).length).toBeLessThanOrEqual(list.length)
      }),
      { numRuns: tries(100) },
    )
  })

  test('needs each name in its list, for the mail or for another page', () => {
    const others = [
      ['print.html.hbs', 'roll'],
      ['print.html.hbs', 'sheet'],
      ['receipt.txt.hbs', 'roll'],
    ] as const
    const pagesOf = (list: SectionOrder) => others.map(([name, paper]) => String(page(list, name, paper)))
    fc.assert(
      fc.property(fc.constantFrom(...shipped), fc.constantFrom(undefined, ...shipped), (name, behind) => {
        const order = moved(name, behind === name ? undefined : behind)
        const list = listOf(order)
        for (const dropped of list) {
          const fewer = list.filter(each => each !== dropped)
          const isSame = String(page(fewer, 'email.html.hbs')) === String(inMail(order))
          if (isSame) expect(pagesOf(fewer), `${list} without ${dropped}`).not.toEqual(pagesOf(list))
        }
        expect(list.length).toBeLessThan(10)
      }),
      { numRuns: tries(100) },
    )
  })
})
