import { expect, test } from 'vitest'
import { auditReceipt } from '../../src/reading/audit.ts'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { receiptWith } from '../receipt/support.ts'

const stationery = [
  { name: 'Notebook A5', price: 14.9, total: 14.9, quantity: { value: 1 } },
  { name: 'Pencil', price: 1.27, total: 5.08, quantity: { value: 4 } },
]
const cash = { tenderTypeCode: 'Cash', amount: 50 }
const tender = (tenderTypeCode: string, amount: number) => ({ tenderTypeCode, amount })

test.each<[string, Record<string, unknown>, number]>([
  ['taken off', { tenders: [cash, tender('Rounding', -0.02)], changeDue: 30 }, 19.98],
  ['added', { tenders: [cash, tender('CASH_ROUNDING', 0.02)], changeDue: 30 }, 19.98],
  ['in Swiss words', { tenders: [cash, tender('Rundungsdifferenz', -0.02)], changeDue: 30 }, 19.98],
  ['of a total that is rounded', { tenders: [cash, tender('Arrondi', 0.02)], changeDue: 30, grandAmount: 20 }, 20],
])('a rounding that is sent as a payment is one: %s', (_, fields, total) => {
  const sent = receiptWith({ currency: 'CHF', items: stationery, grandAmount: 19.98, ...fields })
  const { receipt, payment } = readLedger(parseReceipt(sent))
  expect(receipt.tenders).toEqual([cash])
  expect(receipt.roundingAdjustment).toEqual({ value: 0.02 })
  expect([receipt.grandAmount, payment.toPay]).toEqual([total, 20])
  expect(auditReceipt(sent)).toEqual([])
})

test('and of a refund, which it makes larger', () => {
  const sent = {
    ...{ transactionType: 'ReturnTransaction', currency: 'CHF', returns: [{ items: stationery }] },
    ...{ grandAmount: -19.98, tenders: [tender('Cash', -20), tender('Rounding', 0.02)] },
  }
  const { receipt, payment } = readLedger(parseReceipt(receiptWith(sent)))
  expect(receipt.tenders).toEqual([tender('Cash', 20)])
  expect([receipt.roundingAdjustment?.value, payment.toPay]).toEqual([0.02, 20])
})

test('a rounding among the fees is one, and other fees stay, also of its amount', () => {
  const fees = [
    { description: 'Gift wrap', amount: 3 },
    { description: 'Recycling', amount: 0.01 },
    { description: 'Rounding', amount: 0.01 },
  ]
  const sent = { currency: 'CHF', items: stationery, fees, roundingAdjustment: { value: 0.01 }, grandAmount: 23 }
  const { receipt } = readLedger(parseReceipt(receiptWith({ ...sent, tenders: [tender('Cash', 23)] })))
  expect(receipt.fees).toEqual(fees.slice(0, 2))
})

test('a rounding among the goods stays there, and is said once', () => {
  const items = [...stationery, { name: 'Rounding', total: 0.02 }]
  const sent = { currency: 'CHF', items, roundingAdjustment: { value: 0.02 }, grandAmount: 20 }
  const { receipt } = readLedger(parseReceipt(receiptWith({ ...sent, tenders: [tender('Cash', 20)] })))
  expect([receipt.items?.length, receipt.roundingAdjustment]).toEqual([3, undefined])
})

test.each<[string, Record<string, unknown>]>([
  ['for a charity', { tenders: [tender('Cash', 19.98), tender('Round-Up', 0.02)] }],
  ['a payment of a larger part', { tenders: [tender('Cash', 14.98), tender('Rounding', 5)] }],
  ['the only payment', { tenders: [tender('Rounding', 19.98)] }],
  [
    'beside a rounding',
    { tenders: [cash, tender('Rounding', -0.02)], changeDue: 30, roundingAdjustment: { value: 0.02 } },
  ],
])('what may not be one stays a payment: %s', (_, fields) => {
  const sent = receiptWith({ currency: 'CHF', items: stationery, grandAmount: 19.98, ...fields })
  expect(readLedger(parseReceipt(sent)).receipt.tenders).toHaveLength((fields.tenders as unknown[]).length)
})
