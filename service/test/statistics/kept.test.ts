import { describe, expect, test } from 'vitest'
import { newId } from '../../src/basics/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { insertMany } from '../../src/database/rows.ts'
import type { AttemptTable, DeliveryTable, ReceiptTable } from '../../src/database/tables.ts'
import { readBucketKey, writeBucketKey } from '../../src/statistics/counting/bucket-key.ts'
import { type Change, readChange } from '../../src/statistics/counting/change.ts'
import { keepErased, recountMails, recountReceipt } from '../../src/statistics/counting/keep.ts'
import { deliveryWith, storedReceipt } from '../support/records.ts'
import { openTables } from '../support/tables.ts'

const at = Date.UTC(2026, 6, 1, 12, 50)

const attempt = (deliveryId: string, number: number, ended: boolean): AttemptTable => ({
  delivery_id: deliveryId,
  number,
  started_at: at,
  ended_at: ended ? at + 1 : null,
  outcome: ended ? 'deferred' : null,
  code: null,
  detail: null,
  reason: null,
})

/** A database with these, of which some are erased: what is kept of them, and what else is added. */
async function keptOf(
  stored: { receipts: ReceiptTable[]; deliveries?: DeliveryTable[]; attempts?: AttemptTable[] },
  erased: { receipts?: ReceiptTable[]; deliveries?: DeliveryTable[] },
) {
  const { db } = await openTables()
  await store(db, stored)
  const idsOf = (rows: { id: string }[] = []) => rows.map(({ id }) => id)
  await db
    .transaction()
    .execute(transaction => keepErased(transaction, idsOf(erased.receipts), idsOf(erased.deliveries)))
  const rows = await db.selectFrom('statistics_deltas').selectAll().execute()
  const changes = (kept: number) =>
    rows
      .filter(row => row.kept === kept)
      .map(({ merchant_id, place, body }) => ({ merchant_id, place, change: readChange(body) }))
  return { kept: changes(1), added: changes(0) }
}

async function store(
  db: Database,
  { receipts, deliveries = [], attempts = [] }: Parameters<typeof keptOf>[0],
): Promise<void> {
  await db.transaction().execute(async transaction => {
    await insertMany(transaction, 'receipts', receipts)
    await insertMany(transaction, 'deliveries', deliveries)
    await insertMany(transaction, 'delivery_attempts', attempts)
  })
}

const mailOf = (receipt: ReceiptTable, changes: Partial<DeliveryTable> = {}) =>
  deliveryWith(newId(), receipt.id, { created_at: at, finished_at: at + 1000, ...changes })

describe('what is kept of an erased receipt', () => {
  test('is what it and its mails added, where they count, without labels', async () => {
    const { record } = storedReceipt('1', at)
    const request = { ...JSON.parse(record.api_request), items: [{ name: 'Green tea', sku: 'T-1', total: 4.5 }] }
    const receipt = { ...record, api_request: JSON.stringify(request) }
    const { change } = recountReceipt(receipt)
    const sent = mailOf(receipt)
    const failed = mailOf(receipt, { kind: 'resend', status: 'failed', reason: 'policy' })
    const attempts = [attempt(sent.id, 1, true), attempt(sent.id, 2, true), attempt(sent.id, 3, false)]
    const { kept, added } = await keptOf(
      { receipts: [receipt], deliveries: [sent, failed], attempts },
      { receipts: [receipt], deliveries: [sent, failed] },
    )
    const { adds, parts = [], lines = [], categories = [] } = change
    expect(lines.slice(0, 2)).toEqual(['T-1', 'Green tea'])
    const [item = '', , ...figures] = lines
    expect(kept).toHaveLength(3)
    for (const each of kept) expect([each.merchant_id, each.place]).toEqual(['demo', receipt.statistics_place])
    expect(kept.map(each => each.change)).toEqual(
      expect.arrayContaining<Change>([
        {
          adds: { mails_sent: 1, attempts: 2 },
          parts: [['wait', expect.stringMatching(/^\d+ms$/), '', 1, 1]],
        },
        {
          adds: { mails_failed: 1, resends: 1 },
          parts: [
            ['mailReason', 'policy', '', 1, 1],
            ['mailDomain', 'example.com', '', 1, 1],
          ],
        },
        { adds, parts, lines: [item, 0, ...figures], categories },
      ]),
    )
    expect(added).toEqual([])
  })

  test('counts mails that wait as canceled, and says so of those that counted', async () => {
    const { record: receipt } = storedReceipt('1', at)
    const waiting = [mailOf(receipt, { status: 'queued' }), mailOf(receipt, { status: 'held' })]
    const sent = mailOf(receipt)
    const { kept, added } = await keptOf(
      { receipts: [receipt], deliveries: [...waiting, sent] },
      { receipts: [receipt], deliveries: [...waiting, sent] },
    )
    expect(added.map(({ place, change }) => [place, change.adds])).toEqual(
      waiting.map(() => [receipt.statistics_place, { mails_trying: -1, mails_canceled: 1 }]),
    )
    const mails = kept.flatMap(({ change: { adds } }) => (adds.receipts ? [] : [adds]))
    expect(mails).toHaveLength(3)
    expect(mails.filter(({ mails_canceled }) => mails_canceled === 1)).toHaveLength(2)
    expect(mails.filter(({ mails_sent }) => mails_sent === 1)).toHaveLength(1)
  })

  test('is the mail’s alone, if the receipt stays', async () => {
    const [one, other] = [storedReceipt('1', at).record, storedReceipt('2', at, 1).record]
    const mails = [mailOf(one), mailOf(other), mailOf(other)]
    const { kept } = await keptOf(
      { receipts: [one, other], deliveries: mails },
      { receipts: [one], deliveries: mails.slice(1) },
    )
    expect(kept.map(({ change }) => [change.adds.receipts, change.adds.mails_sent])).toEqual(
      expect.arrayContaining([
        [1, undefined],
        [undefined, 1],
        [undefined, 1],
      ]),
    )
    expect(kept).toHaveLength(3)
  })

  test('is nothing if it was accepted before there were statistics', async () => {
    const old = { ...storedReceipt('1', at).record, statistics_place: null }
    const mail = mailOf(old, { status: 'queued' })
    const { kept, added } = await keptOf(
      { receipts: [old], deliveries: [mail] },
      { receipts: [old], deliveries: [mail] },
    )
    expect([kept, added]).toEqual([[], []])
  })

  test('is there of each of many', async () => {
    const { record } = storedReceipt('1', at)
    const receipts = Array.from({ length: 101 }, () => ({ ...record, id: newId() }))
    const mails = receipts.slice(50).map(receipt => mailOf(receipt))
    const { kept } = await keptOf({ receipts, deliveries: mails }, { receipts, deliveries: mails })
    expect(kept.filter(({ change }) => change.adds.receipts === 1)).toHaveLength(101)
    expect(kept.filter(({ change }) => change.adds.mails_sent === 1)).toHaveLength(51)
  })

  test('stands where it was counted by earlier rules, with the decimals of now', async () => {
    const { record } = storedReceipt('1', at)
    const place = readBucketKey(record.statistics_place ?? '')
    const earlier = { ...place, day: place.day - 1, store: 'Elsewhere', scale: 4 }
    const receipt = { ...record, statistics_place: writeBucketKey(earlier) }
    const { kept } = await keptOf({ receipts: [receipt] }, { receipts: [receipt] })
    expect(kept.map(each => readBucketKey(each.place))).toEqual([{ ...earlier, scale: place.scale }])
  })
})

describe('a stored receipt, counted anew,', () => {
  const { record, change } = storedReceipt('1', at)
  const place = readBucketKey(record.statistics_place ?? '')

  test('is as it was when it was accepted, and there', () => {
    expect(recountReceipt(record)).toMatchObject({ bucket: place, change })
    expect(recountReceipt({ ...record, statistics_place: null })).toMatchObject({ bucket: place, change })
    const { adds } = recountReceipt({ ...record, offers: '["one","two"]' }).change
    expect(adds).toEqual({ ...change.adds, offers: 2 })
  })

  test.each([
    ['has its quarter if its hour was counted', {}, true],
    ['keeps the hour if its day is another by now', { day: place.day + 1 }, false],
    ['keeps the hour if its clock is another by now', { utcOffset: place.utcOffset + 60 }, false],
  ])('%s', (_, changes, isInQuarter) => {
    const hour = { ...place, quarterStart: at - (at % 3_600_000), minutes: 60 as const, ...changes }
    const { bucket } = recountReceipt({ ...record, statistics_place: writeBucketKey(hour) })
    expect(bucket).toMatchObject(isInQuarter ? place : hour)
    expect(bucket.minutes).toBe(isInQuarter ? 15 : 60)
  })

  test('stays in a quarter that was decided', () => {
    const other = { ...place, quarterStart: place.quarterStart - 900_000 }
    expect(recountReceipt({ ...record, statistics_place: writeBucketKey(other) }).bucket).toMatchObject(other)
  })

  test('is one receipt where it was, or where its row says, if it can’t be read any more', () => {
    const unread = { ...record, api_request: '{"transactionNumber":1}' }
    const counted = { change: { adds: { receipts: 1 } }, opensOrder: false }
    expect(recountReceipt(unread)).toEqual({ ...counted, bucket: place })
    const { bucket } = recountReceipt({
      ...unread,
      ...{ statistics_place: null, receipt_date: at, store_id: '7', store_territory: 'NY' },
    })
    expect(bucket).toMatchObject({
      ...{ day: 20_635, quarterStart: Date.UTC(2026, 6, 1, 12, 45), minutes: 15, utcOffset: 0 },
      ...{ store: '7', territory: 'NY', transactionType: 'SaleTransaction', currency: '', register: '' },
    })
  })
})

test('mails are counted with the attempts that came to an end, however many mails there are', async () => {
  const { db } = await openTables()
  const { record } = storedReceipt('1', at)
  const mails = Array.from({ length: 1100 }, () => mailOf(record))
  const attempts = mails.flatMap(({ id }, index) => (index % 10 === 0 ? [attempt(id, 1, true)] : []))
  await store(db, { receipts: [], deliveries: [], attempts })
  const counted = await recountMails(db, mails)
  expect([...counted.keys()]).toEqual(mails)
  expect([...counted.values()].filter(({ adds }) => adds.attempts === 1)).toHaveLength(110)
})
