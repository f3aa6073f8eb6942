import { describe, expect, test } from 'vitest'
import { insertMany } from '../../src/database/rows.ts'
import type { DeliveryTable, ReceiptTable } from '../../src/database/tables.ts'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { exportPage, maxExported, pageText, writeExport } from '../../src/receipts/privacy/export.ts'
import {
  type Choice,
  choiceOf,
  isOneChoice,
  type Position,
  readPosition,
  reference,
  toldChoice,
  writePosition,
} from '../../src/receipts/privacy/find.ts'
import { openSearchKey } from '../../src/receipts/search/terms.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import { openTables } from '../support/tables.ts'

const ada = 'ada@example.com'
const idOf = (kind: string, number: number) => `${kind}${String(number).padStart(31, '0')}`

async function openExport(receipts: ReceiptTable[], deliveries: DeliveryTable[] = []) {
  const { db } = await openTables()
  const context = { db, searchKey: await openSearchKey(db, undefined, 0) }
  const attempts = deliveries.flatMap(({ id }) =>
    [2, 1].map(number => ({
      ...{ delivery_id: id, number, started_at: 0, ended_at: number, outcome: 'deferred' as const },
      ...{ code: '451', detail: 'Later "again"', reason: null },
    })),
  )
  await db.transaction().execute(async transaction => {
    await insertMany(transaction, 'receipts', receipts)
    await insertMany(transaction, 'deliveries', deliveries)
    await insertMany(transaction, 'delivery_attempts', attempts)
  })
  return {
    db,
    context,
    suppressAda: () =>
      db
        .transaction()
        .execute(transaction =>
          suppress(transaction, context.searchKey, [{ merchantId: 'demo', emailAddress: ada, kind: 'complaint' }], 5),
        ),
    page: (choice: Choice, after?: Position) => exportPage(context, 'demo', choice, after),
    async whole(choice: Choice) {
      let text = ''
      const about = { merchantId: 'demo', exportedAt: '2026-07-01T12:00:00.000Z' }
      const counts = await writeExport(context, choice, about, piece => {
        text += piece
      })
      return { counts, text, json: JSON.parse(text) }
    },
  }
}

const hers = (number: number, changes: Partial<ReceiptTable> = {}) =>
  recordWith(idOf('a', number), { email_address: ada, received_at: 7, receipt_date: 9, ...changes })

describe('an export', () => {
  test('has rows as they are, with what belongs to them in order, times as ISO 8601, and JSON as it was sent', async () => {
    const receipt = hers(1, { api_request: '{"total":12.500}', items: '[{"itemName":"Tea"}]' })
    const mails = [
      deliveryWith(idOf('c', 1), receipt.id, { created_at: 2, email_address: ada }),
      deliveryWith(idOf('b', 1), receipt.id, { created_at: 1, email_address: ada, finished_at: null }),
    ]
    const others = recordWith(idOf('e', 1), { email_address: 'eve@example.com' })
    const single = deliveryWith(idOf('d', 1), others.id, { email_address: 'Ada@example.com' })
    const { page } = await openExport([receipt, others], [...mails, single])
    const { receipts, deliveries, suppression, next } = await page({ emailAddress: ada })
    expect([suppression, next]).toEqual([undefined, undefined])
    expect(receipts).toHaveLength(1)
    expect(receipts[0]).toContain('"apiRequest":{"total":12.500}')
    const [first] = receipts.map(text => JSON.parse(text))
    expect(first).toMatchObject({
      ...{ id: receipt.id, merchantId: 'demo', receivedAt: '1970-01-01T00:00:00.007Z', storeCity: null },
      ...{ receiptDate: '1970-01-01T00:00:00.009Z', items: [{ itemName: 'Tea' }], webhookMessages: [] },
    })
    expect(first.deliveries.map((mail: { id: string }) => mail.id)).toEqual([idOf('b', 1), idOf('c', 1)])
    expect(first.deliveries[0]).toMatchObject({ finishedAt: null, createdAt: '1970-01-01T00:00:00.001Z' })
    expect(first.deliveries[0].attempts).toMatchObject([
      { number: 1, endedAt: '1970-01-01T00:00:00.001Z', detail: 'Later "again"', reason: null },
      { number: 2 },
    ])
    expect(deliveries.map(text => JSON.parse(text))).toMatchObject([{ id: single.id, attempts: [{}, {}] }])
  })

  test('says why the address is suppressed, on its first page, and only of an address', async () => {
    const { page, whole, suppressAda } = await openExport([hers(1)])
    await suppressAda()
    const { suppression } = await page({ emailAddress: 'ADA@example.com' })
    expect(JSON.parse(suppression ?? '')).toMatchObject({ kind: 'complaint', createdAt: '1970-01-01T00:00:00.005Z' })
    expect((await page({ emailAddress: ada }, ['receipt', 0, ''])).suppression).toBeUndefined()
    expect((await page({ receiptId: idOf('a', 1) })).suppression).toBeUndefined()
    expect((await whole({ emailAddress: ada })).json.suppression).toMatchObject({ kind: 'complaint' })
    expect((await whole({ receiptId: idOf('a', 1) })).json).not.toHaveProperty('suppression')
  })

  test('has pages of 500, receipts before single mails, and whoever goes on gets each once', async () => {
    const receipts = Array.from({ length: maxExported + 3 }, (_, number) => hers(number))
    const others = recordWith(idOf('e', 1), { email_address: 'eve@example.com' })
    const mails = Array.from({ length: maxExported }, (_, number) =>
      deliveryWith(idOf('d', number), others.id, { email_address: ada }),
    )
    const { page, whole } = await openExport([...receipts, others], mails)
    const choice = { emailAddress: ada }
    const first = await page(choice)
    expect([first.receipts.length, first.deliveries.length]).toEqual([maxExported, 0])
    expect(first.next).toEqual(['receipt', 7, idOf('a', maxExported - 1)])
    const second = await page(choice, first.next)
    expect([second.receipts.length, second.deliveries.length]).toEqual([3, maxExported - 3])
    const third = await page(choice, second.next)
    expect([third.receipts.length, third.deliveries.length, third.next]).toEqual([0, 3, undefined])
    const ids = [...first.receipts, ...second.receipts, ...second.deliveries, ...third.deliveries].map(
      text => JSON.parse(text).id,
    )
    expect(ids).toEqual([...receipts, ...mails].map(({ id }) => id))
    const { counts, json } = await whole(choice)
    expect(counts).toEqual({ receipts: maxExported + 3, deliveries: maxExported })
    expect([...json.receipts, ...json.deliveries].map(({ id }) => id)).toEqual(ids)
  })

  test('of nothing, of receipts alone and of mails alone is whole JSON', async () => {
    const others = recordWith(idOf('e', 1), { email_address: 'eve@example.com' })
    const mail = deliveryWith(idOf('d', 1), others.id, { email_address: ada })
    const { page, whole } = await openExport([hers(1), hers(2), others], [mail])
    const none = await whole({ emailAddress: 'nobody@example.com' })
    expect(none.json).toEqual({
      merchantId: 'demo',
      exportedAt: '2026-07-01T12:00:00.000Z',
      receipts: [],
      deliveries: [],
    })
    expect(none.counts).toEqual({ receipts: 0, deliveries: 0 })
    expect((await whole({ from: 9, to: 9 })).json).toMatchObject({ receipts: [{}, {}], deliveries: [] })
    expect((await whole({ from: 10, to: 11 })).counts.receipts).toBe(0)
    const both = await page({ emailAddress: ada })
    expect(JSON.parse(pageText(both, { next: 'x' }))).toMatchObject({ next: 'x', receipts: [{}, {}], deliveries: [{}] })
    const told = pageText({ ...both, receipts: [], suppression: '{"kind":"hand"}' }, { merchantId: 'demo' })
    expect(JSON.parse(told)).toMatchObject({ receipts: [], deliveries: [{}], suppression: { kind: 'hand' } })
    // Of one receipt there is no second page.
    expect((await page({ receiptId: idOf('a', 1) }, ['receipt', 0, idOf('a', 1)])).receipts).toEqual([])
  })
})

describe('where a search stopped', () => {
  const id = 'ab'.repeat(16)
  test.each<[Position]>([[['receipt', -5, id]], [['receipt', 1_800_000_000_000, id]], [['delivery', id]]])(
    'is read as it was written: %j',
    position => {
      expect(writePosition(position)).toMatch(/^[\w-]+$/)
      expect(readPosition(writePosition(position))).toEqual(position)
    },
  )

  test.each([
    '',
    'receipt.1',
    `receipt.x.${id}`,
    `receipt.${'1'.repeat(17)}.${id}`,
    `delivery.1.${id}`,
    `delivery.${id}0`,
    `xdelivery.${id}`,
    `delivery.${id.toUpperCase()}`,
  ])('isn’t anything else: %j', text => {
    expect(readPosition(Buffer.from(text).toString('base64url'))).toBeUndefined()
  })

  test('is no text of more than a hundred letters', () => {
    const text = writePosition(['delivery', id])
    expect(readPosition(text.padEnd(100, '='))).toBeDefined()
    expect(readPosition(text.padEnd(101, '='))).toBeUndefined()
  })
})

describe('a choice', () => {
  const [from, to] = ['2026-07-01', '2026-07-02']
  test.each([
    [{ emailAddress: ada }, true],
    [{ receiptId: 'r' }, true],
    [{ from, to }, true],
    [{}, false],
    [{ from }, false],
    [{ to }, false],
    [{ emailAddress: ada, receiptId: 'r' }, false],
    [{ emailAddress: ada, from, to }, false],
    [{ receiptId: 'r', to }, false],
  ])('is one: %j, %s', (fields, isOne) => {
    expect(isOneChoice(fields)).toBe(isOne)
  })

  test('has a number of the person’s request, but no address', () => {
    for (const text of ['DSR-1', 'x'.repeat(100), undefined]) expect(reference.safeParse(text).success).toBe(true)
    for (const text of ['', 'DSR-1 ada@example.com', 'x'.repeat(101)])
      expect(reference.safeParse(text).success).toBe(false)
  })

  test('is by address, by id, or by the merchant’s clock; the audit trail has no address', () => {
    expect(choiceOf({ emailAddress: ada }, 'UTC')).toEqual({ emailAddress: ada })
    expect(choiceOf({ receiptId: 'r' }, 'UTC')).toEqual({ receiptId: 'r' })
    const dates = choiceOf({ from, to }, 'America/Toronto')
    expect(dates).toEqual({ from: Date.UTC(2026, 6, 1, 4), to: Date.UTC(2026, 6, 3, 4) - 1 })
    expect(toldChoice({ emailAddress: ada })).toEqual({ by: 'emailAddress' })
    expect(toldChoice({ receiptId: 'r' })).toEqual({ by: 'receiptId', receiptId: 'r' })
    expect(toldChoice(dates)).toEqual({
      by: 'date',
      from: '2026-07-01T04:00:00.000Z',
      to: '2026-07-03T03:59:59.999Z',
    })
  })
})
