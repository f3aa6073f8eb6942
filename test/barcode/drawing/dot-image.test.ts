import { describe, expect, test } from 'vitest'
import { toBarcode } from '../../../src/barcode/barcode.ts'
import { type DotImage, drawBarcodeDots } from '../../../src/barcode/draw.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'

const printers = [
  { dots: 384, dpi: 203 },
  { dots: 504, dpi: 180 },
  { dots: 576, dpi: 203 },
]

const codes = [
  ['Code128', 'A-2026-10-31-0042', 'A-2026-10-31-0042'],
  ['Code39', 'REC-20931', 'REC-20931'],
  ['GTIN', '0614141007349', '0614141007349'],
  ['GTIN', '10614141007346', '10614141007346'],
  ['EAN-128', '(10)AB(21)XY', '10AB\u001d21XY'],
  ['QRCode', 'https://receipts.example.com/r/caf\u00e9', 'https://receipts.example.com/r/caf\u00e9'],
] as const

describe.each(printers)('in the dots of a printer of $dots', printer => {
  test.each(codes)('%s %s is read', async (type, text, read) => {
    const image = drawBarcodeDots(toBarcode(type, text), printer)
    expect(image.width).toBeLessThanOrEqual(printer.dots)
    expect(await readBarcodes(onWhite(image))).toMatchObject([{ text: read }])
  })
})

test('GS1-128 says that it is one', async () => {
  const image = drawBarcodeDots(toBarcode('EAN-128', '(10)AB(21)XY'), { dots: 576, dpi: 203 })
  expect(await readBarcodes(onWhite(image))).toMatchObject([{ identifier: ']C1' }])
})

test('a module is as many dots as fit: three, else two, along the paper at the worst', () => {
  const width = (text: string) => drawBarcodeDots(toBarcode('Code128', text), { dots: 384, dpi: 203 })
  // Start, text, check and stop are 11 modules each but for the stop's 13, in quiet zones of 10.
  expect(width('ABCDE').width).toBe((11 * 5 + 35 + 20) * 3)
  expect(width('ABCDEFGHIJKL').width).toBe((11 * 12 + 35 + 20) * 2)
  const upright = width('ABCDEFGHIJKLMNOPQRST')
  expect(upright.height).toBe((11 * 20 + 35 + 20) * 2)
  expect(upright.width).toBeLessThan(upright.height)
})

test('a code to pay with has the least width that was asked for', () => {
  const code = toBarcode('QRCode', 'https://pay.example.com/l/8Qk2vR71')
  const image = drawBarcodeDots(code, { dots: 576, dpi: 203, leastWidth: 30 })
  // 29 modules in a quiet zone of 4 on each side: 29 of 8 dots would be 29 mm.
  expect(image.width).toBe((29 + 8) * 9)
})

/** As a picture on a page with margins, two pixels a dot. */
function onWhite({ width, height, dark }: DotImage) {
  const [across, down] = [(width + 40) * 2, (height + 40) * 2]
  const rgba = new Uint8Array(across * down * 4).fill(255)
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const [column, row] = [(x >> 1) - 20, (y >> 1) - 20]
      if (column < 0 || row < 0 || column >= width || row >= height || dark[row * width + column] === 0) continue
      rgba.fill(0, (y * across + x) * 4, (y * across + x) * 4 + 3)
    }
  }
  return { width: across, height: down, rgba }
}
