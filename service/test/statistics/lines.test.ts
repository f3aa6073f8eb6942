import { readReceipt } from 'counterfoil/internal'
import { describe, expect, test } from 'vitest'
import { writeBucketKey } from '../../src/statistics/counting/bucket-key.ts'
import { countReceipt } from '../../src/statistics/counting/receipt/count-receipt.ts'
import { createAccumulator } from '../../src/statistics/folding/accumulator.ts'
import { receipt } from '../support/service.ts'

/** A day's sums of receipts, by item or category. */
function sumsOf(dimension: 'item' | 'category', receipts: readonly Record<string, unknown>[]) {
  const tally = createAccumulator()
  for (const body of receipts) {
    const { receipt: read } = readReceipt(JSON.stringify(receipt(body)))
    if (!read) throw new Error('not a receipt')
    const { bucket: place, change } = countReceipt({
      receipt: read,
      date: '2026-06-07T12:00:00',
      locale: { requested: null, chosen: 'en-US', source: 'default', languages: ['en-US'] },
      dateAt: Date.parse('2026-06-07T12:00:00Z'),
      receivedAt: Date.parse('2026-06-07T12:00:00Z'),
      offers: 0,
    })
    tally.add('demo', 0, writeBucketKey(place), change)
  }
  const { sums: names, rows } = tally.rows('statistics_parts', {
    wanted: (of, level) => of === dimension && level === 'day',
  })
  return Object.fromEntries(
    rows.map(row => {
      const sums = row.slice(-names.length).map((sum, index) => [names[index], sum] as const)
      return [row[8], Object.fromEntries(sums.filter(([, sum]) => sum !== 0))]
    }),
  )
}

const tea = { name: 'Tea', category: 'Drinks' }
const scone = { name: 'Scone', category: 'Bakery' }

describe('lines of receipts', () => {
  test('count a receipt once for an item or category that has several', () => {
    const sale = {
      items: [
        { ...tea, total: 3 },
        { ...scone, total: 2, quantity: { value: 2 } },
        { ...tea, total: 3.5, category: 'Offers' },
        { name: 'Juice', category: 'Drinks', total: 4 },
      ],
    }
    expect(sumsOf('item', [sale, { items: [{ ...tea, total: 3 }] }])).toEqual({
      Tea: { receipts: 2, entries: 3, pieces: 3, amount: 950 },
      Scone: { receipts: 1, entries: 1, pieces: 2, amount: 200 },
      Juice: { receipts: 1, entries: 1, pieces: 1, amount: 400 },
    })
    expect(sumsOf('category', [sale, sale])).toEqual({
      Drinks: { receipts: 2, entries: 4, pieces: 4, amount: 1400 },
      Bakery: { receipts: 2, entries: 2, pieces: 4, amount: 400 },
      Offers: { receipts: 2, entries: 2, pieces: 2, amount: 700 },
    })
  })

  test('count what comes back beside what is sold', () => {
    const exchange = {
      items: [
        { ...tea, total: 3 },
        { ...scone, total: -2, quantity: { value: -1 } },
        { name: 'Cup', category: 'Drinks', total: -5, quantity: { value: -1 } },
      ],
    }
    expect(sumsOf('item', [exchange])).toEqual({
      Tea: { receipts: 1, entries: 1, pieces: 1, amount: 300 },
      Scone: { receipts: 1, entries: 1, pieces_returned: 1, refunds: 200 },
      Cup: { receipts: 1, entries: 1, pieces_returned: 1, refunds: 500 },
    })
    expect(sumsOf('category', [exchange])).toEqual({
      Drinks: { receipts: 1, entries: 2, pieces: 1, pieces_returned: 1, amount: 300, refunds: 500 },
      Bakery: { receipts: 1, entries: 1, pieces_returned: 1, refunds: 200 },
    })
  })
})
