import { describe, expect, test } from 'vitest'
import type { ItemsView } from '../../../../src/view/receipt-view.ts'
import { aReceipt, viewOf } from '../../../support/receipts.ts'

const goods = (...totals: (number | undefined)[]) =>
  totals.map((total, at) => ({ name: `Item ${at + 1}`, ...(total !== undefined && { total }) }))
const onSheets = (sent: Record<string, unknown>, language = 'en-US') =>
  viewOf(aReceipt(sent), language, { forSheets: true })
const carriedIn = (items: ItemsView | undefined) =>
  items?.groups.flatMap(group => group.items.map(item => item.carried ?? ''))

describe('what is carried forward to a sheet that begins with a line', () => {
  test('is the exact sum of the lines before, and nothing for the first', () => {
    const { items } = onSheets({ items: goods(0.1, 0.2, 1234.5, -34.8, 5) })
    expect(carriedIn(items)).toEqual([
      '',
      'Brought forward $0.10',
      'Brought forward $0.30',
      'Brought forward $1,234.80',
      'Brought forward $1,200.00',
    ])
  })

  test('follows the order shown, by category', () => {
    const items = [
      { name: 'Tea', category: 'Pantry', total: 1 },
      { name: 'Cup', category: 'Kitchen', total: 10 },
      { name: 'Jam', category: 'Pantry', total: 2 },
      { name: 'Pot', category: 'Kitchen', total: 20 },
    ]
    expect(carriedIn(onSheets({ items }).items)).toEqual([
      '',
      'Brought forward $1.00',
      'Brought forward $3.00',
      'Brought forward $13.00',
    ])
  })

  test('counts what the column of amounts shows: a price of one piece, but not of two, which has no amount', () => {
    const items = [
      { name: 'One', price: 3 },
      { name: 'Two', price: 4, quantity: { value: 2 } },
      { name: 'Free', total: 0 },
      { name: 'Last', total: 1, discounts: [{ amount: -9 }] },
      { name: 'End', total: 1 },
    ]
    expect(carriedIn(onSheets({ items }).items)?.at(-1)).toBe('Brought forward $4.00')
  })

  test('is nothing where no line before has an amount', () => {
    expect(carriedIn(onSheets({ items: goods(undefined, undefined, 5, 1) }).items)).toEqual([
      '',
      '',
      '',
      'Brought forward $5.00',
    ])
  })

  test('goes on with returns that are sent as taken off', () => {
    const { returns } = onSheets({ items: goods(10, 20), returns: [{ items: goods(-4, -5) }, { items: goods(-6) }] })
    expect(returns.map(({ items }) => carriedIn(items))).toEqual([
      ['Brought forward $30.00', 'Brought forward $26.00'],
      ['Brought forward $21.00'],
    ])
  })

  test.each([
    ['a total', goods(4, 5)],
    ['a price', [{ name: 'One', price: 4 }, ...goods(5)]],
  ])('takes off returns sent without a minus, as %s', (_, returned) => {
    const { returns } = onSheets({ items: goods(10, 20), returns: [{ items: returned }] })
    expect(carriedIn(returns[0]?.items)).toEqual(['Brought forward $30.00', 'Brought forward $26.00'])
  })

  test('begins anew with each order, which has sums of its own', () => {
    const { orders } = onSheets({ items: goods(10), orders: [{ items: goods(1, 2) }, { items: goods(3, 4) }] })
    expect(orders.map(({ items }) => carriedIn(items))).toEqual([
      ['', 'Brought forward $1.00'],
      ['', 'Brought forward $3.00'],
    ])
  })

  test.each([
    ['de-DE', 'Übertrag 1,50 $'],
    ['fr-FR', 'Report 1,50 $'],
    ['es-ES', 'Suma anterior 1,50 $'],
    ['ja-JP', '前頁繰越 $1.50'],
  ])('is said as accountants say it: %s', (language, words) => {
    expect(carriedIn(onSheets({ items: goods(1.5, 2) }, language).items)).toEqual(['', words])
  })

  test('is left out for mail and rolls, and on gift receipts', () => {
    expect(carriedIn(viewOf(aReceipt({ items: goods(1, 2) })).items)).toEqual(['', ''])
    const gift = viewOf(aReceipt({ items: goods(1, 2) }), 'en-US', { gift: true, forSheets: true })
    expect(carriedIn(gift.items)).toEqual(['', ''])
  })
})
