import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Commit } from '../src/database/batch.ts'
import { type Database, openDatabase, type Transaction } from '../src/database/database.ts'
import { type AttemptEnd, createAttempts } from '../src/delivery/outbox/attempts.ts'
import {
  countDeliveries,
  deliveriesOfReceipt,
  findDelivery,
  insertDeliveries,
  type NewDelivery,
  readBacklog,
  sweepDeliveries,
} from '../src/delivery/outbox/delivery.ts'
import { lanes } from '../src/delivery/queue/queue.ts'
import { lift, suppressedBy } from '../src/delivery/suppression/suppression.ts'
import { createReceiptWriter, type NewReceipt } from '../src/receipts/accept.ts'
import { openSearchKey, type SearchKey } from '../src/receipts/search/terms.ts'
import { recordWith } from './support/records.ts'
import { databases, makePlace } from './support/service.ts'

describe.each(databases)('the outbox, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>
  let searchKey: SearchKey
  let now = 1_000_000

  beforeAll(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
    searchKey = await openSearchKey(opened.db, undefined, now)
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  const clock = () => now
  const attempts = () => createAttempts({ ...opened, searchKey, now: clock, deadAfterMs: 180_000 })
  const find = (id: string) => findDelivery(opened.db, id)
  const ofReceipt = (merchantId: string, receiptId: string) => deliveriesOfReceipt(opened.db, merchantId, receiptId)
  const insert = (delivery: NewDelivery) =>
    opened.db.transaction().execute(transaction => insertDeliveries(transaction, [delivery], now))
  const sweep = (sweptAt = Number.POSITIVE_INFINITY) => sweepDeliveries(opened, now, sweptAt)
  const toGuest: NewDelivery = {
    receiptId: 'r',
    merchantId: 'demo',
    kind: 'receipt',
    emailAddress: 'guest@example.com',
    mailDomain: 'example.com',
  }

  const newest = async () => {
    const { rows } = await opened.db.executeQuery<{ id: string }>(CompiledQuery.raw('select id from deliveries'))
    return rows.map(({ id }) => id)
  }

  async function makeDelivery(): Promise<string> {
    const before = await newest()
    await insert(toGuest)
    return (await newest()).find(id => !before.includes(id)) ?? ''
  }

  test('gives a delivery to one worker at a time', async () => {
    const id = await makeDelivery()
    expect(await attempts().begin(id, false)).toMatchObject({ number: 1, interrupted: false })
    expect(await attempts().begin(id, false)).toBe('busy')
    // Whoever found it lets it be until that attempt must be dead.
    expect(await find(id)).toMatchObject({ due_at: now + 180_000, worker: null, attempt_count: 1 })
    expect(await attempts().begin(id, true)).toMatchObject({ number: 2 })
  })

  test('whoever sees that a mail is over sees what it said of the address, too', async () => {
    const suppressed = async () => {
      const address = { merchantId: 'demo', emailAddress: 'Guest@example.com' }
      return (await suppressedBy(opened.db, searchKey, address, now)) !== undefined
    }
    const after = async (end: AttemptEnd) => {
      const id = await makeDelivery()
      const begun = await attempts().begin(id, false)
      expect(begun).toMatchObject({ number: 1 })
      expect(await attempts().end(id, 1, end)).toBe(true)
      return suppressed()
    }
    const bounced = { outcome: 'failed', code: '550', badAddress: true } as const
    expect(await after({ outcome: 'sent' })).toBe(false)
    expect(await after({ outcome: 'failed', code: '550' })).toBe(false)
    expect(await after(bounced)).toBe(true)
    expect(await after({ outcome: 'deferred', code: '421', retryAt: now })).toBe(true)
    expect(await after({ outcome: 'withheld', code: 'test_mode' })).toBe(true)
    // That our mail server took another mail says nothing about the address.
    expect(await after({ outcome: 'sent' })).toBe(true)

    const address = { merchantId: 'demo', emailAddress: 'guest@example.com' }
    await lift(opened.db, searchKey, [address])
    const taken = await makeDelivery()
    for (const takesOver of [false, true]) await attempts().begin(taken, takesOver)
    expect(await attempts().end(taken, 1, bounced)).toBe(false)
    expect(await suppressed()).toBe(false)
  })

  test('suspects no mail that the service gave back in order', async () => {
    const id = await makeDelivery()
    for (let number = 1; number <= 4; number++) {
      expect(await attempts().begin(id, true)).toMatchObject({ number, interrupted: false })
      const end = { outcome: 'interrupted', code: 'stopped', retryAt: now } as const
      expect(await attempts().end(id, number, end)).toBe(true)
    }
    for (let crash = 0; crash < 3; crash++) {
      while (typeof (await attempts().begin(id, true)) !== 'object') now += 1000
    }
    while ((await attempts().begin(id, true)) === 'later') now += 60_000
    expect(await attempts().begin(id, true)).toBe('exclusive')
  })

  test('queues another attempt only after a deferred one, when it says', async () => {
    const [retried, finished] = [await makeDelivery(), await makeDelivery()]
    for (const id of [retried, finished]) await attempts().begin(id, false)
    await attempts().end(retried, 1, { outcome: 'deferred', code: '421', retryAt: now + 10_000 })
    await attempts().end(finished, 1, { outcome: 'sent', engineVersion: '1.2.3' })
    expect(await find(retried)).toMatchObject({
      status: 'queued',
      due_at: now + 10_000,
      lane: lanes.later,
      worker: null,
      finished_at: null,
    })
    expect(await find(finished)).toMatchObject({ status: 'sent', engine_version: '1.2.3', finished_at: now })
  })

  test('doesn’t count a second try while the first is running', async () => {
    const id = await makeDelivery()
    const begun = await attempts().begin(id, false)
    if (typeof begun === 'string') throw new Error(begun)
    const startedAt = now
    now += 1000
    for (let turn = 0; turn < 3; turn++) expect(await attempts().begin(id, false)).toBe('busy')
    expect(await find(id)).toMatchObject({ attempt_count: 1, due_at: startedAt + 180_000 })
    await attempts().end(begun.delivery.id, 1, { outcome: 'deferred', code: '421', retryAt: now })
    expect(await attempts().begin(id, false)).toMatchObject({ number: 2, answered: 1 })
  })

  test('treats an attempt as dead that a clock since set back says is from the future', async () => {
    const id = await makeDelivery()
    await attempts().begin(id, false)
    now -= 179_999
    expect(await attempts().begin(id, false)).toBe('busy')
    now -= 1
    expect(await attempts().begin(id, false)).not.toBe('busy')
    now += 180_000
  })

  test('treats an attempt as dead after three minutes, not before', async () => {
    const id = await makeDelivery()
    await attempts().begin(id, false)
    now += 179_999
    expect(await attempts().begin(id, false)).toBe('busy')
    now += 1
    expect(await attempts().begin(id, false)).toMatchObject({ number: 2, interrupted: true })
  })

  /** Opens an attempt and leaves it, as a process does that dies. Lets all waits pass first. */
  async function dieSending(id: string): Promise<void> {
    for (let turn = 0; turn < 2; turn++) {
      now += 4_000_000
      if (typeof (await attempts().begin(id, true, true)) === 'object') return
    }
    throw new Error('No attempt was opened.')
  }

  test('doesn’t count interruptions as tries', async () => {
    const id = await makeDelivery()
    for (let turn = 0; turn < 10; turn++) await dieSending(id)
    now += 4_000_000
    expect(await attempts().begin(id, true)).toBe('later')
    const begun = await attempts().begin(id, false, true)
    expect(begun).toMatchObject({ number: 11, answered: 0 })
    if (typeof begun === 'string') throw new Error(begun)
    await attempts().end(begun.delivery.id, 11, { outcome: 'deferred', code: '421', retryAt: now + 10_000 })
    expect(await attempts().begin(id, false)).toMatchObject({ number: 12, answered: 1 })
    expect(await find(id)).toMatchObject({ status: 'queued', due_at: now + 10_000 })
  })

  test('sends a mail alone after three interruptions, but not after two', async () => {
    const id = await makeDelivery()
    await dieSending(id)
    await dieSending(id)
    now += 4_000_000
    const third = await attempts().begin(id, true)
    expect(third).toMatchObject({ number: 3, interrupted: true })
    now += 4_000_000
    expect(await attempts().begin(id, true)).toBe('later')
    const { due_at } = (await find(id)) ?? {}
    for (let turn = 0; turn < 2; turn++) expect(await attempts().begin(id, false)).toBe('exclusive')
    expect(await find(id)).toMatchObject({ attempt_count: 3, due_at })
    expect(await attempts().begin(id, false, true)).toMatchObject({ number: 4 })
  })

  test('resets the count of interruptions after an answer', async () => {
    const id = await makeDelivery()
    await dieSending(id)
    await dieSending(id)
    now += 4_000_000
    const third = await attempts().begin(id, true)
    if (typeof third === 'string') throw new Error(third)
    await attempts().end(third.delivery.id, 3, { outcome: 'deferred', code: '421', retryAt: now })
    await dieSending(id)
    await dieSending(id)
    now += 4_000_000
    expect(await attempts().begin(id, true)).toMatchObject({ number: 6, answered: 1, interrupted: true })
  })

  test('retries a mail that crashes the process ever later, then alone', async () => {
    const id = await makeDelivery()
    const waits: number[] = []
    await attempts().begin(id, false)
    for (let turn = 0; turn < 8; turn++) {
      const begun = await attempts().begin(id, true)
      const { due_at: dueAt = 0 } = (await find(id)) ?? {}
      waits.push(begun === 'later' ? dueAt - now : 0)
      if (begun !== 'later') continue
      now = dueAt
      await attempts().begin(id, false, true)
    }
    const minute = 60_000
    expect(waits).toEqual([0, 5000, 30_000, 2 * minute, 10 * minute, 30 * minute, 60 * minute, 60 * minute])
    expect(await attempts().begin(id, true)).toBe('later')
    expect(await attempts().begin(id, false)).toBe('exclusive')
    expect(await attempts().begin(id, false, true)).toMatchObject({ interrupted: false })
  })

  test('ignores the end of an attempt that was taken over', async () => {
    const id = await makeDelivery()
    const first = await attempts().begin(id, false)
    const second = await attempts().begin(id, true)
    if (typeof first === 'string' || typeof second === 'string') throw new Error('busy')
    expect(await attempts().end(first.delivery.id, 1, { outcome: 'deferred', code: '421', retryAt: now + 5 })).toBe(
      false,
    )
    expect(await attempts().end(second.delivery.id, 2, { outcome: 'sent', code: '250' })).toBe(true)
    expect(await attempts().end(first.delivery.id, 1, { outcome: 'failed', code: '550' })).toBe(false)
    expect(await attempts().end(second.delivery.id, 2, { outcome: 'failed', code: '550' })).toBe(false)
    const found = (await ofReceipt('demo', 'r')).find(delivery => delivery.id === id)
    expect([found?.status, ...(found?.attempts.map(({ outcome, code }) => `${outcome} ${code}`) ?? [])]).toEqual([
      'sent',
      'interrupted null',
      'sent 250',
    ])
  })

  test('stores 500 characters of a mail server’s reply', async () => {
    const id = await makeDelivery()
    const begun = await attempts().begin(id, false)
    if (typeof begun === 'string') throw new Error(begun)
    await attempts().end(begun.delivery.id, 1, { outcome: 'failed', code: '550', detail: 'x'.repeat(2000) })
    const found = (await ofReceipt('demo', 'r')).find(delivery => delivery.id === id)
    expect(found?.attempts[0]?.detail).toBe('x'.repeat(500))
  })

  test('closes a dead worker’s attempt as interrupted, and numbers the next one', async () => {
    const id = await makeDelivery()
    await attempts().begin(id, false)
    expect(await attempts().begin(id, true)).toMatchObject({ number: 2, interrupted: true })
    now += 181_000
    const third = await attempts().begin(id, false)
    expect(third).toMatchObject({ number: 3, interrupted: true })
    if (typeof third === 'string') throw new Error(third)
    await attempts().end(third.delivery.id, 3, { outcome: 'sent', code: '250' })
    expect(await attempts().begin(id, true)).toBe('over')
    const found = (await ofReceipt('demo', 'r')).find(delivery => delivery.id === id)
    expect(found?.attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted', 'sent'])
  })

  test('gives a delivery to one of two workers that start together', async () => {
    const id = await makeDelivery()
    const both = await Promise.all([attempts().begin(id, false), attempts().begin(id, false)])
    expect(both.filter(outcome => outcome === 'busy')).toHaveLength(1)
  })

  test('puts only long overdue deliveries behind live ones', async () => {
    const id = await makeDelivery()
    const laneOf = async () => (await find(id))?.lane
    await sweep()
    expect(await laneOf()).toBe(lanes.live)
    now += 600_000
    await sweep()
    expect(await laneOf()).toBe(lanes.live)
    now += 1
    expect(await sweep()).toBeGreaterThan(0)
    expect(await find(id)).toMatchObject({ lane: lanes.later, due_at: now - 600_001 })
    expect(await sweep()).toBe(0)
  })

  test('makes what is due again that a clock set back has left in the future', async () => {
    const statusOf = async (id: string) => (await find(id))?.due_at
    const day = 86_400_000
    now += day
    const first = await makeDelivery()
    const retried = await makeDelivery()
    const soon = await makeDelivery()
    await opened.db.updateTable('deliveries').set({ attempt_count: 2 }).where('id', 'in', [retried, soon]).execute()
    now -= day
    const inAnHour = now + 3_600_000
    await opened.db.updateTable('deliveries').set({ due_at: inAnHour }).where('id', '=', soon).execute()
    await sweep()
    expect([await statusOf(first), await statusOf(retried), await statusOf(soon)]).toEqual([now, now, inAnHour])
  })

  test('a clock that is set back by an hour doesn’t put off a retry by it, and another’s wait stays', async () => {
    const hour = 3_600_000
    const [retried, waiting] = [await makeDelivery(), await makeDelivery()]
    const deferred = async (id: string, endedAt: number, dueAt: number) => {
      const attempt = {
        delivery_id: id,
        number: 1,
        started_at: endedAt,
        ended_at: endedAt,
        outcome: 'deferred',
      } as const
      await opened.db.insertInto('delivery_attempts').values(attempt).execute()
      await opened.db.updateTable('deliveries').set({ attempt_count: 1, due_at: dueAt }).where('id', '=', id).execute()
    }
    const due = now + 8 * hour
    await deferred(waiting, now - 2 * hour, due)
    await sweep()
    const sweptAt = now
    await deferred(retried, now, now + 10_000)
    now -= hour
    await sweep(sweptAt)
    expect((await find(retried))?.due_at).toBe(now)
    expect((await find(waiting))?.due_at).toBe(due)
    now += hour
    await opened.db.updateTable('deliveries').set({ status: 'failed' }).where('id', 'in', [retried, waiting]).execute()
  })

  test('reports the number of queued mails and when the oldest was due', async () => {
    await opened.db.updateTable('deliveries').set({ status: 'failed' }).where('status', '=', 'queued').execute()
    expect(await readBacklog(opened.db)).toEqual({ byMerchant: [], oldestDueAt: undefined })
    const first = now
    await makeDelivery()
    now += 10
    await makeDelivery()
    expect(await readBacklog(opened.db)).toEqual({
      byMerchant: [{ merchantId: toGuest.merchantId, count: 2 }],
      oldestDueAt: first,
    })
  })

  test('counts a receipt’s mails from an instant on, inclusive', async () => {
    const receiptId = 'counted'
    const make = () => insert({ ...toGuest, receiptId })
    const countFrom = (since: number) =>
      opened.db.transaction().execute(transaction => countDeliveries(transaction, receiptId, since))
    const first = now
    await make()
    now += 10
    await make()
    expect([
      await countFrom(first),
      await countFrom(first + 1),
      await countFrom(now),
      await countFrom(now + 1),
    ]).toEqual([2, 1, 1, 0])
  })

  test('lists attempts by number, in whatever order they were written', async () => {
    const receiptId = 'listed'
    await insert({ ...toGuest, receiptId })
    const [{ id = '' } = {}] = await ofReceipt('demo', receiptId)
    const past = { delivery_id: id, started_at: now, ended_at: now, outcome: null, code: null, detail: null }
    for (const number of [3, 1, 2])
      await opened.db
        .insertInto('delivery_attempts')
        .values({ ...past, number })
        .execute()
    const [found] = await ofReceipt('demo', receiptId)
    expect(found?.attempts.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  test('hides a receipt’s mails from other merchants', async () => {
    await makeDelivery()
    expect(await ofReceipt('other', 'r')).toEqual([])
  })

  test('writes receipts that arrive together, even if one of them fails', async () => {
    const write = createReceiptWriter({ commit: opened.commit, searchKey, now: clock })
    const entry = (id: string, changes: Partial<NewReceipt> = {}): NewReceipt => ({
      record: recordWith(id.padStart(32, '0')),
      delta: '{"adds":{"receipts":1}}',
      requestHash: undefined,
      delivery: undefined,
      ...changes,
    })
    const wrong = entry('3', { record: { ...recordWith('3'.padStart(32, '0')), store_id: null as never } })
    const outcomes = await Promise.allSettled([
      write(() => entry('1', { requestHash: 'same' })),
      write(() => entry('2', { requestHash: 'same' })),
      write(() => wrong),
      write(() => {
        throw new Error('can’t be made')
      }),
      write(() => entry('4', { delivery: { ...toGuest, receiptId: '4'.padStart(32, '0') } })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    const kept = (await opened.db.selectFrom('receipts').select('id').orderBy('id').execute()).map(({ id }) =>
      Number(id),
    )
    expect(kept).toHaveLength(2)
    expect(kept).toContain(4)
    const [winner] = kept
    const owners = outcomes
      .slice(0, 2)
      .map(outcome => outcome.status === 'fulfilled' && Number(outcome.value.duplicateOf ?? 0))
    expect(owners.filter(Boolean)).toEqual([winner])
    expect(await ofReceipt('demo', '4'.padStart(32, '0'))).toHaveLength(1)
  })

  test.each([
    ['one receipt', ['a1']],
    ['receipts that arrived together', ['b1', 'b2', 'b3']],
  ])('accepts %s once if its commit succeeded but looked failed', async (_, ids) => {
    await opened.db.deleteFrom('statistics_deltas').execute()
    const lost = losingItsFirstAnswer(opened.db)
    const write = createReceiptWriter({ commit: work => lost.db.transaction().execute(work), searchKey, now: clock })
    const all = ids.map(id => id.padStart(32, '0'))
    const outcomes = await Promise.all(
      all.map((id, index) =>
        write(() => ({
          record: recordWith(id),
          delta: '{"adds":{"receipts":1}}',
          requestHash: index % 2 === 0 ? `${id} is claimed` : undefined,
          delivery: { ...toGuest, receiptId: id },
        })),
      ),
    )
    expect(lost.answers()).toBe(1)
    expect(outcomes).toEqual(all.map(() => ({ duplicateOf: undefined, suppression: undefined })))
    for (const id of all) expect(await ofReceipt('demo', id)).toHaveLength(1)
    const again = { record: recordWith('c1'.padStart(32, '0')), delta: '{"adds":{"receipts":1}}', delivery: undefined }
    expect(await write(() => ({ ...again, requestHash: `${all[0]} is claimed` }))).toMatchObject({
      duplicateOf: all[0],
    })
    expect(await opened.db.selectFrom('statistics_deltas').select('id').execute()).toHaveLength(all.length)
  })

  test('lets receipts that arrive meanwhile share a waiting transaction', async () => {
    const turn = Promise.withResolvers<void>()
    let transactions = 0
    const commit: Commit = async work => {
      transactions += 1
      await turn.promise
      return opened.commit(work)
    }
    const write = createReceiptWriter({ commit, searchKey, now: clock })
    const entryOf = (id: string) => ({
      record: recordWith(id),
      delta: '{"adds":{}}',
      requestHash: undefined,
      delivery: undefined,
    })
    const all = ['e1', 'e2', 'e3'].map(id => id.padStart(32, '0'))
    const writing: Promise<unknown>[] = []
    for (const id of all) {
      writing.push(write(() => entryOf(id)))
      await setImmediate()
    }
    turn.resolve()
    await Promise.all(writing)
    expect(transactions).toBe(1)
  })

  test('claims a group’s requestIds in a fixed order', async () => {
    const taken: string[][] = []
    const groups = [
      ['demo 1', 'alder 1', 'demo 0'],
      ['alder 1', 'demo 0', 'demo 1'],
    ]
    for (const [index, group] of groups.entries()) {
      const db = seeingClaims(opened.db, taken)
      const write = createReceiptWriter({ commit: work => db.transaction().execute(work), searchKey, now: clock })
      await Promise.all(
        group.map((claim, position) => {
          const [merchant_id = '', requestHash = ''] = claim.split(' ')
          const record = { ...recordWith(`d${index}${position}`.padStart(32, '0')), merchant_id }
          return write(() => ({ record, delta: '{"adds":{}}', requestHash, delivery: undefined }))
        }),
      )
    }
    expect(taken).toEqual([
      ['alder 1', 'demo 0', 'demo 1'],
      ['alder 1', 'demo 0', 'demo 1'],
    ])
  })
})

/** A database whose first transaction is committed, but the connection breaks before the answer. */
function losingItsFirstAnswer(db: Database) {
  let lost = 0
  const transaction = () => ({
    async execute(work: (transaction: Transaction) => Promise<unknown>) {
      const result = await db.transaction().execute(work)
      if (lost++ === 0) throw new Error('Connection terminated unexpectedly')
      return result
    },
  })
  return { db: { transaction } as unknown as Database, answers: () => Math.min(1, lost) }
}

/** Merchant and hash of each three parameters. */
function claimsIn(parameters: readonly string[]): string[] {
  return parameters.flatMap((value, index) => (index % 3 === 0 ? `${value} ${parameters[index + 1]}` : []))
}

/** A database that tells which requestIds were claimed, in which order. */
function seeingClaims(db: Database, seen: string[][]): Database {
  const watched = (transaction: Transaction) =>
    new Proxy(transaction, {
      get(target, name) {
        if (name !== 'executeQuery') return Reflect.get(target, name).bind(target)
        return (query: CompiledQuery) => {
          const columns = /^insert into "accepted_requests" \("merchant_id", "request_hash", "receipt_id"\)/
          if (columns.test(query.sql)) seen.push(claimsIn(query.parameters as string[]))
          return target.executeQuery(query)
        }
      },
    })
  const transaction = () => ({
    execute: (work: (transaction: Transaction) => Promise<unknown>) =>
      db.transaction().execute(inner => work(watched(inner))),
  })
  return { transaction } as unknown as Database
}
