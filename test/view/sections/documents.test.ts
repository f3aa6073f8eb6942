import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test('links documents in the order sent', () => {
  const supportingDocuments = {
    z: { name: 'Warranty', url: 'https://docs.example.com/w' },
    a: { name: 'Manual', url: 'https://docs.example.com/m' },
  }
  expect(viewOf(aReceipt({ supportingDocuments })).documents!.links.map(({ text }) => text)).toEqual([
    'Warranty',
    'Manual',
  ])
})

test('has no section without documents', () => {
  expect(viewOf(aReceipt({ supportingDocuments: {} })).documents).toBeUndefined()
  expect(viewOf(aReceipt({ supportingDocuments: { a: { name: '' } } })).documents).toBeUndefined()
})
