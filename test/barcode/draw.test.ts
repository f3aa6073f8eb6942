import { describe, expect, test } from 'vitest'
import { type Barcode, type BarcodeType, barcodeTypes, toBarcode } from '../../src/barcode/barcode.ts'
import { drawBarcodePng, drawBarcodeSvg } from '../../src/barcode/draw.ts'
import { BarcodeError } from '../../src/errors.ts'
import fc from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'
import { type Bitmap, picture, printed, read, shrunk } from './read-back.ts'
import { fitTexts, scannerFormats } from './samples.ts'

async function expectReadBack(barcode: Barcode, source: Uint8Array | Bitmap): Promise<void> {
  const reading = await read(source)
  const text = barcode.symbology === 'upca' ? `0${barcode.text}` : barcode.text
  expect(reading).toMatchObject({ symbology: scannerFormats[barcode.symbology], text })
  if (barcode.symbology === 'gs1-128') expect(reading?.identifier).toBe(']C1')
  if (barcode.symbology === 'code128') expect(reading?.identifier).toBe(']C0')
}

describe.each(barcodeTypes)('a random %s is read back', type => {
  const texts = fitTexts[type]

  test('from the image of the mail', async () => {
    const property = fc.asyncProperty(texts, async text => {
      const barcode = toBarcode(type, text)
      await expectReadBack(barcode, drawBarcodePng(barcode).png)
    })
    await fc.assert(property, { numRuns: tries(80), seed: 20260312 })
  })

  test('from the mail on a screen with one device px per CSS px', async () => {
    const property = fc.asyncProperty(texts, async text => {
      const barcode = toBarcode(type, text)
      const { png, width } = drawBarcodePng(barcode)
      await expectReadBack(barcode, shrunk(picture(png), width))
    })
    await fc.assert(property, { numRuns: tries(30), seed: 20260312 })
  })

  test.each([
    { paper: 'a till roll of 80 mm', maxWidth: 72, dot: 25.4 / 203, dpi: 203 },
    { paper: 'a till roll of 58 mm', maxWidth: 48, dot: 25.4 / 203, dpi: 203 },
    { paper: 'a page of an office printer', maxWidth: 170, dpi: 300 },
    { paper: 'a page of a coarse printer', maxWidth: 170, dpi: 203 },
  ])('from $paper', async ({ maxWidth, dot, dpi }) => {
    const property = fc.asyncProperty(texts, async text => {
      const barcode = toBarcode(type, text)
      const { svg } = drawBarcodeSvg(barcode, { maxWidth, ...(dot && { dot }) })
      await expectReadBack(barcode, printed(svg, dpi))
    })
    await fc.assert(property, { numRuns: tries(30), seed: 20260312 })
  })
})

test.each<[BarcodeType, string]>([
  ['Code128', '^FNC1^FNC3^^065'],
  ['Code128', '\\x1d\\u0041^GS'],
  ['EAN-128', '^FNC1^FNC4^^'],
  ['QRCode', '^ECI000003^FNC1^NUL^065'],
  ['QRCode', 'é^ECI000003\\n%'],
  ['QRCode', '点茗日本語のレシート'],
])('commands of the drawing library in a %s stay the text they are: %j', async (type, text) => {
  const barcode = toBarcode(type, text)
  await expectReadBack(barcode, drawBarcodePng(barcode).png)
})

test.each([
  [
    () => toBarcode({ type: 'GTIN' } as never, '' as never),
    "a barcode's type must be one of GTIN, EAN-128, Code39, Code128, QRCode",
  ],
  [() => toBarcode('Code128', 5 as never), 'Code128 needs a text, got none'],
  [
    () => drawBarcodePng('4006381333931' as never),
    "draw what toBarcode returns, such as toBarcode('GTIN', '4006381333931')",
  ],
])('what cannot be a barcode says what can: %#', (draw, message) => {
  expect(draw).toThrow(BarcodeError)
  expect(draw).toThrow(message)
})
