import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../../support/receipts.ts'

test('names the earlier sale by number, store, register and reason', () => {
  const relatedTransactionReference = {
    store: '377',
    register: 'P2',
    transactionNumber: 'TX-7',
    reasonCode: 'RC-1',
    reason: 'Layaway',
  }
  expect(viewOf(aReceipt({ relatedTransactionReference })).related).toEqual({
    title: 'Original sale',
    phrase: 'Receipt TX-7 · Store 377 · Register P2 · Layaway',
    code: 'RC-1',
  })
})

test('refers from an order to an order', () => {
  const sent = { relatedTransactionReference: { transactionNumber: 'TX-7' } }
  expect(viewOf(aReceipt(sent)).related!.title).toBe('Original sale')
  expect(viewOf(aReceipt({ ...sent, transactionType: 'OrderTransaction' })).related!.title).toBe('Original order')
})

test('shows only what was sent', () => {
  expect(viewOf(aReceipt({ relatedTransactionReference: { transactionNumber: 'TX-7' } })).related!.phrase).toBe(
    'Receipt TX-7',
  )
  expect(viewOf(aReceipt({ relatedTransactionReference: { reasonCode: 'RC-1' } })).related).toMatchObject({
    phrase: '',
    code: 'RC-1',
  })
  expect(viewOf(aReceipt({ relatedTransactionReference: { store: '', reasonCode: '' } })).related).toBeUndefined()
})
