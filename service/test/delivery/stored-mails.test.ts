import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { insertMany } from '../../src/database/rows.ts'
import type { AttemptTable, DeliveryTable } from '../../src/database/tables.ts'
import { type AttemptEnd, createAttempts } from '../../src/delivery/outbox/attempts.ts'
import {
  cancelDeliveries,
  type DeliveryFilter,
  releaseDeliveries,
  retryDeliveries,
} from '../../src/delivery/outbox/bulk-actions.ts'
import { insertDeliveries, isUnderway, readBacklog, sweepDeliveries } from '../../src/delivery/outbox/delivery.ts'
import { listMails, pageSizes, undelivered } from '../../src/delivery/outbox/listing.ts'
import {
  addPause,
  countHeld,
  holdIfPaused,
  holdPaused,
  listPauses,
  type PauseScope,
  removePause,
} from '../../src/delivery/outbox/pauses.ts'
import { lanes } from '../../src/delivery/queue/queue.ts'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { addEndpoint, removeEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { openSearchKey, type SearchKey } from '../../src/receipts/search/terms.ts'
import { readChange } from '../../src/statistics/counting/change.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import { databases, makePlace } from '../support/service.ts'

const now = 5000

describe.each(databases)('stored mails, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>
  let searchKey: SearchKey
  let woken = 0

  beforeAll(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
    searchKey = await openSearchKey(opened.db, undefined, now)
    await saveMerchant({ db: opened.db, now: () => 0, templatesDir: '' }, 'demo', { name: 'Alder & Finch' })
    await opened.commit(transaction => insertMany(transaction, 'receipts', [recordWith('r')]))
  })
  beforeEach(async () => {
    woken = 0
    for (const { id } of await listPauses(opened.db)) await removePause(opened.db, id)
    for (const table of ['deliveries', 'delivery_attempts', 'suppressions', 'statistics_deltas'] as const)
      await opened.db.deleteFrom(table).execute()
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  /** Keeps mails of one receipt, by their ids. */
  const keep = (mails: Readonly<Record<string, Partial<DeliveryTable>>>) =>
    opened.commit(transaction =>
      insertMany(
        transaction,
        'deliveries',
        Object.entries(mails).map(([id, mail]) => deliveryWith(id, 'r', { finished_at: null, ...mail })),
      ),
    )
  const tried = (delivery_id: string, number: number, attempt: Partial<AttemptTable> = {}) =>
    opened.commit(transaction =>
      insertMany(transaction, 'delivery_attempts', [
        {
          ...{ delivery_id, number, started_at: 1, ended_at: 2, outcome: 'failed', code: '550', ...attempt },
          ...{ detail: null, reason: null },
        },
      ]),
    )
  const context = () => ({ db: opened.db, searchKey, now: () => now, queue: { wake: () => void woken++ } })
  const pause = (scope: PauseScope, pausedAt = now) =>
    addPause(opened.db, scope, { actor: 'person:ab12', reason: 'The provider moves', pausedAt })
  const stored = () => opened.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  const statuses = async () => Object.fromEntries((await stored()).map(({ id, status }) => [id, status]))
  /** What the statistics are told, added up. */
  async function counted() {
    const sums: Record<string, number> = {}
    for (const { body } of await opened.db.selectFrom('statistics_deltas').select('body').execute())
      for (const [name, value] of Object.entries(readChange(body).adds)) sums[name] = (sums[name] ?? 0) + value
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
  }

  const attempts = () => createAttempts({ ...opened, searchKey, now: () => now, deadAfterMs: 1000 })
  /** A webhook that is told of all. */
  async function listen() {
    const input = { url: 'https://shop.example.com/', events: eventTypes, customerData: false, active: true }
    const added = await addEndpoint(opened.db, openSecretSeal([]), 'demo', input, now)
    onTestFinished(async () => {
      if (added) await removeEndpoint(opened.db, added.endpoint, now)
      await opened.db.deleteFrom('webhook_messages').execute()
    })
    return async () =>
      (await opened.db.selectFrom('webhook_messages').selectAll().orderBy('seq').execute()).map(
        ({ type, delivery_id, data }) => ({ type, delivery_id, ...JSON.parse(data) }),
      )
  }

  const failed = { status: 'failed', reason: 'unknown_mailbox', finished_at: 100 } as const

  test('are listed by merchant, domain, time, last code and reason, without their addresses', async () => {
    await keep({
      a: { ...failed, due_at: 10, email_address: 'Ada@Example.com', attempt_count: 2 },
      b: { ...failed, due_at: 20, merchant_id: 'bakery', finished_at: 200, reason: 'policy' },
      c: { ...failed, due_at: 30, email_address: 'cy@sub.example.com', finished_at: 300 },
      d: { status: 'queued', due_at: 40, created_at: 100 },
      e: { status: 'held', due_at: 50, created_at: 200 },
      f: { status: 'complained', due_at: 5, finished_at: 100 },
      g: { status: 'bounced', due_at: 5, finished_at: 150 },
    })
    await tried('a', 2, { code: '551' })
    await tried('a', 1, { code: '421' })
    await tried('b', 1, { code: '421' })
    const ids = async (filter: DeliveryFilter, ...some: DeliveryTable['status'][]) => {
      const { mails, next } = await listMails(opened.db, filter, { statuses: some.length > 0 ? some : undelivered })
      expect(next).toBeUndefined()
      return mails.map(({ id }) => id).join('')
    }
    expect(await ids({})).toBe('cbagf')
    expect(await ids({}, 'held', 'queued')).toBe('ed')
    expect(await ids({}, 'canceled')).toBe('')
    expect(await ids({ merchantId: 'demo' })).toBe('cagf')
    expect(await ids({ domain: 'EXAMPLE.com' })).toBe('bagf')
    expect(await ids({ since: 150 })).toBe('cbg')
    expect(await ids({ since: 100, until: 150 })).toBe('af')
    expect(await ids({ since: 150, until: 300 }, 'queued', 'held')).toBe('e')
    expect(await ids({ since: 50, until: 150 }, 'queued', 'held')).toBe('d')
    expect(await ids({ code: '421' })).toBe('b')
    expect(await ids({ code: '551', merchantId: 'bakery' })).toBe('')
    expect(await ids({ reason: 'policy' })).toBe('b')
    const { mails } = await listMails(opened.db, { code: '551' }, { statuses: ['failed'] })
    expect(mails).toEqual([
      {
        ...{ id: 'a', merchant_id: 'demo', receipt_id: 'r', kind: 'receipt', status: 'failed', code: '551' },
        ...{ reason: 'unknown_mailbox', created_at: 0, finished_at: 100, attempt_count: 2, domain: 'example.com' },
      },
    ])
    expect((await listMails(opened.db, {}, { statuses: ['queued'] })).mails).toMatchObject([{ id: 'd', code: null }])
  })

  test('are listed by page, each once', async () => {
    const many = (status: DeliveryTable['status'], count: number) =>
      Array.from(
        { length: count },
        (_, index) => [`${status}${index}`, { status, due_at: 1000 + (index >> 1) }] as const,
      )
    const all = [...many('failed', pageSizes.mails + 1), ...many('bounced', pageSizes.mails)]
    await keep({ ...Object.fromEntries(all), last: { status: 'bounced', merchant_id: 'bakery', due_at: 10 } })
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const page = await listMails(opened.db, {}, { statuses: undelivered, cursor })
      pages.push(page.mails.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== undefined)
    expect(pages.map(page => page.length)).toEqual([200, 200, 2])
    expect(new Set(pages.flat()).size).toBe(all.length + 1)
    // Further than what is looked at together.
    await opened.db.updateTable('deliveries').set({ status: 'failed' }).execute()
    expect((await listMails(opened.db, { merchantId: 'bakery' }, { statuses: ['failed'] })).mails).toHaveLength(1)
    expect(pages[0]?.every(id => id.startsWith('failed'))).toBe(true)
    const times = pages.flat().map(id => Number(id.replace(/\D+/, '')) >> 1)
    expect(times.slice(0, 201)).toEqual(times.slice(0, 201).toSorted((one, other) => other - one))
    for (const wrong of ['', 'x', 'failed~9', 'sent~9~9', 'failed~9~9~9', 'Xfailed~9999~9', 'failed~9~!'])
      expect(await listMails(opened.db, {}, { statuses: ['bounced', 'failed'], cursor: wrong })).toEqual({ mails: [] })
  })

  test.each<[PauseScope, string[]]>([
    [{ all: true }, ['a', 'b', 'c']],
    [{ merchantId: 'demo' }, ['a', 'c']],
    [{ domain: 'Example.ORG' }, ['a', 'b']],
  ])('are held by a pause of %j, and go on when no pause covers them', async (scope, held) => {
    await keep({
      a: { status: 'queued', email_address: 'ada@Example.org' },
      b: { status: 'queued', email_address: 'ben@example.org', merchant_id: 'bakery' },
      c: { status: 'queued', email_address: 'cy@sub.example.org' },
      d: { status: 'sent' },
    })
    expect(await holdIfPaused(opened.db, ['a', 'b', 'c', 'd'], 0)).toEqual([])
    const { id } = await pause(scope)
    expect((await holdIfPaused(opened.db, ['a', 'd'], 0)).toSorted()).toEqual(held.filter(each => each === 'a'))
    expect(await holdIfPaused(opened.db, [], 0)).toEqual([])
    expect(await holdPaused(opened.db)).toBe(held.length - 1)
    expect(await countHeld(opened.db)).toBe(held.length)
    const expected = { a: 'queued', b: 'queued', c: 'queued', d: 'sent' }
    const paused = { ...expected, ...Object.fromEntries(held.map(each => [each, 'held'])) }
    expect(await statuses()).toEqual(paused)
    expect(await releaseDeliveries(context())).toBe(0)
    await removePause(opened.db, id)
    expect([await releaseDeliveries(context()), woken]).toEqual([held.length, 1])
    expect(await statuses()).toEqual(expected)
    const [first] = await stored()
    expect(first).toMatchObject({ lane: lanes.later, due_at: now, finished_at: null })
    expect(await holdPaused(opened.db)).toBe(0)
  })

  test('stay where they are while they are being sent', async () => {
    await keep({
      open: { status: 'queued', attempt_count: 2 },
      ended: { status: 'queued', attempt_count: 1 },
      dead: { status: 'queued', attempt_count: 1 },
    })
    await tried('open', 1, { started_at: 50 })
    await tried('open', 2, { started_at: 50, ended_at: null })
    await tried('ended', 1, { started_at: 50 })
    await tried('dead', 1, { started_at: 49, ended_at: null })
    await pause({ all: true })
    expect(await holdPaused(opened.db, 50)).toBe(2)
    expect(await statuses()).toEqual({ open: 'queued', ended: 'held', dead: 'held' })
    expect(await holdPaused(opened.db, 51)).toBe(1)
  })

  test('have one pause for each scope, the first, listed by when it began', async () => {
    const first = await pause({ domain: 'Example.org' }, 20)
    const other = await pause({ merchantId: 'demo' }, 10)
    const whole = await pause({ all: true }, 30)
    expect(await pause({ domain: 'example.org' }, 40)).toEqual(first)
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^.{16}$/), scope: { domain: 'example.org' }, pausedAt: 20 },
      ...{ reason: 'The provider moves', actor: 'person:ab12' },
    })
    expect([other.scope, whole.scope]).toEqual([{ merchantId: 'demo' }, { all: true }])
    expect(await listPauses(opened.db)).toEqual([other, first, whole])
    expect(await removePause(opened.db, first.id)).toEqual(first)
    expect(await removePause(opened.db, first.id)).toBeUndefined()
    expect(await listPauses(opened.db)).toEqual([other, whole])
  })

  test('are tried again, but for those whose addresses are suppressed and those that failed since', async () => {
    await keep({
      a: { ...failed, bounced_at: 100, email_address: 'ada@example.com', reported_at: 90, report: 'No' },
      b: { ...failed, email_address: 'ben@example.com' },
      c: { ...failed, finished_at: now, email_address: 'cy@example.com' },
      d: { status: 'bounced', reported_at: 200, reason: 'policy', finished_at: 100 },
      e: { status: 'sent', finished_at: 100 },
    })
    await opened.commit(transaction =>
      suppress(transaction, searchKey, [{ merchantId: 'demo', emailAddress: 'ben@example.com', kind: 'hand' }], now),
    )
    expect(await retryDeliveries(context(), {}, { dryRun: true })).toBe(1)
    expect([await statuses(), woken]).toEqual([{ a: 'failed', b: 'failed', c: 'failed', d: 'bounced', e: 'sent' }, 0])
    expect(await retryDeliveries(context(), { until: 100 })).toBe(0)
    expect(await retryDeliveries(context(), { since: 101 })).toBe(0)
    expect(await retryDeliveries(context(), { until: 9000 })).toBe(1)
    expect((await stored())[0]).toMatchObject({
      ...{ status: 'queued', lane: lanes.later, due_at: now, retried_at: now, finished_at: null },
      ...{ bounced_at: null, reason: null, reported_at: null, report: null },
    })
    expect(await counted()).toEqual({ mails_bounced: -1, mails_trying: 1 })
    // What came back counts by when it did.
    expect(await retryDeliveries(context(), { since: 201 }, { status: 'bounced' })).toBe(0)
    expect(await retryDeliveries(context(), { since: 200 }, { status: 'bounced' })).toBe(1)
    expect(await statuses()).toEqual({ a: 'queued', b: 'failed', c: 'failed', d: 'queued', e: 'sent' })
  })

  test('that were withheld in test mode aren’t tried, those withheld for their address are', async () => {
    await keep({ a: { status: 'withheld', finished_at: 1 }, b: { status: 'withheld', finished_at: 1 } })
    await tried('a', 1, { outcome: 'withheld', code: 'test_mode' })
    await tried('b', 1, { outcome: 'withheld', code: 'suppressed' })
    for (const dryRun of [true, false])
      expect(await retryDeliveries(context(), {}, { status: 'withheld', dryRun })).toBe(1)
    expect(await statuses()).toEqual({ a: 'withheld', b: 'queued' })
  })

  test('are given up while they wait, which the merchant is told', async () => {
    const told = await listen()
    await keep({
      a: { status: 'queued', created_at: 100, attempt_count: 3 },
      b: { status: 'held', created_at: 200 },
      c: { status: 'queued', created_at: 300 },
      d: { ...failed, created_at: 100 },
    })
    const before = { a: 'queued', b: 'held', c: 'queued', d: 'failed' }
    expect(await cancelDeliveries(context(), { until: 300 }, { dryRun: true })).toBe(2)
    expect(await statuses()).toEqual(before)
    const underway = (address: string) =>
      opened.commit(transaction => isUnderway(transaction, 'r', address)) as Promise<boolean>
    expect([await underway('ada@example.com'), await underway('ben@example.com')]).toEqual([true, false])
    expect(await cancelDeliveries(context(), { until: 300 })).toBe(2)
    expect(woken).toBe(2)
    expect(await statuses()).toEqual({ ...before, a: 'canceled', b: 'canceled' })
    expect((await stored())[0]?.finished_at).toBe(now)
    expect(await counted()).toEqual({ mails_trying: -2, mails_canceled: 2 })
    expect(await told()).toMatchObject([
      { type: 'delivery.failed', delivery_id: 'a', kind: 'receipt', attempt: 3, code: 'canceled' },
      { type: 'delivery.failed', delivery_id: 'b' },
    ])
    await opened.db.updateTable('deliveries').set({ status: 'canceled' }).execute()
    expect(await underway('ada@example.com')).toBe(false)
  })

  const trying = { attempts: 1, mails_trying: -1 }
  test.each<[AttemptEnd, Partial<DeliveryTable>, Record<string, number>, object[]]>([
    [
      { outcome: 'sent', code: '250', engineVersion: '1.2.3' },
      { status: 'sent', finished_at: now, reason: null, engine_version: '1.2.3', lane: 0 },
      { ...trying, mails_sent: 1 },
      [{ type: 'delivery.sent', attempt: 1, code: '250' }],
    ],
    [
      { outcome: 'deferred', code: '421', reason: 'network', retryAt: 9000, badAddress: true, engineVersion: '1.2.3' },
      {
        status: 'queued',
        finished_at: null,
        due_at: 9000,
        lane: 1,
        bounced_at: null,
        reason: 'network',
        engine_version: '0',
      },
      { attempts: 1 },
      [{ type: 'delivery.deferred', nextAttemptAt: new Date(9000).toISOString(), reason: 'network' }],
    ],
    [
      { outcome: 'deferred', code: '421', reason: 'network' },
      { status: 'failed', finished_at: now, bounced_at: null },
      { ...trying, mails_failed: 1 },
      [{ type: 'delivery.failed' }],
    ],
    [
      { outcome: 'failed', code: '550', reason: 'unknown_mailbox', badAddress: true },
      { status: 'failed', finished_at: now, bounced_at: now },
      { ...trying, mails_bounced: 1 },
      [{ type: 'delivery.failed', code: '550' }],
    ],
    [
      { outcome: 'withheld', code: 'suppressed' },
      { status: 'withheld', finished_at: now, bounced_at: null, reason: 'other', lane: 0 },
      { ...trying, mails_canceled: 1 },
      [{ type: 'delivery.failed', code: 'suppressed' }],
    ],
    [
      { outcome: 'withheld', code: 'test_mode' },
      { status: 'withheld', reason: null },
      { ...trying, mails_canceled: 1 },
      [{ type: 'delivery.failed' }],
    ],
    [{ outcome: 'interrupted', code: 'stopped', retryAt: 9000 }, { status: 'queued', lane: 0 }, { attempts: 1 }, []],
  ])('end as an attempt does: %j', async (end, delivery, adds, events) => {
    const told = await listen()
    await keep({ a: { status: 'queued' } })
    await tried('a', 1, { ended_at: null, outcome: null, code: null })
    expect(await attempts().end('a', 1, end)).toBe(true)
    expect(await stored()).toMatchObject([delivery])
    expect(await counted()).toEqual(adds)
    expect(await told()).toMatchObject(events)
    expect(await told()).toHaveLength(events.length)
  })

  test.each<[what: string, kind: DeliveryTable['kind'], end: AttemptEnd, settled: string[]]>([
    ['one that is sent again', 'resend', { outcome: 'sent' }, ['before']],
    ['the receipt’s own', 'receipt', { outcome: 'sent' }, []],
    ['one that fails after another was sent', 'receipt', { outcome: 'failed', code: '550' }, ['mail']],
    ['one that waits', 'resend', { outcome: 'deferred', code: '421', retryAt: 9000 }, []],
  ])('are no problem anymore after a later one: %s', async (_, kind, end, settled) => {
    await keep({ before: { ...failed, created_at: 10 }, mail: { status: 'queued', kind, created_at: 20 } })
    if (end.outcome === 'failed') await keep({ later: { status: 'sent', created_at: 30 } })
    if (end.outcome === 'failed') await opened.db.deleteFrom('deliveries').where('id', '=', 'before').execute()
    await tried('mail', 1, { ended_at: null, outcome: null, code: null })
    await attempts().end('mail', 1, end)
    const done = (await stored()).filter(({ done_by }) => done_by !== null)
    expect(done.map(({ id, done_by, done_at }) => [id, done_by, done_at])).toEqual(settled.map(id => [id, 'mail', now]))
  })

  test('count tries since they were last tried anew, and one that a dead process began', async () => {
    await keep({ a: { status: 'queued', attempt_count: 4, retried_at: 50 } })
    for (const [number, started_at] of [30, 49, 50].entries())
      await tried('a', number + 1, { started_at, outcome: 'deferred' })
    await tried('a', 4, { started_at: 60, ended_at: null, outcome: null, code: null })
    expect(await attempts().begin('a', true)).toMatchObject({ number: 5, answered: 1, interrupted: true })
    expect(await counted()).toEqual({ attempts: 1 })
  })

  test('count when they are written if they are sent again: the receipt counts its own', async () => {
    const mail = { receiptId: 'r', merchantId: 'demo', emailAddress: 'ada@example.com', mailDomain: 'example.com' }
    await opened.commit(transaction => insertDeliveries(transaction, [{ ...mail, kind: 'receipt' }], now))
    expect(await counted()).toEqual({})
    await opened.commit(transaction => insertDeliveries(transaction, [{ ...mail, kind: 'resend' }], now))
    expect(await counted()).toEqual({ mails_trying: 1, resends: 1 })
  })

  test('are looked at slice by slice, however many there are', async () => {
    const some = (merchant_id: string, count: number, from = 0) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => {
          const due_at = from + (index >> 1)
          return [`${merchant_id}${index}`, { status: 'queued', merchant_id, due_at } as const]
        }),
      )
    await keep({ ...some('alder', 1, 7), ...some('demo', 501, 10), ...some('birch', 1, 8), ...some('elm', 2, 9) })
    expect(await readBacklog(opened.db)).toEqual({
      byMerchant: [
        ...[
          { merchantId: 'demo', count: 501 },
          { merchantId: 'elm', count: 2 },
        ],
        ...[
          { merchantId: 'alder', count: 1 },
          { merchantId: 'birch', count: 1 },
        ],
      ],
      oldestDueAt: 7,
    })
    const { id } = await pause({ merchantId: 'demo' })
    expect(await holdPaused(opened.db)).toBe(501)
    await removePause(opened.db, id)
    expect(await releaseDeliveries(context())).toBe(501)
    await opened.db.updateTable('deliveries').set({ lane: lanes.live, due_at: 0 }).execute()
    expect(await sweepDeliveries(opened, 600_000, Number.POSITIVE_INFINITY)).toBe(0)
    expect(await sweepDeliveries(opened, 600_001, 0)).toBe(505)
  })
})
