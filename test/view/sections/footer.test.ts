import { describe, expect, test } from 'vitest'
import { aReceipt, type SentReceipt, viewOf } from '../../support/receipts.ts'

const footerOf = (differs: SentReceipt = {}, options = {}, language = 'en-US') =>
  viewOf(aReceipt(differs), language, options).footer

describe('thanks', () => {
  test('are said once, in words for a shop, a hotel and a return', () => {
    expect(footerOf().thanks).toBe('Thank you.')
    expect(footerOf({ transactionType: 'ReturnTransaction', grandAmount: -12 }).thanks).toBe('Thank you.')
  })

  test.each([
    ['additionalInfo5', { additionalInfo5: 'Questions? 555-0142\nThank you, see you by the water.' }],
    ['header', { header: 'Vielen Dank für Ihren Einkauf' }],
    ['additionalInfo1', { additionalInfo1: 'ご来店ありがとうございました' }],
    ['additionalInfo3', { additionalInfo3: 'MERCI DE VOTRE VISITE' }],
    ['additionalInfo4', { additionalInfo4: 'شكرا لزيارتكم' }],
    ['the till’s slip', { rawPosReceipt: 'TOTAL 12.00\n   THANKS!' }],
  ])('are left to the shop where it says them itself: %s', (_, differs) =>
    expect(footerOf(differs).thanks).toBeUndefined(),
  )

  test('are left to the lines at the foot too', () =>
    expect(footerOf({}, { footer: ['Ridgeline LLC', 'Gracias por su visita'] }).thanks).toBeUndefined())

  test('are not found in words that only look alike', () =>
    expect(footerOf({ header: 'Commerciale Mercia\nStack of tacks' }).thanks).toBe('Thank you.'))

  test('are not said to who gets a present, nor on a request to pay', () => {
    expect(footerOf({ items: [{ name: 'Teapot' }], grandAmount: 0 }).thanks).toBeUndefined()
    const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
    expect(footerOf(request).thanks).toBeUndefined()
  })
})

test('the reason for the mail names the shop that asks for money', () => {
  const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  expect(footerOf(request).automatic).toBe(
    'You’re receiving this email because Pebble & Pine sent you a payment request.',
  )
  expect(footerOf().automatic).toBe('You’re receiving this email because you asked for an email receipt at checkout.')
})
