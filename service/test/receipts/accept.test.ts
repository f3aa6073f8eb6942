import { readReceipt } from 'counterfoil/internal'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../../src/basics/errors/errors.ts'
import { sha256 } from '../../src/basics/ids.ts'
import type { Commit } from '../../src/database/batch.ts'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { addEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { createAcceptance, type TakenReceipt } from '../../src/receipts/accept.ts'
import { draftOf } from '../../src/receipts/draft.ts'
import { openSearchKey } from '../../src/receipts/search/terms.ts'
import { readChange } from '../../src/statistics/counting/change.ts'
import { openTables } from '../support/tables.ts'
import { receipt as sentReceipt } from '../support/tills.ts'

const now = Date.UTC(2026, 6, 1, 12)
const merchantOf = (id: string) => ({ id, name: 'Shop', active: true, version: 3, settings: {} })

/** What accepts receipts of a database. @param committing what becomes of a transaction that was committed */
async function openAcceptance(committing: () => void = () => {}) {
  const { db, commit: real } = await openTables()
  const searchKey = await openSearchKey(db, undefined, now)
  let woken = 0
  const commit: Commit = async work => {
    const result = await real(work)
    committing()
    return result
  }
  const accept = createAcceptance({ commit, searchKey, now: () => now, queue: { wake: () => void woken++ } })
  const read = (changes: Record<string, unknown>): TakenReceipt => {
    const apiRequest = JSON.stringify(sentReceipt(changes))
    const { receipt } = readReceipt(apiRequest)
    if (!receipt) throw new Error('The receipt is none.')
    const locale = { requested: null, chosen: 'en-US', source: 'default', languages: ['en-US'] } as const
    return { receipt, apiRequest, locale: { ...locale, languages: ['en-US'] } }
  }
  const about = (merchantId: string, offerIds: readonly string[]) => ({
    ...{ merchant: merchantOf(merchantId), offerIds, mailDomain: 'mail.example.com' },
  })
  return {
    db,
    searchKey,
    woken: () => woken,
    read,
    take: (changes: Record<string, unknown> = {}, merchantId = 'demo', offerIds: readonly string[] = []) =>
      accept({ ...read(changes), ...about(merchantId, offerIds) }),
    takeDraft: (changes: Record<string, unknown>, offerIds: readonly string[]) => {
      const { id, version } = merchantOf('demo')
      const draft = draftOf({
        ...(read(changes) as Exclude<TakenReceipt, { draft: unknown }>),
        ...{ id: 'd'.repeat(32), merchant: { id, version }, receivedAt: now, offerIds: [], searchKey },
      })
      return accept({ draft, ...about('demo', offerIds) })
    },
    suppress: (emailAddress: string, merchantId = 'demo') =>
      db
        .transaction()
        .execute(transaction =>
          suppress(transaction, searchKey, [{ merchantId, emailAddress, kind: 'complaint' }], now),
        ),
    rows: async () => ({
      receipts: await db.selectFrom('receipts').selectAll().orderBy('id').execute(),
      deliveries: await db.selectFrom('deliveries').selectAll().execute(),
      changes: (await db.selectFrom('statistics_deltas').select('body').execute()).map(({ body }) => readChange(body)),
      terms: await db.selectFrom('receipt_terms').selectAll().execute(),
      requests: await db.selectFrom('accepted_requests').selectAll().execute(),
    }),
  }
}

const paper = { receiptType: 'PaperOnly' }
const idOf = (answer: object) => ('id' in answer ? String(answer.id) : '')

test('a receipt is written with its mail, what it counts and is found by, and its requestId; the queue is woken', async () => {
  const { take, rows, woken } = await openAcceptance()
  const answer = await take({ requestId: 'R-1' })
  expect(answer).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    ...{ emailAddress: 'guest@example.com', suppression: undefined },
  })
  const { receipts, deliveries, changes, terms, requests } = await rows()
  const id = idOf(answer)
  expect(receipts).toEqual([
    expect.objectContaining({ id, merchant_id: 'demo', merchant_version: 3, received_at: now, offers: '[]' }),
  ])
  expect(deliveries).toEqual([
    expect.objectContaining({
      ...{ receipt_id: id, merchant_id: 'demo', kind: 'receipt', status: 'queued', due_at: now, lane: 0 },
      ...{ email_address: 'guest@example.com', store_id: '1', register: '1' },
      message_id: expect.stringMatching(/^<[0-9a-f]{32}@mail\.example\.com>$/),
    }),
  ])
  expect(changes.map(({ adds }) => [adds.receipts, adds.mails_trying])).toEqual([[1, 1]])
  expect(terms.length).toBeGreaterThan(0)
  expect(requests).toEqual([
    expect.objectContaining({ merchant_id: 'demo', request_hash: sha256('R-1'), receipt_id: id }),
  ])
  expect(woken()).toBe(1)
})

test('one on paper has no mail, and counts none', async () => {
  const { take, rows } = await openAcceptance()
  expect(await take(paper)).toMatchObject({ emailAddress: undefined, suppression: undefined })
  const { deliveries, changes, requests } = await rows()
  expect([deliveries, requests]).toEqual([[], []])
  expect(changes.map(({ adds }) => adds.mails_trying)).toEqual([undefined])
})

test('a requestId is used once by each merchant; whoever sends it again writes nothing', async () => {
  const { take, rows, woken } = await openAcceptance()
  const first = await take({ requestId: 'R-1' })
  const before = await rows()
  expect(await take({ requestId: 'R-1', transactionNumber: '2' })).toEqual({
    ...{ duplicateOf: idOf(first), suppression: undefined },
  })
  expect(await rows()).toEqual(before)
  expect(woken()).toBe(1)
  expect(idOf(await take({ requestId: 'R-1' }, 'birch'))).not.toBe('')
  expect(idOf(await take())).not.toBe('')
  expect(idOf(await take())).not.toBe('')
})

test('of many at once with few requestIds each is accepted once, and every other one is told of it', async () => {
  const { take, rows } = await openAcceptance()
  const numbers = Array.from({ length: 40 }, (_, at) => at)
  const answers = await Promise.all(
    numbers.map(at => take({ requestId: `R-${at % 4}` }, at % 8 < 4 ? 'demo' : 'birch')),
  )
  const { receipts, deliveries } = await rows()
  expect([receipts.length, deliveries.length]).toEqual([8, 8])
  expect(answers.slice(0, 8).map(idOf).toSorted()).toEqual(receipts.map(({ id }) => id))
  for (const at of numbers.slice(8)) expect(answers[at]).toMatchObject({ duplicateOf: idOf(answers[at % 8] ?? {}) })
})

test('why a mail won’t be sent is said of the one that is stored, also to who sent it at the same time', async () => {
  const { take, suppress } = await openAcceptance()
  await suppress('ada@example.com')
  const ada = { customer: { emailAddress: 'Ada@example.com' } }
  const [first, again, other] = await Promise.all([
    take({ ...ada, requestId: 'R-1' }),
    // What it says itself doesn't matter.
    take({ requestId: 'R-1' }),
    take({ requestId: 'R-2' }),
  ])
  expect(first).toMatchObject({ id: expect.any(String), suppression: { kind: 'complaint' } })
  expect(again).toMatchObject({ duplicateOf: idOf(first), suppression: { kind: 'complaint' } })
  expect(other.suppression).toBeUndefined()
  expect((await take({ requestId: 'R-1' })).suppression).toMatchObject({ kind: 'complaint' })
  expect((await take({ ...ada, requestId: 'R-2' })).suppression).toBeUndefined()
  expect((await take({ ...ada, ...paper })).suppression).toBeUndefined()
  expect((await take(ada, 'birch')).suppression).toBeUndefined()
})

test('a commit that seemed to fail is tried again, and finds what it had written', async () => {
  let failures = 1
  const { take, rows } = await openAcceptance(() => {
    if (failures-- > 0) throw new DatabaseUnavailableError(new Error('Gone'))
  })
  const [one, other] = await Promise.all([take({ requestId: 'R-1' }), take()])
  expect(one).toMatchObject({ emailAddress: 'guest@example.com' })
  const { receipts, deliveries, changes, requests } = await rows()
  expect(receipts.map(({ id }) => id)).toEqual([one, other].map(idOf).toSorted())
  expect([deliveries.length, changes.length, requests.length]).toEqual([2, 2, 1])
})

test('one that was drafted elsewhere is written as it would be here, with its offers', async () => {
  const { take, takeDraft, rows } = await openAcceptance()
  const answer = await takeDraft({ requestId: 'R-1' }, ['one', 'two'])
  expect(answer).toEqual({ id: 'd'.repeat(32), emailAddress: 'guest@example.com', suppression: undefined })
  await take({ requestId: 'R-2' }, 'demo', ['one', 'two'])
  const { receipts, deliveries, changes } = await rows()
  const [one, other] = receipts.map(({ id, api_request, ...row }) => row)
  expect(one).toEqual(other)
  expect(one?.offers).toBe('["one","two"]')
  expect(changes[0]).toEqual(changes[1])
  expect(changes[0]?.adds.offers).toBe(2)
  expect(deliveries.map(({ register }) => register)).toEqual(['1', '1'])
  const paperDraft = await openAcceptance()
  expect(await paperDraft.takeDraft(paper, [])).toMatchObject({ emailAddress: undefined })
  expect((await paperDraft.rows()).changes[0]?.adds).not.toHaveProperty('offers')
})

test('whoever listens is told of what was accepted, once, with the customer if they asked for that', async () => {
  const { db, take } = await openAcceptance()
  await saveMerchant({ db, now: () => 0, templatesDir: '' }, 'demo', { name: 'Shop' })
  for (const customerData of [true, false]) {
    const input = { url: 'https://example.com/', events: [...eventTypes], customerData, active: true }
    await addEndpoint(db, openSecretSeal([]), 'demo', input, 0)
  }
  const id = idOf(await take({ requestId: 'R-1', receiptDateTime: '2026-07-01T09:30:00-04:00', currency: 'CAD' }))
  await take({ requestId: 'R-1' })
  await take(paper)
  const told = await db
    .selectFrom('webhook_messages')
    .select(['receipt_id', 'type', 'data', 'customer'])
    .orderBy('id')
    .execute()
  const [first] = told.filter(({ receipt_id }) => receipt_id === id)
  expect(told.map(({ type }) => type)).toEqual(Array(4).fill('receipt.accepted'))
  expect(JSON.parse(first?.data ?? '')).toEqual({
    ...{ merchantId: 'demo', receiptId: id },
    ...{ transactionNumber: '1', transactionType: 'SaleTransaction', amount: 4.5, currency: 'CAD', storeId: '1' },
    ...{ receiptDate: '2026-07-01T09:30:00-04:00', receivedAt: '2026-07-01T12:00:00.000Z', isMailed: true },
  })
  expect(told.flatMap(({ customer }) => customer ?? [])).toEqual(['{"emailAddress":"guest@example.com"}'])
  expect(told.filter(({ data }) => data.includes('"isMailed":false'))).toHaveLength(2)
})
