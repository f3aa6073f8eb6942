import { describe, expect, it } from 'vitest'
import { maskCardNumbersInJson } from '../../../src/receipt/card-data/mask-json.ts'
import { readReceipt } from '../../../src/receipt/parse.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'
import { briefly, receiptWith } from '../support.ts'
import { separated, separators } from './support.ts'

const pan = '4111111111111111'

it('keeps every byte except those of card numbers', () => {
  const sent = `{ "header": "A\\n4111 1111 1111 1111 \\"x\\"",\t"items":[{"name":"${pan}","sku":"${pan}","upc" : "${pan}", "price": 1.10}],
      "own": ${pan}, "transactionNumber": ${pan}, "grandAmount": 41.10, "additionalInfo1": "\\u0034111111111111111\\u00e9"}`
  const masked = `{ "header": "A\\n••••1111 \\"x\\"",\t"items":[{"name":"••••1111","sku":"${pan}","upc" : "${pan}", "price": 1.10}],
      "own": "••••1111", "transactionNumber": ${pan}, "grandAmount": 41.10, "additionalInfo1": "••••1111\\u00e9"}`
  expect(maskCardNumbersInJson(sent)).toBe(masked)
  expect(() => JSON.parse(masked)).not.toThrow()
})

describe('undeclared fields are searched', () => {
  it.each([
    ['an unknown object', { card: { number: pan } }],
    ['a known name in an unknown object', { payment: { id: pan, sku: pan, transactionNumber: pan, url: pan } }],
    ['a known name in the wrong place', { sku: pan }],
    ['a known name in an object of the interface', { tenders: [{ tenderTypeCode: 'Cash', number: pan }] }],
    ['a list after an object', { x: [{ sku: '1' }, pan] }],
    ['a list of lists', { x: [[pan]] }],
    ['a key', { x: { [pan]: 'a' } }],
    ['a key of a map', { supportingDocuments: { [pan]: { name: 'Warranty' } } }],
    ['an object where a text is declared', { transactionNumber: { sku: pan } }],
  ])('%s', (_, fields) => {
    const masked = maskCardNumbersInJson(JSON.stringify(receiptWith(fields)))
    expect(masked).not.toContain(pan)
    expect(masked).toContain('••••1111')
    expect(() => JSON.parse(masked)).not.toThrow()
  })

  it.each([
    [pan, '"••••1111"'],
    [`-${pan}`, '"-••••1111"'],
    [`${pan}.0`, '"••••1111"'],
    [`${pan}e0`, '"••••1111"'],
    ['4.111111111111111e15', '"••••1111"'],
    ['4.111111111111111E+15', '"••••1111"'],
    ['-41111111111111110e-1', '"-••••1111"'],
    ['378282246310005', '"••••0005"'],
    ['4000000000000000006', '"••••0006"'],
    ['42.35999999999999', '42.35999999999999'],
    ['4111111111111112', '4111111111111112'],
    ['1e400', '1e400'],
    ['1.10', '1.10'],
    ['-0', '-0'],
  ])('the number %s', (number, masked) => {
    expect(maskCardNumbersInJson(`{"x":[${number}]}`)).toBe(`{"x":[${masked}]}`)
    expect(maskCardNumbersInJson(`{"x": ${number} }`)).toBe(`{"x": ${masked} }`)
  })
})

describe('declared identifiers are kept', () => {
  it.each([
    ['transactionNumber', { transactionNumber: pan }],
    ['sku, upc and serial number', { items: [{ name: 'Tea', sku: pan, upc: pan, serialNumber: pan }] }],
    ['barcodeNumber', { barcodeNumber: pan, barcodeType: 'Code128' }],
    ['loyalty number', { loyalty: { number: pan } }],
    ['order number', { orders: [{ number: pan }] }],
    ['chip data inside the card', { tenders: [{ creditDebit: { emvData: { aid: pan } } }] }],
    ['an address', { paymentLink: `https://example.com/${pan}` }],
  ])('%s', (_, fields) => {
    const sent = JSON.stringify(receiptWith(fields))
    expect(maskCardNumbersInJson(sent)).toBe(sent)
  })
})

describe('what nobody may keep goes entirely', () => {
  it.each([
    'cvv',
    'CVV2',
    'cvc',
    'card_cvc2',
    'Card-CVV',
    'cardSecurityCode',
    'csc',
    'pin',
    'PIN',
    'pinBlock',
    'pin_block',
    'encryptedPin',
    'track1',
    'Track2Data',
    'trackData',
    'magStripe',
    'c\u200bvv',
  ])('%s', key => {
    for (const value of ['123', 123, { value: '123' }, ['123', { a: '}' }]]) {
      const masked = maskCardNumbersInJson(JSON.stringify(receiptWith({ card: { a: 1, [key]: value, b: '2' } })))
      expect(JSON.parse(masked).card).toEqual({ a: 1, [key]: null, b: '2' })
      const reading = readReceipt(receiptWith({ card: { a: '1', [key]: value } }))
      expect(reading.receipt?.extra).toEqual({ 'card.a': '1' })
    }
    expect(readReceipt(receiptWith({ [key]: '123' })).receipt?.extra).toBeUndefined()
  })

  it.each(['shipping', 'pinned', 'spinach', 'trackingPixel', 'tracking', 'description', 'trackNumber', 'PIN letter'])(
    'not %s',
    key => {
      const sent = JSON.stringify({
        supportingDocuments: { [key]: { name: '12' } },
        shipping: '123',
        trackingNo: '123',
      })
      expect(maskCardNumbersInJson(sent)).toBe(sent)
    },
  )

  it('but not what the terminal says about a PIN', () => {
    const sent = {
      tenders: [{ tenderTypeCode: 'Debit', emv: { additionalAttributes: { PIN: 'Verified', CVM: 'PIN' } } }],
    }
    expect(maskCardNumbersInJson(JSON.stringify(sent))).toBe(JSON.stringify(sent))
    expect(readReceipt(receiptWith(sent)).receipt?.tenders?.[0]?.emv?.additionalAttributes).toEqual({
      PIN: 'Verified',
      CVM: 'PIN',
    })
  })

  it.each(['true', 'false', 'null'])('but not that a security code was checked: %s', checked => {
    const sent = `{"card":{"cvvChecked": ${checked} ,"pin":${checked}}}`
    expect(maskCardNumbersInJson(sent)).toBe(sent)
  })

  it('but a PIN among them', () => {
    const emv = { additionalAttributes: { PIN: '1234', CVM: 'PIN' } }
    const reading = readReceipt(receiptWith({ tenders: [{ tenderTypeCode: 'Debit', emv }] }))
    expect(reading.receipt?.tenders?.[0]?.emv?.additionalAttributes).toEqual({ CVM: 'PIN' })
    expect(briefly(reading.warnings)).toContain('tenders[0].emv.additionalAttributes card_secret_dropped')
  })
})

describe('of a gift card', () => {
  const giftCard = { accountNumber: '6006491234567890123', authNumber: '991', balance: 12.5 }
  it.each([
    ['an item', { items: [{ name: 'Gift card', giftCard }] }],
    ['a tender', { tenders: [{ tenderTypeCode: 'GiftCard', giftCard }] }],
    ['an item of an order', { orders: [{ items: [{ name: 'Gift card', giftCard }] }] }],
  ])('of %s the last four digits are stored, and no authNumber', (_, fields) => {
    const masked = maskCardNumbersInJson(JSON.stringify(receiptWith(fields)))
    expect(masked).toContain('{"accountNumber":"••••0123","authNumber":null,"balance":12.5}')
    expect(readReceipt(masked).receipt).toStrictEqual(readReceipt(receiptWith(fields)).receipt)
  })

  it.each([
    ['6006491234567890', '"••••7890"'],
    ['"１２３４５６７８"', '"••••"'],
    ['"****0123"', '"****0123"'],
    ['"0123"', '"0123"'],
    ['123', '123'],
  ])('the number %s is stored as %s', (number, stored) => {
    const json = (value: string) => `{"items":[{"giftCard":{"accountNumber":${value}}}]}`
    expect(maskCardNumbersInJson(json(number))).toBe(json(stored))
  })
})

describe('the rest of a card', () => {
  const card = { first6Digits: '411111', last4Digits: '1111', expirationDate: '2712', name: { firstName: 'Ada' } }
  const second = { Name: 'ADA L', first6Digits: '411111', expirationDate: '2712', cardholder: 'ADA L' }
  const sent = JSON.stringify({
    tenders: [{ creditDebit: card }],
    orders: [{ tenderHistory: [{ creditDebit: second }] }],
    name: 'x',
  })

  it('stays as it was sent', () => expect(maskCardNumbersInJson(sent)).toBe(sent))

  it('isn’t stored under the minimal policy', () => {
    expect(JSON.parse(maskCardNumbersInJson(sent, 'minimal'))).toEqual({
      tenders: [{ creditDebit: { first6Digits: null, last4Digits: '1111', expirationDate: null, name: null } }],
      orders: [
        {
          tenderHistory: [{ creditDebit: { Name: null, first6Digits: null, expirationDate: null, cardholder: null } }],
        },
      ],
      name: 'x',
    })
  })
})

it.each(separators)('numbers separated by %s are masked alike in storage and on the receipt', (_, separator) => {
  const text = `Card ${separated(separator)} ok`
  const sent = receiptWith({ header: text, items: [{ name: text }], own: { a: [text], [text]: 'x' } })
  const stored = maskCardNumbersInJson(JSON.stringify(sent))
  expect(stored.match(/••••1111/g)).toHaveLength(4)
  expect(readReceipt(stored).receipt).toStrictEqual(readReceipt(sent).receipt)
  expect(readReceipt(sent).receipt?.header).toBe('Card ••••1111 ok')
})

it('stays JSON, and the same receipt', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      '4111111111111111',
      '4111',
      '1111',
      ' ',
      '\\',
      '"',
      '\n',
      '\u200e',
      'n',
      'x',
      ':',
      '{',
      '\u0001',
      '=2712101',
    ),
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, text, (header, name) => {
      const sent = receiptWith({ header, items: [{ name, sku: name }], own: { a: header, b: [{ sku: name }, name] } })
      const masked = maskCardNumbersInJson(JSON.stringify(sent))
      expect(JSON.parse(masked).items[0].sku).toBe(name)
      expect(maskCardNumbersInJson(masked)).toBe(masked)
      expect(readReceipt(masked).receipt).toStrictEqual(readReceipt(sent).receipt)
    }),
    { numRuns: tries(500) },
  )
})

describe('text that isn’t JSON does no harm', () => {
  it('a quote that never ends, a hundred thousand times', () => {
    const broken = '"\\'.repeat(1e5)
    expect(maskCardNumbersInJson(broken)).toBe(broken)
  })
  it('a text that is cut off', () =>
    expect(maskCardNumbersInJson('{"a": "4111111111111111, \\')).toBe('{"a": "••••1111, \\'))
  it.each([
    '',
    '{',
    '}',
    ']]',
    '{"cvv":',
    '{"cvv"',
    '{:',
    '[,',
    '"',
    '{"a" "b"}',
    '{'.repeat(1e5),
    '{"cvv":['.repeat(1e4),
  ])('%s', broken => expect(() => maskCardNumbersInJson(broken)).not.toThrow())
})

it('an amount that is a card number is refused', () => {
  const path = 'tenders[0].amount'
  for (const amount of [378282246310005, '378282246310005', -378282246310005])
    expect(readReceipt(receiptWith({ tenders: [{ tenderTypeCode: 'Cash', amount }] })).errors[path]?.[0]?.message).toBe(
      'must be an amount, not a card number',
    )
  expect(readReceipt(receiptWith({ tenders: [{ tenderTypeCode: 'Cash', amount: 378282246310006 }] })).errors).toEqual(
    {},
  )
})

it('a card number before a point is masked in a text', () => {
  const sent = receiptWith({ header: '4111111111111111.5', grandAmount: '4111111111111111.5' })
  expect(JSON.parse(maskCardNumbersInJson(JSON.stringify(sent)))).toMatchObject({
    header: '••••1111.5',
    grandAmount: '4111111111111111.5',
  })
})
