import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { statisticsCommand } from '../../src/commands/statistics.ts'
import { type Database, type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { answerStatistics } from '../../src/statistics/answers/answer.ts'
import { writeBucketKey } from '../../src/statistics/counting/bucket-key.ts'
import { recordReceipts, writeChange } from '../../src/statistics/counting/change.ts'
import { maxAccumulated } from '../../src/statistics/folding/accumulator.ts'
import { createFold, startFolding } from '../../src/statistics/folding/fold.ts'
import { maxNames } from '../../src/statistics/folding/labels.ts'
import { databases, fewDatabases, longTest, makePlace, receipt, startService } from '../support/service.ts'

const day = 20_600

describe.each(databases)('folding, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: OpenDatabase
  beforeEach(async () => {
    place = await makePlace(database, { hasTables: true })
    opened = await reopen()
  })
  afterEach(async () => {
    await opened.close()
    await place.remove()
  })

  const reopen = () => {
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    return openDatabase(url === undefined ? { folder } : { url }, { allowRunning: true })
  }
  const fold = (db: Database = opened.db) => createFold(db, Date.now)
  const record = (item = 'tea', grand = 450) => ({
    record: {
      merchant_id: 'demo',
      statistics_place: writeBucketKey({
        day,
        quarterStart: day * 86_400_000,
        utcOffset: 0,
        store: '1',
        territory: '',
        operator: '',
        associate: '',
        register: '1',
        receiptType: 'PaperOnly',
        transactionType: 'SaleTransaction',
        language: 'en-US',
        currency: 'USD',
        scale: 2,
        minutes: 15,
      }),
    },
    delta: writeChange({
      adds: { receipts: 1, sales: 1, grand, sold: grand },
      lines: [item, 0, 1, grand, 0],
      categories: [''],
    }),
  })
  const add = (count: number, item?: (index: number) => string) =>
    opened.db.transaction().execute(async transaction => {
      const all = Array.from({ length: count }, (_, index) => record(item?.(index)))
      for (let start = 0; start < count; start += 500) await recordReceipts(transaction, all.slice(start, start + 500))
    })
  const reach = { merchantId: 'demo', stores: null }
  const asked = { ...reach, from: day, to: day, interval: 'all', shownZone: 'UTC', weekStart: 0 } as const
  const answer = async (more: object = {}, db = opened.db) => {
    const found = await answerStatistics(db, { ...asked, orderBy: 'count', ...more }, Date.now())
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  const counted = async (db = opened.db) => (await answer({}, db)).totals.receipts

  test('keeps every total while receipts arrive, in any order of folds', async () => {
    // In one process, two connections to an embedded database would wait for each other.
    const other = database === 'SQLite' ? undefined : await reopen()
    try {
      let done = false
      const totals: number[] = []
      const reading = (async () => {
        while (!done) totals.push((await counted(other?.db)) ?? 0)
      })()
      const folding = [opened.db, other?.db ?? opened.db].map(async db => {
        for (let turn = 0; !done; turn++) {
          await fold(db).run()
          await pause(turn % 3)
        }
      })
      for (let turn = 0; turn < 30; turn++) {
        await add(20)
        // However slow the machine is, some are read in between.
        while (totals.length < turn / 5) await pause(1)
      }
      done = true
      await Promise.all([reading, ...folding])
      expect(totals.length).toBeGreaterThan(5)
      expect(totals).toEqual([...totals].sort((one, two) => one - two))
      expect(await counted()).toBe(600)
      await fold().run()
      expect((await answer()).freshness.pending).toBe(0)
      expect((await answer()).totals.amounts).toMatchObject([{ grandAmount: '2700.00' }])
    } finally {
      await other?.close()
    }
  })

  // How many one takes, and which names are kept, is told before any database is asked.
  longTest(database)('folds more than one transaction takes', async () => {
    await add(maxAccumulated + 10)
    expect(await fold().run()).toBe(maxAccumulated + 10)
    expect(await counted()).toBe(maxAccumulated + 10)
  })

  test('loses nothing and counts nothing twice if killed at any statement', async () => {
    await add(10)
    for (let statement = 1; ; statement++) {
      const { db, wasKilled } = dyingAt(opened.db, statement)
      await fold(db)
        .run()
        .catch(() => {})
      expect(await counted()).toBe(10)
      if (!wasKilled()) break
      expect(statement).toBeLessThan(50)
    }
    expect((await answer()).freshness.pending).toBe(0)
  })

  test('settles days that are over, whatever it is killed at, and adds what comes later', async () => {
    // 20,600 is May 27th, whose third ends with the month.
    let now = Date.parse('2026-05-27T12:00:00Z')
    const clock = () => now
    await add(10)
    await createFold(opened.db, clock).run()
    const rows = async () => {
      const found = opened.db.selectFrom('statistics_rows').select(['level', 'receipts']).orderBy('level')
      const ofOperator = found.where('dimension', '=', 'operator').where('store_id', '=', '1')
      return (await ofOperator.execute()).map(({ level, receipts }) => [level, Number(receipts)])
    }
    expect(await rows()).toEqual([['day', 10]])
    now = Date.parse('2026-06-02T12:00:00Z')
    await createFold(opened.db, clock).settle()
    expect(await rows()).toEqual([['day', 10]])
    now = Date.parse('2026-06-03T12:00:00Z')
    // On a server each takes ten times as long, so `npm test` kills there at every seventh.
    const step = fewDatabases.includes(database) ? 1 : 7
    for (let statement = 1; ; statement += step) {
      const { db, wasKilled } = dyingAt(opened.db, statement)
      await createFold(db, clock)
        .settle()
        .catch(() => {})
      expect(await counted()).toBe(10)
      if (!wasKilled()) break
      // Until its turn is over, nobody else has it.
      now += 600_000
    }
    const inAll = (receipts: number) => ['day', 'month', 'third'].map(level => [level, receipts])
    expect(await rows()).toEqual(inAll(10))
    await add(3)
    await createFold(opened.db, clock).run()
    expect(await rows()).toEqual(inAll(13))
    expect(await counted()).toBe(13)
    // As the migration leaves what an earlier version counted: a month that is begun, and no thirds.
    await opened.db.deleteFrom('statistics_rows').where('level', '=', 'third').execute()
    await opened.db.updateTable('statistics_rows').set({ receipts: 4 }).where('level', '=', 'month').execute()
    await opened.db
      .updateTable('statistics_settled')
      .set({ until: Date.parse('2026-05-01') / 86_400_000 })
      .execute()
    expect((await answer({ from: Date.parse('2026-05-01') / 86_400_000, to: day + 4 })).totals.receipts).toBe(13)
    await createFold(opened.db, clock).settle()
    expect(await rows()).toEqual(inAll(13))
    expect((await answer({ from: Date.parse('2026-05-01') / 86_400_000, to: day + 4 })).totals.receipts).toBe(13)
  })

  test('stops at once though days are due and another process writes rows', async () => {
    let now = Date.parse('2026-05-27T12:00:00Z')
    await add(1)
    await createFold(opened.db, () => now).run()
    now = Date.parse('2026-08-27T12:00:00Z')
    await opened.db
      .updateTable('statistics_turn')
      .set({ holder: 'another', until: now + 300_000 })
      .execute()
    const { stop } = startFolding({ fold: createFold(opened.db, () => now), log: openLog('silent') })
    expect(await Promise.race([stop().then(() => 'stopped'), pause(20_000).then(() => 'waiting')])).toBe('stopped')
  })

  test.runIf(database === 'PostgreSQL')('finds what a transaction commits after later ones were folded', async () => {
    const mayCommit = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const slow = opened.db.transaction().execute(async transaction => {
      await recordReceipts(transaction, [record()])
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    await add(3)
    expect(await fold().run()).toBe(3)
    mayCommit.resolve()
    await slow
    expect(await counted()).toBe(4)
    expect(await fold().run()).toBe(1)
    expect(await counted()).toBe(4)
  })

  longTest(database)('counts names beyond the limit of a day as other', async () => {
    await add(maxNames + 5, index => `item ${index}`)
    await fold().run()
    await add(1, () => 'item of later')
    await fold().run()
    const found = await answer({ groupBy: 'item', top: 1 })
    expect(found.groups).toEqual({ count: maxNames + 1, shown: 1 })
    expect(found.rows).toMatchObject([{ group: { id: 'other', other: true }, items: 6 }])
    expect(found.totals.receipts).toBe(maxNames + 6)
  })

  test('adds up beyond what a double can hold', async () => {
    const grand = 999_999_999_999
    await opened.db.transaction().execute(async transaction => {
      for (let turn = 0; turn < 20; turn++)
        await recordReceipts(
          transaction,
          Array.from({ length: 500 }, () => record('gold', grand)),
        )
    })
    const expected = `${(BigInt(grand) * 10_000n) / 100n}.00`
    expect((await answer()).totals.amounts).toMatchObject([{ grandAmount: expected }])
    await fold().run()
    expect((await answer()).totals.amounts).toMatchObject([{ grandAmount: expected }])
  })
})

describe.each(databases)('the statistics command, on %s', database => {
  test('counts anew beside a running service, and exports a file a day', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const { DATA_DIR = '', DATABASE_URL } = { DATA_DIR: shop.config.dataDir, DATABASE_URL: shop.config.databaseUrl }
    const run = async (...args: string[]) => {
      let [output, remarks] = ['', '']
      const code = await statisticsCommand(
        args,
        { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) },
        {
          stdout: { write: (text: string) => (output += text) },
          stderr: { write: (text: string) => (remarks += text) },
        },
      )
      return { code, output, remarks }
    }
    const on = (date: string) => shop.create(receipt({ receiptDateTime: `${date}T12:00:00`, receiptType: 'PaperOnly' }))
    await on('2026-06-07')
    await on('2026-06-07')
    await on('2026-06-09')
    const question = '/ws/rest/v1/merchants/demo/statistics?fromDate=2026-06-01&toDate=2026-06-30&groupBy=store'
    const before = (await shop.ask(question)).json
    expect(before.totals.receipts).toBe(3)
    // As if they had been accepted before there were statistics.
    const { db, close } = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { folder: DATA_DIR }, {
      allowRunning: true,
    })
    await shop.service.fold.finish()
    for (const table of ['statistics_rows', 'statistics_parts', 'statistics_names'] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('receipts').set({ statistics_place: null }).execute()
    await close()
    expect((await shop.ask(question)).json.totals.receipts).toBe(0)
    const { code, output, remarks } = await run('rebuild')
    expect([code, JSON.parse(output)]).toEqual([0, { merchantId: 'demo', receipts: 3 }])
    expect(remarks).toContain('demo 2026-06-07: 2 receipts\n')
    expect({ ...(await shop.ask(question)).json, freshness: 0 }).toEqual({ ...before, freshness: 0 })

    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-statistics-'))
    expect((await run('export', 'demo', '--out', folder)).code).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['demo-store-2026-06-07.csv', 'demo-store-2026-06-09.csv'])
    const csv = readFileSync(join(folder, 'demo-store-2026-06-07.csv'), 'utf8')
    expect(csv.split('\r\n')[1]).toMatch(
      /^2026-06-07T12:00:00Z,2026-06-07T13:00:00Z,2026-06-07,UTC,,1,1,Corner Shop,2,2,/,
    )
    rmSync(join(folder, 'demo-store-2026-06-09.csv'))
    expect((await run('export', 'demo', '--out', folder)).remarks).toContain('Exported: days 1 of')
    const lines = (await run('export', 'demo', '--format', 'ndjson', '--by', 'currency')).output.trim().split('\n')
    expect(lines.map(line => JSON.parse(line).receipts)).toEqual([2, 1])
    rmSync(folder, { recursive: true })
    await expect(run('export', 'demo', '--by', 'moon')).rejects.toThrow('--by must be one of store')
    await expect(run('rebuild', '--from', 'June')).rejects.toThrow('--from must be a date')
  })

  test('keeps the sums of what is erased, and forgets names that only it had', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const items = (name: string) => ({
      items: [{ name, total: 4.5 }],
      receiptType: 'PaperOnly',
      receiptDateTime: '2026-06-07',
    })
    const secret = await shop.create(receipt(items('Ring for Ada Lovelace')))
    const usual = []
    for (let turn = 0; turn < 5; turn++) usual.push(await shop.create(receipt(items('Tea'))))
    const headers = { authorization: `Bearer ${shop.config.adminToken}` }
    const erase = (receiptId: string | undefined) =>
      shop.ask('/admin/merchants/demo/erasures', { method: 'POST', body: { receiptId }, credentials: null, headers })
    for (const id of [secret, ...usual]) expect((await erase(id)).status).toBe(200)
    const { rows, totals } = (
      await shop.ask('/ws/rest/v1/merchants/demo/statistics?fromDate=2026-06-07&toDate=2026-06-07&groupBy=item')
    ).json
    expect(totals).toMatchObject({ receipts: 6, amounts: [{ grandAmount: '27.00' }] })
    expect(rows.map(({ group, items }: { group: object; items: number }) => [group, items])).toEqual([
      [{ id: 'Tea', itemSKUNumber: 'Tea', itemName: 'Tea' }, 5],
      [{ id: 'erased', erased: true }, 1],
    ])
  })
})

/** A database whose n-th statement in a transaction, and all after it, fail. */
function dyingAt(db: Database, statement: number) {
  let count = 0
  const check = () => {
    count += 1
    if (count >= statement) throw new Error('killed')
  }
  const plugged = db.withPlugin({
    transformQuery: ({ node }) => {
      check()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: plugged as Database, wasKilled: () => count >= statement }
}
