import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test('a code without a type is Code128', () => {
  const view = viewOf(aReceipt({ barcodeNumber: '118-20931' }))
  expect(view.images[view.barcode!.image]).toMatchObject({
    kind: 'barcode',
    barcode: { symbology: 'code128', text: '118-20931' },
  })
})

test('a code says its number for those who cannot see it, and below it', () => {
  const { barcode } = viewOf(aReceipt({ barcodeNumber: '036000291452', barcodeType: 'GTIN' }))
  expect(barcode).toMatchObject({
    alt: expect.stringMatching(/^Barcode /),
    note: 'Show this code for returns and questions.',
  })
  expect(barcode!.caption.replace(/ /g, '')).toBe('036000291452')
})

test('a QR code too long to type has no line below it, and still a name', () => {
  const { barcode } = viewOf(
    aReceipt({ barcodeNumber: `https://example.com/r/${'x'.repeat(60)}`, barcodeType: 'QRCode' }),
  )
  expect(barcode!.caption).toBe('')
  expect(barcode!.alt.trim()).toMatch(/^Barcode/)
})

test('a type without a number is no code', () =>
  expect(viewOf(aReceipt({ barcodeType: 'QRCode' })).barcode).toBeUndefined())
