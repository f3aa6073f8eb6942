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
    note: 'Show this code for returns or questions.',
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

test.each([
  ['a receipt', {}, 'Show this code for returns or questions.'],
  ['an order', { transactionType: 'OrderTransaction' }, 'Show this code for questions about your order.'],
  ['an order to fetch', { transactionType: 'BOPUS', orders: [{}] }, 'Show this code when you pick up your order.'],
  [
    'a request to pay',
    { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
    'Scan or show this code to pay.',
  ],
])('the note of %s says what its code is for', (_, differs, note) =>
  expect(viewOf(aReceipt({ barcodeNumber: '118-20931', ...differs })).barcode!.note).toBe(note),
)

test('an order’s own code is for the order, and a web address is to be opened', () => {
  const notesOf = (order: object) => viewOf(aReceipt({ orders: [order] })).orders[0]!.barcode!.note
  expect(notesOf({ barcodeNumber: '7', action: 'Pickup' })).toBe('Show this code when you pick up your order.')
  expect(notesOf({ barcodeNumber: '7', action: 'Delivery' })).toBe('Show this code for questions about your order.')
  const address = { barcodeNumber: 'https://example.com/r/1', barcodeType: 'QRCode' }
  expect(viewOf(aReceipt(address)).barcode!.note).toBe('Scan to open the link.')
})

test('an address can be opened where it is shown, other codes cannot', () => {
  const { barcode } = viewOf(aReceipt({ barcodeNumber: 'https://example.com/r/1', barcodeType: 'QRCode' }))
  expect(barcode!.url).toBe('https://example.com/r/1')
  expect(viewOf(aReceipt({ barcodeNumber: '118-20931' })).barcode).not.toHaveProperty('url')
})

test('a type without a number is no code', () =>
  expect(viewOf(aReceipt({ barcodeType: 'QRCode' })).barcode).toBeUndefined())
