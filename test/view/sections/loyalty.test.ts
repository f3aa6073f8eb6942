import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../support/receipts.ts'

test('shows number, name, points, their expiration date, and a note', () => {
  const loyalty = {
    number: 'S-90233',
    customerName: 'Thornbury',
    balance: 4820,
    expirationDateTime: '2027-12-31T23:59:00-08:00',
    misc: 'Gold level',
  }
  const view = viewOf(aReceipt({ loyalty })).loyalty!
  expect(view.facts.map(({ label, value }) => `${label}: ${plain(value)}`)).toEqual([
    'Member no.: S-90233',
    'Name: Thornbury',
    'Points: 4,820',
    'Points expire: Dec 31, 2027',
  ])
  // In one line, number and name speak for themselves.
  expect(plain(view.phrase)).toBe('S-90233 · Thornbury · Points 4,820 · Points expire Dec 31, 2027')
  expect(view.note!.lines).toEqual(['Gold level'])
})

test('shows a balance of zero, but not a missing one', () => {
  const labels = (loyalty: object) => viewOf(aReceipt({ loyalty })).loyalty!.facts.map(({ label }) => label)
  expect(labels({ number: '1', balance: 0 })).toEqual(['Member no.', 'Points'])
  expect(labels({ number: '1' })).toEqual(['Member no.'])
  const phrase = (loyalty: object) => plain(viewOf(aReceipt({ loyalty })).loyalty!.phrase)
  expect([phrase({ number: '1', balance: 0 }), phrase({ number: '1' })]).toEqual(['1 · Points 0', '1'])
})
