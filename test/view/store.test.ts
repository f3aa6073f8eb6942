import { expect, test } from 'vitest'
import { createFormat } from '../../src/locale/format/format.ts'
import type { ReceiptData } from '../../src/receipt/data/receipt-data.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { presentReceipt } from '../../src/view/present.ts'
import { aReceipt, languageOf } from '../support/receipts.ts'

const store = {
  id: '118',
  name: 'Pebble & Pine',
  address: {
    addressLine1: '1 Alder Lane',
    city: 'Portland',
    territory: 'OR',
    postalCode: '97201',
    country: { code: 'US' },
  },
  telephone: { areaCode: '503', localNumber: '5550142' },
}
const receiptFrom = (sent: object) => parseReceipt(aReceipt({ workstation: { id: '3', store: sent } }))
const { t } = languageOf(receiptFrom(store))
const kept = createFormat('en-US', { currency: 'USD', storeCountry: 'US' })
const headingOf = (receipt: ReceiptData, f = kept) => presentReceipt(receipt, { t, f }).heading

test('all receipts of a store have the same heading, each its own lines', () => {
  const [one, other] = [headingOf(receiptFrom(store)), headingOf(receiptFrom(structuredClone(store)))]
  expect(one).toEqual(other)
  expect(one.placeLines).not.toBe(other.placeLines)
})

test.each([
  ['name', { name: 'Pebble & Co.' }],
  ['first line', { address: { ...store.address, addressLine1: '2 Alder Lane' } }],
  ['second line', { address: { ...store.address, addressLine2: 'Suite 4' } }],
  ['third line', { address: { ...store.address, addressLine3: 'Rear' } }],
  ['city', { address: { ...store.address, city: 'Salem' } }],
  ['territory', { address: { ...store.address, territory: 'WA' } }],
  ['postal code', { address: { ...store.address, postalCode: '97202' } }],
  ['postal code extension', { address: { ...store.address, postalCodeExtension: '1234' } }],
  ['country code', { address: { ...store.address, country: { code: 'CA' } } }],
  ['country name', { address: { ...store.address, country: { value: 'Elbonia' } } }],
  ['area code', { telephone: { ...store.telephone, areaCode: '971' } }],
  ['number', { telephone: { ...store.telephone, localNumber: '5550143' } }],
])('a store with another %s has another heading', (_, differs) => {
  const before = headingOf(receiptFrom(store))
  const receipt = receiptFrom({ ...store, ...differs })
  const after = headingOf(receipt)
  expect(after).not.toEqual(before)
  expect(after).toEqual(headingOf(receipt, createFormat('en-US', { currency: 'USD', storeCountry: 'US' })))
})

test('a store with a very long address or ID is like any other', () => {
  const long = { ...store, address: { ...store.address, addressLine1: 'Alder '.repeat(300).trim() } }
  expect(headingOf(receiptFrom(long)).placeLines[0]).toBe(long.address.addressLine1)
  expect(headingOf(receiptFrom(long))).toEqual(headingOf(receiptFrom(long)))
  expect(headingOf(receiptFrom({ ...store, id: '1'.repeat(2000) }))).toEqual(headingOf(receiptFrom(store)))
})
