import { describe, expect, test } from 'vitest'
import { type BarcodeType, toBarcode } from '../../../src/barcode/barcode.ts'
import { drawBarcodeSvg, type PaperOptions } from '../../../src/barcode/draw.ts'
import { printed, read } from '../read-back.ts'

const dot = 25.4 / 203

function draw(type: BarcodeType, text: string, maxWidth: number, dot?: number) {
  return drawBarcodeSvg(toBarcode(type, text), { maxWidth, ...(dot && { dot }) })
}

/** How many dots of `dot` millimeters a module takes. */
function dotsOf(svg: string, dot: number): number {
  const [, width, across] = /width="([0-9.]+)mm".* viewBox="0 0 ([0-9]+) /.exec(svg)!
  return Number(width) / Number(across) / dot
}

describe('on a till roll', () => {
  test.each<[BarcodeType, string, number, number]>([
    ['GTIN', '4006381333931', 72, 3],
    ['GTIN', '4006381333931', 48, 3],
    ['GTIN', '14006381333938', 48, 2],
    ['Code128', 'A1B2-0042-1234', 72, 2],
    ['QRCode', 'https://example.com/r/0042', 48, 4],
    ['QRCode', 'é'.repeat(300), 48, 3],
    ['QRCode', 'é'.repeat(500), 48, 2],
  ])('a module of %s %.16j on %s mm is %s whole dots', (type, text, maxWidth, dots) => {
    const { svg, width } = draw(type, text, maxWidth, dot)
    expect(dotsOf(svg, dot)).toBeCloseTo(dots, 3)
    expect(width).toBeLessThanOrEqual(maxWidth)
  })

  test.each([72, 48])('bars too wide for %s mm run along the paper and are read back', async maxWidth => {
    const text = 'aB~x'.repeat(12)
    const { svg, width, height } = draw('Code128', text, maxWidth, dot)
    expect(width).toBeLessThanOrEqual(maxWidth)
    expect(width).toBeGreaterThanOrEqual(12)
    expect(height).toBeGreaterThan(maxWidth)
    expect((await read(printed(svg, 203)))?.text).toBe(text)
  })

  test('upright bars are cut to a narrow strip, not drawn beyond it', () => {
    expect(draw('Code128', 'aB~x'.repeat(12), 15, dot).width).toBeLessThanOrEqual(15)
  })
})

describe('on a page', () => {
  test.each<[BarcodeType, string, number]>([
    ['GTIN', '4006381333931', 4],
    ['Code128', 'aB~x'.repeat(12), 3],
    ['QRCode', 'https://example.com/r/0042', 6],
  ])('a module of %s %.16j is whole dots of 300 an inch', (type, text, dots) => {
    const { svg, width } = draw(type, text, 170)
    expect(dotsOf(svg, 25.4 / 300)).toBeCloseTo(dots, 3)
    expect(width).toBeLessThanOrEqual(170)
  })

  test('bars that a column would make finer than 0.2 mm are upright in it', () => {
    const inColumn = (column: number) =>
      drawBarcodeSvg(toBarcode('Code128', 'aB~x'.repeat(6)), { maxWidth: 170, column })
    expect(inColumn(64)).toEqual(draw('Code128', 'aB~x'.repeat(6), 170))
    expect(inColumn(63)).toEqual(draw('Code128', 'aB~x'.repeat(6), 63))
    expect(inColumn(63).height).toBeGreaterThan(63)
  })

  test('bars are 12 mm high, or 15 % of a long symbol', () => {
    expect(draw('GTIN', '4006381333931', 170).height).toBeCloseTo(12, 0)
    const long = draw('Code128', 'aB~x'.repeat(12), 170)
    expect(long.height / long.width).toBeCloseTo(0.15, 2)
  })
})

test.each([
  [16.8, 6],
  [16.7, 5],
  [14, 5],
  [13.9, 4],
  [11.2, 4],
  [11.1, 3],
])('the squares of a QR code 33 squares wide on %s mm of a page are %s dots of 300 an inch', (maxWidth, dots) => {
  const { svg } = draw('QRCode', 'https://example.com/r/0042', maxWidth)
  expect(dotsOf(svg, 25.4 / 300)).toBeCloseTo(dots, 3)
})

test('squares that don’t fit in whole dots are as wide as the paper, and never finer than a quarter millimeter', () => {
  const text = 'é'.repeat(500)
  const coarse = draw('QRCode', text, 48, 0.25)
  expect(coarse.width).toBe(48)
  const fine = draw('QRCode', text, 20, 0.25)
  expect(fine.width / 0.25).toBeCloseTo(129, 3)
})

describe('the drawing', () => {
  test('is one element with one path, in the stated size', () => {
    const { svg, width, height } = draw('GTIN', '40170725', 72, dot)
    expect(svg).toMatch(/^<svg [^<>]+><path d="[Mhvz0-9 -]+"\/><\/svg>$/)
    expect(svg).toContain(`role="img" aria-label="4017 0725" width="${width}mm" height="${height}mm"`)
    expect(svg).toContain('shape-rendering="crispEdges"')
  })

  test('contains receipt text only as text', () => {
    const { svg } = draw('QRCode', `"/><script>alert('1')</script>&\n`, 72, dot)
    expect(svg).toContain(`aria-label="&quot;/&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp; "`)
    expect(svg.match(/</g)).toHaveLength(3)
  })

  test('is the same each time', () => {
    expect(draw('QRCode', 'é'.repeat(40), 72, dot)).toEqual(draw('QRCode', 'é'.repeat(40), 72, dot))
  })
})

describe('a least width', () => {
  // 25 modules and a quiet zone of 8.
  const text = 'https://example.com/r/0042'
  const widthOf = (options: PaperOptions) => drawBarcodeSvg(toBarcode('QRCode', text), options).width * (25 / 33)

  test.each([
    [undefined, 30],
    [dot, 30],
    [dot, 20],
  ])('with dots of %s mm takes as few of them as make %s mm', (dotSize, leastWidth) => {
    const width = widthOf({ maxWidth: 72, ...(dotSize && { dot: dotSize }), leastWidth })
    expect(width).toBeGreaterThanOrEqual(leastWidth)
    expect(width).toBeLessThan(leastWidth + 25 * (dotSize ?? 25.4 / 300))
  })

  test('gives way to the paper', () => {
    expect(widthOf({ maxWidth: 30, leastWidth: 30 })).toBe(widthOf({ maxWidth: 30 }))
  })
})
