import { beforeAll, describe, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { mergePdfs } from '../../../src/pdf/merge/merge.ts'
import { type PaperName, papers } from '../../../src/pdf/paper.ts'
import { looks } from '../../../src/view/variant.ts'
import fc from '../../support/fast-check.ts'
import { fixtureNamed, sharedPrinter } from '../../support/fixtures.ts'
import { pngLogo } from '../../support/logos.ts'
import { readPdf } from '../../support/pdf-text.ts'
import { type PdfTree, readTrees, referenceProblems } from '../../support/pdf-tree.ts'
import { accessProblems } from '../../support/pdf-ua/check.ts'
import { readObjects } from '../../support/pdf-ua/objects.ts'
import { spoken } from '../../support/pdf-ua/spoken.ts'
import { openPage, pageOf } from '../../support/print-page.ts'
import { printed } from '../../support/prints.ts'
import { isExhaustive, tries } from '../../support/scope.ts'
import { page } from '../pages.ts'

/** A day of one shop: sheets and rolls, one and several pages, links, four languages in three scripts. */
const day: readonly [name: string, paper: PaperName][] = [
  ['fashion-sale.en-CA', 'a4'],
  ['grocery-vat.de-DE', 'roll80'],
  ['cafe.ar', 'a4'],
  ['convenience.ja-JP', 'roll58'],
  ['everything', 'letter'],
]
let parts: Uint8Array[]
let trees: PdfTree[]
let tree: PdfTree
let merged: Uint8Array
beforeAll(async () => {
  parts = await Promise.all(day.map(([name, paper]) => printed(fixtureNamed(name), paper, 'modern')))
  merged = mergePdfs(parts)
  trees = await Promise.all(parts.map(readTrees))
  tree = await readTrees(merged)
})

describe('a day’s receipts in one PDF', () => {
  test('are its pages, each with its size, text, links and pictures', async () => {
    const each = await Promise.all(parts.map(readPdf))
    const whole = await readPdf(merged)
    expect(whole.pages).toEqual(each.flatMap(({ pages }) => pages))
    expect(whole.links).toEqual(each.flatMap(({ links }) => links))
    expect(whole.links.length).toBeGreaterThan(3)
    expect(whole.pictures).toBe(each.reduce((sum, { pictures }) => sum + pictures, 0))
    expect(tree.pages.map(({ size }) => size)).toEqual(trees.flatMap(({ pages }) => pages.map(({ size }) => size)))
  })

  test('keep their elements, as parts of one document, in their own languages', async () => {
    const { lang, pages } = tree
    expect(lang).toBe('en-CA')
    let at = 0
    for (const tree of trees)
      for (const { elements } of tree.pages) {
        const [own] = elements
        expect(own?.role).toBe('Document')
        expect(pages[at++]?.elements).toEqual([
          { role: 'Document', lang: 'en-CA', children: [{ ...own, role: 'Part' }] },
        ])
      }
    const languages = pages.map(({ elements }) => elements[0]?.children?.[0]?.lang)
    expect([...new Set(languages)]).toEqual(['en-CA', 'de-DE', 'ar', 'ja-JP', 'en-US'])
  })

  test('say what they said', async () => {
    const silent = ['Root', 'Document', 'Part']
    const each = await Promise.all(parts.map(pdf => spoken(pdf, silent)))
    expect(await spoken(merged, silent)).toEqual(each.flat())
  })

  test('have a closed bookmark each, with its own below', async () => {
    let page = 0
    const expected = trees.map(({ title, outline, pages }) => {
      const first = page
      page += pages.length
      const moved = (all: typeof outline): typeof outline =>
        all.map(each => ({ ...each, page: each.page + first, items: moved(each.items) }))
      return { title, page: first, count: -countOf(outline), items: moved(outline) }
    })
    expect(expected.map(({ count }) => count).every(count => count < 0)).toBe(true)
    expect(tree.outline).toEqual(expected)
  })

  test('have no failure condition of PDF/UA-1, and references that lead somewhere', async () => {
    expect(await accessProblems(merged)).toEqual([])
    expect(referenceProblems(merged)).toEqual([])
  })

  test('are named by the first and the last, or as asked, and as new as the newest', async () => {
    const { title, created } = tree
    expect(title).toBe(`${trees[0]?.title} – ${trees.at(-1)?.title}`)
    expect(trees.map(tree => tree.created)).toContain(created)
    const [older, newer] = [`D:20261031174512-04'00'`, `D:20261031174512-05'00'`]
    const dated = (date: string) => sharedPrinter().print({ html: page('<h1>Receipt</h1>'), paper: 'a4', date })
    const two = await Promise.all([dated('2026-10-31T17:45:12-05:00'), dated('2026-10-31T17:45:12-04:00')])
    expect((await readTrees(two[1]!)).created).toBe(older)
    expect((await readTrees(mergePdfs(two))).created).toBe(newer)
    expect((await readTrees(mergePdfs(parts, { title: 'Kasse 3 (Samstag) ☕' }))).title).toBe('Kasse 3 (Samstag) ☕')
    expect(() => mergePdfs(parts, { title: ' ' })).toThrow(OptionError)
  })

  test('are the same bytes again, and what was given isn’t changed', () => {
    const copies = parts.map(part => part.slice())
    expect(Buffer.compare(mergePdfs(copies), merged)).toBe(0)
    expect(copies).toEqual(parts)
  })

  test('are merged again with others, and stay together', async () => {
    const twice = mergePdfs([merged, parts[0]!, merged])
    const { title, outline, pages } = await readTrees(twice)
    const before = tree
    expect(title).toBe(before.title)
    expect(outline).toHaveLength(3)
    expect(outline[0]).toMatchObject({ title: before.title, count: -parts.length, items: before.outline })
    expect(pages).toHaveLength(2 * before.pages.length + 1)
    expect(await accessProblems(twice)).toEqual([])
    expect(referenceProblems(twice)).toEqual([])
    // Letters and pictures of the second time are those of the first.
    expect(twice.length).toBeLessThan(1.5 * merged.length)
  })

  test('may be one', async () => {
    const one = mergePdfs([parts[0]!])
    expect((await readTrees(one)).title).toBe(trees[0]!.title)
    expect(await accessProblems(one)).toEqual([])
  })

  test('may be any, on any paper, in any look', async () => {
    const names = ['minimal', 'restaurant-tip', 'gift-receipt', ...day.map(([name]) => name)]
    const any = fc.record({
      name: fc.constantFrom(...names),
      paper: fc.constantFrom(...papers),
      look: fc.constantFrom(...looks),
    })
    const printedBefore = day.map(([name, paper]) => ({ name, paper, look: 'modern' as const }))
    const part = isExhaustive ? any : fc.constantFrom(...printedBefore)
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: isExhaustive ? 6 : 3 }), async chosen => {
        const pdfs = await Promise.all(chosen.map(({ name, paper, look }) => printed(fixtureNamed(name), paper, look)))
        const each = await Promise.all(pdfs.map(readPdf))
        const whole = mergePdfs(pdfs)
        expect((await readPdf(whole)).pages).toEqual(each.flatMap(({ pages }) => pages))
        expect(referenceProblems(whole)).toEqual([])
        expect(await accessProblems(whole)).toEqual([])
        expect(Buffer.compare(mergePdfs(pdfs), whole)).toBe(0)
      }),
      { numRuns: tries(20) },
    )
  })
})

describe('what the browser prints', () => {
  const print = openPage()

  test('is merged as it is, with its tags', async () => {
    const fixture = fixtureNamed('restaurant-tip')
    const raw = await print(await pageOf(fixture, 'a4'), 'a4')
    expect(Buffer.from(raw).toString('latin1', 0, 8)).toBe('%PDF-1.4')
    const both = mergePdfs([raw, parts[0]!])
    expect((await readPdf(both)).pages[0]).toBe((await readPdf(raw)).pages[0])
    expect((await readTrees(both)).pages[0]?.elements[0]?.children).toHaveLength(1)
    expect(referenceProblems(both)).toEqual([])
    expect(await accessProblems(both)).toContain('05-001 no claim')
  })
})

describe('pages of a merchant’s own template', () => {
  test('keep texts that look like references or ends of strings', async () => {
    const odd = [
      'Receipt 12 0 R (a) \\',
      '\\\\) /ID (th000001) /Headers [(th000001)] (',
      'Beleg „7 0 R“ (',
      '/StructParents 4',
    ]
    const html = (text: string) =>
      page(
        `<h1>${text}</h1><p><a href="https://shop.example.com/5%200%20R/(1)">${text}</a></p>
         <img alt="${text}" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Cpath d='M0 0h9v9z'/%3E%3C/svg%3E">
         <table><tr><th scope="col" id="a">${text}</th></tr><tr><td headers="a">12 0 R</td></tr></table>`,
        { title: text },
      )
    const pdfs = await Promise.all(odd.map(text => sharedPrinter().print({ html: html(text), paper: 'a4' })))
    const whole = mergePdfs(pdfs)
    const silent = ['Root', 'Document', 'Part']
    expect(await spoken(whole, silent)).toEqual((await Promise.all(pdfs.map(pdf => spoken(pdf, silent)))).flat())
    expect((await readTrees(whole)).outline.map(({ title }) => title)).toEqual(odd)
    expect((await readPdf(whole)).links).toEqual(odd.map(() => 'https://shop.example.com/5%200%20R/(1)'))
    expect(referenceProblems(whole)).toEqual([])
    expect(await accessProblems(whole)).toEqual([])
  })

  test('keep links to a place of their own, though others have its name', async () => {
    const html = page(
      '<h1>Receipt</h1><p><a href="#terms (ü)">Terms</a></p><h2 id="terms (ü)" style="break-before:page">Terms</h2>',
    )
    const pdf = await sharedPrinter().print({ html, paper: 'a4' })
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const task = getDocument({ data: mergePdfs([pdf, pdf, pdf]), verbosity: 0 })
    const document = await task.promise
    const targets: number[] = []
    for (const number of [1, 3, 5]) {
      const [link] = await (await document.getPage(number)).getAnnotations()
      targets.push(await document.getPageIndex(link.dest[0]))
    }
    await task.destroy()
    expect(targets).toEqual([1, 3, 5])
  })

  test('keep a picture and its transparency once', async () => {
    const picture = Buffer.from(pngLogo([200, 0, 0, 128])).toString('base64')
    const html = (number: string) =>
      page(`<h1>Receipt ${number}</h1><img alt="Alder & Finch" src="data:image/png;base64,${picture}">`)
    const pdfs = await Promise.all(
      ['20931', '20932', '20933'].map(number => sharedPrinter().print({ html: html(number), paper: 'a4' })),
    )
    const pictures = (pdf: Uint8Array) =>
      [...readObjects(pdf).texts.values()].filter(text => text.includes('/Subtype /Image'))
    expect(pictures(pdfs[0]!).filter(text => text.includes('/SMask '))).toHaveLength(1)
    const whole = mergePdfs(pdfs)
    expect(pictures(whole)).toHaveLength(2)
    expect((await readPdf(whole)).pictures).toBe(3)
    expect(await accessProblems(whole)).toEqual([])
  })

  test('make no claim that one of them doesn’t, and are told apart by number without a title', async () => {
    const untitled = await sharedPrinter().print({ html: page('<h1>Receipt</h1>', { title: '' }), paper: 'a4' })
    const both = mergePdfs([parts[0]!, untitled])
    expect((await readTrees(both)).outline.map(({ title }) => title)).toEqual([(await readTrees(both)).title, '2'])
    expect(await accessProblems(both)).toContain('05-001 no claim')
  })
})

function countOf(bookmarks: readonly { items: readonly object[] }[]): number {
  return bookmarks.reduce((sum, { items }) => sum + 1 + countOf(items as { items: readonly object[] }[]), 0)
}
