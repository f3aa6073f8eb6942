import { drawBarcodeDots, toBarcode } from 'counterfoil/internal'
import { describe, expect, test } from 'vitest'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { readPrinter } from '../../src/paper/printer.ts'
import { nativeCode } from '../../src/paper/slip.ts'
import { drawPaper } from './support/draw-paper.ts'
import { pictureOf } from './support/picture.ts'
import { maker, printed, printers, saleOf } from './support/printers.ts'
import type { Mark } from './support/tape.ts'

const codes = [
  ['GTIN', '0614141007349', 'EAN13', '0614141007349'],
  ['GTIN', '4006381333931', 'EAN13', '4006381333931'],
  ['GTIN', '96385074', 'EAN8', '96385074'],
  ['GTIN', '10614141007346', 'ITF', '10614141007346'],
  ['Code39', 'REC-20931', 'Code39', 'REC-20931'],
  ['Code128', '004-118-20931', 'Code128', '004-118-20931'],
  ['Code128', 'TX-2026-10-31-118-0000204417', 'Code128', 'TX-2026-10-31-118-0000204417'],
  ['Code128', '20261031118000020441', 'Code128', '20261031118000020441'],
  ['Code128', 'A{1B%0C', 'Code128', 'A{1B%0C'],
  [
    'QRCode',
    'https://receipts.example.com/r/8Qk2vR71?a=1&b=%C3%A9',
    'QRCode',
    'https://receipts.example.com/r/8Qk2vR71?a=1&b=%C3%A9',
  ],
  ['QRCode', 'Größe: 42 €', 'QRCode', 'Größe: 42 €'],
] as const

describe.each(printers)('on the paper of $model', ({ model, make, dots }) => {
  test.each(codes)('%s %s is scanned', async (barcodeType, barcodeNumber, symbology, text) => {
    const receipt = saleOf('Socks', { barcodeType, barcodeNumber })
    const { bytes } = await maker.paper(receipt, { printer: { model }, as: 'text' })
    const paper = await drawPaper(codesOf(printed(bytes, make)), { dots, make })
    expect(await readBarcodes(pictureOf(paper))).toMatchObject([{ symbology, text }])
  })

  test('GS1-128 has its FNC1 at the front and between its elements', async () => {
    const receipt = saleOf('Socks', { barcodeType: 'EAN-128', barcodeNumber: '(10)AB(21)XY' })
    const { bytes } = await maker.paper(receipt, { printer: { model } })
    const paper = await drawPaper(codesOf(printed(bytes, make)), { dots, make })
    expect(await readBarcodes(pictureOf(paper))).toMatchObject([{ identifier: ']C1', text: '10AB\u001d21XY' }])
  })
})

describe('a printer draws a code itself', () => {
  const native = (type: 'Code128' | 'Code39' | 'GTIN' | 'QRCode' | 'EAN-128', text: string, model: string) =>
    nativeCode({ kind: 'barcode', barcode: toBarcode(type, text) }, readPrinter({ model }))

  test('in modules of three dots, else two, if the bars are surely no wider than the paper', () => {
    const widest = (length: number) => native('Code128', 'A'.repeat(length), 'epson-tm-p20ii')?.symbology
    const moduleOf = (length: number) => {
      const code = native('Code128', 'A'.repeat(length), 'epson-tm-p20ii')
      return code?.module
    }
    // 11 modules each and 35 more, on 384 dots.
    expect([8, 9, 14].map(moduleOf)).toEqual([3, 2, 2])
    expect([14, 15].map(widest)).toEqual(['code128', undefined])
  })

  test.each([
    ['GS1-128', () => native('EAN-128', '(10)AB(21)XY', 'epson-tm-m30iii')],
    ['ITF-14', () => native('GTIN', '10614141007346', 'epson-tm-m30iii')],
    ['what is a command within Code128', () => native('Code128', 'A%1', 'star-mc-print2')],
    ['QR codes that it has none of', () => native('QRCode', 'https://example.com', 'epson-tm-t88iii')],
    ['letters that it has no encoding for', () => native('QRCode', 'é', 'epson-tm-m30iii')],
    [
      'anything, if its model is unknown',
      () => nativeCode({ kind: 'barcode', barcode: toBarcode('Code39', 'A') }, readPrinter({ width: 80 })),
    ],
  ])('but not %s', (_, code) => {
    expect(code()).toBeUndefined()
  })

  test.each([
    ['epson-tm-t88v', 180],
    ['epson-tm-m30iii', 203],
  ])('bars are 12 mm high on the %s, whose dots are %i an inch', (model, dpi) => {
    const code = native('Code128', '004-118-20931', model)
    expect(((code as { height: number }).height / dpi) * 25.4).toBeCloseTo(12, 1)
  })

  test('a QR code to pay with is 30 mm wide, or as wide as eight dots a module make it', () => {
    const barcode = toBarcode('QRCode', 'https://pay.example.com/balance/2026/10/31/004-118-20931')
    const code = nativeCode({ kind: 'barcode', barcode, leastWidth: 30 }, readPrinter({ model: 'epson-tm-m30iii' }))
    // Version 4: 33 modules, 8 dots a millimeter.
    expect(code).toMatchObject({ module: 8 })
    const squares = drawBarcodeDots(barcode, { dots: 576, dpi: 203 })
    expect(squares.width % (33 + 8)).toBe(0)
  })
})

/** The paper with its codes alone, and the lines around them blank: whole receipts are scanned with the goldens. */
function codesOf(marks: readonly Mark[]): Mark[] {
  const blank = marks.map(mark => (mark.kind === 'line' ? { ...mark, bytes: new Uint8Array() } : mark))
  const [first, last] = [blank.findIndex(isCode), blank.findLastIndex(isCode)]
  return blank.slice(Math.max(0, first - 2), last + 3)
}

function isCode({ kind }: Mark): boolean {
  return kind === 'dots' || kind === 'bars' || kind === 'qr'
}
