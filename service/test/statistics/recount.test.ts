import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { type OpenDatabase, openDatabase, openReader } from '../../src/database/database.ts'
import { inspectDatabase } from '../../src/database/inspect.ts'
import { placeOf } from '../../src/database/location.ts'
import { checkDatabase } from '../../src/operations/doctor/settings-check.ts'
import { createRecounts, startRecounting } from '../../src/statistics/rebuilding/recounting.ts'
import { databases, receipt, startService, type TestService } from '../support/service.ts'

describe.each(databases)('statistics that earlier rules counted, on %s', database => {
  let shop: TestService
  let opened: OpenDatabase
  let lines: { msg: string; count: number }[] = []
  const log = openLog('info', { write: line => void lines.push(JSON.parse(line)) })

  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    opened = await openDatabase(placeOf(shop.config), { allowRunning: true })
    for (const [number, day] of ['02', '02', '03', '04', '04', '04'].entries())
      await shop.create(
        receipt({
          transactionNumber: String(number),
          receiptType: 'PaperOnly',
          receiptDateTime: `2026-11-${day}T12:00:00Z`,
        }),
      )
    await shop.service.fold.finish()
  })
  afterAll(async () => {
    await opened.close()
    await shop.stop()
  })

  const path = '/ws/rest/v1/merchants/demo/statistics?fromDate=2026-11-01&toDate=2026-11-30'
  const asked = async () => {
    const { totals, freshness } = (await shop.ask(path)).json
    return [totals.receipts, freshness.recounting]
  }
  beforeEach(async () => {
    lines = []
    const { db } = opened
    await db.updateTable('statistics_turn').set({ rules: 1 }).where('id', '=', 1).execute()
    await db.updateTable('statistics_rows').set({ receipts: 100 }).execute()
  })
  const recountsAt = (now: number) => createRecounts(opened.db, () => now)
  /** Counts anew as a process does; ends when nothing is left. */
  async function recount(recounts = recountsAt(Date.now())) {
    const reader = () => openReader(placeOf(shop.config), opened.db)
    const { fold } = shop.service
    // Nothing would be left before it is planned.
    await recounts.plan()
    const stop = startRecounting({ db: opened.db, openReader: reader, recounts, fold, log, now: Date.now })
    await expect.poll(() => recounts.left()).toBe(0)
    await stop()
  }

  test('are counted anew, which answers and the log say', async () => {
    expect(await asked()).toEqual([300, true])
    const csv = async () =>
      (await shop.ask(path, { headers: { accept: 'text/csv' } })).headers.get('counterfoil-recounting')
    expect(await csv()).toBe('true')
    await recount()
    expect([...(await asked()), await csv()]).toEqual([6, false, null])
    expect(lines.map(({ msg, count }) => [msg, count])).toEqual([
      ['Statistics of merchants are counted anew, because the rules have changed', 1],
      ['Receipts were counted anew for the statistics', 6],
    ])
    await recount()
    expect(lines).toHaveLength(2)
  })

  test('are counted anew by one of several processes', async () => {
    const [one, other] = [recountsAt(Date.now()), recountsAt(Date.now())]
    await Promise.all([one.plan(), other.plan()])
    const look = await inspectDatabase(placeOf(shop.config), Date.now)
    const said = JSON.stringify(await checkDatabase(shop.config, Promise.resolve(look)))
    expect(said).toContain('Statistics of 1 merchant are being counted anew after an upgrade.')
    await look.close()
    await Promise.all([recount(one), recount(other)])
    expect(await asked()).toEqual([6, false])
    const counts = lines.filter(({ msg }) => msg.startsWith('Receipts')).map(({ count }) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  })

  test('have what came later: who was at the till, and months of each store', async () => {
    const { db } = opened
    await shop.create(
      receipt({
        ...{ transactionNumber: 'N', receiptType: 'PaperOnly', receiptDateTime: '2026-09-05T12:00:00Z' },
        workstation: { id: '1', operator: 'Noor', store: { id: '1', name: 'Main Street', address: {} } },
        ...{ grandAmount: 12, tenders: [{ tenderTypeCode: 'Cash', amount: 12 }] },
      }),
    )
    await shop.service.fold.finish()
    // As an earlier version left them.
    const { id, statistics_place: place } = await db
      .selectFrom('receipts')
      .select(['id', 'statistics_place'])
      .where('transaction_number', '=', 'N')
      .executeTakeFirstOrThrow()
    const earlier = JSON.stringify((JSON.parse(place ?? '') as unknown[]).slice(0, 12))
    await db.updateTable('receipts').set({ statistics_place: earlier }).where('id', '=', id).execute()
    const later = ['operator', 'associate', 'registerOperator']
    await db.deleteFrom('statistics_rows').where('dimension', 'in', later).execute()
    await db.deleteFrom('statistics_parts').where('level', '=', 'month').where('store_id', '!=', '').execute()
    await db.deleteFrom('statistics_parts').where('level', '=', 'third').execute()
    // As the migration leaves it.
    await db
      .updateTable('statistics_settled')
      .set({ until: Date.parse('2026-09-01') / 86_400_000 })
      .execute()
    const read = async (query: string) =>
      (
        await shop.ask(
          `/ws/rest/v1/merchants/demo/statistics?fromDate=2026-09-01&toDate=2026-09-30&interval=all&${query}`,
        )
      ).json.rows.map((row: { group: { id: string }; receipts: number }) => [row.group.id, row.receipts])
    // Until then, days are read where there are no months.
    const tenders = await read('groupBy=tenderType&storeId=1')
    expect(tenders.length).toBeGreaterThan(0)
    await recount()
    expect(await read('groupBy=operator')).toEqual([['Noor', 1]])
    expect(await read('groupBy=register&thenBy=operator&storeId=1')).toEqual([['1/1/Noor', 1]])
    expect(await read('groupBy=tenderType&storeId=1')).toEqual(tenders)
    await db.deleteFrom('receipts').where('id', '=', id).execute()
  })

  test('are counted on by the next process after a kill, from the day it had come to', async () => {
    const killed = recountsAt(Date.now())
    await killed.plan()
    expect(await killed.take()).toEqual({ merchantId: 'demo', from: undefined })
    await killed.keep('demo', Date.UTC(2026, 10, 4) / 86_400_000)
    const next = recountsAt(Date.now() + 60_000)
    expect(await next.take()).toBe(undefined)
    expect(await asked()).toEqual([300, true])
    await recount(recountsAt(Date.now() + 400_000))
    expect(lines.at(-1)?.count).toBe(3)
  })

  test('a stopped process gives back what isn’t done', async () => {
    const stopped = recountsAt(Date.now())
    await stopped.plan()
    await stopped.take()
    await stopped.release()
    expect(await recountsAt(Date.now()).take()).toEqual({ merchantId: 'demo', from: undefined })
    await opened.db.updateTable('statistics_recounts').set({ until: 0 }).execute()
    await recount()
  })
})
