import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import type { Claimed } from '../src/database/queue/due-rows.ts'
import { insertDeliveries, mailSource } from '../src/delivery/outbox/delivery.ts'
import { createQueue } from '../src/delivery/queue/poller.ts'
import { type Handler, lanes, type Pace } from '../src/delivery/queue/queue.ts'
import { until } from './support/mail-server.ts'
import { type DatabaseName, databases, longTest, makePlace } from './support/service.ts'

/** A database with its tables, and queues on it. */
async function openQueues(database: DatabaseName) {
  const place = await makePlace(database, { hasTables: true })
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
  const { db, close } = await openDatabase(url === undefined ? { folder } : { url })
  const queues: ReturnType<typeof createQueue>[] = []
  onTestFinished(async () => {
    await Promise.all(queues.map(queue => queue.rest()))
    await close()
    await place.remove()
  })
  return {
    db,
    /** Works on mails: as many at once as its pace says. */
    async work(handle: Handler['handle'], pace: Partial<Pace> = {}) {
      const queue = createQueue({
        ...{ db, now: Date.now, log: openLog('silent'), pollEvery: 20 },
        sources: { mail: mailSource },
      })
      queues.push(queue)
      await queue.work({ mail: { handle, pace: { inHand: () => 2, inHandFor: () => 1000, ...pace } } })
      return queue
    },
    /** Queues mails to addresses; returns their ids in order. */
    async add(merchantId: string, addresses: readonly string[], more: { dueAt?: number; lane?: number } = {}) {
      const { dueAt = Date.now() - 1000, lane = lanes.live } = more
      const before = new Set((await db.selectFrom('deliveries').select('id').execute()).map(({ id }) => id))
      const about = { receiptId: 'r', merchantId, kind: 'receipt', mailDomain: 'example.com', lane } as const
      await db.transaction().execute(async transaction => {
        for (const [index, emailAddress] of addresses.entries())
          await insertDeliveries(transaction, [{ ...about, emailAddress }], dueAt + index)
      })
      const all = await db.selectFrom('deliveries').select('id').orderBy('due_at').execute()
      return all.flatMap(({ id }) => (before.has(id) ? [] : id))
    },
  }
}

const some = (count: number, domain = 'example.com') =>
  Array.from({ length: count }, (_, at) => `guest-${at}@${domain}`)

/** Marks a mail as sent. */
const finish = (db: Database, id: string) =>
  db.updateTable('deliveries').set({ status: 'sent' }).where('id', '=', id).execute()

describe.each(databases)('the queue, on %s', database => {
  longTest(database)(
    'hands out what is due in order, and what is due later then, never more at once than the pace says',
    async () => {
      const { db, work, add } = await openQueues(database)
      const ids = await add('demo', some(5))
      const [soon = ''] = await add('demo', some(1), { dueAt: Date.now() + 300 })
      const handled: string[] = []
      let running = 0
      let most = 0
      const began = Date.now()
      await work(async ({ id }) => {
        most = Math.max(most, ++running)
        handled.push(id)
        await wait(5)
        await finish(db, id)
        running -= 1
      })
      await until(() => handled.length === 6)
      expect(Date.now() - began).toBeGreaterThanOrEqual(250)
      expect(handled).toEqual([...ids, soon])
      expect(most).toBe(2)
    },
  )

  longTest(database)(
    'mails whose handlers fail don’t hold up others, and are tried again after five seconds, to be taken over',
    async () => {
      const { db, work, add } = await openQueues(database)
      const broken = await add('demo', some(4))
      const [fine] = await add('demo', some(1))
      const runs: (Claimed & { at: number })[] = []
      await work(async taken => {
        runs.push({ ...taken, at: performance.now() })
        const isFirst = runs.filter(({ id }) => id === taken.id).length === 1
        if (broken.includes(taken.id) && isFirst) throw new Error('The database is away')
        await finish(db, taken.id)
      })
      await until(() => runs.some(({ id }) => id === fine), 3000)
      await until(() => runs.length === 9)
      const [first, again] = runs.filter(({ id }) => id === broken[0])
      expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(4900)
      expect(again?.takesOver).toBe(true)
    },
  )

  test('lets go of nothing that is in hand when it rests', async () => {
    const { db, work, add } = await openQueues(database)
    await add('demo', some(5))
    const end = Promise.withResolvers<void>()
    const handled: string[] = []
    const queue = await work(async ({ id }) => {
      handled.push(id)
      await end.promise
      await finish(db, id)
    })
    await until(() => handled.length === 2)
    const resting = queue.rest()
    await wait(50)
    end.resolve()
    await resting
    expect(handled).toHaveLength(2)
    const left = await db.selectFrom('deliveries').select('id').where('status', '=', 'queued').execute()
    expect(left).toHaveLength(3)
  })

  test('merchants have turns by the time that their work takes', async () => {
    const { db, work, add } = await openQueues(database)
    await add('alder', some(200))
    const handled: string[] = []
    await work(async ({ id }) => {
      const found = await db.selectFrom('deliveries').select('merchant_id').where('id', '=', id).executeTakeFirst()
      handled.push(found?.merchant_id ?? '')
      await wait(10)
      await finish(db, id)
    })
    await until(() => handled.length > 20)
    await add('birch', some(5))
    await until(() => handled.filter(name => name === 'birch').length === 5)
    // They alternate, once both have work.
    expect(handled.lastIndexOf('birch') - handled.indexOf('birch')).toBeLessThan(30)
    expect(handled.length).toBeLessThan(150)
  })

  longTest(database)('what is live goes before a backlog, which has a turn now and then', async () => {
    const { db, work, add } = await openQueues(database)
    const later = await add('demo', some(40), { lane: lanes.later })
    await add('demo', some(40))
    const handled: string[] = []
    await work(
      async ({ id }) => {
        handled.push(later.includes(id) ? 'later' : 'live')
        await finish(db, id)
      },
      { inHand: () => 1 },
    )
    await until(() => handled.length === 80)
    const amongLive = handled.slice(0, handled.lastIndexOf('live')).filter(lane => lane === 'later').length
    expect(amongLive).toBeGreaterThan(2)
    expect(amongLive).toBeLessThan(10)
    expect(handled.slice(-30)).toEqual(Array(30).fill('later'))
  })

  longTest(database)('a backlog leaves places to what is live, however long it takes', async () => {
    const { db, work, add } = await openQueues(database)
    await add('demo', some(50), { lane: lanes.later })
    const end = Promise.withResolvers<void>()
    const live: string[] = []
    let begun = 0
    await work(
      async ({ id }) => {
        begun += 1
        if (!live.includes(id)) await end.promise
        await finish(db, id)
      },
      { inHand: () => 8 },
    )
    await until(() => begun === 7)
    live.push(...(await add('demo', some(1))))
    await until(() => begun === 8)
    end.resolve()
  })

  longTest(database)(
    'a recipient has its share, and what is behind its mails is found, of the same merchant and of others',
    async () => {
      const { db, work, add } = await openQueues(database)
      await add('alder', some(600, 'Hanging.example.com'))
      const fine = [
        ...(await add('alder', some(1, 'example.net'), { dueAt: Date.now() - 10 })),
        ...(await add('birch', some(1, 'example.net'))),
      ]
      const end = Promise.withResolvers<void>()
      const done: string[] = []
      let hanging = 0
      await work(
        async ({ id }) => {
          if (!fine.includes(id)) {
            hanging += 1
            await end.promise
          }
          done.push(id)
          await finish(db, id)
        },
        { inHand: () => 10, inHandFor: domain => (domain === 'hanging.example.com' ? 5 : 10) },
      )
      await until(() => done.length === 2)
      expect(done.toSorted()).toEqual(fine.toSorted())
      expect(hanging).toBe(5)
      // One that comes when all was looked at is found, too.
      fine.push(...(await add('alder', some(1, 'example.org'), { dueAt: Date.now() })))
      await until(() => done.length === 3)
      expect(hanging).toBe(5)
      end.resolve()
      await until(() => done.length > 100)
    },
  )
})

describe.runIf(databases.includes('PostgreSQL'))('several workers on PostgreSQL', () => {
  test('each have their own, and no row twice', async () => {
    const { db, work, add } = await openQueues('PostgreSQL')
    const ids = await add('demo', some(120))
    const handled: Record<string, string[]> = {}
    const takesOver: boolean[] = []
    for (const name of ['one', 'two', 'three'])
      await work(
        async taken => {
          handled[name] = [...(handled[name] ?? []), taken.id]
          takesOver.push(taken.takesOver)
          await wait(10)
          await finish(db, taken.id)
        },
        { inHand: () => 4 },
      )
    await until(() => Object.values(handled).flat().length >= ids.length)
    expect(Object.values(handled).flat().sort()).toEqual(ids.toSorted())
    expect(Object.keys(handled)).toHaveLength(3)
    expect(takesOver).not.toContain(true)
  })

  test('take over what a dead one had in hand, and nothing of a living one', async () => {
    const { db, work, add } = await openQueues('PostgreSQL')
    const ids = await add('demo', some(3))
    const at = Date.now()
    await db
      .insertInto('workers')
      .values([
        { id: 'dead', seen_at: at - 16_000 },
        { id: 'living', seen_at: at },
      ])
      .execute()
    for (const [index, worker] of ['dead', 'living', 'long forgotten'].entries())
      await db
        .updateTable('deliveries')
        .set({ worker })
        .where('id', '=', ids[index] ?? '')
        .execute()
    const handled: Claimed[] = []
    await work(async taken => {
      handled.push(taken)
      await finish(db, taken.id)
    })
    await until(() => handled.length === 2)
    await wait(300)
    expect(handled).toEqual([ids[0], ids[2]].map(id => ({ id, takesOver: true })))
    // It ended in order.
    await db.deleteFrom('workers').where('id', '=', 'living').execute()
    await until(() => handled.length === 3)
    expect(handled[2]).toEqual({ id: ids[1], takesOver: true })
  })
})
