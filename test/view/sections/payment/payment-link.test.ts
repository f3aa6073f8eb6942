import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../../support/receipts.ts'

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
