import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../../support/receipts.ts'
import { mailOf, pageOf } from '../../../support/stages.ts'

const paymentLink = 'https://pay.example.com/l/8Qk2?a=1&b=2'

test('shows a payment request’s amount on a button, and “not a receipt”', () => {
  const { paymentLink: link } = viewOf(aReceipt({ transactionType: 'PaymentLinkTransaction', paymentLink }))
  expect(link).toMatchObject({ button: 'Pay $12.00', url: paymentLink })
  expect(link!.note).toMatch(/not a receipt/)
})

test('asks for the balance on a partly paid receipt', () => {
  const { paymentLink: link } = viewOf(aReceipt({ paymentLink, balanceDue: 5 }))
  expect(link).toMatchObject({ button: 'Pay $5.00' })
  expect(link!.note).toBeUndefined()
})

test('shows no button without a link', () => expect(viewOf(aReceipt()).paymentLink).toBeUndefined())

const request = { transactionType: 'PaymentLinkTransaction', paymentLink }

test('prints the link as a QR code 30 mm wide on paper only', () => {
  const view = viewOf(aReceipt(request))
  expect(view.paymentLink).toMatchObject({ isRequest: true, scan: 'Scan to pay' })
  expect(view.images[view.paymentLink!.image!]).toMatchObject({
    barcode: { type: 'QRCode', text: paymentLink },
    leastWidth: 30,
    onlyPaper: true,
  })
  expect(mailOf(view).images).toEqual([])
  const [, width, across] = /<div class="scan keep"><svg[^>]* width="([\d.]+)mm"[^>]* viewBox="0 0 (\d+) /.exec(
    pageOf(view),
  )!
  expect((Number(width) * (Number(across) - 8)) / Number(across)).toBeGreaterThanOrEqual(30)
})

test('draws a barcode of the link once on paper and in mail', () => {
  const view = viewOf(aReceipt({ ...request, barcodeType: 'QRCode', barcodeNumber: paymentLink }))
  expect(view.barcode).toMatchObject({ image: view.paymentLink!.image, isPaymentLink: true })
  expect(mailOf(view).images).toHaveLength(1)
  expect(pageOf(view).split('<svg')).toHaveLength(2)
})

test('leaves other barcodes as they are', () => {
  const view = viewOf(aReceipt({ ...request, barcodeType: 'Code128', barcodeNumber: '118-20931' }))
  expect(view.barcode).not.toHaveProperty('isPaymentLink')
  expect(pageOf(view).split('<svg')).toHaveLength(3)
})

test('prints a link too long for a QR code as text', () => {
  const view = viewOf(aReceipt({ ...request, paymentLink: `https://pay.example.com/${'é'.repeat(1500)}` }))
  expect(view.paymentLink).not.toHaveProperty('image')
  expect(pageOf(view)).toContain('<p class="url"')
  expect(pageOf(view)).not.toContain('Scan to pay')
})

test('shows the earliest due date', () => {
  const orders = [{ paymentSchedules: [{ dueDate: '2026-06-05' }, { dueDate: '2026-05-05' }] }]
  expect(viewOf(aReceipt({ ...request, orders })).heading.outcome).toBe('Due by May 5, 2026')
  expect(viewOf(aReceipt(request)).heading.outcome).toBe('Payment due')
})
