import { describe, expect, test } from 'vitest'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const read = (differs: SentReceipt) => readLedger(parseReceipt(aReceipt(differs)))
const rowsOf = (differs: SentReceipt) =>
  read(differs).column.rows.map(({ role, amount }) => [role, amount === undefined ? undefined : amount / 1e6])

describe('of a column that doesn’t add', () => {
  const kettle = { name: 'Kettle', total: 39.9 }

  test('a gross amount that the goods come to is their sum', () => {
    expect(rowsOf({ items: [kettle], grossAmount: 39.9, grandAmount: 52 })).toEqual([
      ['subtotal', 39.9],
      ['total', 52],
    ])
  })

  test('a gross amount that they don’t come to stands as sent', () => {
    expect(rowsOf({ items: [kettle], grossAmount: 45, grandAmount: 52 })).toEqual([
      ['gross', 45],
      ['total', 52],
    ])
  })

  test('a net amount stands as sent, below 0 where more is paid back than paid', () => {
    const jacket = [{ items: [{ name: 'Rain jacket', total: 120 }] }]
    const back = { items: [{ name: 'Shirt', total: 100 }], returns: jacket, grandAmount: -20, netAmount: 13 }
    expect(read(back).column.netSent).toBe(-13)
  })
})

test('lines whose totals are those of one come to all of them, and what is less by no discount stays', () => {
  const tea = { name: 'Tea', price: 5, quantity: { value: 2 }, total: 5 }
  const cups = { name: 'Cup, chipped', price: 4, quantity: { value: 3 }, total: 11 }
  const { items = [] } = read({ items: [tea, cups], grandAmount: 21 }).receipt
  expect(items.map(({ total }) => total)).toEqual([10, 11])
})
