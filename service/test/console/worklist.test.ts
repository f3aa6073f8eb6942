import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import type { Delivery } from '../../src/delivery/outbox/delivery.ts'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import { adminToken, databases, longTest, startService, type TestService } from '../support/service.ts'
import { person, roles, type Visitor } from './open-console.ts'

const minute = 60_000
const hour = 60 * minute

interface Listed {
  problems: { id: string; kind: string; at: string; emailAddress: string; again?: object; [field: string]: unknown }[]
  counts: Record<string, number>
  next?: string
  previous?: string
  until: string
}

describe.each(databases)('the worklist of mails, on %s', database => {
  let shop: TestService
  let opened: OpenDatabase
  let desk: Visitor
  let now: number
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    opened = await openDatabase(placeOf(shop.config), { allowRunning: true })
    desk = await person(shop, 'desk')
  })
  afterAll(async () => {
    await opened.close()
    await shop.stop()
  })
  beforeEach(async () => {
    now = Date.now()
    for (const table of ['deliveries', 'delivery_attempts', 'receipts', 'suppressions'] as const)
      await opened.db.deleteFrom(table).execute()
  })

  const idOf = (number: number) => String(number).padStart(32, '0')
  /** A receipt with a mail, which failed an hour ago unless something else is said. */
  const put = async (
    number: number,
    changes: Partial<Delivery> = {},
    till: { store?: string; register?: string } = {},
  ) => {
    const { store = '1', register = '1' } = till
    const id = idOf(number)
    const place = JSON.stringify([0, 0, 0, store, '', register, 'DigitalOnly', 'SaleTransaction', 'en-US', '', 2])
    const about = { merchant_id: changes.merchant_id ?? 'demo', transaction_number: `R-${number}` }
    await opened.db
      .insertInto('receipts')
      .values(recordWith(id, { ...about, store_id: store, store_name: `Store ${store}`, statistics_place: place }))
      .execute()
    const at = now - hour
    const failed = { status: 'failed', reason: 'unknown_mailbox', created_at: at, due_at: at, finished_at: at } as const
    await opened.db
      .insertInto('deliveries')
      .values(deliveryWith(id, id, { ...failed, email_address: `guest-${number}@example.com`, ...changes }))
      .execute()
  }
  const suppressed = (emailAddress: string) =>
    opened.db
      .transaction()
      .execute(transaction =>
        suppress(transaction, shop.service.searchKey, [{ merchantId: 'demo', emailAddress, kind: 'bounce' }], now),
      )
  const list = async (query = '', visitor = desk): Promise<Listed> => {
    const { status, json, text } = await visitor.ask(`/problems/mails${query}`)
    expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()])
    return json
  }
  const numbers = async (query = '') => (await list(query)).problems.map(({ number }) => number)
  const waits = { status: 'queued', finished_at: null, attempt_count: 4 } as const

  test('has what failed, came back, waits for long, is held or suppressed, newest first, and nothing else', async () => {
    await put(1)
    await put(2, {
      status: 'bounced',
      finished_at: now - 5 * hour,
      reported_at: now - 2 * hour,
      report: 'No such user',
    })
    await put(3, { ...waits, reason: 'greylisted', created_at: now - 30 * minute, due_at: now + hour })
    await put(4, { status: 'held', finished_at: null, created_at: now - 20 * minute })
    await put(5, { status: 'withheld', reason: 'other', finished_at: now - 10 * minute })
    // Those are no problems: on its way as usual, in test mode, sent, given up by an operator, called spam.
    await put(6, { ...waits, created_at: now - 5 * minute })
    await put(7, { status: 'withheld', reason: null })
    await put(8, { status: 'sent' })
    await put(9, { status: 'canceled' })
    await put(10, { status: 'complained', reason: 'complaint' })
    const { problems, counts } = await list()
    expect(problems.map(({ number, kind }) => [number, kind])).toEqual([
      ['R-5', 'suppressed'],
      ['R-4', 'held'],
      ['R-3', 'waiting'],
      ['R-1', 'undelivered'],
      ['R-2', 'undelivered'],
    ])
    expect(counts).toEqual({ undelivered: 2, waiting: 1, held: 1, suppressed: 1 })
    expect(problems.at(-1)).toMatchObject({
      ...{ storeId: '1', storeName: 'Store 1', register: '1', emailAddress: 'guest-2@example.com', attempts: 1 },
      ...{ reason: 'unknown_mailbox', remedy: 'ask_address', at: new Date(now - 2 * hour).toISOString() },
    })
    expect((await desk.ask('/problems/left')).json).toEqual({ count: 5, isMore: false })
  })

  test('loses what was marked as done, which comes back if it fails again, or if that is taken back', async () => {
    for (const number of [1, 2, 3]) await put(number)
    const { json: done } = await desk.ask('/problems/done', { body: { ids: [idOf(1), idOf(2), idOf(99)] } })
    expect(done.count).toBe(2)
    expect(await numbers()).toEqual(['R-3'])
    expect((await desk.ask('/problems/left')).json.count).toBe(1)
    const { problems } = await list('?done=yes')
    expect(problems.map(({ number, doneBy }) => [number, doneBy])).toEqual([
      ['R-2', 'desk-of-demo'],
      ['R-1', 'desk-of-demo'],
    ])
    // It is tried again, and fails.
    const failing = opened.db.updateTable('deliveries').where('id', '=', idOf(1))
    await failing.set({ status: 'queued', finished_at: null, retried_at: Date.now() }).execute()
    expect(await numbers()).toEqual(['R-3'])
    await failing.set({ status: 'failed', finished_at: Date.now() + 1000 }).execute()
    expect(await numbers()).toEqual(['R-1', 'R-3'])
    // It comes back by a report.
    await opened.db
      .updateTable('deliveries')
      .set({ status: 'bounced', reported_at: Date.now() + 2000 })
      .where('id', '=', idOf(2))
      .execute()
    expect(await numbers()).toEqual(['R-2', 'R-1', 'R-3'])
    // Tried again after that, it fails.
    const at = Date.now() + 3000
    await desk.ask('/problems/done', { body: { ids: [idOf(2)] } })
    await opened.db
      .updateTable('deliveries')
      .set({ status: 'failed', done_at: at, finished_at: at + 1, retried_at: at })
      .where('id', '=', idOf(2))
      .execute()
    expect(await numbers()).toEqual(['R-2', 'R-1', 'R-3'])
    await desk.ask('/problems/done', { body: { ids: [idOf(3)] } })
    expect((await desk.ask('/problems/reopen', { body: { ids: [idOf(3), idOf(1)] } })).json).toEqual({ count: 2 })
    expect(await numbers()).toEqual(['R-2', 'R-1', 'R-3'])
  })

  test('of every kind can be marked as done, and is among what is done', async () => {
    await put(1)
    await put(2, { status: 'held', finished_at: null, created_at: now - hour })
    await put(3, { ...waits, created_at: now - hour })
    await put(4, { status: 'withheld', reason: 'complaint', finished_at: now - hour })
    const { until } = await list()
    expect((await desk.ask('/problems/done', { body: { until } })).json.count).toBe(4)
    expect(await numbers()).toEqual([])
    const done = await list('?done=yes')
    expect(done.problems.map(({ kind }) => kind).sort()).toEqual(['held', 'suppressed', 'undelivered', 'waiting'])
    expect(done.counts).toEqual({ undelivered: 1, waiting: 1, held: 1, suppressed: 1 })
    // What arrives after all isn't a problem that was dealt with.
    await opened.db.updateTable('deliveries').set({ status: 'sent' }).where('id', '=', idOf(3)).execute()
    expect((await list('?done=yes')).counts.waiting).toBe(0)
  })

  test('all that match are done at once, but none that came later, and taken back at once by whom marked them', async () => {
    for (let number = 1; number <= 60; number++) await put(number, {}, { store: number % 2 === 0 ? '2' : '1' })
    const { until, counts } = await list('?store=2')
    expect(counts.undelivered).toBe(30)
    await put(61, { finished_at: Date.parse(until) + 10 * minute }, { store: '2' })
    const { json: done } = await desk.ask('/problems/done', { body: { store: '2', until } })
    expect(done.count).toBe(30)
    expect((await list('?store=2')).problems.map(({ number }) => number)).toEqual(['R-61'])
    expect((await list()).counts.undelivered).toBe(31)
    const admin = await person(shop, 'admin')
    expect((await admin.ask('/problems/reopen', { body: { doneAt: done.doneAt } })).json).toEqual({ count: 0 })
    expect((await desk.ask('/problems/reopen', { body: { doneAt: done.doneAt } })).json).toEqual({ count: 30 })
    expect((await list('?store=2')).counts.undelivered).toBe(31)
    // By a clock that is ahead, it failed after this.
    await desk.ask('/problems/done', { body: { store: '2', until: new Date(Date.now() + hour).toISOString() } })
    for (const body of [{}, { store: '2' }, { ids: [idOf(1)], store: '2' }, { ids: [] }])
      expect([body, (await desk.ask('/problems/done', { body })).status]).toEqual([body, 422])
  })

  test.each([
    ['?kind=undelivered', ['R-3', 'R-2', 'R-1']],
    ['?kind=waiting', ['R-4']],
    ['?kind=held', ['R-5']],
    ['?kind=suppressed', []],
    ['?reason=mailbox_full', ['R-2']],
    ['?reason=other', ['R-3']],
    ['?store=S2', ['R-5', 'R-2']],
    ['?register=K2', ['R-3', 'R-2']],
    ['?store=S2&register=K2', ['R-2']],
    ['?store=S2&register=K2&kind=held', []],
    ['?domain=Example.ORG', ['R-3']],
    ['?domain=rg', []],
    ['?store=x%27%20or%201%3D1', []],
  ])('is filtered: %s', async (query, expected) => {
    const at = (minutes: number) => now - minutes * minute
    await put(1, { finished_at: at(60), store_id: 'S1', register: 'K1' }, { store: 'S1', register: 'K1' })
    await put(
      2,
      { finished_at: at(50), reason: 'mailbox_full', store_id: 'S2', register: 'K2' },
      { store: 'S2', register: 'K2' },
    )
    // Of an older version: without a reason, and without its till.
    await put(
      3,
      { finished_at: at(40), reason: null, email_address: 'ada@example.org' },
      { store: 'S1', register: 'K2' },
    )
    await put(4, { ...waits, created_at: at(30) }, { store: 'S3' })
    await put(
      5,
      { status: 'held', finished_at: null, created_at: at(20), reason: null },
      { store: 'S2', register: 'K1' },
    )
    expect(await numbers(query)).toEqual(expected)
  })

  test('is filtered by when it became a problem, and refuses what it can’t read', async () => {
    for (const number of [1, 2, 3, 4]) await put(number, { finished_at: now - number * hour })
    const time = (hours: number) => new Date(now - hours * hour).toISOString()
    expect(await numbers(`?since=${time(3)}&until=${time(1)}`)).toEqual(['R-2', 'R-3'])
    for (const query of ['?kind=lost', '?reason=none', '?since=soon', '?at=x', '?domain=ada@example.com'])
      expect([query, (await desk.ask(`/problems/mails${query}`)).status]).toEqual([query, 422])
  })

  test('has pages that new problems don’t shift, of every kind, there and back', async () => {
    // Several at the same time, and others that wait.
    for (let number = 1; number <= 120; number++)
      await put(
        number,
        number % 3 === 0
          ? { ...waits, created_at: now - hour - number * 100 }
          : { finished_at: now - hour - Math.floor(number / 7) * 700 },
      )
    const seen: string[] = []
    const pages: string[] = []
    for (let query = ''; ; ) {
      const page = await list(query)
      seen.push(...page.problems.map(({ id }) => id))
      pages.push(page.problems.map(({ id }) => id).join())
      await put(1000 + pages.length, { finished_at: Date.now() })
      if (!page.next) {
        const back = await list(`?at=${page.previous}`)
        expect(back.problems.map(({ id }) => id).join()).toBe(pages[1])
        break
      }
      query = `?at=${page.next}`
    }
    expect([pages.length, seen.length, new Set(seen).size]).toEqual([3, 120, 120])
    expect((await list()).previous).toBeUndefined()
  })

  test('is sent again from a row or for all, to another address only from a row, and says what can’t be', async () => {
    for (const number of [1, 2, 3]) await put(number)
    await put(4, { status: 'held', finished_at: null })
    await put(5, { status: 'withheld', reason: 'unknown_mailbox' })
    await suppressed('guest-5@example.com')
    const { until } = await list()
    const resent = await desk.ask('/problems/resend', { body: { until } })
    expect(resent.json).toEqual({
      queued: 3,
      refused: expect.arrayContaining([
        { id: idOf(4), why: 'held' },
        { id: idOf(5), why: 'suppressed' },
      ]),
    })
    const again = await desk.ask('/problems/resend', { body: { ids: [idOf(1), idOf(7)] } })
    expect(again.json).toEqual({
      queued: 0,
      refused: [
        { id: idOf(1), why: 'underway' },
        { id: idOf(7), why: 'gone' },
      ],
    })
    const corrected = { ids: [idOf(5)], emailAddress: 'ada@example.com' }
    expect((await desk.ask('/problems/resend', { body: corrected })).json).toEqual({ queued: 1, refused: [] })
    for (const body of [
      { ...corrected, emailAddress: 'ada' },
      { until, emailAddress: 'ada@example.com' },
    ])
      expect((await desk.ask('/problems/resend', { body })).status).toBe(422)
    const { problems } = await list('?kind=suppressed')
    expect(problems[0]?.again).toMatchObject({ status: 'queued', emailAddress: 'ada@example.com' })
    const mails = await opened.db
      .selectFrom('deliveries')
      .selectAll()
      .where('kind', '=', 'resend')
      .orderBy('email_address')
      .execute()
    expect(mails.map(mail => [mail.email_address, mail.store_id, mail.register, mail.status])).toEqual([
      ['ada@example.com', '1', '1', 'queued'],
      ...[1, 2, 3].map(number => [`guest-${number}@example.com`, '1', '1', 'queued']),
    ])
    // They are found by the new address.
    expect((await desk.ask('/receipts/find', { body: { email: 'ada@example.com' } })).json.receipts).toHaveLength(1)
  })

  test('what came back is sent again unless its address is suppressed, and what was suppressed once that is lifted', async () => {
    const back = { status: 'bounced', reported_at: now - minute } as const
    await put(1, { ...back, reason: 'mailbox_full' })
    await put(2, { ...back, reason: 'unknown_mailbox' })
    await put(3, { status: 'withheld', reason: 'unknown_mailbox' })
    for (const number of [2, 3]) await suppressed(`guest-${number}@example.com`)
    const ids = [idOf(1), idOf(2), idOf(3)]
    expect((await desk.ask('/problems/resend', { body: { ids } })).json).toEqual({
      queued: 1,
      refused: [
        { id: idOf(2), why: 'suppressed' },
        { id: idOf(3), why: 'suppressed' },
      ],
    })
    const emailAddress = 'guest-3@example.com'
    expect((await desk.ask('/suppressions/lift', { body: { emailAddress } })).json).toEqual({ count: 1, dryRun: false })
    expect((await desk.ask('/problems/resend', { body: { ids: [idOf(3)] } })).json).toEqual({ queued: 1, refused: [] })
    // Nor to another address that is suppressed.
    const elsewhere = { ids: [idOf(3)], emailAddress: 'guest-2@example.com' }
    expect((await desk.ask('/problems/resend', { body: elsewhere })).json).toEqual({
      queued: 0,
      refused: [{ id: idOf(3), why: 'suppressed' }],
    })
  })

  test('a receipt gets no more mails in an hour than one that is sent again by itself', async () => {
    await put(1)
    const body = { ids: [idOf(1)] }
    // The first was an hour ago.
    for (let mail = 1; mail <= 20; mail++) {
      const emailAddress = `copy-${mail}@example.com`
      expect((await desk.ask('/problems/resend', { body: { ...body, emailAddress } })).json.queued).toBe(1)
    }
    const { json } = await desk.ask('/problems/resend', { body })
    expect(json).toEqual({ queued: 0, refused: [{ id: idOf(1), why: 'tooMany' }] })
  })

  longTest(database)('all of many are sent again some hundreds at a time', async () => {
    for (let number = 1; number <= 230; number++) await put(number)
    const { until } = await list()
    const { json: first } = await desk.ask('/problems/resend', { body: { until } })
    expect([first.queued, first.refused]).toEqual([200, []])
    const { json: second } = await desk.ask('/problems/resend', { body: { until, cursor: first.next } })
    expect(second).toEqual({ queued: 30, refused: [] })
  })

  longTest(database)('is a file, whole, in which nothing is a formula, and the trail says who took it', async () => {
    for (let number = 1; number <= 520; number++) await put(number)
    await put(521, { email_address: '=cmd@example.com' }, { store: '@SUM(A1)', register: '+1' })
    const file = await desk.ask('/problems/mails.csv?kind=undelivered')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(522)
    expect(lines[0]).toMatch(/^at,kind,reason,code,emailAddress,number,storeId/)
    const hostile = lines.find(line => line.includes('R-521'))
    expect(hostile).toContain(`,'=cmd@example.com,R-521,'@SUM(A1),Store @SUM(A1),'+1,`)
    expect((await desk.ask('/problems/mails.csv?store=nowhere')).text.trimEnd().split('\r\n')).toHaveLength(1)
    const admin = await person(shop, 'admin')
    const { acts } = (await admin.ask('/trail')).json
    const exports = acts.filter(({ action }: { action: string }) => action === 'exportProblems')
    expect(exports.map(({ detail }: { detail?: object }) => detail ?? {})).toEqual([{}, { kind: 'undelivered' }])
    expect(JSON.stringify(acts)).not.toContain('@example.com')
  })

  test('a merchant sees and does nothing with another’s, and a role no more than it may', async () => {
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch' })
    await put(1)
    await put(2, { merchant_id: 'alder' })
    const theirs = Object.fromEntries(
      await Promise.all(roles.map(async role => [role, await person(shop, role, 'alder')])),
    )
    expect((await list('', theirs.view)).problems.map(({ number }) => number)).toEqual(['R-2'])
    expect((await theirs.view!.ask('/problems/left')).json.count).toBe(1)
    const body = { ids: [idOf(1)] }
    expect((await theirs.admin!.ask('/problems/done', { body })).json.count).toBe(0)
    expect((await theirs.admin!.ask('/problems/resend', { body })).json).toMatchObject({ queued: 0 })
    expect((await theirs.desk!.ask('/problems/mails.csv')).text).not.toContain('R-1,')
    expect(await numbers()).toEqual(['R-1'])
    await desk.ask('/problems/done', { body })
    expect((await theirs.admin!.ask('/problems/reopen', { body })).json.count).toBe(0)
    for (const act of ['done', 'reopen', 'resend'])
      expect((await theirs.view!.ask(`/problems/${act}`, { body })).status).toBe(403)
    expect((await theirs.view!.ask('/problems/mails.csv')).status).toBe(403)
  })

  test('an operator lists, resends and marks them by the admin API, without addresses', async () => {
    await put(1)
    await put(2, { reason: 'mailbox_full' })
    const ask = (path: string, body?: object) =>
      shop.ask(`/admin/merchants/demo/problems${path}`, {
        credentials: null,
        headers: { authorization: `Bearer ${adminToken}` },
        ...(body && { method: 'POST', body }),
      })
    const { json } = await ask('?reason=mailbox_full')
    expect(json.problems).toMatchObject([{ id: idOf(2), number: 'R-2', domain: 'example.com', reason: 'mailbox_full' }])
    expect(JSON.stringify(json)).not.toContain('guest-')
    expect((await ask('/resend', { ids: [idOf(2)] })).json).toEqual({ queued: 1, refused: [] })
    const { count, doneAt } = (await ask('/done', { until: new Date(now).toISOString() })).json
    expect(count).toBe(2)
    expect((await ask('/reopen', { doneAt })).json).toEqual({ count: 2 })
  })
})
