import { describe, expect, it } from 'vitest'
import { readReceipt } from '../../../src/receipt/parse.ts'
import { briefly, receiptWith } from '../support.ts'

const read = (fields: Record<string, unknown>) => {
  const { receipt, errors, warnings } = readReceipt(receiptWith(fields))
  return { receipt, errors, warnings: briefly(warnings) }
}

describe('numbers that tills send as text', () => {
  it.each([
    ['12.99', 12.99],
    ['2.00', 2],
    ['0', 0],
    ['-0.00', 0],
    ['+5', 5],
    ['007.10', 7.1],
    [' 3.459 ', 3.459],
    ['-15.3000', -15.3],
    ['999999999999999', 999_999_999_999_999],
    ['0.000001', 0.000001],
    ['1234567.123456', 1234567.123456],
  ])('%j is a number', (sent, number) => {
    const { receipt, warnings } = read({ tip: sent })
    expect(receipt?.tip).toBe(number)
    expect(warnings).toStrictEqual(['tip number_as_text'])
  })

  it.each([
    '12,99',
    '1e3',
    '.5',
    '5.',
    '--1',
    '0x10',
    '1_000',
    '1 000',
    '$5',
    'NaN',
    'Infinity',
    '１２',
    '12345678901234567890',
    '0.12345678901234567890',
    '1'.repeat(50),
  ])('%j is none', sent =>
    expect(read({ tip: sent }).errors).toStrictEqual({
      tip: [{ code: null, message: expect.stringMatching(/^must be a number(?:, with|$)/) }],
    }),
  )
})

describe('texts that tills send as numbers', () => {
  it('are their plain decimal text', () => {
    const { receipt, warnings } = read({ items: [{ name: 'Nail', sku: 4711 }], transactionNumber: 9007199254740991 })
    expect(receipt?.items?.[0]?.sku).toBe('4711')
    expect(receipt?.transactionNumber).toBe('9007199254740991')
    expect(warnings.sort()).toStrictEqual(['items[0].sku text_as_number', 'transactionNumber text_as_number'])
  })

  it.each([1.5, 9007199254740992, true, { text: 'x' }, [1]])('%s is refused', sent => {
    expect(read({ referenceId: sent }).errors).toStrictEqual({
      referenceId: [
        {
          code: null,
          message: expect.stringMatching(
            /^must be a string(?:, in quotation marks|, not a list: join it to one text)?$/,
          ),
        },
      ],
    })
  })
})

describe('blanks', () => {
  it('are absent where a field may be', () => {
    const { receipt, warnings } = read({
      header: '',
      mode: ' \t',
      tip: '',
      currency: '',
      barcodeType: null,
      customer: { emailAddress: '', telephone: { areaCode: '', localNumber: '' } },
      taxes: [],
      fees: '',
      receiptDateTime: '',
      supportingDocuments: { care: { name: '', url: '' } },
    })
    expect(receipt).toStrictEqual(readReceipt(receiptWith({ currency: null })).receipt)
    expect(warnings.sort()).toStrictEqual(
      [
        'header',
        'mode',
        'tip',
        'currency',
        'barcodeType',
        'customer',
        'taxes',
        'fees',
        'receiptDateTime',
        'supportingDocuments.care',
        'supportingDocuments',
      ]
        .map(path => `${path} blank`)
        .sort(),
    )
  })

  it('stay in required texts, unless they identify the receipt or a function needs them', () => {
    const { receipt, warnings } = read({ items: [{ name: '' }] })
    expect(receipt).toMatchObject({ items: [{ name: '' }] })
    expect(warnings).toEqual(['items[0].name blank_required'])
  })

  it('do not move the entries of a list', () => {
    const { receipt, errors } = read({ taxes: [{ amount: '' }, { amount: 1 }] })
    expect(receipt?.taxes).toStrictEqual([{}, { amount: 1 }])
    expect(errors).toStrictEqual({})
    expect(read({ taxes: [{}, { amount: 'x' }] }).errors).toHaveProperty('taxes[1].amount')
  })

  it('keep a required object', () => {
    const { receipt } = readReceipt(
      receiptWith({ workstation: { id: '1', store: { id: '7', name: 'Pebble', address: { city: '' } } } }),
    )
    expect(receipt?.workstation).toStrictEqual({ id: '1', store: { id: '7', name: 'Pebble', address: {} } })
  })
})

describe('deprecated units', () => {
  it.each([
    [{ units: 3 }, { value: 3 }],
    [{ units: '3', value: '' }, { value: 3 }],
    [{ units: 3, value: 2 }, { value: 2 }],
    [
      { units: 3, value: 0, unitOfMeasureCode: 'KG' },
      { value: 0, unitOfMeasureCode: 'KG' },
    ],
  ])('%j is %j', (sent, quantity) => {
    const { receipt, warnings } = read({ items: [{ name: 'Nail', quantity: sent }] })
    expect(receipt?.items?.[0]?.quantity).toStrictEqual(quantity)
    expect(warnings).toContain('items[0].quantity.units deprecated_units')
  })

  it('are named if wrong', () => {
    expect(read({ items: [{ name: 'Nail', quantity: { units: 'three' } }] }).errors).toHaveProperty([
      'items[0].quantity.units',
    ])
  })
})

describe('fields outside the interface', () => {
  it('are kept by the path they were sent at, text and numbers only', () => {
    const { receipt, warnings } = read({
      membershipStatus: 'Gold',
      superSupplement: { level: 2, since: '', ok: true },
      items: [{ name: 'Nail', own: [{ a: 'x' }, 'y'] }],
      extra: { till: 'T1', deep: { er: 1 } },
    })
    expect(receipt?.extra).toStrictEqual({
      membershipStatus: 'Gold',
      'superSupplement.level': 2,
      'items[0].own[0].a': 'x',
      'items[0].own[1]': 'y',
      till: 'T1',
      'deep.er': 1,
    })
    expect(receipt?.items?.[0]).toStrictEqual({ name: 'Nail' })
    expect(warnings.sort()).toStrictEqual([
      'items[0].own unknown_field',
      'membershipStatus unknown_field',
      'superSupplement unknown_field',
    ])
  })

  it('are cleaned and masked like all text', () => {
    const { receipt } = read({ own: 'pay \u202e4111 1111 1111 1111', 'own key\n': 'x' })
    expect(receipt?.extra).toStrictEqual({ own: 'pay ••••1111', 'own key ': 'x' })
  })

  it('never appear in a warning by an invalid name', () => {
    expect(read({ 'ada@example.com': 'x' }).warnings).toStrictEqual(['receipt unknown_field'])
  })
})

describe('the variants of the interface take one form', () => {
  const tender = (fields: Record<string, unknown>) => read({ tenders: [{ tenderTypeCode: 'CreditDebit', ...fields }] })

  it.each([
    ['a number', 25.5, { amount: 25.5 }],
    ['a text', '25.50', { amount: 25.5 }],
    ['a MonetaryAmount', { amount: 25.5, currencyCode: 'CAD' }, { amount: 25.5, currencyCode: 'CAD' }],
    ['a MonetaryAmount without a code', { amount: '25.50', currencyCode: '' }, { amount: 25.5 }],
  ])('a balance sent as %s', (_, balance, expected) => {
    const { receipt } = tender({ giftCard: { accountNumber: '6006491111112222', balance } })
    expect(receipt?.tenders?.[0]?.giftCard).toStrictEqual({ accountNumber: '2222', balance: expected })
  })

  const emv = { aid: 'A0000000031010' }
  it.each([
    ['emv', { emv, creditDebit: { last4Digits: '1881' } }],
    ['emvData', { emvData: emv, creditDebit: { last4Digits: '1881' } }],
    ['creditDebit.emv', { creditDebit: { last4Digits: '1881', emv } }],
    ['creditDebit.emvData', { creditDebit: { last4Digits: '1881', emvData: emv } }],
  ])('card data sent as %s', (_, fields) => {
    const { receipt, warnings } = tender(fields)
    expect(receipt?.tenders?.[0]).toStrictEqual({
      tenderTypeCode: 'CreditDebit',
      creditDebit: { last4Digits: '1881' },
      emv,
    })
    expect(warnings).toStrictEqual([])
  })

  it.each([
    [{ name: { firstName: 'Ada' } }, { name: { firstName: 'Ada' } }],
    [{ Name: { firstName: 'Ada' } }, { name: { firstName: 'Ada' } }],
    [{ Name: 'ADA/L' }, { cardholder: 'ADA/L' }],
    [{ name: 'ADA/L' }, { cardholder: 'ADA/L' }],
    [{ name: 'ADA/L', Name: 'X' }, { cardholder: 'ADA/L' }],
  ])('a cardholder sent as %j', (sent, kept) => {
    const { receipt } = tender({ creditDebit: { last4Digits: '1881', ...sent } })
    expect(receipt?.tenders?.[0]?.creditDebit).toStrictEqual({ last4Digits: '1881', ...kept })
  })

  it('the second card-data variant may come without its last four digits', () => {
    const { receipt, errors } = tender({ creditDebit: { Name: 'ADA/L', typeCode: 'Visa' } })
    expect(errors).toStrictEqual({})
    expect(receipt?.tenders?.[0]?.creditDebit).toStrictEqual({ last4Digits: '', typeCode: 'Visa', cardholder: 'ADA/L' })
  })
})

describe('card data', () => {
  it('first six digits and expiry are nowhere in a parsed receipt', () => {
    const creditDebit = { first6Digits: '411111', expirationDate: '2712', last4Digits: '1881' }
    const { receipt, warnings } = read({
      tenders: [{ tenderTypeCode: 'Credit', creditDebit }],
      tenderHistory: [{ creditDebit }],
    })
    expect(JSON.stringify(receipt)).not.toMatch(/411111|2712|first6|expiration/)
    expect(warnings).toStrictEqual([])
  })

  it.each([
    ['4111111111111881', '1881', ['tenders[0].creditDebit.last4Digits last4_cut']],
    ['**** **** **** 1881', '1881', ['tenders[0].creditDebit.last4Digits last4_cut']],
    ['1881', '1881', []],
    ['81', '81', []],
    [1881, '1881', ['tenders[0].creditDebit.last4Digits text_as_number']],
  ])('last4Digits %j keeps %j', (last4Digits, kept, warned) => {
    const { receipt, warnings } = read({ tenders: [{ tenderTypeCode: 'Credit', creditDebit: { last4Digits } }] })
    expect(receipt?.tenders?.[0]?.creditDebit?.last4Digits).toBe(kept)
    expect(warnings).toStrictEqual(warned)
  })

  it('accounts of gift cards and deposits keep their last four', () => {
    const { receipt } = read({
      deposit: { accountNumber: 'DE-0044-9876' },
      items: [{ name: 'Card', giftCard: { accountNumber: 6006491111112222 } }],
    })
    expect([receipt?.deposit?.accountNumber, receipt?.items?.[0]?.giftCard?.accountNumber]).toStrictEqual([
      '9876',
      '2222',
    ])
  })

  it('a card number is masked in a text, and kept in an identifier', () => {
    const { receipt, warnings } = read({
      header: 'Card 4111 1111 1111 1111',
      items: [{ name: 'Nail', sku: '4111111111111111' }],
    })
    expect(receipt).toMatchObject({ header: 'Card ••••1111', items: [{ sku: '4111111111111111' }] })
    expect(warnings).toStrictEqual(['header card_number_masked'])
  })
})

describe('text', () => {
  it('of several lines breaks at \\n and \\t, real or written', () => {
    const sent = 'One\\nTwo\\tx\nThree\r\nFour\\r\\nFive'
    const kept = 'One\nTwo\tx\nThree\nFour\nFive'
    const fields = { header: sent, additionalInfo1: sent, additionalInfo5: sent, rawPosReceipt: sent }
    const { receipt } = read({
      ...fields,
      returns: [{ miscText: sent }],
      orders: [{ miscText: sent }],
      deliveryPickup: { instructions: sent },
      terms: [{ description: sent, signature: { text: sent } }],
    })
    expect([receipt?.header, receipt?.additionalInfo1, receipt?.additionalInfo5, receipt?.rawPosReceipt]).toStrictEqual(
      [kept, kept, kept, sent.replaceAll('\r\n', '\n')],
    )
    expect([
      receipt?.returns?.[0]?.miscText,
      receipt?.orders?.[0]?.miscText,
      receipt?.deliveryPickup?.instructions,
    ]).toStrictEqual([kept, kept, kept])
    expect(receipt?.terms).toStrictEqual([{ description: kept, signature: { text: kept } }])
  })

  it('of one line has no breaks and keeps a backslash', () => {
    expect(read({ items: [{ name: 'A\r\nB\tC\\nD' }] }).receipt?.items?.[0]?.name).toBe('A B C\\nD')
  })

  it.each([
    ['direction marks', 'Tea \u202e001.00\u202c\u200f', 'Tea 001.00'],
    ['control characters', 'Te\u0000a\u0007\u009f!', 'Te a !'],
    ['a broken surrogate', 'Tea \ud83d', 'Tea \ufffd'],
  ])('loses %s', (_, sent, kept) => {
    const { receipt, warnings } = read({ items: [{ name: sent }] })
    expect(receipt?.items?.[0]?.name).toBe(kept)
    expect(warnings).toStrictEqual(['items[0].name text_cleaned'])
  })

  it('is composed (NFC), without a warning', () => {
    const { receipt, warnings } = read({ items: [{ name: 'Cre\u0301me' }] })
    expect(receipt?.items?.[0]?.name).toBe('Créme')
    expect(warnings).toStrictEqual([])
  })
})

describe('codes', () => {
  it('that are open are accepted with a warning when unknown', () => {
    const { receipt, warnings } = read({
      transactionType: 'Layby',
      mode: 'Dreaming',
      tenders: [{ tenderTypeCode: 'Shells' }],
      taxes: [{ taxTypeCode: 'Octroi' }],
      orders: [{ action: 'Ponder' }],
    })
    expect(receipt).toMatchObject({ transactionType: 'Layby', mode: 'Dreaming' })
    expect(warnings.sort()).toStrictEqual(
      ['mode', 'orders[0].action', 'taxes[0].taxTypeCode', 'tenders[0].tenderTypeCode', 'transactionType'].map(
        path => `${path} unknown_code`,
      ),
    )
  })

  it('are known in every spelling', () => {
    const { receipt, warnings } = read({
      transactionType: 'SALE_TRANSACTION',
      mode: 'training',
      tenders: [{ tenderTypeCode: 'CREDIT_DEBIT' }, { tenderTypeCode: 'Apple Pay' }],
      taxes: [{ taxTypeCode: 'Sales Tax' }, { taxTypeCode: 'TVQ' }],
      orders: [{ action: 'CANCELED' }],
    })
    expect(warnings).toStrictEqual([])
    expect(receipt?.tenders?.[0]?.tenderTypeCode).toBe('CREDIT_DEBIT')
  })

  it.each(['SaleTransaction', 'ReturnTransaction', 'OrderTransaction', 'BOPUS'])('%s is known', transactionType => {
    expect(read({ transactionType }).warnings).toStrictEqual([])
  })
})

describe('an e-mail address', () => {
  it('loses surrounding blanks', () => {
    const { receipt } = read({ receiptType: 'DigitalOnly', customer: { emailAddress: ' ada@example.com ' } })
    expect(receipt?.customer?.emailAddress).toBe('ada@example.com')
  })

  it('that is invalid is left out of a paper receipt', () => {
    const { receipt, warnings } = read({ customer: { emailAddress: 'none', telephone: { localNumber: '5550100' } } })
    expect(receipt?.customer).toStrictEqual({ telephone: { localNumber: '5550100' } })
    expect(warnings).toStrictEqual(['customer.emailAddress email_unusable'])
  })
})

describe('a signature', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
  it.each(['image/gif', 'image/svg+xml', 'PNG'])('has the type its bytes say, not %j', imageMimeType => {
    const { receipt, warnings } = read({ signature: { base64Image: png, imageMimeType } })
    expect(receipt?.signature?.imageMimeType).toBe('image/png')
    expect(warnings).toStrictEqual(['signature.imageMimeType image_type_differs'])
  })

  const jpeg = '/9j/wgALCAAEAAgBAREA'
  it.each([
    ['image/jpeg', jpeg, 'image/jpeg', []],
    ['image/jpg', jpeg, 'image/jpeg', []],
    ['IMAGE/JPG', jpeg, 'image/jpeg', []],
    ['image/jpg', png, 'image/png', ['signature.imageMimeType image_type_differs']],
    ['image/png', jpeg, 'image/jpeg', ['signature.imageMimeType image_type_differs']],
  ])('called %s may be a JPEG without a warning, and nothing else', (imageMimeType, base64Image, type, warned) => {
    const { receipt, warnings } = read({ signature: { base64Image, imageMimeType } })
    expect(receipt?.signature?.imageMimeType).toBe(type)
    expect(warnings).toStrictEqual(warned)
  })
})

it('no warning quotes what was sent', () => {
  const { warnings } = readReceipt(
    receiptWith({
      header: 'ada@example.com 4111 1111 1111 1111 \u202e',
      mode: 'Ada Lovelace',
      tip: '77.77',
      customer: { emailAddress: 'ada at home' },
    }),
  )
  expect(warnings.length).toBeGreaterThan(3)
  expect(JSON.stringify(warnings)).not.toMatch(/ada|4111|1111|77\.77/i)
})

it('a path of an extra may have twice the length of a key', () => {
  const extraOf = (length: number) => read({ ['a'.repeat(100)]: { ['b'.repeat(length - 101)]: 'x' } }).receipt?.extra
  expect(extraOf(200)).toStrictEqual({ [`${'a'.repeat(100)}.${'b'.repeat(99)}`]: 'x' })
  expect(extraOf(201)).toBeUndefined()
})

it('the last four digits may be missing in the second card variant only', () => {
  const errorsOf = (creditDebit: Record<string, unknown>) =>
    Object.keys(read({ tenders: [{ tenderTypeCode: 'Credit', creditDebit }] }).errors)
  expect(errorsOf({ Name: 'ADA L', typeCode: 'Visa' })).toStrictEqual([])
  expect(errorsOf({ name: 'ADA L', typeCode: 'Visa' })).toStrictEqual(['tenders[0].creditDebit.last4Digits'])
})

it.each(['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029', '\\n', '\\r\\n'])('%j ends a line', end =>
  expect(read({ header: `Thanks${end}Ada` }).receipt?.header).toBe('Thanks\nAda'),
)

it('more decimals than are printed are noted, and what is left of a program’s reckoning goes', () => {
  expect(read({ grandAmount: 74.75000000000003, tip: -0.1 - 0.2 }).receipt).toMatchObject({
    grandAmount: 74.75,
    tip: -0.3,
  })
  expect(read({ grandAmount: 12.1234567, tip: 1.123456 }).warnings).toStrictEqual(['grandAmount more_decimals'])
  expect(read({ grandAmount: '12.1234567', tip: '1.123456' }).warnings).toStrictEqual([
    'grandAmount number_as_text',
    'grandAmount more_decimals',
    'tip number_as_text',
  ])
})

it.each([
  [{ value: 2, units: '' }, [], { value: 2 }],
  [{ value: 2, units: 3 }, ['items[0].quantity.units deprecated_units'], { value: 2 }],
  [{ units: 3 }, ['items[0].quantity.units deprecated_units'], { value: 3 }],
  [{ value: 2 }, [], { value: 2 }],
])('a quantity sent as %j warns of %j', (quantity, warned, expected) => {
  const { receipt, warnings } = read({ items: [{ name: 'Tea', quantity }] })
  expect(warnings).toStrictEqual(warned)
  expect(receipt?.items?.[0]?.quantity).toStrictEqual(expected)
})

it('a code has no invisible characters but tabs, line breaks and separators', () => {
  const wrong: string[] = []
  const blocks = [0, 0x100, 0x200, 0x600, 0x2000, 0xfd00, 0xff00]
  for (const code of blocks.flatMap(start => Array.from({ length: 256 }, (_, at) => start + at))) {
    const char = String.fromCharCode(code)
    const unseen = /[\p{Bidi_Control}\p{Cc}\p{Noncharacter_Code_Point}]/u.test(char) && !/[\t\n\r\u001d]/.test(char)
    const { errors } = read({ barcodeType: 'QRCode', barcodeNumber: `a${char}b` })
    const refused = errors.barcodeNumber?.[0]?.message === 'must hold no direction marks or control characters'
    if (refused !== unseen) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

describe('texts of which nothing is seen', () => {
  // Word joiner, zero-width space, byte order mark, soft hyphen, Hangul filler, each alone and between spaces.
  it.each(['\u2060', '\u200b', '\ufeff', '\u00ad', '\u3164'])('%j is blank', sign => {
    for (const sent of [sign, ` ${sign} `, sign.repeat(3)]) {
      const { receipt, warnings } = read({ referenceId: sent, items: [{ name: 'Nail', description: sent }] })
      expect(receipt?.referenceId).toBeUndefined()
      expect(receipt?.items?.[0]).toStrictEqual({ name: 'Nail' })
      expect(warnings.sort()).toStrictEqual(['items[0].description blank', 'referenceId blank'])
    }
  })

  it('signs among letters stay', () => {
    const { receipt, warnings } = read({ referenceId: 'R\u2060-7', items: [{ name: '\u200bNail' }] })
    expect([receipt?.referenceId, receipt?.items?.[0]?.name]).toStrictEqual(['R\u2060-7', '\u200bNail'])
    expect(warnings).toStrictEqual([])
  })
})
