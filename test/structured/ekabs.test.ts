import { describe, expect, test } from 'vitest'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { receiptAsEkabs } from '../../src/structured/ekabs/ekabs.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const ekabsOf = (sent: SentReceipt) => {
  const { text, notCarried } = receiptAsEkabs(parseReceipt(aReceipt(sent)))
  return { document: JSON.parse(text), why: Object.fromEntries(notCarried.map(({ path, reason }) => [path, reason])) }
}

test('a German receipt has its seller, goods by tax rate, payments and the block of its TSE', () => {
  const { text, mediaType } = receiptAsEkabs(parseReceipt(fixtureNamed('grocery-vat.de-DE').receipt))
  expect(mediaType).toBe('application/json')
  const { data, ...document } = JSON.parse(text)
  expect(document).toMatchObject({
    version: '1.0.0',
    type: 'INVOICE',
    cash_register: { serial_number: 'ML-0217-03' },
    head: {
      number: '0217-3-48213',
      date: '2026-10-24T16:42:31+02:00',
      seller: {
        name: 'Marktladen Sülz',
        tax_number: 'DE 987 654 321',
        address: { street: 'Zülpicher Straße 318', postal_code: '50937', city: 'Köln', country_code: 'DEU' },
      },
    },
    security: {
      tse: {
        serial_number: '9c41d07be2a85f1634c9e0b7d2586fa1137e4bc8509ad6f3728c15be40d97a62',
        timestamp_start: '2026-10-24T16:38:55.000+02:00',
        timestamp_end: '2026-10-24T16:42:31.000+02:00',
        transaction_number: 48213,
        signature_number: 96427,
        signature: 'kQ7vXb0dT2mYp4sWc9RzLh1UoE6gNj3FaVt8iHxS5ZyBqDrKuMwPCeGfJnOlA2Xk0b7Qd4Rt9Ys1Wv6Uz3Mc5A==',
      },
    },
  })
  expect(document.misc.footer_text).toContain('Frisch aus der Region\nMo–Sa 7–21 Uhr\nTSE-Transaktion: 48213')
  expect(data).toMatchObject({
    currency: 'EUR',
    full_amount_incl_vat: 61.25,
    payment_types: [{ name: 'Cash', amount: 70 }],
    vat_amounts: [
      { percentage: 19, excl_vat: 9.08, vat: 1.73 },
      { percentage: 7, excl_vat: 47.14, vat: 3.3 },
    ],
  })
  expect(data.lines[0]).toEqual({
    text: 'Bananen',
    vat_amounts: [{ percentage: 7, incl_vat: 2.08 }],
    item: { quantity: 1.164, quantity_measure: 'KG', price_per_unit: 1.79 },
  })
  const butter = data.lines.find(({ text: name }: { text: string }) => name === 'Süßrahmbutter 250 g')
  expect(butter).toMatchObject({ additional_text: 'Wochenangebot', vat_amounts: [{ percentage: 7, incl_vat: 1.89 }] })
  // A line's amount has its discounts.
  const sumAt = (rate: number) =>
    data.lines
      .flatMap((line: { vat_amounts: { percentage: number; incl_vat: number }[] }) => line.vat_amounts)
      .reduce(
        (sum: number, { percentage, incl_vat }: { percentage: number; incl_vat: number }) =>
          sum + (percentage === rate ? incl_vat : 0),
        0,
      )
  expect(sumAt(7)).toBeCloseTo(47.14 + 3.3, 6)
  expect(sumAt(7) + sumAt(19)).toBeCloseTo(61.25, 6)
})

describe('the signature of a TSE', () => {
  // DSFinV-K, annex I.
  const code =
    'V0;955002-00;Kassenbeleg-V1;Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar;18;112;2019-07-10T18:41:04.000Z;2019-07-10T18:41:05.000Z;ecdsa-plain-SHA256;unixTime;MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiuAiAt+saFDGjK2Yi5Cxgy7PprXQ5O0seRgx4ltdpW9REvwA==;BHhWOeisRpPBTGQ1W4VUH95TXx2GARf8e2NYZXJoInjtGqnxJ8sZ3CQpYgjI+LYEmW5A37sLWHsyU7nSJUBemyU='

  test.each([
    ['its barcode', { barcodeType: 'QRCode', barcodeNumber: code }],
    ['a text', { additionalInfo2: `Vielen Dank!\n${code}` }],
  ])('is read from the code in %s', (_, sent) => {
    const { document } = ekabsOf(sent)
    expect(document.cash_register.serial_number).toBe('955002-00')
    expect(document.security.tse).toEqual({
      signature_algorithm: 'ecdsa-plain-SHA256',
      log_time_format: 'unixTime',
      timestamp_start: '2019-07-10T18:41:04.000Z',
      timestamp_end: '2019-07-10T18:41:05.000Z',
      transaction_number: 18,
      signature_number: 112,
      process_type: 'Kassenbeleg-V1',
      process_data: 'Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar',
      signature: 'MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiuAiAt+saFDGjK2Yi5Cxgy7PprXQ5O0seRgx4ltdpW9REvwA==',
    })
  })

  test('has what lines with labels say besides its code', () => {
    const { document } = ekabsOf({
      barcodeType: 'QRCode',
      barcodeNumber: code,
      additionalInfo1: 'TSE-Seriennummer: 7ab1c2',
    })
    expect(document.security.tse).toMatchObject({ serial_number: '7ab1c2', transaction_number: 18 })
  })

  test('is not made up from the number of a transaction', () => {
    const { document, why } = ekabsOf({ additionalInfo1: 'Transaktionsnummer: 18' })
    expect(document.security).toBeUndefined()
    expect(why.rawPosReceipt).toContain('signature of the TSE')
  })
})

test.each([
  ['USt-IdNr. DE 987 654 321 · Marktladen', 'DE 987 654 321'],
  ['USt-ID: DE987654321', 'DE987654321'],
  ['St.-Nr. 020 815 30042', '020 815 30042'],
  ['Steuernummer: 020/815/30042', '020/815/30042'],
  ['Tel. 0641 555014', undefined],
])('the tax number in "%s" is %s', (additionalInfo1, taxNumber) => {
  expect(ekabsOf({ additionalInfo1 }).document.head.seller.tax_number).toBe(taxNumber)
})

test('what is given back is negative, whichever sign was sent', () => {
  const items = [
    {
      name: 'Canvas cap',
      sku: '31045',
      price: 31,
      total: 31,
      quantity: { value: 1 },
      taxes: [{ percent: 0.19, amount: 4.95 }],
    },
  ]
  const taxes = [{ percent: 0.19, taxableAmount: 26.05, amount: 4.95 }]
  const { document } = ekabsOf({
    transactionType: 'ReturnTransaction',
    returns: [{ items }],
    ...{ taxes, grandAmount: 31, netAmount: 26.05, tenders: [{ tenderTypeCode: 'Cash', amount: 31 }] },
  })
  expect(document.data).toMatchObject({
    full_amount_incl_vat: -31,
    payment_types: [{ name: 'Cash', amount: -31 }],
    vat_amounts: [{ percentage: 19, excl_vat: -26.05, vat: -4.95 }],
    lines: [
      {
        text: 'Canvas cap',
        vat_amounts: [{ percentage: 19, incl_vat: -31, vat: -4.95 }],
        item: { number: '31045', quantity: -1, price_per_unit: 31 },
      },
    ],
  })
})

test('a payment in another currency has no amount in the receipt’s, and that is said', () => {
  const { document, why } = ekabsOf({
    currency: 'EUR',
    tenders: [{ tenderTypeCode: 'Cash', amount: 30, currency: 'CHF' }],
  })
  expect(document.data.payment_types).toEqual([{ name: 'Cash', foreign_amount: 30, foreign_currency: 'CHF' }])
  expect(why['tenders[0].amount']).toContain('the amount in EUR')
})

test.each([
  [{ tenderTypeCode: 'CASH' }, 'Cash'],
  [{ tenderTypeCode: 'Hauskonto' }, 'Hauskonto'],
  [{ tenderTypeCode: 'Credit', creditDebit: { last4Digits: '9002', typeCode: 'MC' } }, 'Mastercard'],
  [{ tenderTypeCode: 'APPLE_PAY', creditDebit: { last4Digits: '9002', typeCode: 'MC' } }, 'Apple Pay (Mastercard)'],
  [{ tenderTypeCode: 'Credit', creditDebit: { last4Digits: '9002', typeCode: 'GPay' } }, 'Google Pay'],
  [{ tenderTypeCode: 'paypal' }, 'PayPal'],
])('a payment with %j is named as receipts name it: %s', (tender, name) => {
  const { document } = ekabsOf({ tenders: [{ amount: 70, ...tender }] })
  expect(document.data.payment_types).toEqual([{ name, amount: 70 }])
})

test('what it asks for and the receipt lacks is left out and named', () => {
  const { document, why } = ekabsOf({ receiptDateTime: undefined, currency: undefined, taxes: undefined })
  expect(document.head.date).toBeUndefined()
  expect(Object.keys(why)).toEqual(
    expect.arrayContaining(['receiptDateTime', 'currency', 'taxes', 'rawPosReceipt', 'workstation.store.name']),
  )
})

test('a line without one tax rate keeps its quantity and price, and names its total', () => {
  const { document, why } = ekabsOf({
    items: [{ name: 'Tea', price: 4, total: 8, quantity: { value: 2 }, discounts: [{ name: 'Offer', amount: -1 }] }],
  })
  expect(document.data.lines).toEqual([
    { text: 'Tea', additional_text: 'Offer', item: { quantity: 2, price_per_unit: 4 } },
  ])
  expect(why['items[0].total']).toContain('by tax rate')
  expect(why['items[0].discounts[0].amount']).toContain('already has it')
})
