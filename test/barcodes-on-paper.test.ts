import { describe, expect, test } from 'vitest'
import type { Barcode, Symbology } from '../src/barcode/barcode.ts'
import type { ReceiptInput } from '../src/generated/receipt-input.ts'
import { looks } from '../src/view/variant.ts'
import { readBarcodes } from '../tools/goldens/made.ts'
import { readPages } from '../tools/goldens/pictures/pdf-pages.ts'
import { scannerFormats } from './barcode/samples.ts'
import { blackOrWhite } from './support/black-or-white.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures } from './support/fixtures.ts'
import { printed } from './support/prints.ts'
import { isExhaustive, isSampled } from './support/scope.ts'

const engines = new Map(await Promise.all(fixtures.map(async each => [each.name, await engineFor(each)] as const)))
const withBarcodes = fixtures
  .map(fixture => ({ ...fixture, barcodes: barcodesOf(fixture) }))
  .filter(each => each.barcodes.length > 0)

test('most receipts have a barcode, and every type is among them', () => {
  expect(withBarcodes.length).toBeGreaterThanOrEqual(20)
  const kinds = new Set(withBarcodes.flatMap(({ barcodes }) => barcodes.map(({ type }) => type)))
  expect([...kinds].sort()).toEqual(['Code128', 'Code39', 'EAN-128', 'GTIN', 'QRCode'])
})

/** A type of barcode is drawn alike on every receipt, and the goldens have scanned all: looks and papers only change the page around it. */
const typical = new Set(['cafe.ar', 'fuel', 'gift-card', 'hotel.en-GB', 'payment-link', 'split-tender'])
const oneOfEachType = withBarcodes.filter(({ name }) => typical.has(name))

const prints = looks.flatMap(look => (['a4', 'roll80'] as const).map(paper => ({ look, paper })))
describe.each(prints)('printed on $paper, $look', ({ look, paper }) => {
  const place = prints.findIndex(each => each.look === look && each.paper === paper)
  test.each(oneOfEachType.filter((_, at) => isExhaustive || at === place))(
    '$name is read by a scanner, as coarse as thermal printers are',
    async ({ barcodes, ...fixture }) => {
      const pdf = await printed(fixture, paper, look)
      const expected = barcodes.map(({ symbology, text }) => ({
        symbology: scannerFormats[symbology],
        text: asRead(symbology, text),
      }))
      for (const dpi of isExhaustive ? [203, 300] : [203]) expect(await scan(pdf, dpi), `${dpi} dpi`).toEqual(expected)
    },
  )
})

test.each(looks)('a long code is read on sheets in the look %s', async variant => {
  const fixture = fixtureNamed('fashion-sale.en-CA')
  const barcodeNumber = 'aB~x'.repeat(12)
  const receipt = { ...(fixture.receipt as ReceiptInput), barcodeType: 'Code128', barcodeNumber } as ReceiptInput
  const engine = await engineFor(fixture)
  const sheets = ['a4', { width: 148, height: 210 }, { width: 105, height: 180 }] as const
  for (const paper of sheets.filter((_, at) => isSampled(at, looks.indexOf(variant))))
    expect(await scan(await engine.pdf(receipt, { paper, variant }), 300)).toEqual([
      { symbology: 'Code128', text: barcodeNumber },
    ])
})

function barcodesOf({ name, receipt, acceptLanguage, offers }: Fixture): Barcode[] {
  const { images } = engines.get(name)!.view(receipt, { acceptLanguage, offers })
  return Object.values(images).flatMap(image => (image.kind === 'barcode' ? [image.barcode] : []))
}

/** All codes of a document, in the order of the page, as a printer of `dpi` would burn them: each dot black or white. */
async function scan(pdf: Uint8Array, dpi: number) {
  const pages = await readPages(pdf, async page => readBarcodes(blackOrWhite(await page.drawGray(dpi))))
  return pages.flat().map(({ symbology, text }) => ({ symbology, text }))
}

/** A UPC-A is an EAN-13 that begins with 0, and scanners say it so. */
function asRead(symbology: Symbology, text: string): string {
  return symbology === 'upca' ? `0${text}` : text
}
