import { describe, expect, test } from 'vitest'
import { type BarcodeType, toBarcode } from '../../../src/barcode/barcode.ts'
import { drawBarcodePng } from '../../../src/barcode/draw.ts'
import { mailImage } from '../../../src/barcode/drawing/mail-image.ts'
import { picture, read } from '../read-back.ts'

const examples: [BarcodeType, string][] = [
  ['GTIN', '40170725'],
  ['GTIN', '036000291452'],
  ['GTIN', '4006381333931'],
  ['GTIN', '14006381333938'],
  ['EAN-128', '(01)04006381333931(10)AB(21)7'],
  ['Code39', 'R-0042'],
  ['Code128', 'A1B2-0042-123456'],
  ['QRCode', 'https://example.com/r/0042'],
]

/** The longest text of each type that may be, as dense as it can be. */
const longest: [BarcodeType, string][] = [
  ['EAN-128', `(91)${'aB/x'.repeat(11)}zz`],
  ['Code39', '0K-Z'.repeat(8) + 'AB'],
  ['Code128', 'aB~x'.repeat(12)],
  ['QRCode', 'é'.repeat(500)],
]

describe.each(examples)('the image of a %s %j', (type, text) => {
  const image = drawBarcodePng(toBarcode(type, text))
  const { width, height, grey } = picture(image.png)

  test('is black and opaque white, with white corners', () => {
    expect(new Set(grey)).toEqual(new Set([0, 255]))
    const corners = [0, width - 1, width * (height - 1), width * height - 1]
    expect(corners.map(corner => grey[corner])).toEqual([255, 255, 255, 255])
  })

  test('weighs little, fits a phone and keeps its proportions', () => {
    expect(image.png.length).toBeLessThan(1024)
    expect(image.width).toBeLessThanOrEqual(328)
    expect(image.height).toBeGreaterThanOrEqual(Math.max(52, Math.ceil(image.width * 0.15)))
    expect(width / image.width).toBe(height / image.height)
    expect(width / image.width).toBeGreaterThanOrEqual(2)
  })

  test('is the same bytes each time', () => {
    expect(drawBarcodePng(toBarcode(type, text)).png).toEqual(image.png)
  })
})

test('bars have a quiet zone of at least 10 modules, EAN-13 of 11, squares of 4', () => {
  for (const [type, text] of examples) {
    const barcode = toBarcode(type, text)
    const { width, grey } = picture(drawBarcodePng(barcode).png)
    const quiet = { ean13: 11, qrcode: 4 }[barcode.symbology as string] ?? 10
    const module = barcode.symbology === 'qrcode' ? 8 : 4
    const row = grey.subarray(quiet * module * width, (quiet * module + 1) * width)
    expect(row.indexOf(0)).toBe(quiet * module)
    expect(row.lastIndexOf(0)).toBe(width - quiet * module - 1)
  }
})

describe.each(longest)('the longest %s', (type, text) => {
  const barcode = toBarcode(type, text)
  const image = drawBarcodePng(barcode)

  test('still fits a phone, upright if it has bars, and is read back', async () => {
    expect(image.width).toBeLessThanOrEqual(328)
    expect(image.height).toBeLessThanOrEqual(600)
    expect(image.height > image.width).toBe(type !== 'QRCode')
    expect((await read(image.png))?.text).toBe(barcode.text)
  })

  test('weighs less than 6 KB', () => {
    expect(image.png.length).toBeLessThan(6 * 1024)
  })
})

test('a bar module takes 2 CSS px, 1 if that is too wide for a phone; beyond that the symbol is upright', () => {
  const size = (length: number) => drawBarcodePng(toBarcode('Code128', 'x'.repeat(length)))
  expect(size(9)).toMatchObject({ width: 308, height: 52 })
  expect(size(10)).toMatchObject({ width: 165, height: 52 })
  expect(size(24)).toMatchObject({ width: 319, height: 52 })
  expect(size(25)).toMatchObject({ width: 52, height: 330 })
})

test.each([
  [164, { width: 328, height: 52 }],
  [165, { width: 165, height: 52 }],
  [328, { width: 328, height: 52 }],
  [329, { width: 52, height: 329 }],
])('bars of %s modules fit the 328 px of a phone as %j', (width, size) => {
  expect(mailImage({ width, height: 1, dark: new Uint8Array(width) })).toMatchObject(size)
})

test.each([
  [50, 200],
  [51, 153],
  [109, 327],
  [110, 220],
])('%s squares a side take %s px', (side, px) => {
  expect(mailImage({ width: side, height: side, dark: new Uint8Array(side * side) })).toMatchObject({
    width: px,
    height: px,
  })
})

// ISO/IEC 18004, table 7: 14 bytes fit the smallest symbol at level M, 26 the next; 21 squares a side and four more for each.
test.each([
  ['a'.repeat(14), 21],
  ['a'.repeat(15), 25],
  ['\u007f\n~a'.repeat(3) + 'aa', 21],
  ['a'.repeat(26), 25],
  ['a'.repeat(27), 29],
  // What is beyond ASCII is announced, which takes a byte and a half.
  [`é${'a'.repeat(12)}`, 25],
  [`é${'a'.repeat(10)}`, 21],
])('a QR code of %j is as small as it can be', (text, side) => {
  expect(drawBarcodePng(toBarcode('QRCode', text)).width).toBe((side + 8) * 4)
})
