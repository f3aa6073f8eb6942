import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill, firstDate, pace } from '../bench/fill.ts'
import { sha256 } from '../src/basics/ids.ts'
import { type Database, openDatabase, type Transaction } from '../src/database/database.ts'
import type { DatabaseLocation } from '../src/database/location.ts'
import type { ProblemFilter } from '../src/database/problems/filter.ts'
import { countProblems } from '../src/database/problems/read.ts'
import { withMailReason } from '../src/database/problems/receipts.ts'
import { dueRows, merchantsWaiting } from '../src/database/queue/due-rows.ts'
import { waitingFor } from '../src/database/queue/endpoint-messages.ts'
import { insertMany } from '../src/database/rows.ts'
import type { WebhookEndpointTable } from '../src/database/tables.ts'
import { endAttempts } from '../src/delivery/outbox/attempts.ts'
import { beginAttempts } from '../src/delivery/outbox/begin-attempts.ts'
import { mailSource } from '../src/delivery/outbox/delivery.ts'
import { lanes } from '../src/delivery/queue/queue.ts'
import { messageOf } from '../src/delivery/webhooks/events.ts'
import { queueParked } from '../src/delivery/webhooks/queue-waiting.ts'
import { webhookSource } from '../src/delivery/webhooks/upkeep.ts'
import { type Cursor, type Filters, pageOfReceipts } from '../src/receipts/page.ts'
import { openSearchKey } from '../src/receipts/search/terms.ts'
import { pageOfProblems } from '../src/receipts/worklist/list.ts'
import { databases, makePlace } from './support/service.ts'

const receipts = 10_000
const middle = firstDate + (receipts / 2) * pace
const all: Filters = {
  merchantId: 'demo',
  from: firstDate,
  to: firstDate + receipts * pace,
  stores: null,
  transactionNumbers: [],
}
const id = '8'.repeat(32)
const portion = { lane: lanes.live, merchantId: 'demo' }
const starts: (Cursor | number)[] = [1, 3, { way: 'next', date: middle, id }, { way: 'prev', date: middle, id }]

describe.each(databases)('a page of receipts, on %s,', database => {
  let made: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>

  beforeAll(async () => {
    made = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = made.settings
    const place: DatabaseLocation = url === undefined ? { folder } : { url }
    await fill(place, 0, receipts)
    opened = await openDatabase(place)
  })
  afterAll(async () => {
    await opened.close()
    await made.remove()
  })

  test.each<[string, Partial<Filters>, index: string]>([
    ['without filters', {}, 'receipts_by_date'],
    ['by date', { from: middle, to: middle + 3_600_000 }, 'receipts_by_date'],
    ['by storeId', { storeId: '7' }, 'receipts_by_store'],
    ['by the storeId of none', { storeId: 'nowhere' }, 'receipts_by_store'],
    ['by storeName', { storeName: 'Store 7' }, 'receipts_by_store_name'],
    ['by the storeName of none', { storeName: 'Nowhere' }, 'receipts_by_store_name'],
    ['by storeId in an hour', { storeId: '7', from: middle, to: middle + 3_600_000 }, 'receipts_by_store'],
    ['by transactionNumber', { transactionNumbers: ['7'] }, 'receipts_by_transaction'],
    ['by both names of the number', { transactionNumbers: ['7', '7'] }, 'receipts_by_transaction'],
    ['by transactionNumber and store', { transactionNumbers: ['7'], storeId: '7' }, 'receipts_by_transaction'],
  ])('%s is found by the index that has the filter', async (_, filters, index) => {
    for (const start of starts) {
      const plans = await plansOf(db => pageOfReceipts(db, { ...all, ...filters }, 50, start))
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) {
        expect(plan).toMatch(new RegExp(`\\b${index}\\b`))
        expect(plan).not.toMatch(/scan receipts|seq scan|sort|temp b-tree/i)
      }
    }
  })

  test('problems are listed and counted by their own indexes, whatever they are filtered by', async () => {
    // There are ten thousand at worst: all that a filter reads is in the index.
    // The embedded database looks up a column of a row where it stands, and reads the index's own first.
    const byIndex = database === 'SQLite' ? /deliveries_problems/ : /index only scan.* using deliveries_problems/i
    // Every tenth failed; of these, every tenth is done.
    await sql`update deliveries set status = 'failed', reason = 'mailbox_full' where cast(substr(email_address, 7, 1) as integer) = 7`.execute(
      opened.db,
    )
    await sql`update deliveries set done_at = finished_at where email_address like 'guest-77%'`.execute(opened.db)
    if (database === 'PostgreSQL') await sql`vacuum analyze deliveries`.execute(opened.db)
    const filters: ProblemFilter[] = [
      {},
      { kind: 'undelivered' },
      { kind: 'held' },
      { reason: 'mailbox_full' },
      { storeId: '7', register: '1' },
      { domain: 'example.com' },
      { since: middle },
      { isDone: true },
    ]
    const at = (way: Cursor['way']) => ({ way, date: middle, id })
    for (const filter of filters) {
      const query = { reach: { merchantId: 'demo', stores: null }, filter, now: Date.now() }
      const index = filter.isDone ? 'deliveries_done' : 'deliveries_problems'
      for (const start of [undefined, at('next'), at('prev')]) {
        const plans = await plansOf(db => pageOfProblems(db, query, 50, start))
        const own = plans.filter(plan => plan.includes(index))
        expect(own.length).toBeGreaterThan(0)
        for (const plan of plans) {
          expect(plan).toMatch(/deliveries_(?:problems|done|turns)/)
          expect(plan).not.toMatch(/scan deliver|seq scan/i)
        }
        // Of what is done there are a few here, which PostgreSQL rather sorts.
        if (filter.isDone) continue
        for (const plan of own) {
          expect(plan).toMatch(byIndex)
          // Except the few ids, before their rows are fetched.
          expect(plan).not.toMatch(/order by|sort key: (?!"ANY_subquery"\.id$)/im)
        }
      }
      const counting = await plansOf(db => countProblems(db, query))
      for (const plan of counting) expect(plan).toMatch(/deliveries_(?:problems|done|turns)/)
      for (const plan of counting) if (plan.includes('deliveries_problems')) expect(plan).toMatch(byIndex)
    }
    await sql`update deliveries set status = 'sent', reason = null, done_at = null`.execute(opened.db)
  })

  test('receipts are found by their mails’ reasons through those mails, whatever the days', async () => {
    await sql`update deliveries set status = 'failed', reason = 'mailbox_full' where cast(substr(email_address, 7, 1) as integer) = 7`.execute(
      opened.db,
    )
    if (database === 'PostgreSQL') await sql`vacuum analyze deliveries`.execute(opened.db)
    for (const from of [firstDate, middle]) {
      const wanted = { merchantId: 'demo', from, to: firstDate + receipts * pace, most: 1000 }
      const [plan, ...others] = await plansOf(db => withMailReason(db, 'mailbox_full', wanted))
      expect(others).toEqual([])
      expect(plan).toMatch(/deliveries_by_reason/)
      expect(plan).not.toMatch(/scan deliver|seq scan on deliveries|receipts_by_date/i)
    }
    await sql`update deliveries set status = 'sent', reason = null`.execute(opened.db)
  })

  test('deliveries are found by their ids, and suppressions by their hashes, when attempts begin and end', async () => {
    await sql`update deliveries set status = 'queued'`.execute(opened.db)
    const hashes = Array.from({ length: 5000 }, (_, at) => sha256(`${at}`))
    for (let at = 0; at < hashes.length; at += 1000) {
      const rows = hashes.slice(at, at + 1000).map(address_hash => ({
        ...{ address_hash, merchant_id: 'demo', kind: 'bounce' as const, code: '550', reason: null, delivery_id: null },
        ...{ created_at: 0, expires_at: null, created_by: null },
      }))
      await opened.db.insertInto('suppressions').values(rows).execute()
    }
    if (database === 'PostgreSQL') await sql`vacuum analyze deliveries, suppressions`.execute(opened.db)
    const some = await opened.db.selectFrom('deliveries').select('id').limit(5).execute()
    const searchKey = await openSearchKey(opened.db, undefined, 0)
    const plans = await plansOf(async db => {
      const begun = await beginAttempts(
        db as Transaction,
        some.map(({ id }) => ({ id, takesOver: false, isExclusive: false })),
        { searchKey, now: Date.now, deadAfterMs: 180_000 },
      )
      const all = begun.map(each => {
        if (typeof each === 'string') throw new Error(each)
        return { id: each.delivery.id, number: each.number, end: { outcome: 'sent' as const } }
      })
      await endAttempts(db as Transaction, all, { searchKey }, Date.now())
    })
    const updates = plans.filter(plan => /update|search deliver/i.test(plan))
    expect(updates.length).toBeGreaterThanOrEqual(3)
    // The endpoints of webhooks are few, and read whole once a second.
    const own = plans.filter(plan => !plan.includes('webhook_endpoints'))
    for (const plan of own) expect(plan).not.toMatch(/deliveries_due|scan deliver|scan suppressions|seq scan/i)
    expect(plans.filter(plan => /search suppressions|on suppressions/i.test(plan))).toHaveLength(1)
  })

  test.each([
    ['merchants', (db: Database) => merchantsWaiting(db, mailSource, [0, 1])],
    ['their due mails', (db: Database) => dueRows(db, mailSource, { ...portion, limit: 40 }, Date.now(), 'worker')],
  ])('%s are found by the index of turns, however much waits, with statistics and without', async (_, ask) => {
    await sql`update deliveries set status = 'queued'`.execute(opened.db)
    for (const analyzes of [false, true]) {
      if (analyzes) await sql`analyze deliveries`.execute(opened.db)
      const plans = await plansOf(ask)
      expect(plans).toHaveLength(1)
      for (const plan of plans) {
        expect(plan).toMatch(/deliveries_turns/)
        expect(plan).not.toMatch(/sort|temp b-tree|deliveries_due|scan deliveries|seq scan on deliveries/i)
      }
    }
  })

  test('messages of webhooks are found by what waits, however many are over, with statistics and without', async () => {
    const at = Date.now()
    // Those that are over are the oldest; of the others, most wait for their endpoints.
    const rows = Array.from({ length: 5000 }, (_, index) => {
      const status = index < 4000 ? ('delivered' as const) : index < 4900 ? ('parked' as const) : ('queued' as const)
      const event = {
        type: 'receipt.accepted',
        merchantId: `m${index % 5}`,
        receiptId: `r${index >> 1}`,
        data: {},
      } as const
      return { ...messageOf({ id: `e${index % 10}`, withCustomer: false, blockedUntil: 0 }, event, at - 1000), status }
    })
    await opened.db.transaction().execute(transaction => insertMany(transaction, 'webhook_messages', rows))
    const turn = { lane: lanes.live, merchantId: 'm1', limit: 40 }
    const endpoints = ['e1', 'e2'].map(one => ({ id: one, off_at: null, blocked_until: null }) as WebhookEndpointTable)
    // PostgreSQL may sort a few, but never walks through all by their numbers.
    const byEndpoint = database === 'SQLite' ? /_messages_waiting/ : /_messages_(?:waiting|by_endpoint)/
    const asked: [index: RegExp, count: number, (db: Database) => Promise<unknown>][] = [
      [/webhook_messages_turns/, 1, db => merchantsWaiting(db, webhookSource, [0, 1])],
      [/webhook_messages_turns/, 1, db => dueRows(db, webhookSource, turn, at, 'worker')],
      [byEndpoint, 2, db => queueParked(db as Transaction, endpoints, at - 500)],
      [byEndpoint, 1, db => waitingFor(db, 'e1', 'queued', at).select('id').limit(250).execute()],
    ]
    for (const analyzes of [false, true]) {
      if (analyzes) await sql`analyze webhook_messages`.execute(opened.db)
      for (const [index, count, ask] of asked) {
        const plans = (await plansOf(ask)).filter(plan => !/update/i.test(plan) && !/unnest|json_each/i.test(plan))
        expect(plans.length).toBeGreaterThanOrEqual(count)
        for (const plan of plans) {
          expect(plan).toMatch(index)
          if (database === 'SQLite' || index !== byEndpoint) expect(plan).not.toMatch(/sort|temp b-tree/i)
          expect(plan).not.toMatch(
            /seq scan on webhook|scan webhook_messages(?! using covering)|webhook_messages_pkey/i,
          )
        }
      }
    }
  })

  /** How the database finds what some work asks it for: one text per query. */
  async function plansOf(work: (db: typeof opened.db) => Promise<unknown>): Promise<string[]> {
    const asked: RootOperationNode[] = []
    const spy: KyselyPlugin = {
      transformQuery({ node }) {
        asked.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const spied = opened.db.withPlugin(spy)
    const written: CompiledQuery[] = []
    const carryOut = spied.executeQuery.bind(spied)
    // What is written as text goes past plugins.
    spied.executeQuery = (query, ...rest) => {
      written.push(query as CompiledQuery)
      return carryOut(query as CompiledQuery, ...rest) as never
    }
    await work(spied)
    const explain = database === 'SQLite' ? 'explain query plan' : 'explain'
    const plans: string[] = []
    const compiled = asked.map(node => opened.db.getExecutor().compileQuery(node, { queryId: 'plan' }))
    // What is built once has marks in place of values; it is asked as text.
    const isBuilt = ({ parameters }: CompiledQuery) => parameters.some(each => String(each) === String({}))
    for (const { sql, parameters } of [...compiled.filter(query => !isBuilt(query)), ...written]) {
      const { rows } = await opened.db.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
      )
      plans.push(rows.map(row => row.detail ?? row['QUERY PLAN']).join('\n'))
    }
    return plans
  }
})
