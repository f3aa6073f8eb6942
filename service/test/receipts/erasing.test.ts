import { describe, expect, test } from 'vitest'
import { newId } from '../../src/basics/ids.ts'
import { insertMany } from '../../src/database/rows.ts'
import type { DeliveryTable, ReceiptTable } from '../../src/database/tables.ts'
import { keepReports } from '../../src/delivery/bounces/kept.ts'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import {
  countChosen,
  createRetention,
  type ErasureContext,
  eraseChosen,
  eraseStrayFiles,
  forgetAppearances,
} from '../../src/receipts/privacy/erase.ts'
import { addressTerm, openSearchKey } from '../../src/receipts/search/terms.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import { openTables } from '../support/tables.ts'

const day = 86_400_000
const start = Date.UTC(2026, 6, 1, 12)

/** A database, and what erasing needs. Files are names; what is asked of the others is noted. */
async function openErasure() {
  const { db } = await openTables()
  const clock = { now: start }
  const searchKey = await openSearchKey(db, undefined, start)
  const files = new Set<string>()
  const scrubbed: number[] = []
  let finished = 0
  const context: ErasureContext = {
    ...{ db, searchKey, now: () => clock.now },
    scrub: async largest => scrubbed.push(largest) > 0,
    fold: { finish: async () => void finished++ },
    files: {
      count: async ids => ids.filter(id => files.has(id)).length,
      remove: async ids => ids.filter(id => files.delete(id)).length,
      deliveries: async () => [...files],
    },
  }
  const idsIn = async (table: 'receipts' | 'deliveries') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  return {
    ...{ db, context, clock, files, scrubbed, searchKey, idsIn },
    finished: () => finished,
    store: (receipts: ReceiptTable[], deliveries: DeliveryTable[] = []) =>
      db.transaction().execute(async transaction => {
        await insertMany(transaction, 'receipts', receipts)
        await insertMany(transaction, 'deliveries', deliveries)
      }),
    suppressedKinds: async () =>
      (await db.selectFrom('suppressions').select('kind').orderBy('kind').execute()).map(({ kind }) => kind),
  }
}

type Erasure = Awaited<ReturnType<typeof openErasure>>

const ada = 'ada@example.com'
const eve = 'eve@example.com'

/** Ada's receipts, one on paper, and one of Eve's that was sent to Ada, too; and another merchant's. */
async function shop() {
  const erasure = await openErasure()
  const { db, searchKey, store, files } = erasure
  const onPaper = JSON.stringify({ customer: { emailAddress: 'ADA@example.com' } })
  await store(
    [
      recordWith('ada-1', { email_address: 'Ada@Example.com', received_at: start, receipt_date: 5000 }),
      recordWith('ada-2', { api_request: onPaper, received_at: start - 1, receipt_date: 6000 }),
      recordWith('eve-1', { email_address: eve, received_at: start, receipt_date: 7000 }),
      recordWith('nobody', { api_request: '{"customer":null}' }),
      recordWith('else-1', { merchant_id: 'else', email_address: ada }),
    ],
    [
      deliveryWith('m-ada-1', 'ada-1', { email_address: ada }),
      deliveryWith('m-ada-2', 'ada-1', { email_address: 'friend@example.com', kind: 'resend' }),
      deliveryWith('m-eve-1', 'eve-1', { email_address: eve }),
      deliveryWith('m-eve-2', 'eve-1', { email_address: ada, kind: 'resend' }),
      deliveryWith('m-else', 'else-1', { merchant_id: 'else', email_address: ada }),
    ],
  )
  const term = addressTerm(searchKey, 'demo', ada)
  await db.transaction().execute(async transaction => {
    const mails = ['m-ada-1', 'm-eve-1', 'm-eve-2', 'm-else']
    await insertMany(
      transaction,
      'delivery_attempts',
      mails.map(delivery_id => ({
        ...{ delivery_id, number: 1, started_at: 0, ended_at: 1, outcome: 'sent' as const },
        ...{ code: '250', detail: 'Taken', reason: null },
      })),
    )
    await insertMany(
      transaction,
      'receipt_terms',
      ['ada-1', 'eve-1'].map(receipt_id => ({ merchant_id: 'demo', term, receipt_id, receipt_date: 5000 })),
    )
    await insertMany(transaction, 'accepted_requests', [
      { merchant_id: 'demo', request_hash: 'h', receipt_id: 'ada-1' } as never,
    ])
  })
  for (const id of ['m-ada-1', 'm-ada-2', 'm-eve-2', 'm-else']) files.add(id)
  return erasure
}

/** What is known of addresses: bounces, and one complaint. */
async function suppressSome({ db, searchKey }: Erasure) {
  const bounce = { kind: 'bounce', code: '550', reason: 'unknown_mailbox' } as const
  await db.transaction().execute(async transaction => {
    const about = (merchantId: string, emailAddress: string) => ({ merchantId, emailAddress })
    const all = [about('demo', ada), about('demo', eve), about('else', ada)].map(each => ({ ...each, ...bounce }))
    await suppress(
      transaction,
      searchKey,
      [...all, { ...about('demo', 'friend@example.com'), kind: 'complaint' }],
      start,
    )
    const told = (recipient: string | undefined, content: string) => ({
      ...{ source: 'mailbox' as const, kind: 'unclear', recipient, content: Buffer.from(content) },
    })
    const reports = [told(ada, 'One'), told(eve, 'Two'), told(undefined, 'To: Ada@Example.com')]
    await keepReports(transaction, searchKey, reports as never, start)
  })
}

const reportsLeft = async ({ db }: Erasure) =>
  (await db.selectFrom('bounce_reports').select('content').orderBy('content').execute()).map(({ content }) => content)

describe('an erasure', () => {
  test('by address takes the customer’s receipts, the mails of others to it, and what is known of it', async () => {
    const erasure = await shop()
    await suppressSome(erasure)
    const { db, context, idsIn, files, scrubbed, finished } = erasure
    const choice = { emailAddress: 'aDa@example.com' }
    const amounts = { receipts: 2, deliveries: 3, files: 3 }
    expect(await countChosen(context, 'demo', choice)).toEqual(amounts)
    expect(await idsIn('receipts')).toHaveLength(5)
    expect(await eraseChosen(context, 'demo', choice)).toEqual(amounts)
    expect(await idsIn('receipts')).toEqual(['else-1', 'eve-1', 'nobody'])
    expect(await idsIn('deliveries')).toEqual(['m-else', 'm-eve-1'])
    expect([...files]).toEqual(['m-else'])
    const attempts = await db.selectFrom('delivery_attempts').select('delivery_id').orderBy('delivery_id').execute()
    expect(attempts.map(({ delivery_id }) => delivery_id)).toEqual(['m-else', 'm-eve-1'])
    expect(await db.selectFrom('receipt_terms').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('accepted_requests').selectAll().execute()).toHaveLength(1)
    // Eve's, and the other merchant's; a friend's complaint stays.
    expect(await erasure.suppressedKinds()).toEqual(['bounce', 'bounce', 'complaint'])
    expect(await reportsLeft(erasure)).toEqual(['Two'])
    expect([scrubbed, finished()]).toEqual([[8 * 1024 ** 2], 1])
    expect(await eraseChosen(context, 'demo', choice)).toEqual({ receipts: 0, deliveries: 0, files: 0 })
  })

  test('takes reports that name the address with its domain in letters or in ASCII', async () => {
    const { db, context, searchKey } = await openErasure()
    const told = (content: string) => ({
      ...{ source: 'mailbox' as const, kind: 'unclear', recipient: undefined, content: Buffer.from(content) },
    })
    const contents = ['To: Ada@Bücher.example', 'RCPT TO:<ada@xn--bcher-kva.example>', 'To: eve@bücher.example']
    for (const emailAddress of ['ADA@bücher.example', 'ada@xn--bcher-kva.example']) {
      await db
        .transaction()
        .execute(transaction => keepReports(transaction, searchKey, contents.map(told) as never, start))
      await eraseChosen(context, 'demo', { emailAddress })
      const left = await db.selectFrom('bounce_reports').select('content').execute()
      expect(left.map(({ content }) => Buffer.from(content, 'latin1').toString())).toEqual(['To: eve@bücher.example'])
    }
  })

  test('of one receipt takes its mails and what these taught, and leaves what else names the address', async () => {
    const erasure = await shop()
    await suppressSome(erasure)
    const { db, context, idsIn } = erasure
    expect(await eraseChosen(context, 'demo', { receiptId: 'ada-1' })).toEqual({ receipts: 1, deliveries: 2, files: 2 })
    expect(await idsIn('receipts')).toEqual(['ada-2', 'else-1', 'eve-1', 'nobody'])
    expect(await idsIn('deliveries')).toEqual(['m-else', 'm-eve-1', 'm-eve-2'])
    expect(await erasure.suppressedKinds()).toEqual(['bounce', 'bounce', 'complaint'])
    expect(await reportsLeft(erasure)).toEqual(['To: Ada@Example.com', 'Two'])
    const terms = await db.selectFrom('receipt_terms').select('receipt_id').execute()
    expect(terms).toEqual([{ receipt_id: 'eve-1' }])
    for (const receiptId of ['ada-1', 'else-1'])
      expect(await countChosen(context, 'demo', { receiptId })).toEqual({ receipts: 0, deliveries: 0, files: 0 })
  })

  test('by date takes what is dated so, inclusive', async () => {
    const { context, idsIn } = await shop()
    expect((await eraseChosen(context, 'demo', { from: 5000, to: 6000 })).receipts).toBe(2)
    expect(await idsIn('receipts')).toEqual(['else-1', 'eve-1', 'nobody'])
    expect((await countChosen(context, 'demo', { from: 7001, to: 9000 })).receipts).toBe(0)
    expect((await countChosen(context, 'demo', { from: 6001, to: 6999 })).receipts).toBe(0)
  })

  test('of many that came at the same moment, and mails to many, takes each', async () => {
    const { context, store, idsIn } = await openErasure()
    const hers = Array.from({ length: 230 }, (_, at) => recordWith(`a-${at}`, { email_address: ada, received_at: 7 }))
    const others = Array.from({ length: 3 }, (_, at) => recordWith(`e-${at}`, { email_address: eve, received_at: 7 }))
    const to = (count: number, emailAddress: string) =>
      Array.from({ length: count }, () => deliveryWith(newId(), 'e-1', { email_address: emailAddress }))
    await store(
      [...hers, ...others],
      [...to(210, ada), ...to(3, eve), ...hers.map(({ id }) => deliveryWith(newId(), id))],
    )
    const erased = { receipts: 230, deliveries: 440, files: 0 }
    expect(await countChosen(context, 'demo', { emailAddress: ada })).toEqual(erased)
    expect(await eraseChosen(context, 'demo', { emailAddress: ada })).toEqual(erased)
    expect(await idsIn('receipts')).toEqual(['e-0', 'e-1', 'e-2'])
    expect(await idsIn('deliveries')).toHaveLength(3)
  })
})

describe('retention', () => {
  test('erases what is older than its merchant says, and writes the file anew once a day if there is something in it', async () => {
    const { db, context, clock, store, scrubbed, finished, idsIn, files } = await openErasure()
    const save = (id: string, retentionDays?: number) =>
      saveMerchant({ db, now: () => 0, templatesDir: '' }, id, { name: id, settings: { retentionDays } as object })
    await save('demo', 30)
    await save('else')
    const old = Array.from({ length: 51 }, (_, at) =>
      recordWith(`old-${at}`, { received_at: start - 30 * day - 1 - at }),
    )
    await store(
      [
        ...old,
        recordWith('young', { received_at: start - 30 * day }),
        recordWith('else', { merchant_id: 'else', received_at: 0 }),
      ],
      [deliveryWith('m-old', 'old-1')],
    )
    files.add('m-old')
    const retain = createRetention(context)
    expect(await retain()).toBe(51)
    expect(await idsIn('receipts')).toEqual(['else', 'young'])
    expect([await idsIn('deliveries'), files.size, finished()]).toEqual([[], 0, 1])
    expect(scrubbed).toEqual([256 * 1024 ** 2])
    expect(await retain()).toBe(0)
    clock.now += 60_000
    expect(await retain()).toBe(1)
    expect(await retain()).toBe(0)
    // What is erased meanwhile waits for the next day, also if an operator did it.
    await eraseChosen(context, 'else', { receiptId: 'else' })
    expect(scrubbed.slice(1)).toEqual([0, 0, 0, 8 * 1024 ** 2])
    clock.now += day
    await retain()
    // The operator's was written anew at once.
    expect(scrubbed.slice(5)).toEqual([0])
  })

  test('writes the file anew for what operators erased, if that couldn’t be done at once', async () => {
    const { context, clock, store, scrubbed } = await openErasure()
    const small: ErasureContext = {
      ...context,
      scrub: async largest => {
        scrubbed.push(largest)
        return largest > 8 * 1024 ** 2
      },
    }
    await store([recordWith('one'), recordWith('two')], [deliveryWith('mail', 'two')])
    const retain = createRetention(small)
    await eraseChosen(small, 'demo', { receiptId: 'one' })
    await retain()
    expect(scrubbed).toEqual([8 * 1024 ** 2, 256 * 1024 ** 2])
    await eraseChosen(small, 'demo', { emailAddress: ada })
    clock.now += day - 1
    await retain()
    expect(scrubbed.slice(2)).toEqual([8 * 1024 ** 2, 0])
    clock.now += 1
    await retain()
    await retain()
    expect(scrubbed.slice(4)).toEqual([256 * 1024 ** 2, 0])
  })
})

test('stray files are those without a delivery', async () => {
  const { context, store, files } = await openErasure()
  await store([recordWith('r')], [deliveryWith('known', 'r')])
  for (const id of ['known', 'stray', 'other']) files.add(id)
  expect(await eraseStrayFiles(context)).toBe(2)
  expect([...files]).toEqual(['known'])
})

test('appearances are forgotten once no receipt can use them; the current one stays', async () => {
  const { db, store } = await openErasure()
  const versions = async () =>
    (await db.selectFrom('merchant_versions').select('version').orderBy('version').execute()).map(row => row.version)
  const save = (at: number, color: string) =>
    saveMerchant({ db, now: () => at, templatesDir: '' }, 'demo', { name: 'Shop', settings: { brand: { color } } })
  for (const [at, color] of ['#111111', '#222222', '#333333'].entries()) await save(at * 10 * day, color)
  const hashes = async () => (await db.selectFrom('appearances').select('hash').execute()).length
  expect([await versions(), await hashes()]).toEqual([[1, 2, 3], 3])
  // The second one is a receipt's that came a day after the third was saved, by another process's clock.
  await store([recordWith('r', { received_at: 21 * day }), recordWith('young', { received_at: 50 * day })])
  // Nobody uses this one yet, but somebody may be about to.
  const kept = await db.selectFrom('appearances').selectAll().limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('appearances')
    .values({ ...kept, hash: 'new', kept_at: 59 * day })
    .execute()
  expect(await forgetAppearances(db, 60 * day)).toBe(1)
  expect([await versions(), await hashes()]).toEqual([[2, 3], 3])
  await db.deleteFrom('receipts').execute()
  expect(await forgetAppearances(db, 21 * day)).toBe(0)
  expect(await forgetAppearances(db, 21 * day + 1)).toBe(1)
  expect(await versions()).toEqual([3])
  expect(await forgetAppearances(db, 90 * day)).toBe(1)
})
