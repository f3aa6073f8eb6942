import { describe, expect, test } from 'vitest'
import { idsOf, insertMany } from '../../src/database/rows.ts'
import type { WebhookMessageTable } from '../../src/database/tables.ts'
import { forgetCustomers, messagesAbout } from '../../src/delivery/webhooks/customers.ts'
import {
  changeEndpoint,
  findEndpoint,
  forgetOldSecrets,
  inspectEndpoints,
  listEndpoints,
  removeEndpoint,
  replaceSecret,
  turnOffEndpoints,
} from '../../src/delivery/webhooks/endpoints.ts'
import { hasListener, listeningMerchants } from '../../src/delivery/webhooks/events.ts'
import { addTestMessage, listMessages, messagePage, redeliver } from '../../src/delivery/webhooks/messages.ts'
import { sendNotices } from '../../src/delivery/webhooks/notice.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { tellSilences } from '../../src/delivery/webhooks/silence.ts'
import { expireWebhooks, readWebhookBacklog, sweepWebhooks } from '../../src/delivery/webhooks/upkeep.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { databases } from '../support/service.ts'
import { broken, fine, openDesk } from './desk.ts'

const day = 86_400_000
const seal = openSecretSeal([])

type Desk = Awaited<ReturnType<typeof openDesk>>

/** All messages, the oldest first. */
const stored = ({ db }: Desk) => db.selectFrom('webhook_messages').selectAll().orderBy('seq').execute()

/** Changes messages, all or one. */
async function set({ db }: Desk, values: Partial<WebhookMessageTable>, id?: string): Promise<void> {
  const change = db.updateTable('webhook_messages').set(values)
  await (id === undefined ? change : change.where('id', '=', id)).execute()
}

const about = (count: number) => Array.from({ length: count }, (_, index) => ({ receiptId: `r${index}` }))

describe.each(databases)('messages of webhooks, on %s', database => {
  test('are listed by page, the newest first, each endpoint’s own, with what it answered', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint({ events: ['receipt.accepted'] })
    const other = await desk.endpoint({ events: ['receipt.erased'] })
    await desk.record(...about(2 * messagePage + 3), { type: 'receipt.erased', receiptId: 'r0' })
    const all = idsOf(await stored(desk))
      .toReversed()
      .slice(1)
    const pages: string[][] = []
    let before: number | undefined
    do {
      const page = await listMessages(desk.db, id, { before })
      pages.push(idsOf(page.messages))
      before = page.next
    } while (before !== undefined)
    expect(pages).toEqual([all.slice(0, 50), all.slice(50, 100), all.slice(100)])
    const [newest = '', second = '', third = '', fourth = ''] = all
    for (const [one, status] of [
      [newest, 'parked'],
      [second, 'behind'],
      [third, 'delivered'],
      [fourth, 'failed'],
    ] as const)
      await set(desk, { status }, one)
    const of = async (status: 'waiting' | 'delivered' | 'failed') =>
      idsOf((await listMessages(desk.db, id, { status })).messages)
    expect((await of('waiting')).slice(0, 3)).toEqual([newest, second, all[4]])
    expect([await of('delivered'), await of('failed')]).toEqual([[third], [fourth]])
    const attempt = { took_ms: 5, status_code: 500, code: 'status', answer: 'Down' } as const
    const attempts = [2, 1].map(number => ({ message_id: fourth, number, started_at: number, ...attempt }))
    await desk.db.transaction().execute(transaction => insertMany(transaction, 'webhook_attempts', attempts))
    const [failed] = (await listMessages(desk.db, id, { status: 'failed' })).messages
    expect(failed?.attempts.map(({ number }) => number)).toEqual([1, 2])
    const { messages } = await listMessages(desk.db, other.id, {})
    expect(messages).toMatchObject([{ type: 'receipt.erased', attempts: [] }])
    expect(await listMessages(desk.db, 'none', {})).toEqual({ messages: [], next: undefined })
  })

  test('that are over are posted again, alone or by time, however many', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint({ events: ['receipt.accepted'] })
    const other = await desk.endpoint({ events: ['receipt.erased'] })
    await desk.record(...about(260), { type: 'receipt.erased', receiptId: 'r0' })
    await addTestMessage(desk.db, { id, merchant_id: 'shop' }, desk.now)
    const [first, second, third] = await stored(desk)
    if (!first || !second || !third) throw new Error('They are gone.')
    const over = { status: 'delivered', tries: 3, finished_at: desk.now, worker: 'w', due_at: 1 } as const
    await set(desk, over)
    await set(desk, { status: 'failed', created_at: desk.now - 10 }, second.id)
    const since = desk.now
    expect(await redeliver(desk.db, other.id, { messageId: first.id }, desk.now)).toBe(0)
    expect(await redeliver(desk.db, id, { messageId: first.id }, desk.now + 5)).toBe(1)
    const [again, untouched] = await stored(desk)
    expect(again).toMatchObject({ status: 'queued', due_at: desk.now + 5, lane: 1, worker: null, tries: 0 })
    expect([again?.finished_at, untouched?.status]).toEqual([null, 'failed'])
    // It waits already.
    expect(await redeliver(desk.db, id, { messageId: first.id }, desk.now)).toBe(0)
    expect(await redeliver(desk.db, id, { since: since - 10, until: since - 1 }, desk.now)).toBe(1)
    expect(await redeliver(desk.db, id, { since: since + 1, until: since + 9 }, desk.now)).toBe(0)
    expect(await redeliver(desk.db, id, { since, until: since }, desk.now)).toBe(258)
    expect(await desk.statuses()).toEqual({ queued: 260, delivered: 2 })
    // All that waits is given up with its endpoint, and goes with it.
    const [endpoint] = [await desk.stateOf(id)]
    if (!endpoint) throw new Error('It is gone.')
    await turnOffEndpoints(desk.db, desk.now)
    await sweepWebhooks(desk.db, desk.now)
    expect(await desk.statuses()).toEqual({ failed: 260, delivered: 2 })
    await removeEndpoint(desk.db, endpoint, desk.now)
    await sweepWebhooks(desk.db, desk.now)
    expect(await desk.statuses()).toEqual({ delivered: 1 })
  })

  test('say what happened and when, in a text that is signed with the secret, and with the one before for a day', async () => {
    const desk = await openDesk(database)
    const { id, secret } = await desk.endpoint({ customerData: true })
    const [before] = [await desk.stateOf(id)]
    if (!before) throw new Error('It is gone.')
    const seen: unknown[] = []
    let signatures: string[] = []
    desk.receive = ({ json, headers }) => {
      seen.push(json)
      signatures = (headers['webhook-signature'] ?? '').split(' ')
      return fine
    }
    const timestamp = new Date(desk.now).toISOString()
    await desk.record({
      receiptId: 'r1',
      deliveryId: 'd1',
      data: { total: 7 },
      customer: { emailAddress: 'a@example.com' },
    })
    await desk.pump()
    const data = { merchantId: 'shop', receiptId: 'r1', deliveryId: 'd1', total: 7 }
    const customer = { emailAddress: 'a@example.com' }
    expect(seen).toEqual([{ type: 'receipt.accepted', version: 1, timestamp, data: { ...data, customer } }])
    expect(signatures).toHaveLength(1)

    const replaced = await replaceSecret(desk.db, seal, before, desk.now)
    expect(replaced.endpoint).toMatchObject({ old_secret: secret, old_secret_until: desk.now + day })
    expect(replaced.endpoint.secret).toBe(replaced.secret)
    expect(replaced.secret).not.toBe(secret)
    const again = async () => {
      await set(desk, { status: 'queued', due_at: desk.now })
      await desk.pump()
      return signatures.length
    }
    expect(await again()).toBe(2)
    desk.now += day - 1
    await forgetOldSecrets(desk.db, desk.now)
    expect(await again()).toBe(2)
    desk.now += 1
    expect(await again()).toBe(1)
    await forgetOldSecrets(desk.db, desk.now)
    expect(await desk.stateOf(id)).toMatchObject({ secret: replaced.secret, old_secret: null, old_secret_until: null })
  })

  test('about a customer are exported with answers, and forgotten with the receipt or a single mail', async () => {
    const desk = await openDesk(database)
    await desk.endpoint({ customerData: true })
    const customer = { emailAddress: 'ada@example.com' }
    const mail = (receiptId: string, deliveryId: string) =>
      ({ type: 'delivery.sent', receiptId, deliveryId, customer }) as const
    await desk.record(
      { receiptId: 'r1', customer },
      mail('r1', 'd1'),
      mail('r2', 'd2'),
      mail('r2', 'd3'),
      mail('r3', 'd4'),
    )
    desk.receive = () => ({ ...broken, answer: 'Noted: ada@example.com' })
    await desk.pump()
    const exported = await messagesAbout(desk.db, ['r1', 'r2'])
    expect(exported.map(({ receipt_id, delivery_id }) => `${receipt_id} ${delivery_id}`.trim())).toEqual([
      ...['r1', 'r1 d1', 'r2 d2', 'r2 d3'],
    ])
    expect(exported.map(({ attempts }) => attempts.map(({ answer }) => answer))).toEqual([
      ...[['Noted: ada@example.com'], [], ['Noted: ada@example.com'], []],
    ])
    expect(await messagesAbout(desk.db, ['r9'])).toEqual([])
    const left = async () => {
      const rows = await stored(desk)
      const attempts = await desk.db.selectFrom('webhook_attempts').select(['message_id', 'answer']).execute()
      const answered = new Set(attempts.filter(({ answer }) => answer !== '').map(({ message_id }) => message_id))
      return rows
        .map(({ id, customer: known, erased }) => `${known ? 'c' : '-'}${answered.has(id) ? 'a' : '-'}${erased}`)
        .join(' ')
    }
    const forget = (receipts: string[], mails: { id: string; receipt_id: string }[] = []) =>
      desk.db.transaction().execute(transaction => forgetCustomers(transaction, receipts, mails))
    expect(await left()).toBe('ca0 c-0 ca0 c-0 ca0')
    await forget([])
    await forget(['r9'])
    expect(await left()).toBe('ca0 c-0 ca0 c-0 ca0')
    await forget(['r1'])
    expect(await left()).toBe('--1 --1 ca0 c-0 ca0')
    await forget([], [{ id: 'd2', receipt_id: 'r2' }])
    expect(await left()).toBe('--1 --1 --1 c-0 ca0')
    await desk.record({ type: 'receipt.erased', receiptId: 'r3' })
    expect(await left()).toBe('--1 --1 --1 c-0 ca0 --1')
  })

  test('are recorded for merchants with an endpoint that is on', async () => {
    const desk = await openDesk(database)
    expect(await listeningMerchants(desk.db)).toEqual([])
    const first = await desk.endpoint({ events: ['till.silent'] })
    const listens = async () => [
      await listeningMerchants(desk.db),
      await hasListener(desk.db, 'shop', 'till.silent'),
      await hasListener(desk.db, 'shop', 'report.ready'),
      await hasListener(desk.db, 'other', 'till.silent'),
    ]
    expect(await listens()).toEqual([['shop'], true, false, false])
    desk.now += 1
    const second = await desk.endpoint({ url: 'https://b.example.com/' })
    expect(idsOf(await listEndpoints(desk.db, 'shop'))).toEqual([first.id, second.id])
    expect(await listEndpoints(desk.db, 'other')).toEqual([])
    expect(await findEndpoint(desk.db, 'other', first.id)).toBeUndefined()
    const input = { url: first.url, events: ['receipt.accepted'], customerData: true }
    const off = await changeEndpoint(desk.db, first, { ...input, active: false }, desk.now)
    expect(off).toMatchObject({
      off_at: desk.now,
      off_reason: 'hand',
      customer_data: 1,
      events: '["receipt.accepted"]',
    })
    // One that is off already stays so since then.
    const still = await changeEndpoint(desk.db, off, { ...input, active: false }, desk.now + 7)
    expect(still.off_at).toBe(desk.now)
    await desk.db.updateTable('webhook_endpoints').set({ failures: 5, failing_since: 1 }).execute()
    expect(await changeEndpoint(desk.db, still, { ...input, active: true }, desk.now)).toMatchObject({
      ...{ off_at: null, off_reason: null, failures: 0, failing_since: null },
    })
    await removeEndpoint(desk.db, second, desk.now)
    expect(idsOf(await listEndpoints(desk.db, 'shop'))).toEqual([first.id])
    const secrets = async (secret: string) => {
      await desk.db.updateTable('webhook_endpoints').set({ secret }).where('id', '=', first.id).execute()
      const { unreadable, clear } = await inspectEndpoints(desk.db, seal)
      return { unreadable, clear }
    }
    expect(await secrets('sealed.00000000.x')).toEqual({ unreadable: 1, clear: 0 })
    expect(await secrets('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).toEqual({ unreadable: 0, clear: 1 })
    expect(await turnOffEndpoints(desk.db, desk.now)).toBe(1)
    expect(await turnOffEndpoints(desk.db, desk.now)).toBe(0)
    expect(await listens()).toEqual([[], false, false, false])
    expect(await desk.stateOf(first.id)).toMatchObject({ off_at: desk.now, off_reason: 'hand' })
  })

  test('that wait are counted, with the oldest that is due; what is over is kept for two weeks', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    expect(await readWebhookBacklog(desk.db)).toEqual({ waiting: 0, oldestDueAt: undefined })
    await desk.record(...about(5))
    const [first, second, third, fourth] = idsOf(await stored(desk))
    await set(desk, { status: 'parked', due_at: 1 }, first)
    await set(desk, { status: 'behind', due_at: 2 }, second)
    await set(desk, { status: 'delivered', due_at: desk.now }, third)
    await set(desk, { status: 'failed', due_at: desk.now }, fourth)
    expect(await readWebhookBacklog(desk.db)).toEqual({ waiting: 3, oldestDueAt: desk.now })
    await expireWebhooks(desk.db, desk.now + 14 * day)
    expect(await desk.statuses()).toEqual({ parked: 1, behind: 1, delivered: 1, failed: 1, queued: 1 })
    await expireWebhooks(desk.db, desk.now + 14 * day + 1)
    expect(await desk.statuses()).toEqual({ parked: 1, behind: 1, queued: 1 })
    // What waits for nothing is queued; what a clock set back has left in the future is due.
    await set(desk, { due_at: desk.now + 108_000_001 })
    await sweepWebhooks(desk.db, desk.now)
    expect((await stored(desk)).map(({ status, due_at }) => [status, due_at <= desk.now])).toEqual([
      ...[['parked', true]],
      ...[['queued', true]],
      ...[['queued', true]],
    ])
    await sweepWebhooks(desk.db, desk.now)
    expect(await desk.statuses()).toEqual({ queued: 3 })
    const [endpoint] = [await desk.stateOf(id)]
    if (endpoint) await removeEndpoint(desk.db, endpoint, desk.now)
    await sweepWebhooks(desk.db, desk.now)
    expect(await desk.db.selectFrom('webhook_endpoints').select('id').execute()).toEqual([])
  })

  test('about a webhook that was turned off are mailed for three days', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    const contact = (contactEmail?: string) =>
      saveMerchant({ db: desk.db, now: () => 0, templatesDir: '' }, 'shop', {
        name: 'Alder & Finch',
        settings: { ...(contactEmail !== undefined && { contactEmail }) },
      })
    const mailed = async (after: number, values: { off_at: number | null; off_reason: 'failing' | null }) => {
      const sent: string[] = []
      await desk.db
        .updateTable('webhook_endpoints')
        .set({ ...values, notice_due_at: desk.now })
        .execute()
      await sendNotices(desk.db, async ({ to }) => void sent.push(to), desk.now - 1)
      expect(sent).toEqual([])
      await sendNotices(desk.db, async ({ to }) => void sent.push(to), desk.now + after)
      expect((await desk.stateOf(id))?.notice_due_at).toBeNull()
      return sent
    }
    const off = { off_at: desk.now, off_reason: 'failing' } as const
    expect(await mailed(0, off)).toEqual([])
    await contact('it@example.com')
    expect(await mailed(0, off)).toEqual(['it@example.com'])
    expect(await mailed(3 * day - 1, off)).toEqual(['it@example.com'])
    expect(await mailed(3 * day, off)).toEqual([])
    // It was turned on again.
    expect(await mailed(0, { off_at: null, off_reason: null })).toEqual([])
  })

  test('about a till that has gone silent come once for each silence', async () => {
    const desk = await openDesk(database)
    await desk.endpoint({ events: ['till.silent'] })
    const hour = 3_600_000
    const today = Math.floor(desk.now / day)
    /** Six receipts in each hour of a day from ten to eight. */
    const sell = (on: number, until = 20) =>
      desk.db.transaction().execute(transaction =>
        insertMany(
          transaction,
          'statistics_deltas',
          Array.from({ length: until - 10 }, (_, index) => ({
            ...{ merchant_id: 'shop', kept: 0, body: '{"adds":{"receipts":6}}' },
            place: JSON.stringify([on, on * day + (10 + index) * hour, 0, 'S', '', '7']),
          })),
        ),
      )
    const tell = async (at: number) => {
      await tellSilences(desk.db, at)
      return (await stored(desk)).map(({ type, data }) => ({ type, ...JSON.parse(data) }))
    }
    for (let on = today - 28; on < today; on++) await sell(on)
    await sell(today, 13)
    expect(await tell(today * day + 13.5 * hour)).toEqual([])
    const since = new Date(today * day + 13 * hour).toISOString()
    const silent = { type: 'till.silent', merchantId: 'shop', storeId: 'S', since }
    expect(await tell(today * day + 16 * hour)).toMatchObject([silent])
    expect(await tell(today * day + 17 * hour)).toHaveLength(1)
    // It is heard again, and silent the next day.
    await sell(today)
    expect(await tell(today * day + 20 * hour)).toHaveLength(1)
    await sell(today + 1, 13)
    expect(await tell((today + 1) * day + 16 * hour)).toHaveLength(2)
  })
})
