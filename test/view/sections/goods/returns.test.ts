import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

test('goods brought back name the sale they come from', () => {
  const entry = {
    originalStoreNumber: '364',
    originalRegister: 'P9',
    originalTransactionNumber: 'TX-64',
    items: [{ name: 'Pegs', total: -12 }],
    miscText: 'Bent\\ntips',
  }
  const [returned] = viewOf(aReceipt({ returns: [entry] })).returns
  expect(returned!.original).toBe('Orig. receipt TX-64 · Store 364 · Register P9')
  expect(returned!.note!.lines).toEqual(['Bent', 'tips'])
  expect(plain(returned!.items!.groups[0]!.items[0]!.amount)).toBe('−$12.00')
})

test('each sale is a group of its own, and an empty one is none', () => {
  const returns = [
    { originalTransactionNumber: '1', items: [{ name: 'A' }] },
    {},
    { originalTransactionNumber: '2', items: [{ name: 'B' }] },
  ]
  expect(viewOf(aReceipt({ returns })).returns.map(({ original }) => original)).toEqual([
    'Orig. receipt 1',
    'Orig. receipt 2',
  ])
})
