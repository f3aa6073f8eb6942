import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSampled } from '../../../test/support/scope.ts'
import { pick, seeded } from '../../reliability/random.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { answerStatistics } from '../../src/statistics/answers/answer.ts'
import type { StatisticsAnswer } from '../../src/statistics/answers/answer-shape.ts'
import { nameless, writeBucketKey } from '../../src/statistics/counting/bucket-key.ts'
import { recordReceipts, writeChange } from '../../src/statistics/counting/change.ts'
import { createFold } from '../../src/statistics/folding/fold.ts'
import { fewDatabases, makePlace } from '../support/service.ts'

/** A sale of 4.50: store, operator, and the day. */
type Sale = readonly [store: string, operator: string, day: number]

const dayOf = (date: string) => Date.parse(date) / 86_400_000
const now = Date.parse('2026-11-15T12:00:00Z')

describe.each(fewDatabases)('operators and associates of all stores, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: OpenDatabase
  beforeEach(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url }, { allowRunning: true })
    // Nothing is settled before a test settles it.
    await opened.db
      .insertInto('statistics_settled')
      .values({ merchant_id: 'alder', until: dayOf('2026-09-01') })
      .execute()
  })
  afterEach(async () => {
    await opened.close()
    await place.remove()
  })

  // As a process that has just started.
  const fold = () => createFold(opened.db, () => now).run()
  const sell = async (sales: readonly Sale[]) => {
    const rows = sales.map(([store, operator, day]) => {
      const at = { day, quarterStart: day * 86_400_000, utcOffset: 0, minutes: 15 } as const
      const named = { store, operator, associate: operator.split(' ')[0] ?? '', register: '1', currency: 'CAD' }
      return {
        record: { merchant_id: 'alder', statistics_place: writeBucketKey({ ...nameless, ...at, ...named }) },
        delta: writeChange({ adds: { receipts: 1, sales: 1, grand: 450, sold: 450 } }),
      }
    })
    for (let start = 0; start < rows.length; start += 500)
      await opened.db.transaction().execute(transaction => recordReceipts(transaction, rows.slice(start, start + 500)))
  }
  const ask = async (more: object): Promise<StatisticsAnswer['rows']> => {
    const query = {
      ...({ merchantId: 'alder', stores: null, from: dayOf('2026-09-01'), to: dayOf('2026-11-30') } as const),
      ...({ interval: 'all', shownZone: 'UTC', weekStart: 0, orderBy: 'count', ...more } as const),
    }
    const found = await answerStatistics(opened.db, query, now)
    if (typeof found === 'string') throw new Error(found)
    return found.rows
  }
  /** Receipts by person and period. */
  const counted = (rows: StatisticsAnswer['rows'], by: 'operator' | 'associate') => {
    const sums = new Map<string, number>()
    for (const { group, receipts = 0, ...period } of rows) {
      const name = group?.other ? 'other' : String(group?.[by])
      const key = `${name} ${'date' in period ? period.date : ''}`
      sums.set(key, (sums.get(key) ?? 0) + receipts)
    }
    return [...sums].sort()
  }

  test('are those of each store together, pending, by the day, third and month', async () => {
    const random = seeded(54)
    const days = Array.from({ length: 76 }, (_, at) => dayOf('2026-09-01') + at)
    const sales = Array.from(
      { length: 300 },
      (): Sale => [pick(random, ['3', '7', '12', '41']), pick(random, ['Ida', 'Noor', '7', '']), pick(random, days)],
    )
    await sell(sales)
    for (const [after, step] of ['pending', 'folded', 'settled', 'later'].entries()) {
      if (step === 'folded') await fold()
      if (step === 'settled') await createFold(opened.db, () => now).settle()
      if (step === 'later') await sell(sales.slice(0, 40))
      const there = step === 'later' ? [...sales, ...sales.slice(0, 40)] : sales
      for (const [within, [from, to]] of [
        ['2026-09-01', '2026-11-30'] as const,
        ['2026-09-12', '2026-11-09'] as const,
      ].entries())
        for (const [every, interval] of ['all', 'day', 'week', 'month'].entries())
          for (const [of, by] of (['operator', 'associate'] as const).entries()) {
            if (!isSampled(after, within, every, of)) continue
            const range = { from: dayOf(from), to: dayOf(to), interval }
            const found = await ask({ ...range, groupBy: by })
            expect(counted(found, by)).toEqual(counted(await ask({ ...range, groupBy: 'store', thenBy: by }), by))
            const isIn = ([, , day]: Sale) => day >= range.from && day <= range.to
            expect(found.reduce((sum, { receipts = 0 }) => sum + receipts, 0)).toBe(there.filter(isIn).length)
          }
    }
  })

  // Which of them are beyond it is told before any database is asked.
  test('beyond the limit of a day are one group, whichever store they are of', async () => {
    const day = dayOf('2026-11-14')
    await sell(Array.from({ length: 10_002 }, (_, at): Sale => [String(at % 3), `No. ${at}`, day]))
    await fold()
    await sell([
      ['2', 'No. 0', day],
      ['2', 'No. 20000', day],
      ['9', 'No. 20001', day],
    ])
    await fold()
    const found = await ask({ groupBy: 'operator' })
    expect(found.slice(0, 2).map(({ group, receipts }) => [group?.id, receipts])).toEqual([
      ['other', 4],
      ['No. 0', 2],
    ])
    expect(found).toHaveLength(10_001)
    expect(counted(await ask({ groupBy: 'store', thenBy: 'operator' }), 'operator')).toEqual(counted(found, 'operator'))
  })

  test('are the same beside rows of all stores that an earlier version left', async () => {
    await sell([
      ['3', 'Ida', dayOf('2026-09-05')],
      ['7', 'Ida', dayOf('2026-09-05')],
      ['7', 'Noor', dayOf('2026-11-13')],
    ])
    await fold()
    await createFold(opened.db, () => now).settle()
    const people = async () => (await ask({ groupBy: 'operator' })).map(({ group, receipts }) => [group?.id, receipts])
    expect(await people()).toEqual([
      ['Ida', 2],
      ['Noor', 1],
    ])
    const stored = opened.db.selectFrom('statistics_rows').selectAll().where('store_id', '=', '7')
    for (const row of await stored.where('dimension', 'in', ['operator', 'associate']).execute())
      await opened.db
        .insertInto('statistics_rows')
        .values({ ...row, store_id: '', receipts: 2 })
        .execute()
    await sell([['3', 'Noor', dayOf('2026-09-06')]])
    for (const _ of ['pending', 'folded']) {
      expect((await people()).sort()).toEqual([
        ['Ida', 2],
        ['Noor', 2],
      ])
      await fold()
    }
  })
})
