import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import type { Database } from '../../src/database/database.ts'
import { mailSource } from '../../src/delivery/outbox/delivery.ts'
import { createQueue } from '../../src/delivery/queue/poller.ts'
import { type Handler, lanes } from '../../src/delivery/queue/queue.ts'
import { failReading } from '../support/database.ts'
import { openTables, queueMails } from '../support/tables.ts'

const began = 1_800_000_000_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Until nothing happens any more before the clock goes on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await settle()
}

const now = () => began + Math.round(performance.now() - start)
let start = 0

/** A queue of mails, on which nothing is done until the test says so. */
async function openQueue({ inHand = 2, inHandFor = 1000, hold }: Work = {}) {
  start = performance.now()
  const { db } = await openTables()
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  let looks = 0
  let onLook = () => {}
  const { executeQuery } = db.getExecutor()
  db.getExecutor().executeQuery = function (this: never, ...given: [{ sql: string }]) {
    if (given[0].sql.includes('with recursive')) {
      looks++
      onLook()
    }
    return executeQuery.apply(this, given as never)
  } as typeof executeQuery
  const log = openLog('silent')
  const said = vi.spyOn(log, 'error')
  const queue = createQueue({ db, now, log, sources: { mail: mailSource } })
  const handle: Handler['handle'] = ({ id }) => {
    begun.push(id)
    return new Promise((resolve, reject) => ends.set(id, error => (error ? reject(error) : resolve())))
  }
  let asked = 0
  const room = () => {
    asked++
    return inHand
  }
  const pace = { inHand: room, inHandFor: () => inHandFor }
  onTestFinished(async () => {
    for (const end of ends.values()) end()
    await queue.rest()
  })
  return {
    ...{ db, queue, begun, said },
    looks: () => looks,
    asked: () => asked,
    onLook: (does: () => void) => {
      onLook = does
    },
    add: (count: number, dueAt = began - 1000, more: { lane?: number; merchantId?: string; domain?: string } = {}) => {
      const { domain = 'example.com', ...rest } = more
      const addresses = Array.from({ length: count }, (_, at) => `guest-${at}@${domain}`)
      return queueMails(db, addresses, { dueAt, ...rest })
    },
    async work() {
      await queue.work({
        mail: {
          handle,
          pace,
          ...(hold && {
            hold: taken =>
              hold(
                db,
                taken.map(({ id }) => id),
              ),
          }),
        },
      })
      await settle()
    },
    /** Ends what is done with a mail. */
    async finish(id = '', error?: Error) {
      if (!error) await setStatus(db, [id], 'sent')
      ends.get(id)?.(error)
      await settle()
    },
  }
}

interface Work {
  inHand?: number
  inHandFor?: number
  hold?: (db: Database, ids: string[]) => Promise<string[]>
}

const setStatus = (db: Database, ids: string[], status: 'queued' | 'sent' | 'held') =>
  db.updateTable('deliveries').set({ status }).where('id', 'in', ids).execute()

test('what is due is begun at once, in order, as many as have room; each that ends makes room for the next', async () => {
  const { begun, asked, add, work, finish } = await openQueue()
  const ids = await add(4)
  await work()
  expect(begun).toEqual(ids.slice(0, 2))
  // Without room it doesn't go round.
  expect(asked()).toBeLessThan(10)
  await finish(ids[1])
  expect(begun).toEqual(ids.slice(0, 3))
  await finish(ids[0])
  expect(begun).toEqual(ids)
})

test('what comes is begun when the queue is woken, or a second after the last look', async () => {
  const { queue, begun, looks, add, work } = await openQueue({ inHand: 10 })
  await work()
  expect(looks()).toBe(1)
  await pass(500)
  const [first] = await add(1)
  queue.wake()
  await pass(1)
  expect(begun).toEqual([first])
  const [second] = await add(1, began - 500)
  await pass(990)
  expect(begun).toHaveLength(1)
  await pass(12)
  expect(begun).toEqual([first, second])
})

test('what is due later is begun then, not before, and nothing looks for it meanwhile', async () => {
  const { begun, looks, add, work } = await openQueue()
  const [id] = await add(1, began + 400)
  await add(1, began + 700)
  await work()
  await pass(398)
  expect([begun, looks()]).toEqual([[], 1])
  await pass(3)
  expect([begun, looks()]).toEqual([[id], 2])
})

test('however often it is woken, it looks every 20 ms, and a tenth of the time at most', async () => {
  const { queue, looks, onLook, work } = await openQueue()
  await work()
  for (let at = 0; at < 19; at++) {
    queue.wake()
    await pass(1)
  }
  expect(looks()).toBe(1)
  await pass(1)
  expect(looks()).toBe(2)
  // A database that takes 30 ms.
  onLook(() => void vi.advanceTimersByTime(30))
  queue.wake()
  await pass(20)
  expect(looks()).toBe(3)
  queue.wake()
  await pass(268)
  expect(looks()).toBe(3)
  await pass(3)
  expect(looks()).toBe(4)
  // One that takes 200 ms is asked as often as without work.
  await pass(300)
  onLook(() => void vi.advanceTimersByTime(200))
  queue.wake()
  await pass(1)
  expect(looks()).toBe(5)
  queue.wake()
  await pass(797)
  expect(looks()).toBe(5)
  await pass(4)
  expect(looks()).toBe(6)
})

test('what ends while others are taken makes room at once', async () => {
  const claimed = Promise.withResolvers<void>()
  let isHeldUp = false
  const { begun, add, work, finish } = await openQueue({
    hold: async () => {
      if (isHeldUp) await claimed.promise
      return []
    },
  })
  const [first] = await add(1)
  await work()
  const [second, third] = await add(2)
  isHeldUp = true
  // The next look finds them.
  await pass(1001)
  await finish(first)
  expect(begun).toEqual([first])
  claimed.resolve()
  await pass(2)
  expect(begun).toEqual([first, second, third])
})

test('what is held isn’t begun, and takes no room', async () => {
  const held: string[] = []
  const { db, begun, add, work, finish } = await openQueue({
    hold: async (from, ids) => {
      const some = ids.filter(id => held.includes(id))
      await setStatus(from, [...some, ''], 'held')
      return some
    },
  })
  const ids = await add(8)
  held.push(...ids.slice(0, 5))
  await work()
  await pass(1)
  expect(begun).toEqual(ids.slice(5, 7))
  // Once it is let go, it is begun like any other.
  const [first = ''] = held.splice(0)
  await setStatus(db, [first], 'queued')
  await finish(ids[5])
  await pass(1001)
  await finish(ids[6])
  expect(begun).toContain(first)
})

test('one whose handler fails is left alone for five seconds, and holds up nobody', async () => {
  const { begun, said, add, work, finish } = await openQueue({ inHand: 1 })
  const [broken, fine] = await add(2)
  await work()
  await finish(broken, new Error('The database is away'))
  expect(begun).toEqual([broken, fine])
  expect(said).toHaveBeenCalledExactlyOnceWith('Handling a delivery failed', {
    deliveryId: broken,
    error: new Error('The database is away'),
  })
  await finish(fine)
  await pass(4999)
  expect(begun).toHaveLength(2)
  await pass(1002)
  expect(begun).toEqual([broken, fine, broken])
})

test('a database that fails is asked again a second later, and no room is lost', async () => {
  const { db, queue, begun, said, add, work } = await openQueue()
  const ids = await add(3)
  const { executeQuery } = db.getExecutor()
  let failures = 0
  db.getExecutor().executeQuery = function (this: never, ...given: [{ sql: string }]) {
    if (failures < 3 && given[0].sql.includes('order by due_at, id')) {
      failures++
      throw new Error('Away')
    }
    return executeQuery.apply(this, given as never)
  } as typeof executeQuery
  await work()
  expect([said.mock.calls.length, failures]).toEqual([1, 1])
  await pass(999)
  expect(failures).toBe(1)
  await pass(1)
  expect(failures).toBe(2)
  queue.wake()
  await pass(1)
  expect(failures).toBe(3)
  await pass(1000)
  expect(begun).toEqual(ids.slice(0, 2))
})

test('merchants have turns, live work before what comes later', async () => {
  const { begun, add, work, finish } = await openQueue({ inHand: 4 })
  const later = await add(1, began - 9000, { lane: lanes.later })
  const alder = await add(9, began - 5000, { merchantId: 'alder' })
  const birch = await add(2, began - 1000, { merchantId: 'birch' })
  await work()
  expect(begun.toSorted()).toEqual([...alder.slice(0, 2), ...birch].toSorted())
  for (const id of birch) await finish(id)
  expect(begun.slice(4)).toEqual(alder.slice(2, 4))
  for (const id of alder.slice(0, 7)) await finish(id)
  expect(begun).toContain(later[0])
})

test('while one recipient has had its share, others have theirs, and a wait costs no more than a look', async () => {
  const { begun, looks, add, work, finish } = await openQueue({ inHand: 10, inHandFor: 1 })
  const [hanging, next] = await add(2, began - 1000, { domain: 'hanging.example.com' })
  const [fine] = await add(1, began - 1)
  await work()
  expect(begun).toEqual([hanging, fine])
  await pass(10_000)
  expect(looks()).toBeLessThan(15)
  await finish(hanging)
  expect(begun).toEqual([hanging, fine, next])
})

test('at rest it begins nothing, and is over when all that is in hand is', async () => {
  const { db, queue, begun, looks, add, work, finish } = await openQueue()
  const [first] = await add(1)
  await work()
  let isOver = false
  const resting = queue.rest().then(() => {
    isOver = true
  })
  await add(1)
  queue.wake()
  await pass(3000)
  expect([begun, looks(), isOver]).toEqual([[first], 1, false])
  await finish(first)
  await resting
  expect(begun).toEqual([first])
  await queue.rest()
  expect(await db.selectFrom('deliveries').select('id').where('status', '=', 'queued').execute()).toHaveLength(1)
})

test('nothing is done of what has no handler, and woken before it works it does no harm', async () => {
  const { db } = await openTables()
  await queueMails(db, ['guest@example.com'], { dueAt: began })
  failReading(db, 'deliveries', new Error('Read'))
  const log = openLog('silent')
  const said = vi.spyOn(log, 'error')
  const queue = createQueue({ db, now, log, sources: { webhook: mailSource } })
  queue.wake()
  await queue.work({ mail: { handle: async () => {}, pace: { inHand: () => 1, inHandFor: () => 1 } } })
  await pass(2000)
  await queue.rest()
  expect(said).not.toHaveBeenCalled()
})
