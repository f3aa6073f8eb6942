import { describe, expect, test } from 'vitest'
import { auditReceipt } from '../../src/reading/audit.ts'
import { examples } from '../../src/receipt/check/examples.ts'
import { fieldAt } from '../../src/receipt/check/field-at.ts'
import { meantField } from '../../src/receipt/check/meant.ts'
import { otherNames } from '../../src/receipt/check/other-names.ts'
import { receiptData } from '../../src/receipt/data/receipt-data.ts'
import { readReceipt } from '../../src/receipt/parse.ts'
import type { Field, ObjectField } from '../../src/receipt/schema/field.ts'
import { receiptWith } from './support.ts'

const receipt = receiptData.field as ObjectField
/** Every object of the interface, by its name. */
const objects = new Map<string, ObjectField>()
collect(receipt)

function collect(field: Field): void {
  if (field.kind === 'list' || field.kind === 'map') collect(field.of)
  if (field.kind !== 'object' || objects.has(field.name)) return
  objects.set(field.name, field)
  for (const { field: part } of field.parts.values()) collect(part)
}

describe('the table of other names', () => {
  test.each(Object.entries(otherNames))('%s', (name, fields) => {
    const holder = objects.get(name)!
    const all = Object.values(fields).flatMap(others => others.split(' '))
    expect(new Set(all).size, 'no name is that of two fields').toBe(all.length)
    for (const [path, others] of Object.entries(fields)) {
      const ofReceipt = path.startsWith('receipt.')
      const target = ofReceipt ? path.slice('receipt.'.length) : path
      expect(fieldAt(ofReceipt ? receipt : holder, target), path).toBeDefined()
      for (const other of others.split(' ')) {
        expect([...holder.parts.keys()], 'a field of ours is not another’s name').not.toContain(other)
        expect([other, meantField(other, holder, receipt)?.path]).toEqual([other, target])
      }
    }
  })
})

test('every object of the interface has an example, which holds nothing else', () => {
  const parsed = [...objects.keys()].filter(name => name !== 'ReceiptData')
  expect(Object.keys(examples).sort()).toEqual(parsed.sort())
  for (const [name, example] of Object.entries(examples))
    expect([name, ...Object.keys(example)].filter((key, at) => at > 0 && !objects.get(name)!.parts.has(key))).toEqual(
      [],
    )
})

const book = { name: 'The Overstory', price: 18.99, total: 18.99 }
const workstation = (fields: object, more: object = {}) => ({
  workstation: { id: '1', store: { id: '7', name: 'Larkspur Books', address: { city: 'Dayton' }, ...fields }, ...more },
})

test.each<[string, Record<string, unknown>, string, string]>([
  ['a cashier', workstation({}, { cashier: 'Ada' }), 'workstation.cashier', 'operator'],
  ['a zip', workstation({ address: { zip: '45402' } }), 'workstation.store.address.zip', 'postalCode'],
  ['a label', { discounts: [{ description: 'Staff', amount: -2 }] }, 'discounts[0].description', 'name'],
  ['a rate', { taxes: [{ rate: 0.0725, amount: 1.38 }] }, 'taxes[0].rate', 'percent'],
  ['a rate of an item', { items: [{ ...book, taxRate: 7.25 }] }, 'items[0].taxRate', 'items[0].taxes[0].percent'],
  ['a unit', { items: [{ ...book, unit: 'Each' }] }, 'items[0].unit', 'items[0].quantity.unitOfMeasureCode'],
  ['a line total', { items: [{ name: 'Bookmark', lineTotal: 5 }] }, 'items[0].lineTotal', 'total'],
  ['goods of a return', { returns: [book] }, 'returns[0].name', 'returns[0].items[0].name'],
  ['a currency of goods', { items: [{ ...book, currency: 'USD' }] }, 'items[0].currency', 'currency of the receipt'],
  [
    'change in a payment',
    { tenders: [{ tenderTypeCode: 'Cash', amount: 20, change: 7.01 }] },
    'tenders[0].change',
    'changeDue of the receipt',
  ],
  [
    'a telephone in parts',
    { workstation: { id: '2', store: { id: '44', name: 'Ski', address: {}, phoneNumber: { number: '22555014' } } } },
    'workstation.store.phoneNumber',
    'telephone',
  ],
  [
    'terms as a text',
    { termsAndConditions: 'Returns within 30 days.' },
    'termsAndConditions',
    'terms, such as [{ "description": "Returns within 30 days." }]',
  ],
  ['a store beside its register', { store: { id: '7' } }, 'store', 'workstation.store'],
  ['an address to mail to', { customerEmail: 'jo@example.com' }, 'customerEmail', 'customer.emailAddress'],
  ['a loyal customer', { customer: { loyaltyNumber: 'C-9' } }, 'customer.loyaltyNumber', 'loyalty.number'],
  [
    'a number where there is a list',
    { tax: 1.38 },
    'tax',
    'taxes, such as [{ "description": "HST", "percent": 0.13, "amount": 13.65 }]',
  ],
  [
    "a payment's reference",
    { tenders: [{ tenderTypeCode: 'Cash', amount: 20, transactionId: '8812' }] },
    'tenders[0].transactionId',
    'miscInfo',
  ],
  [
    'digits of a card',
    { tenders: [{ tenderTypeCode: 'Credit', amount: 20, maskedCardNumber: '************4417' }] },
    'tenders[0].maskedCardNumber',
    'tenders[0].creditDebit.last4Digits',
  ],
  ['a count', { items: [{ ...book, qty: 2 }] }, 'items[0].qty', 'quantity, such as { "value": 2 }'],
  [
    'a wrapper',
    { transaction: { mode: 'Online', type: 'Sale' } },
    'transaction',
    'mode by transaction.mode, transactionType by transaction.type',
  ],
])('a field in another interface’s words has the name that was meant: %s', (_, fields, path, meant) => {
  const unknown = auditReceipt(receiptWith(fields)).find(warning => warning.path === path)
  expect(unknown?.code).toBe('unknown_field')
  expect(unknown?.message.replace(/.*leave it out\. ?/, '')).toBe(`Did you mean ${meant}?`)
})

test.each([
  ['the language of a receipt', { locale: 'pt-BR' }, 'locale', "The language is the reader's: send the header"],
  [
    'a tax in the prices',
    { taxes: [{ isIncluded: true, amount: 1.38 }] },
    'taxes[0].isIncluded',
    'is read from the sums',
  ],
  ['a zone', workstation({ timeZone: 'America/New_York' }), 'workstation.store.timeZone', "the shop's own offset"],
])('%s has no field, and the warning says how it is told', (_, fields, path, said) => {
  expect(auditReceipt(receiptWith(fields)).find(warning => warning.path === path)?.message).toContain(said)
})

test('taxes called so in all languages are known', () => {
  const taxes = ['CGST', 'SGST', 'ICMS', 'IEPS'].map(taxTypeCode => ({ taxTypeCode, percent: 0.025, amount: 0.32 }))
  expect(auditReceipt(receiptWith({ taxes })).filter(({ code }) => code === 'unknown_code')).toEqual([])
})

test('a till that sends both has a field of its own', () => {
  const [warning] = auditReceipt(receiptWith({ id: '5b0e7c1e', total: 12.99 }))
  expect(warning?.message).not.toContain('Did you mean')
})

test('a key that isn’t a name is not repeated', () => {
  const keys = { 'Jo Meyer': { mode: 'Online' }, '4111111111111111': { mode: 'Online' }, 'grand – total': 5 }
  const { grandAmount: _, ...rest } = receiptWith(keys)
  const { errors, warnings } = readReceipt(rest)
  const said = JSON.stringify([errors, warnings.map(({ message }) => message)])
  expect(said).not.toMatch(/Jo Meyer|4111|–/)
  expect(said).toContain('Did you mean grandAmount?')
})

test('an error says where the missing field was sent', () => {
  const { transactionNumber, grandAmount, workstation: _, ...rest } = receiptWith()
  const sent = {
    ...rest,
    store: { id: '7', name: 'Larkspur Books', address: '5 Elm St' },
    receipt: { number: transactionNumber },
    receiptNumber: transactionNumber,
    total: grandAmount,
    items: [{ title: 'The Overstory' }],
    tenders: [{ type: 'Cash', amount: 12.99 }],
  }
  const problems = Object.entries(readReceipt(sent).errors).map(([path, [problem]]) => `${path}: ${problem?.message}`)
  expect(problems.sort()).toEqual([
    'grandAmount: may not be null; did you send it as total?',
    'items[0].name: may not be null; did you send it as title?',
    'tenders[0].tenderTypeCode: may not be null; did you send it as type?',
    'transactionNumber: may not be null; did you send it as receiptNumber?',
    'workstation: may not be null; did you mean workstation.store by store?',
  ])
})

test.each([
  ['RetunTransaction', 'ReturnTransaction'],
  ['PaymentLink', 'PaymentLinkTransaction'],
  ['SaleTransction', 'SaleTransaction'],
])('an unknown code has the one that was meant: %s', (transactionType, meant) => {
  const [warning] = auditReceipt(receiptWith({ transactionType }))
  expect(warning).toMatchObject({ path: 'transactionType', code: 'unknown_code' })
  expect(warning?.message).toContain(`Did you mean ${meant}?`)
})
