import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test('treats a code without a type as Code128', () => {
  const view = viewOf(aReceipt({ barcodeNumber: '118-20931' }))
  expect(view.images[view.barcode!.image]).toMatchObject({
    kind: 'barcode',
    barcode: { symbology: 'code128', text: '118-20931' },
  })
})

test('shows a code’s number in its alt text and caption', () => {
  const { barcode } = viewOf(aReceipt({ barcodeNumber: '0360002914522', barcodeType: 'GTIN' }))
  expect(barcode).toMatchObject({
    alt: expect.stringMatching(/^Barcode /),
    note: 'Show this code for returns or questions.',
  })
  expect(barcode!.caption.replace(/ /g, '')).toBe('0360002914522')
})

test('gives a QR code too long to type alt text but no caption', () => {
  const { barcode } = viewOf(
    aReceipt({ barcodeNumber: `https://example.com/r/${'x'.repeat(60)}`, barcodeType: 'QRCode' }),
  )
  expect(barcode!.caption).toBe('')
  expect(barcode!.alt.trim()).toMatch(/^Barcode/)
})

test.each([
  ['a receipt', {}, 'Show this code for returns or questions.'],
  ['an order', { transactionType: 'OrderTransaction' }, 'Have this code ready if you have a question.'],
  ['an order to fetch', { transactionType: 'BOPUS', orders: [{}] }, 'Show this code when you pick up your order.'],
  [
    'a request to pay',
    { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
    'Scan or show this code to pay.',
  ],
])('explains the purpose of the code on %s', (_, differs, note) =>
  expect(viewOf(aReceipt({ barcodeNumber: '118-20931', ...differs })).barcode!.note).toBe(note),
)

test('labels an order’s code for the order, and a URL for opening', () => {
  const notesOf = (order: object) => viewOf(aReceipt({ orders: [order] })).orders[0]!.barcode!.note
  expect(notesOf({ barcodeNumber: '7', action: 'Pickup' })).toBe('Show this code when you pick up your order.')
  expect(notesOf({ barcodeNumber: '7', action: 'Delivery' })).toBe('Have this code ready if you have a question.')
  const address = { barcodeNumber: 'https://example.com/r/1', barcodeType: 'QRCode' }
  expect(viewOf(aReceipt(address)).barcode!.note).toBe('Scan to open the link.')
})

test('links a code that is a URL, and no other', () => {
  const { barcode } = viewOf(aReceipt({ barcodeNumber: 'https://example.com/r/1', barcodeType: 'QRCode' }))
  expect(barcode!.url).toBe('https://example.com/r/1')
  expect(viewOf(aReceipt({ barcodeNumber: '118-20931' })).barcode).not.toHaveProperty('url')
})

test('ignores a type without a number', () =>
  expect(viewOf(aReceipt({ barcodeType: 'QRCode' })).barcode).toBeUndefined())
