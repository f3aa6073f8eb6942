import { describe, expect, test } from 'vitest'
import { aReceipt, type SentReceipt, viewOf } from '../../support/receipts.ts'

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

describe('the codes of a receipt and its orders', () => {
  const codesOf = (differs: SentReceipt) => {
    const { barcode, orders } = viewOf(aReceipt(differs))
    return [barcode, ...orders.map(order => order.barcode)].map(code => code && [code.owner, code.note])
  }
  const show = 'Show this code for returns or questions.'
  const pickUp = 'Show this code when you pick up your order.'
  const order = (number: string) => ({ number, action: 'Pickup', barcodeNumber: number })

  test('say whose they are, if there are several', () => {
    expect(codesOf({ barcodeNumber: '118-20931', items: [{ name: 'Tea', total: 12 }], orders: [order('7')] })).toEqual([
      ['Receipt', show],
      ['Order', pickUp],
    ])
    expect(codesOf({ barcodeNumber: '118-20931' })).toEqual([[undefined, show]])
    expect(codesOf({ orders: [order('7'), { number: '8' }] })).toEqual([undefined, [undefined, pickUp], undefined])
  })

  test('say it in plain text instead of that they are codes', () => {
    const order = { number: '7', barcodeNumber: 'ORD-7' }
    const textsOf = (differs: SentReceipt) => {
      const { barcode, orders } = viewOf(aReceipt({ barcodeNumber: '118-20931', ...differs }))
      return [barcode!.text, ...orders.map(order => order.barcode!.text)]
    }
    expect(textsOf({ orders: [order] })).toEqual(['Receipt 118-20931', 'Order ORD-7'])
    expect(textsOf({})).toEqual(['Code: 118-20931'])
  })

  test('say once what they are for', () => {
    expect(codesOf({ orders: [order('7'), order('8')] })).toEqual([undefined, ['Order', pickUp], ['Order', '']])
  })

  test('leave it to the store’s terms to say when a code is shown', () => {
    const terms = [{ description: 'Returns within 30 days with this receipt.' }]
    expect(codesOf({ barcodeNumber: '118-20931', terms })).toEqual([[undefined, '']])
    expect(codesOf({ barcodeNumber: '118-20931', terms, orders: [order('7')], items: [{ name: 'Tea' }] })).toEqual([
      ['Receipt', ''],
      ['Order', pickUp],
    ])
    expect(codesOf({ barcodeNumber: '118-20931', terms: [{ description: ' ' }] })).toEqual([[undefined, show]])
  })
})

test('links a code that is a URL, and no other', () => {
  const { barcode } = viewOf(aReceipt({ barcodeNumber: 'https://example.com/r/1', barcodeType: 'QRCode' }))
  expect(barcode!.url).toBe('https://example.com/r/1')
  expect(viewOf(aReceipt({ barcodeNumber: '118-20931' })).barcode).not.toHaveProperty('url')
})

test('ignores a type without a number', () =>
  expect(viewOf(aReceipt({ barcodeType: 'QRCode' })).barcode).toBeUndefined())
