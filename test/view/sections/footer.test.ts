import { describe, expect, test } from 'vitest'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { presentReceipt } from '../../../src/view/present.ts'
import { aReceipt, languageOf, type SentReceipt, viewOf } from '../../support/receipts.ts'

const footerOf = (differs: SentReceipt = {}, options = {}, language = 'en-US') =>
  viewOf(aReceipt(differs), language, options).footer

describe('thanks', () => {
  test('are the same for a sale and a return', () => {
    expect(footerOf().thanks).toBe('Thank you.')
    expect(footerOf({ transactionType: 'ReturnTransaction', grandAmount: -12 }).thanks).toBe('Thank you.')
  })

  test.each([
    ['additionalInfo5', { additionalInfo5: 'Questions? 555-0142\nThank you, see you by the water.' }],
    ['header', { header: 'Vielen Dank für Ihren Einkauf' }],
    ['additionalInfo1', { additionalInfo1: 'ご来店ありがとうございました' }],
    ['additionalInfo3', { additionalInfo3: 'MERCI DE VOTRE VISITE' }],
    ['additionalInfo4', { additionalInfo4: 'شكرا لزيارتكم' }],
    ['terms', { terms: [{ description: 'Keep this slip for returns.\nThank you, please come again' }] }],
    ['the till’s slip', { rawPosReceipt: 'TOTAL 12.00\n   THANKS!' }],
  ])('are omitted if the store’s own text has them: %s', (_, differs) =>
    expect(footerOf(differs).thanks).toBeUndefined(),
  )

  test.each(
    [
      ...[
        'Thank you',
        'THANKS!',
        'Thank-you',
        'Merci',
        'Vielen Dank',
        'Wir danken',
        'DANKE',
        'Bedankt voor uw aankoop',
        'Dankt',
      ],
      ...[
        '¡Gracias!',
        'GRACIAS',
        'Grazie',
        'Obrigado',
        'OBRIGADA',
        'Tack för besöket',
        'TAK',
        'Takk',
        'Kiitos',
        'DZIĘKUJEMY',
        'dziękuję',
      ],
      ...[
        'Děkujeme',
        'ĎAKUJEME',
        'Спасибо',
        'СПАСИБО',
        'Дякуємо',
        'ありがとう',
        '有難うございます',
        '谢谢惠顾',
        '謝謝',
        '감사합니다',
        'شكرا',
        'תודה',
      ],
    ].map(words => ({ words })),
  )('are omitted if a text says $words', ({ words }) =>
    expect(footerOf({ header: `12.00 ${words}` }).thanks).toBeUndefined(),
  )

  test('are omitted if the merchant’s footer has them', () =>
    expect(footerOf({}, { footer: ['Ridgeline LLC', 'Gracias por su visita'] }).thanks).toBeUndefined())

  test('are not mistaken for look-alike words', () =>
    expect(footerOf({ header: 'Commerciale Mercia\nStack of tacks' }).thanks).toBe('Thank you.'))

  test('are omitted on gift receipts and payment requests', () => {
    expect(footerOf({ items: [{ name: 'Teapot' }], grandAmount: 0 }).thanks).toBeUndefined()
    const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
    expect(footerOf(request).thanks).toBeUndefined()
  })
})

test('names the store that requests payment as the reason for the mail', () => {
  const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  expect(footerOf(request).automatic).toBe(
    'You’re receiving this email because Pebble & Pine sent you a payment request.',
  )
  expect(footerOf().automatic).toBe('Sent because you asked for it at checkout.')
})

test.each(['de-DE', 'fr-FR', 'it-IT'])('no line ends within the word e-mail: %s', language => {
  const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  const receipt = parseReceipt(aReceipt(request))
  const { automatic } = presentReceipt(receipt, languageOf(receipt, language)).footer
  expect(automatic).toMatch(/\be-\u2060mail\b/i)
  expect(automatic).not.toMatch(/e-mail/i)
})

test('an order from a web shop doesn’t say that it was asked for at a till', () => {
  const store = { id: '12', name: 'Uji Tea', address: {} }
  expect(footerOf({ workstation: { id: '4', store } }, {}, 'en-GB').automatic).toBe(
    'Sent because you asked for it at the till.',
  )
  expect(footerOf({ workstation: { id: 'online', store } }, {}, 'en-GB').automatic).toBe('')
})
