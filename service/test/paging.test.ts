import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import { type Cursor, pageOfReceipts } from '../src/receipts/page.ts'
import { recordWith } from './support/records.ts'
import { databases, makePlace } from './support/service.ts'

interface Kept {
  date: number
  id: string
}

/** Newest first. Several share a date, and one is a millisecond older than others. */
const kept: Kept[] = (
  [
    [40, 'a'],
    [30, 'c'],
    [30, 'b'],
    [30, 'a'],
    [29, 'f'],
    [20, 'b'],
    [20, 'a'],
    [10, 'a'],
  ] as const
).map(([date, letter]) => ({ date, id: `${date}${letter}`.padStart(32, '0') }))

/** Dates, both included, around those of the receipts. */
const windows: [from: number, to: number][] = [
  [10, 40],
  [11, 39],
  [20, 20],
  [29, 30],
  [31, 39],
  [40, 40],
]
const sizes = [1, 2, 3, 8]
const spots = [
  ...kept,
  { date: 25, id: '0'.repeat(32) },
  { date: 5, id: '0'.repeat(32) },
  { date: 50, id: 'f'.repeat(32) },
]

describe.each(databases)('a page of receipts, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>

  beforeAll(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
    // Written in another order than they are read, and beside those of another merchant.
    for (const merchant_id of ['demo', 'other'])
      await opened.db
        .insertInto('receipts')
        .values(
          [...kept]
            .sort((one, other) => compare(one.id.slice(-1), other.id.slice(-1)))
            .map(({ date, id }) =>
              recordWith(merchant_id === 'demo' ? id : id.replace(/^0/, '1'), { merchant_id, receipt_date: date }),
            ),
        )
        .execute()
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  async function page([from, to]: [number, number], size: number, start: Cursor | number) {
    const filters = { merchantId: 'demo', from, to, stores: null, transactionNumbers: [] }
    const { receipts, ...more } = await pageOfReceipts(opened.db, filters, size, start)
    return { ids: receipts.map(({ id }) => id), ...more }
  }

  test.each(windows)('has the right receipts from %i to %i by number', async (from, to) => {
    const all = within(from, to)
    for (const size of sizes)
      for (let number = 1; number <= 10; number++) {
        const [first, end] = [(number - 1) * size, number * size]
        expect(await page([from, to], size, number), `page ${number} of ${size}`).toEqual({
          ids: all.slice(first, end).map(({ id }) => id),
          // A page beside an empty one is named only if it is not empty itself.
          hasPrevious: number > 1 && all.length > first - size,
          hasNext: all.length > end,
        })
      }
  })

  test.each(windows)('has the right receipts from %i to %i after a receipt', async (from, to) => {
    const all = within(from, to)
    for (const size of sizes)
      for (const spot of spots) {
        const after = all.filter(each => order(each, spot) > 0)
        const found = await page([from, to], size, { way: 'next', ...spot })
        expect(found, `${size} after ${spot.date} ${spot.id}`).toEqual({
          ids: after.slice(0, size).map(({ id }) => id),
          hasPrevious: all.length > after.length,
          hasNext: after.length > size,
        })
      }
  })

  test.each(windows)('has the right receipts from %i to %i before a receipt', async (from, to) => {
    const all = within(from, to)
    for (const size of sizes)
      for (const spot of spots) {
        const before = all.filter(each => order(each, spot) < 0)
        const found = await page([from, to], size, { way: 'prev', ...spot })
        expect(found, `${size} before ${spot.date} ${spot.id}`).toEqual({
          ids: before.slice(-size).map(({ id }) => id),
          hasPrevious: before.length > size,
          // A reader going back came from there.
          hasNext: true,
        })
      }
  })
})

function within(from: number, to: number): Kept[] {
  return kept.filter(({ date }) => from <= date && date <= to)
}

/** Newest first; of one instant the larger id first. */
function order(one: Kept, other: Kept): number {
  return other.date - one.date || compare(other.id, one.id)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
