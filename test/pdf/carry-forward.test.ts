import { afterAll, describe, expect, test } from 'vitest'
import { printSheets } from '../../src/pdf/carry-forward.ts'
import { paperSize } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { closeEngines, engineFor, fixtureNamed } from '../support/fixtures.ts'
import { digits, endingAmounts } from '../support/paper-amounts.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { plainPdf } from '../support/plain-pdf.ts'
import { aReceipt } from '../support/receipts.ts'

afterAll(closeEngines)

/** So many lines with names of their own, amounts of all sizes, in categories that are sent mixed. */
const goods = (count: number, { word, sign = 1 }: { word: string; sign?: 1 | -1 }) =>
  Array.from({ length: count }, (_, at) => ({
    name: `${word} ${String(at + 1).padStart(3, '0')}`,
    category: ['Hardware', 'Garden', 'Paint'][at % 3],
    total: (sign * (((at * 7919) % 250_000) + 1)) / 100,
    ...(at % 4 === 0 && { price: 0.5, quantity: { value: at + 2 }, sku: `SKU-${at}` }),
    ...(at % 9 === 0 && { discounts: [{ name: 'Trade', amount: -0.25 }] }),
  }))

const receipts = [
  { what: 'of 150 lines', count: 150, receipt: aReceipt({ items: goods(150, { word: 'Part' }) }) },
  { what: 'of 151 lines, laid out first', count: 151, receipt: aReceipt({ items: goods(151, { word: 'Part' }) }) },
  {
    what: 'with returns',
    count: 160,
    receipt: aReceipt({
      items: goods(70, { word: 'Part' }),
      returns: [{ items: goods(60, { word: 'Back', sign: -1 }) }, { items: goods(30, { word: 'More', sign: -1 }) }],
    }),
  },
]
const prints = looks.flatMap(look => (['a4', 'letter'] as const).map(paper => ({ look, paper })))

describe.each(prints)('on $paper in the look $look', ({ look, paper }) => {
  test.each(receipts)('each sheet begins with the sum of the lines before it: $what', async ({ count, receipt }) => {
    const engine = await engineFor(fixtureNamed('minimal'))
    const pdf = await engine.pdf(receipt, { paper, variant: look })
    const pages = await readPages(pdf, async page => page.text().split('\n'))
    const amounts = pages.map(amountsIn)
    expect(amounts.flat()).toHaveLength(count)
    expect(pages.length).toBeGreaterThan(1)
    for (const [at, lines] of pages.entries()) {
      const before = amounts.slice(0, at).flat()
      const goesOn = pages.length > 2 && before.length > 0 && before.length < count
      const sum = before.reduce((sum, each) => sum + each, 0n)
      expect(broughtForward(lines), `sheet ${at + 1}`).toEqual(goesOn ? [sum] : [])
    }
  })
})

/** The amounts of goods in cents: each the first that ends a line from a name on, except a discount's. */
function amountsIn(lines: readonly string[]): bigint[] {
  const amounts: bigint[] = []
  let isOpen = false
  for (const line of lines) {
    if (/^(?:Part|Back|More) \d{3}\b/.test(line)) isOpen = true
    const [amount] = /−?\$[\d,]+\.\d\d$/.exec(line) ?? []
    if (!isOpen || !amount || line.startsWith('Trade')) continue
    amounts.push(cents(amount))
    isOpen = false
  }
  return amounts
}

function broughtForward(lines: readonly string[]): bigint[] {
  return lines.flatMap(line => {
    const [, amount] = /Brought forward (−?\$[\d,]+\.\d\d)/.exec(line) ?? []
    return amount ? [cents(amount)] : []
  })
}

function cents(amount: string): bigint {
  const digits = BigInt(amount.replace(/\D/g, ''))
  return amount.startsWith('−') ? -digits : digits
}

describe('a receipt whose goods go on', () => {
  const long = fixtureNamed('bulk-300')

  test.each(looks)('is the same bytes twice and for everybody: %s', async look => {
    const engine = await engineFor(long)
    const [one, other] = [
      await engine.pdf(long.receipt, { variant: look }),
      await engine.pdf(long.receipt, { variant: look }),
    ]
    expect(Buffer.from(one).equals(other)).toBe(true)
    expect(await accessProblems(one)).toEqual([])
  })

  test.each([
    { look: 'modern', acceptLanguage: 'en-US', columns: 1 },
    { look: 'compact', acceptLanguage: 'ar', columns: 1 },
    { look: 'classic', acceptLanguage: 'de-DE', columns: 2 },
  ] as const)(
    'has the sum end where amounts end: $look, $acceptLanguage',
    async ({ look, acceptLanguage, columns }) => {
      const engine = await engineFor(long)
      const asked = { acceptLanguage, paper: 'a4', variant: look } as const
      const view = engine.view(long.receipt, asked)
      const items = view.items!.groups.flatMap(group => group.items)
      const pdf = await engine.pdf(long.receipt, asked)
      const sheets = (await readPages(pdf, async page => page.number)).length
      const isRtl = view.dir === 'rtl'
      const amountsAt = async (amounts: string[]) =>
        await endingAmounts(pdf, { amounts: new Set(amounts.map(digits)), columns, isRtl, notations: [] })
      const edges = (await amountsAt(items.map(({ amount }) => amount!))).map(({ end }) => end)
      // The first sum is the first line's amount.
      const sums = await amountsAt(items.map(({ carried }) => carried ?? '').slice(2))
      const aligned = sums.filter(({ end }) => edges.some(edge => Math.abs(edge - end) < 0.75))
      expect(new Set(aligned.map(({ amount }) => amount)).size).toBe(sheets - 1)
    },
  )

  test('says nothing as a gift', async () => {
    const engine = await engineFor(long)
    const pages = await readPages(await engine.pdf(long.receipt, { variant: 'gift', paper: 'a4' }), async page =>
      page.text(),
    )
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.join('\n')).not.toContain('Brought forward')
  })

  test('says nothing on a roll, nor where only sums and terms are on the next sheet', async () => {
    const engine = await engineFor(long)
    const roll = await engine.pdf(long.receipt, { paper: 'roll80' })
    const items = goods(3, { word: 'Part' })
    const terms = { items, terms: [{ description: 'Keep this receipt.\n'.repeat(150) }] }
    const sheets = await engine.pdf(aReceipt(terms), { paper: 'a4' })
    for (const pdf of [roll, sheets]) {
      const pages = await readPages(pdf, async page => page.text())
      expect(pages.join('\n')).not.toContain('Brought forward')
    }
    expect(await readPages(sheets, async page => page.number)).not.toHaveLength(1)
  })
})

describe('the printer', () => {
  const line = '<th data-carried="">Tea</th>'
  const next = '<th data-carried="Report &lt;1&gt; \\ &quot;2&quot;">Jam</th>'
  const full = { lines: 11, filled: 0.5 }

  test.each<{ what: string; body: string; sheets: number; sheetOf: number[]; calls: string[] }>([
    { what: 'once: a single sheet', body: line + next, sheets: 1, sheetOf: [0, 0], calls: ['print'] },
    { what: 'once: several sheets without goods', body: '<p>Terms</p>', sheets: 3, sheetOf: [], calls: ['print'] },
    { what: 'once: goods without amounts', body: line + line, sheets: 2, sheetOf: [], calls: ['print'] },
    { what: 'once: goods that go on on two sheets', body: line + next, sheets: 2, sheetOf: [0, 1], calls: ['print'] },
    {
      what: 'once, and looks: goods that end on the first of three sheets',
      body: line + next,
      sheets: 3,
      sheetOf: [0, 0],
      calls: ['print', 'layOut'],
    },
    {
      what: 'twice: goods that go on on three sheets',
      body: line + next,
      sheets: 3,
      sheetOf: [0, 1],
      calls: ['print', 'layOut', 'print'],
    },
    {
      what: 'once, after a look: more lines than fit on any sheet',
      body: line + next.repeat(150),
      sheets: 2,
      sheetOf: [0, ...Array(150).fill(1)],
      calls: ['layOut', 'print'],
    },
  ])('prints $what', async ({ body, sheets, sheetOf, calls }) => {
    const called: string[] = []
    const pages = Array.from({ length: sheets }, () => full)
    await printSheets(`<html><head></head><body>${body}</body></html>`, paperSize('a4'), {
      async print() {
        called.push('print')
        return plainPdf(pages)
      },
      async layOut() {
        called.push('layOut')
        return laidOut(sheets, sheetOf)
      },
      isCompleted: async () => false,
    })
    expect(called).toEqual(calls)
  })

  test('is told the sums as text of a stylesheet, in which nothing of them is markup', async () => {
    const printed: string[] = []
    await printSheets(`<html><head></head><body>${line}${next}</body></html>`, paperSize('a4'), {
      async print(html) {
        printed.push(html)
        return plainPdf([full, full, full])
      },
      layOut: async () => laidOut(3, [0, 1]),
      isCompleted: async () => false,
    })
    expect(printed.at(-1)).toContain(
      String.raw`<style>@counter-style carried{system:fixed 2;symbols:"Report \3c 1\3e  \5c  \22 2\22 " ""}</style></head>`,
    )
  })
})

/** What Chromium writes about pages and destinations. */
function laidOut(sheets: number, sheetOf: readonly number[]): Uint8Array<ArrayBuffer> {
  const pages = Array.from({ length: sheets }, (_, at) => `\n${at + 2} 0 obj\n<</Type /Page\n>>\nendobj`)
  const places = sheetOf.map((sheet, line) => `/carried${line} [${sheet + 2} 0 R /XYZ 0 700 0]`)
  return new Uint8Array(Buffer.from(`%PDF-1.4${pages.join('')}\n9 0 obj\n<<${places.join('\n')}>>`, 'latin1'))
}
