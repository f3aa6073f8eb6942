import { describe, expect, test } from 'vitest'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { fitSheets } from '../../src/pdf/fit-sheets.ts'
import { paperSize } from '../../src/pdf/paper.ts'
import type { LineView } from '../../src/view/receipt-view.ts'
import { looks } from '../../src/view/variant.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures, sampled } from '../support/fixtures.ts'
import { type Drawn, plainPdf } from '../support/plain-pdf.ts'
import { printed } from '../support/prints.ts'
import { aReceipt } from '../support/receipts.ts'
import { isExhaustive, isSampled } from '../support/scope.ts'
import { blankBelow, blankOn, linesOnLastSheet } from '../support/sheets.ts'

const sheets = ['a4', 'letter'] as const

describe.each(looks.flatMap(look => sheets.map(paper => ({ look, paper }))))(
  'in the look $look on $paper',
  ({ look, paper }) => {
    // A receipt with every field there is takes three sheets in this look, whatever is moved.
    const fitting = fixtures.filter(({ name }) => name !== 'everything' || look !== 'compact')

    test.each(sampled(look, { on: paper, of: fitting }))(
      '$name doesn’t end on a sheet of ten lines or fewer',
      async fixture => {
        const { sheets, lines } = await linesOnLastSheet(await printed(fixture, paper, look), paper)
        if (sheets > 1) expect(lines).toBeGreaterThan(10)
      },
    )

    test.each(sampled(look, { on: paper }))('$name leaves no third of a sheet blank before the last', async fixture => {
      const blank = await blankBelow(await printed(fixture, paper, look), paper)
      for (const share of blank.slice(0, -1)) expect(share).toBeLessThan(1 / 3)
    })

    test.each(sampled(look, { on: paper }))(
      'no sheet of $name before the last is two thirds blank, beside what is printed and below it',
      async fixture => {
        const blank = await blankOn(await printed(fixture, paper, look), paper)
        for (const { whole } of blank.slice(0, -1)) expect(whole).toBeLessThan(2 / 3)
      },
    )

    test.each(sampled(look, { on: paper }))('$name strands neither a title nor the total', async fixture => {
      const { receipt, acceptLanguage } = fixture
      const { items, returns, orders, totals } = (await engineFor(fixture)).view(receipt, { acceptLanguage })
      const tables = [items, ...returns.map(each => each.items), ...orders.map(each => each.items)]
      const titles = tables.flatMap(table => table?.groups.flatMap(({ title }) => title ?? []) ?? [])
      const pages = await readPages(await printed(fixture, paper, look), async page => page.text().split('\n'))
      if (pages.length === 1) return
      for (const lines of pages) expect(titles).not.toContain(lines.at(-1))
      const total = pages.find(lines => lines.some(line => totals?.total && isLine(line, totals.total)))
      if (total) expect(total.filter(line => /\d[\d.,]*$/.test(line)).length).toBeGreaterThan(3)
    })
  },
)

test.each(looks)('no sheet of A5 before the last is half blank below, or much more beside: %s', async look => {
  const paper = { width: 148, height: 210 }
  const believable = fixtures.filter(({ name }) => name !== 'hostile' && name !== 'everything')
  for (const [at, { receipt, acceptLanguage, offers, ...fixture }] of believable.entries())
    if (isSampled(at, looks.indexOf(look)) && (isExhaustive || Math.floor(at / 3) % 5 === 0)) {
      const engine = await engineFor({ receipt, ...fixture } as Fixture)
      const pdf = await engine.pdf(receipt, { acceptLanguage, offers, variant: look, paper })
      for (const share of (await blankBelow(pdf, paper)).slice(0, -1)) expect(share, fixture.name).toBeLessThan(1 / 2)
      for (const { whole } of (await blankOn(pdf, paper)).slice(0, -1)) expect(whole, fixture.name).toBeLessThan(0.7)
    }
})

test('a long list of an item, and many details of a small sheet, stand in columns', async () => {
  const kitchen = await printed(fixtureNamed('kitchen-studio'), 'a4', 'compact')
  expect(await blankOn(kitchen, 'a4')).toHaveLength(2)
  const everything = fixtureNamed('everything')
  const { receipt, acceptLanguage, offers } = everything
  const paper = { width: 148, height: 210 }
  const pdf = await (await engineFor(everything)).pdf(receipt, { acceptLanguage, offers, variant: 'compact', paper })
  expect(await blankOn(pdf, paper)).toHaveLength(5)
})

test.each(looks)('a long description between short ones starts on the first sheet: %s', async variant => {
  const parts = Array.from({ length: 90 }, (_, at) => `${at + 1} × aluminum profile ${100 + at}, 78 in`).join('\n')
  const goods = [
    ['Mowing set', 49],
    ['Greenhouse, 12 × 20 ft', 4999, parts],
    ['Delivery', 120],
  ] as const
  const receipt = aReceipt({
    items: goods.map(([name, price, description]) => ({
      name,
      price,
      total: price,
      description,
      quantity: { value: 1 },
    })),
    grossAmount: 5168,
    netAmount: 5168,
    grandAmount: 5168,
    tenders: [{ tenderTypeCode: 'Cash', amount: 5168 }],
  })
  const engine = await engineFor({ options: {} } as Fixture)
  const papers = [{ width: 148, height: 210 }, 'a4', 'letter'] as const
  for (const paper of papers.filter((_, at) => isSampled(at, looks.indexOf(variant)))) {
    const blank = await blankBelow(await engine.pdf(receipt, { variant, paper }), paper)
    for (const share of blank.slice(0, -1)) expect(share, JSON.stringify(paper)).toBeLessThan(1 / 3)
  }
})

test('long terms leave the sums of few goods on the first sheet', async () => {
  const description = 'Rückgabe nur im Originalzustand und mit Beleg, binnen dreißig Tagen nach Lieferung. '.repeat(90)
  const engine = await engineFor({ options: {} } as Fixture)
  const paper = { width: 148, height: 210 }
  for (const locale of ['en-US', 'de-DE']) {
    const pdf = await engine.pdf(aReceipt({ terms: [{ description }] }), { acceptLanguage: locale, paper })
    expect((await blankBelow(pdf, paper))[0], locale).toBeLessThan(1 / 3)
  }
})

test.each(looks)('a long text at the foot begins on the first sheet: %s', async variant => {
  const engine = await engineFor({ options: {} } as Fixture)
  const words = 'Returns within 30 days with this receipt. '
  const texts = [words.repeat(160), `${words}\n`.repeat(70)]
  for (const additionalInfo5 of texts.filter((_, at) => isExhaustive || at === looks.indexOf(variant) % 2)) {
    const pdf = await engine.pdf(aReceipt({ additionalInfo5 }), { variant, paper: 'a4' })
    expect((await blankBelow(pdf, { width: 210, height: 297 }))[0]).toBeLessThan(1 / 3)
  }
})

const counts = [24, 28, 60]

test.each(counts)('%i goods fill the first sheet in every look', async count => {
  const fixture = fixtureNamed('grocery-vat.de-DE')
  const receipt = fixture.receipt as ReceiptInput
  const items = Array.from({ length: count }, (_, at) => receipt.items![at % receipt.items!.length]!)
  const engine = await engineFor(fixture)
  for (const [at, variant] of looks.entries()) {
    if (!isSampled(counts.indexOf(count), at)) continue
    const [first = 1] = await blankBelow(
      await engine.pdf({ ...receipt, items }, { acceptLanguage: fixture.acceptLanguage, variant }),
      'a4',
    )
    expect(first, variant).toBeLessThan(1 / 3)
  }
})

function isLine(line: string, { label, amount }: LineView): boolean {
  return line.startsWith(label) && line.endsWith(amount)
}

describe('fitting the last sheet', () => {
  const full: Drawn = { lines: 40, filled: 0.9 }
  const enough: Drawn = { lines: 11, filled: 0.201 }

  test.each<{ pages: Drawn[]; what: string }>([
    { what: 'a single sheet, however little it holds', pages: [{ lines: 1, filled: 0.1 }] },
    { what: 'a last sheet of eleven lines and a fifth of its height', pages: [full, enough] },
  ])('prints once: $what', async ({ pages }) => {
    expect(await climb(() => pages)).toEqual(['sheet'])
  })

  test.each<{ last: Drawn; what: string }>([
    { what: 'ten lines', last: { lines: 10, filled: 0.5 } },
    { what: 'less than a fifth of its height', last: { lines: 11, filled: 0.195 } },
    { what: 'nothing but the page number', last: { lines: 0, filled: 0 } },
  ])('tightens a last sheet of $what, and stops where that helps', async ({ last }) => {
    expect(await climb(name => (name === 'sheet' ? [full, last] : [full]))).toEqual(['sheet', 'sheet tight'])
  })

  test('tightens a sheet of which a third is blank before the last', async () => {
    const blank: Drawn = { lines: 40, filled: 0.69 }
    expect(await climb(name => (name === 'sheet' ? [blank, enough] : [full]))).toEqual(['sheet', 'sheet tight'])
    expect(await climb(() => [blank, full, enough])).toEqual(['sheet'])
  })

  test('tightens a slip in columns of which the second has few lines, as a page without columns isn’t', async () => {
    const beside = (lines: number) => [{ ...full, beside: lines }, enough]
    expect(await climb(name => beside(name === 'slip' ? 2 : 20), 'slip')).toEqual(['slip', 'slip tight'])
    expect(await climb(() => beside(5), 'slip')).toEqual(['slip'])
    expect(await climb(() => beside(2))).toEqual(['sheet'])
  })

  test('prints what is below the sums alone on the last sheet where nothing else fills the one before', async () => {
    const blank: Drawn = { lines: 40, filled: 0.69 }
    const tried = await climb(name => [name === 'sheet tight apart' ? full : blank, enough])
    expect(tried).toEqual(['sheet', 'sheet tight', 'sheet tight moved', 'sheet tight apart'])
  })

  test('tightens, then moves the sums, too, or what is below them, then gives up', async () => {
    const tried = await climb(() => [full, { lines: 3, filled: 0.1 }])
    expect(tried).toEqual(['sheet', 'sheet tight', 'sheet tight moved', 'sheet tight apart'])
  })

  test('tightens what is a few lines longer than one sheet, and keeps it where it then fits', async () => {
    const [long, short]: Drawn[] = [
      { lines: 40, filled: 0.78 },
      { lines: 12, filled: 0.25 },
    ]
    expect(await climb(() => [long!, short!])).toEqual(['sheet', 'sheet tight'])
    expect(await climb(() => [long!, { lines: 12, filled: 0.35 }])).toEqual(['sheet'])
    expect(await climb(() => [full, long!, short!])).toEqual(['sheet'])
  })

  test('finds the last sheet in a branched page tree', async () => {
    const pages = [...Array.from({ length: 19 }, () => full), { lines: 2, filled: 0.1 }]
    expect(await climb(() => pages)).toHaveLength(4)
  })

  test('ignores PDFs that aren’t Chromium’s', async () => {
    const tried: string[] = []
    const pdf = await fitSheets('<body>', paperSize('a4'), async html => {
      tried.push(html)
      return new Uint8Array([37, 80, 68, 70])
    })
    expect(pdf).toHaveLength(4)
    expect(tried).toEqual(['<body>'])
  })
})

/** The classes of the body at each print. */
async function climb(pagesOf: (name: string) => readonly Drawn[], body = 'sheet'): Promise<string[]> {
  const tried: string[] = []
  await fitSheets(`<html><body class="${body}"><p></p></body>`, paperSize('a4'), async html => {
    const name = /<body class="([^"]*)"><p>/.exec(html)![1]!
    tried.push(name)
    return plainPdf(pagesOf(name))
  })
  return tried
}
