import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

test('names the sale that returned items come from', () => {
  const entry = {
    originalStoreNumber: '364',
    originalRegister: 'P9',
    originalTransactionNumber: 'TX-64',
    items: [{ name: 'Pegs', total: -12 }],
    miscText: 'Bent\\ntips',
  }
  const [returned] = viewOf(aReceipt({ returns: [entry] })).returns
  expect(returned!.original).toBe('Original receipt TX-64 · Store 364 · Register P9')
  expect(returned!.note!.lines).toEqual(['Bent', 'tips'])
  expect(plain(returned!.items!.groups[0]!.items[0]!.amount)).toBe('−$12.00')
})

test('groups items by sale, and omits an empty group', () => {
  const returns = [
    { originalTransactionNumber: '1', items: [{ name: 'A' }] },
    {},
    { originalTransactionNumber: '2', items: [{ name: 'B' }] },
  ]
  expect(viewOf(aReceipt({ returns })).returns.map(({ original }) => original)).toEqual([
    'Original receipt 1',
    'Original receipt 2',
  ])
})
