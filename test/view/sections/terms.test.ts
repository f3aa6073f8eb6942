import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test('shows each term with its text, signature and documents', () => {
  const terms = [
    {
      description: 'Thirty days\\nwith receipt',
      supportingDocuments: { p: { name: 'Policy', url: 'https://docs.example.com/p' } },
    },
    { signature: { text: 'At my own risk', dateTime: '2026-09-19' } },
    { description: '  ' },
  ]
  const view = viewOf(aReceipt({ terms })).terms!
  expect(view.terms).toHaveLength(2)
  expect(view.terms[0]).toMatchObject({ text: { lines: ['Thirty days', 'with receipt'] }, links: [{ text: 'Policy' }] })
  expect(view.terms[1]!.signature).toMatchObject({
    text: { lines: ['At my own risk'] },
    signedOn: 'Signed on September 19, 2026',
  })
})

test('has no section without terms', () => expect(viewOf(aReceipt({ terms: [{}] })).terms).toBeUndefined())

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

test('has no section of documents without any', () => {
  expect(viewOf(aReceipt({ supportingDocuments: {} })).documents).toBeUndefined()
  expect(viewOf(aReceipt({ supportingDocuments: { a: { name: '' } } })).documents).toBeUndefined()
})
