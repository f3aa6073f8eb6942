import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../../support/receipts.ts'
import { mailOf, pageOf } from '../../../support/stages.ts'

const paymentLink = 'https://pay.example.com/l/8Qk2?a=1&b=2'

test('a request to pay has a button with the amount, and says that it is no receipt', () => {
  const { paymentLink: link } = viewOf(aReceipt({ transactionType: 'PaymentLinkTransaction', paymentLink }))
  expect(link).toMatchObject({ button: 'Pay $12.00', url: paymentLink })
  expect(link!.note).toMatch(/not a receipt/)
})

test('on a receipt that is partly paid the button asks for the rest', () => {
  const { paymentLink: link } = viewOf(aReceipt({ paymentLink, balanceDue: 5 }))
  expect(link).toMatchObject({ button: 'Pay $5.00' })
  expect(link!.note).toBeUndefined()
})

test('without a link there is no button', () => expect(viewOf(aReceipt()).paymentLink).toBeUndefined())

const request = { transactionType: 'PaymentLinkTransaction', paymentLink }

test('paper has a code of the link, 30 mm wide, which no mail attaches', () => {
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

test('a barcode that is the link is drawn once on paper, and stays in the mail', () => {
  const view = viewOf(aReceipt({ ...request, barcodeType: 'QRCode', barcodeNumber: paymentLink }))
  expect(view.barcode).toMatchObject({ image: view.paymentLink!.image, isPaymentLink: true })
  expect(mailOf(view).images).toHaveLength(1)
  expect(pageOf(view).split('<svg')).toHaveLength(2)
})

test('another barcode stays what it is', () => {
  const view = viewOf(aReceipt({ ...request, barcodeType: 'Code128', barcodeNumber: '118-20931' }))
  expect(view.barcode).not.toHaveProperty('isPaymentLink')
  expect(pageOf(view).split('<svg')).toHaveLength(3)
})

test('a link too long for a code is printed alone', () => {
  const view = viewOf(aReceipt({ ...request, paymentLink: `https://pay.example.com/${'é'.repeat(1500)}` }))
  expect(view.paymentLink).not.toHaveProperty('image')
  expect(pageOf(view)).toContain('<p class="url"')
  expect(pageOf(view)).not.toContain('Scan to pay')
})

test('a request says until when it is to be paid: the first of its dates', () => {
  const orders = [{ paymentSchedules: [{ dueDate: '2026-06-05' }, { dueDate: '2026-05-05' }] }]
  expect(viewOf(aReceipt({ ...request, orders })).heading.outcome).toBe('Due by May 5, 2026')
  expect(viewOf(aReceipt(request)).heading.outcome).toBe('Payment due')
})
