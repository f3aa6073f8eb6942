import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import { openLog } from '../src/log.ts'
import { createDeliveries, type NewDelivery } from '../src/outbox/delivery.ts'
import type { DeliveryJob } from '../src/outbox/queue.ts'
import { createGroupWriter, type Entry } from '../src/receipts/group-writer.ts'
import { openService } from '../src/service.ts'
import { startMailServer } from './support/mail-server.ts'
import { databases, makePlace, receipt, startService } from './support/service.ts'

describe.each(databases)('the outbox, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>
  let now = 1_000_000
  const jobs: DeliveryJob[] = []
  const queue = {
    enqueue: async (_transaction: unknown, added: readonly DeliveryJob[]) => void jobs.push(...added),
    wake: () => {},
    work: async () => {},
    rest: async () => {},
    stop: async () => {},
  }

  beforeAll(async () => {
    place = await makePlace(database)
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  const outbox = () => createDeliveries(opened.db, queue, () => now)
  const toGuest: NewDelivery = {
    receiptId: 'r',
    merchantId: 'demo',
    kind: 'receipt',
    emailAddress: 'guest@example.com',
    mailDomain: 'example.com',
  }

  async function makeDelivery(): Promise<string> {
    jobs.length = 0
    await opened.db.transaction().execute(transaction => outbox().create(transaction, [toGuest]))
    return jobs[0]?.deliveryId ?? ''
  }

  test('a delivery is one worker’s at a time', async () => {
    const id = await makeDelivery()
    expect(await outbox().begin(id, false)).toMatchObject({ number: 1, interrupted: false })
    expect(await outbox().begin(id, false)).toBe('busy')
    expect(jobs.at(-1)).toEqual({ deliveryId: id, dueAt: now + 120_000 })
  })

  test('an attempt of a worker that died is closed as interrupted, and the next one has the next number', async () => {
    const id = await makeDelivery()
    await outbox().begin(id, false)
    expect(await outbox().begin(id, true)).toMatchObject({ number: 2, interrupted: true })
    now += 121_000
    const third = await outbox().begin(id, false)
    expect(third).toMatchObject({ number: 3, interrupted: true })
    if (typeof third === 'string') throw new Error(third)
    await outbox().end(third.delivery, 3, { outcome: 'sent', code: '250' })
    expect(await outbox().begin(id, true)).toBe('over')
    const found = (await outbox().ofReceipt('demo', 'r')).find(delivery => delivery.id === id)
    expect(found?.attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted', 'sent'])
  })

  test('of two workers that begin at the same time one gets the delivery', async () => {
    const id = await makeDelivery()
    const both = await Promise.all([outbox().begin(id, false), outbox().begin(id, false)])
    expect(both.filter(outcome => outcome === 'busy')).toHaveLength(1)
  })

  test('a delivery long overdue gets a job again, another one does not', async () => {
    const id = await makeDelivery()
    jobs.length = 0
    await outbox().sweep()
    expect(jobs.map(({ deliveryId }) => deliveryId)).not.toContain(id)
    now += 600_001
    await outbox().sweep()
    expect(jobs.map(({ deliveryId }) => deliveryId)).toContain(id)
  })

  test('receipts that arrive together are written together, and one that cannot be written harms no other', async () => {
    const write = createGroupWriter(opened.commit, outbox())
    const entry = (id: string, changes: Partial<Entry> = {}): Entry => ({
      record: recordWith(id.padStart(32, '0')),
      requestHash: undefined,
      delivery: undefined,
      ...changes,
    })
    const wrong = entry('3', { record: { ...recordWith('3'.padStart(32, '0')), store_id: null as never } })
    const outcomes = await Promise.allSettled([
      write(entry('1', { requestHash: 'same' })),
      write(entry('2', { requestHash: 'same' })),
      write(wrong),
      write(entry('4', { delivery: { ...toGuest, receiptId: '4'.padStart(32, '0') } })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const kept = (await opened.db.selectFrom('receipts').select('id').orderBy('id').execute()).map(({ id }) =>
      Number(id),
    )
    expect(kept).toHaveLength(2)
    expect(kept).toContain(4)
    const [winner] = kept
    const owners = outcomes.slice(0, 2).map(outcome => outcome.status === 'fulfilled' && Number(outcome.value ?? 0))
    expect(owners.filter(Boolean)).toEqual([winner])
    expect(await outbox().ofReceipt('demo', '4'.padStart(32, '0'))).toHaveLength(1)
  })
})

function recordWith(id: string) {
  return {
    id,
    merchant_id: 'demo',
    received_at: 0,
    receipt_date: 0,
    receipt_date_text: '1970-01-01',
    store_id: '1',
    store_name: 'Shop',
    store_city: null,
    store_zip_code: null,
    store_territory: null,
    transaction_number: '1',
    transaction_amount: 1,
    transaction_type: 'SaleTransaction',
    payment_type: '',
    email_address: null,
    items: null,
    locale: '{}',
    offers: '[]',
    engine_version: '0',
    merchant_version: 1,
    api_version: 'v1',
    api_request: '{}',
  }
}

describe.runIf(databases.includes('PostgreSQL'))('with PostgreSQL', () => {
  test('a mail whose job got lost goes out all the same', async () => {
    await using mailServer = await startMailServer()
    await using shop = await startService({
      database: 'PostgreSQL',
      withoutWorker: true,
      settings: { SMTP_URL: mailServer.url },
    })
    await shop.create(receipt())
    const client = new pg.Client({ connectionString: shop.config.databaseUrl })
    await client.connect()
    expect((await client.query('delete from pgboss.job')).rowCount).toBe(1)
    await client.end()
    const later = await openService(shop.config, openLog('silent'), { now: () => Date.now() + 700_000 })
    await mailServer.received(1)
    await later.close()
  })
})

test('looking for due mails and for a page of receipts reads an index, not the table', async () => {
  const place = await makePlace('SQLite')
  const { DATA_DIR: folder = '' } = place.settings
  const { close } = await openDatabase({ folder })
  await close()
  const file = new DatabaseSync(join(folder, 'receipts.db'))
  const planOf = (query: string) =>
    file
      .prepare(`explain query plan ${query}`)
      .all()
      .map(row => String(row.detail))
      .join('; ')
  expect(planOf('select id from deliveries where status = ? and due_at <= ? order by due_at limit 9')).toBe(
    'SEARCH deliveries USING INDEX deliveries_due (status=? AND due_at<?)',
  )
  const page = 'select store_name from receipts where merchant_id = ? and receipt_date >= ? and receipt_date <= ?'
  expect(planOf(`${page} and (receipt_date < ? or id < ?) order by receipt_date desc, id desc limit 51`)).toBe(
    'SEARCH receipts USING INDEX receipts_by_date (merchant_id=? AND receipt_date>? AND receipt_date<?)',
  )
  file.close()
  await place.remove()
})
