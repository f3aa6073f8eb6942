import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { localeOf, pageOf, viewOf } from '../../../src/merchant/documents.ts'
import { openMerchant } from '../../../src/merchant/open.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { readPages } from '../../../tools/goldens/pictures/pdf-pages.ts'
import type { Picture } from '../../../tools/goldens/pictures/picture.ts'
import { type PaperPlace, readPaperPlaces, withPlaceLinks } from '../../../tools/trace/marks.ts'
import { markedPage } from '../../../tools/trace/trace.ts'
import { fixtureNamed, sharedPrinter } from '../../support/fixtures.ts'
import { greatestShift } from '../../support/pdf-glyphs.ts'
import { isExhaustive } from '../../support/scope.ts'

const merchant = await openMerchant()
const printer = sharedPrinter('replace')

function viewOfFixture(name: string) {
  const { receipt: sent, acceptLanguage, offers } = fixtureNamed(name)
  const receipt = parseReceipt(sent)
  return viewOf(merchant, receipt, localeOf(merchant, receipt, { acceptLanguage }), { offers })
}

describe.each([
  ...(isExhaustive
    ? ([
        ['fashion-sale.en-CA', 'letter', 'totals.total.amount', ['$118.65']],
        // Takes as long as all others: many pages.
        ['everything', 'a4', 'heading.store', ['Ridgeline Outfitters']],
      ] as const)
    : []),
  ['fashion-sale.en-CA', 'roll80', 'totals.total.amount', ['$118.65']],
  // The separators between facts are no part of them.
  [
    'hotel.en-GB',
    'a4',
    'tenderHistory.tenders[0].detail.text',
    ['£142.00', '•••• 8129', '17 Apr 2026, 19:44', 'Paid earlier'],
  ],
] as const)('%s on %s', (name, paper, path, texts) => {
  test(`finds ${path} without changing the page`, async () => {
    const view = viewOfFixture(name)
    const { html, paths } = markedPage(merchant, view, paper)
    const [told, plain] = await Promise.all(
      [html, pageOf(merchant, view, paper).html].map(each => printer.print({ html: each, paper })),
    )
    const [pictures, usual] = await Promise.all(
      [told!, plain!].map(pdf => readPages(pdf, async page => halved(await page.draw(120)))),
    )
    // A link begins on a 64th of a px, which may tint the edges of its letters.
    expect(await greatestShift(plain!, told!)).toBeLessThan(0.04)
    expect(greatestDifference(pictures!, usual!)).toBeLessThan(64)
    const places = readPaperPlaces(told!, paths).filter(place => place.path === path)
    expect(places).toHaveLength(texts.length)
    for (const [at, text] of texts.entries()) expect(await wordsAt(plain!, places[at]!)).toContain(text)
  })
})

test('finds text on both of its lines', async () => {
  const view = viewOfFixture('fashion-sale.en-CA')
  const { html, paths } = markedPage(merchant, view, 'roll58')
  const places = readPaperPlaces(await printer.print({ html, paper: 'roll58' }), paths)
  const lines = places.filter(({ path }) => path === 'terms.terms[0].text.lines[0]')
  expect(lines.length).toBeGreaterThan(1)
  expect(new Set(lines.map(({ top }) => top)).size).toBe(lines.length)
})

test('keeps a link of the receipt around a place', () => {
  const link = '<a href="https://example.com/returns"><span data-view="footer.link.text">example.com/returns</span></a>'
  expect(withPlaceLinks(`${link}<p><span data-view="title">Receipt</span></p>`, ['title'])).toBe(
    `${link}<p><a href="https://place.invalid/0" style="color:inherit;text-decoration:none">Receipt</a></p>`,
  )
})

/** The greatest difference of two levels of red, green or blue, 0 to 255; infinite for pages of other sizes. */
function greatestDifference(pages: readonly Picture[], others: readonly Picture[]): number {
  const sizes = (all: readonly Picture[]) => all.map(({ width, height }) => [width, height]).join()
  if (sizes(pages) !== sizes(others)) return Number.POSITIVE_INFINITY
  let greatest = 0
  for (const [at, { rgba }] of pages.entries())
    for (const [byte, level] of rgba.entries()) greatest = Math.max(greatest, Math.abs(level - others[at]!.rgba[byte]!))
  return greatest
}

/** A picture of half the size. PDFium puts small letters on a grid, where a 64th may be a step: half of one, drawn twice as large. */
function halved({ width, height, rgba }: Picture): Picture {
  const half = { width: width >> 1, height: height >> 1 }
  const bytes = new Uint8Array(half.width * half.height * 4)
  for (const at of bytes.keys()) {
    const [x, y] = [(at >> 2) % half.width, Math.floor(at / 4 / half.width)]
    const from = 4 * (2 * y * width + 2 * x) + (at & 3)
    const [right, below] = [from + 4, from + 4 * width]
    bytes[at] = (rgba[from]! + rgba[right]! + rgba[below]! + rgba[below + 4]!) / 4
  }
  return { ...half, rgba: bytes }
}

/** The words of a page that begin within a place. */
async function wordsAt(pdf: Uint8Array, { page, left, top, width, height }: PaperPlace): Promise<string> {
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
  const opened = await (await task.promise).getPage(page + 1)
  const [, , wide, high] = opened.view as [number, number, number, number]
  const { items } = await opened.getTextContent()
  const within = items.flatMap(item => {
    if (!('str' in item)) return []
    const [x, y] = [item.transform[4] / wide, 1 - item.transform[5] / high]
    return x >= left - 0.002 && x <= left + width && y >= top && y <= top + height ? [item.str] : []
  })
  await task.destroy()
  return within.join('')
}
