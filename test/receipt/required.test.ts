import { describe, expect, test } from 'vitest'
import { receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'
import { readReceipt } from '../../src/receipt/parse.ts'
import { briefly, receiptWith } from './support.ts'

const store = { id: '7', name: 'Pebble & Pine', address: { city: 'Bergen' } }
const missing = [{ code: null, message: 'may not be null' }]

describe('what identifies a receipt is refused if blank', () => {
  const blanks = [undefined, null, '', '   ', '\u00a0\t', '\u200b\ufeff', '\u2060', '\u200e']

  test.each<[string, (blank: unknown) => Record<string, unknown>]>([
    ['transactionNumber', transactionNumber => ({ transactionNumber })],
    ['transactionType', transactionType => ({ transactionType })],
    ['workstation.id', id => ({ workstation: { id, store } })],
    ['workstation.store.id', id => ({ workstation: { id: '1', store: { ...store, id } } })],
  ])('%s', (path, fields) => {
    for (const blank of blanks) {
      const { receipt, errors } = readReceipt(receiptWith(fields(blank)))
      expect([JSON.stringify(blank), receipt, errors]).toEqual([JSON.stringify(blank), undefined, { [path]: missing }])
    }
    expect(readReceipt(receiptWith(fields('0'))).errors).toEqual({})
  })

  test('all at once, each at its path', () => {
    const sent = receiptWith({
      transactionNumber: '',
      transactionType: ' ',
      workstation: { id: null, store: { ...store, id: '' } },
    })
    expect(Object.keys(readReceipt(sent).errors).sort()).toEqual([
      'transactionNumber',
      'transactionType',
      'workstation.id',
      'workstation.store.id',
    ])
  })

  test('and the published schema says so', () => {
    const { $defs } = receiptJsonSchema() as {
      $defs: Record<string, { properties: Record<string, { pattern?: string }> }>
    }
    const patterned = Object.entries($defs).flatMap(([name, { properties }]) =>
      Object.keys(properties)
        .filter(key => properties[key]!.pattern === '\\S')
        .map(key => `${name}.${key}`),
    )
    expect(patterned.sort()).toEqual([
      'ReceiptData.transactionNumber',
      'ReceiptData.transactionType',
      'StoreData.id',
      'WorkstationData.id',
    ])
  })
})

test('what an earlier version accepted is read, with a warning each', () => {
  const text = JSON.stringify(
    receiptWith({
      transactionNumber: ' ',
      transactionType: '',
      workstation: { id: '\u200b', store: { ...store, id: '' } },
      tenders: [{ tenderTypeCode: 'Credit', amount: 12.99, creditDebit: { typeCode: 'Visa', Name: null } }],
    }),
  )
  const { receipt, errors, warnings } = readReceipt(text, { stored: true })
  expect(errors).toEqual({})
  expect(briefly(warnings).sort()).toEqual([
    'tenders[0].creditDebit.last4Digits blank_required',
    'transactionNumber blank_required',
    'transactionType blank_required',
    'workstation.id blank_required',
    'workstation.store.id blank_required',
  ])
  expect(receipt).toMatchObject({
    transactionNumber: '',
    transactionType: '',
    workstation: { id: '', store: { id: '' } },
  })
  expect(receipt?.tenders?.[0]?.creditDebit).toEqual({ typeCode: 'Visa', last4Digits: '' })
})

test.each(['transactionNumber', 'transactionType', 'workstation'])('but not without %s', name => {
  expect(Object.keys(readReceipt(receiptWith({ [name]: null }), { stored: true }).errors)).toEqual([name])
})

test('other required texts may be blank, with a warning', () => {
  const blank = { customerName: '', telephone1: { areaCode: '541', localNumber: ' ' } }
  const sent = receiptWith({
    items: [{ name: '', total: 12.99 }],
    tenders: [{ tenderTypeCode: ' ', amount: 12.99, creditDebit: { last4Digits: '', typeCode: 'Visa' } }],
    loyalty: { number: '\u200b', balance: 12 },
    soldTo: { ...blank, customerNumber: 'C-1' },
  })
  const { errors, warnings } = readReceipt(sent)
  expect(errors).toEqual({})
  expect(briefly(warnings).sort()).toEqual([
    'items[0].name blank_required',
    'loyalty.number blank_required',
    'soldTo.customerName blank_required',
    'soldTo.telephone1.localNumber blank_required',
    'tenders[0].creditDebit.last4Digits blank_required',
    'tenders[0].tenderTypeCode blank_required',
  ])
})

describe('a card needs its last four digits', () => {
  const read = (creditDebit: unknown) =>
    readReceipt(receiptWith({ tenders: [{ tenderTypeCode: 'Credit', amount: 12.99, creditDebit }] }))
  const path = 'tenders[0].creditDebit.last4Digits'

  test.each<[string, Record<string, unknown>]>([
    ['in the first variant', { typeCode: 'Visa' }],
    [
      'with the first variant’s fields only',
      { typeCode: 'Visa', name: { firstName: 'Ada' }, first6Digits: '411111', expirationDate: '2712' },
    ],
    ['with a blank field of the second variant', { typeCode: 'Visa', Name: '' }],
    ['with a null one', { typeCode: 'Visa', Name: null, emvData: null }],
    ['with an empty one', { typeCode: 'Visa', emvData: {} }],
    [
      'with one that holds nothing but blanks',
      { typeCode: 'Visa', Name: { firstName: ' ' }, emvData: { aid: '', additionalAttributes: {} } },
    ],
    ['with a field of neither variant', { typeCode: 'Visa', emv: { aid: 'A0000000031010' } }],
  ])('%s', (_, card) => {
    expect(read(card).errors).toEqual({ [path]: missing })
  })

  test.each<[string, Record<string, unknown>]>([
    ['Name', { typeCode: 'Visa', Name: 'ADA OKAFOR' }],
    ['Name, in parts', { typeCode: 'Visa', Name: { firstName: 'Ada' } }],
    ['emvData', { emvData: { aid: 'A0000000031010' } }],
  ])('but not in the second variant, which has %s', (_, card) => {
    const { errors, receipt, warnings } = read(card)
    expect([errors, warnings.map(({ path }) => path)]).toEqual([{}, ['Name' in card ? path : 'tenders[0].creditDebit']])
    expect(receipt?.tenders?.[0]).toMatchObject(
      'Name' in card ? { creditDebit: { last4Digits: '' } } : { emv: card.emvData },
    )
  })

  test.each([{}, { last4Digits: '' }, { typeCode: ' ', Name: null }, { emvData: {} }, null])(
    '%j is no card at all',
    card => {
      const { errors, receipt } = read(card)
      expect(errors).toEqual({})
      expect(receipt?.tenders?.[0]).toEqual({ tenderTypeCode: 'Credit', amount: 12.99 })
    },
  )
})

describe('a code that the interface does not list', () => {
  test.each<[string, Record<string, unknown>]>([
    ['taxes[0].taxTypeCode', { taxes: [{ amount: 1, taxTypeCode: 'Nonsense' }] }],
    ['items[0].taxes[0].taxTypeCode', { items: [{ name: 'Tea', taxes: [{ amount: 1, taxTypeCode: 'Nonsense' }] }] }],
    ['orders[0].taxes[0].taxTypeCode', { orders: [{ number: '1', taxes: [{ amount: 1, taxTypeCode: 'Nonsense' }] }] }],
    ['transactionType', { transactionType: 'Nonsense' }],
    ['tenders[0].tenderTypeCode', { tenders: [{ tenderTypeCode: 'Nonsense', amount: 12.99 }] }],
    ['mode', { mode: 'Nonsense' }],
    ['orders[0].action', { orders: [{ number: '1', action: 'Nonsense' }] }],
  ])('%s is accepted with a warning', (path, fields) => {
    const { errors, warnings } = readReceipt(receiptWith(fields))
    expect(errors).toEqual({})
    expect(briefly(warnings)).toEqual([`${path} unknown_code`])
  })

  test('while the seven tax types need none', () => {
    for (const taxTypeCode of ['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'])
      expect(readReceipt(receiptWith({ taxes: [{ amount: 1, taxTypeCode }] })).warnings).toEqual([])
  })
})
