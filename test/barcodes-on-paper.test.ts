import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBarcodes } from 'zxing-wasm/reader'
import type { Barcode, Symbology } from '../src/barcode/barcode.ts'
import type { Paper } from '../src/pdf/paper.ts'
// Readies the scanner.
import './barcode/read-back.ts'
import type { Bitmap } from './barcode/read-back.ts'
import { scannerFormats } from './barcode/samples.ts'
import { closeEngines, engineFor, type Fixture, fixtures } from './support/fixtures.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(async () => {
  pdfium.destroy()
  await closeEngines()
})

const engines = new Map(await Promise.all(fixtures.map(async each => [each.name, await engineFor(each)] as const)))
const withBarcodes = fixtures
  .map(fixture => ({ ...fixture, barcodes: barcodesOf(fixture) }))
  .filter(each => each.barcodes.length > 0)

test('most receipts have a barcode, and every type is among them', () => {
  expect(withBarcodes.length).toBeGreaterThanOrEqual(20)
  const kinds = new Set(withBarcodes.flatMap(({ barcodes }) => barcodes.map(({ type }) => type)))
  expect([...kinds].sort()).toEqual(['Code128', 'Code39', 'EAN-128', 'GTIN', 'QRCode'])
})

describe.each(['a4', 'roll80'] as const)('printed on %s', paper => {
  // Three hundred lines make a roll of metres, more dots than the rasteriser can count.
  const short = withBarcodes.filter(({ name }) => paper === 'a4' || name !== 'bulk-300')

  test.each(short)('$name is read by a scanner at 203 and at 300 dpi', async ({ barcodes, ...fixture }) => {
    const pages = await printed(fixture, paper)
    const expected = barcodes.map(({ symbology, text }) => ({
      format: scannerFormats[symbology],
      text: asRead(symbology, text),
    }))
    for (const dpi of [203, 300]) expect(await scan(pages, dpi, expected.length), `${dpi} dpi`).toEqual(expected)
  })
})

function barcodesOf({ name, receipt, acceptLanguage }: Fixture): Barcode[] {
  const { images } = engines.get(name)!.view(receipt, { acceptLanguage })
  return Object.values(images).flatMap(image => (image.kind === 'barcode' ? [image.barcode] : []))
}

async function printed({ name, receipt, acceptLanguage }: Fixture, paper: Paper): Promise<Uint8Array> {
  return await engines.get(name)!.pdf(receipt, { acceptLanguage, paper })
}

/** All codes of a document, in the order of the page, as a printer of `dpi` would burn them: each dot black or white. */
async function scan(pdf: Uint8Array, dpi: number, count: number) {
  const document = await pdfium.loadDocument(pdf)
  const found: { format: string; text: string }[] = []
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: dpi / 72, colorSpace: 'Gray', render: 'bitmap' })
    found.push(...(await codesIn({ width, height, grey: data })))
    if (found.length === count) break
  }
  document.destroy()
  return found
}

async function codesIn({ width, height, grey }: Bitmap) {
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = grey[at]! < 128 ? 0xff000000 : 0xffffffff
  const image = {
    width,
    height,
    data: new Uint8ClampedArray(pixels.buffer),
    colorSpace: 'srgb',
  } as unknown as Uint8Array
  const results = await readBarcodes(image, {
    textMode: 'Plain',
    formats: ['EAN8', 'EAN13', 'UPCA', 'ITF', 'Code39Std', 'Code128', 'QRCode'],
    tryInvert: false,
    tryRotate: false,
    tryDownscale: false,
    maxNumberOfSymbols: 4,
  })
  return results
    .sort((one, other) => one.position.topLeft.y - other.position.topLeft.y)
    .map(({ format, text }) => ({ format: format as string, text }))
}

/** A UPC-A is an EAN-13 that begins with 0, and scanners say it so. */
function asRead(symbology: Symbology, text: string): string {
  return symbology === 'upca' ? `0${text}` : text
}
