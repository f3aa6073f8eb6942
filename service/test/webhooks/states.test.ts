import { describe, expect, test } from 'vitest'
import { idsOf } from '../../src/database/rows.ts'
import { changeEndpoint, inspectEndpoints, removeEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { addTestMessage, listMessages, redeliver } from '../../src/delivery/webhooks/messages.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { expireWebhooks, sweepWebhooks } from '../../src/delivery/webhooks/upkeep.ts'
import { databases, longTest } from '../support/service.ts'
import { broken, fine, openDesk } from './desk.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

describe.each(databases)('on %s', database => {
  test('a message waits while an earlier one about its receipt isn’t delivered; others pass', async () => {
    const desk = await openDesk(database)
    await desk.endpoint()
    desk.receive = ({ json }) => (json.data.receiptId === 'r1' && json.type === 'receipt.accepted' ? broken : fine)
    await desk.record({ receiptId: 'r1' }, { receiptId: 'r2' })
    await desk.record({ type: 'delivery.sent', receiptId: 'r1' }, { type: 'delivery.sent', receiptId: 'r2' })
    await desk.record({ type: 'receipt.erased', receiptId: 'r1' })
    await desk.pump()
    expect(desk.posted.toSorted()).toEqual(['accepted r1', 'accepted r2', 'sent r2'])
    expect(desk.posted.indexOf('accepted r2')).toBeLessThan(desk.posted.indexOf('sent r2'))
    expect(await desk.statuses()).toEqual({ queued: 1, behind: 2, delivered: 2 })
    desk.receive = () => fine
    await desk.pass(6 * second)
    expect(desk.posted.slice(3)).toEqual(['accepted r1', 'sent r1', 'erased r1'])
    expect(await desk.statuses()).toEqual({ delivered: 5 })
  })

  test('a merchant has ten endpoints at most, without those that were removed', async () => {
    const desk = await openDesk(database)
    const first = await desk.endpoint()
    for (let each = 1; each < 10; each++) await desk.endpoint()
    await expect(desk.endpoint()).rejects.toThrow('too many')
    await removeEndpoint(desk.db, first, desk.now)
    await desk.endpoint()
  })

  test('what waits for an endpoint that is turned off isn’t posted', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    await desk.record({ receiptId: 'r1' })
    await desk.db.updateTable('webhook_endpoints').set({ off_at: desk.now, off_reason: 'hand' }).execute()
    await desk.pump()
    expect([desk.posted, await desk.statuses()]).toEqual([[], { failed: 1 }])
    expect(await desk.stateOf(id)).toMatchObject({ off_reason: 'hand', failures: 0 })
  })

  // What waits is given up, and what waited goes on, on both databases below.
  longTest(database)('a message that alone fails is given up after three days; what waits for it goes on', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    desk.receive = ({ json }) => (json.data.receiptId === 'r1' && json.type === 'receipt.accepted' ? broken : fine)
    await desk.record({ receiptId: 'r1' })
    await desk.record({ type: 'delivery.sent', receiptId: 'r1' })
    let tries = 0
    for (let hours = 0; hours < 80; hours++) {
      await desk.record({ receiptId: `other-${hours}` })
      await desk.pass(hour, hour)
      const { failed = 0 } = await desk.statuses()
      if (failed === 0) tries = desk.posted.filter(each => each === 'accepted r1').length
      else break
    }
    expect(await desk.statuses()).toMatchObject({ failed: 1 })
    expect((await desk.statuses()).delivered).toBeGreaterThan(70)
    expect(tries).toBeGreaterThanOrEqual(8)
    expect(desk.posted).toContain('sent r1')
    expect(await desk.stateOf(id)).toMatchObject({ off_at: null, failures: 0 })
    const { messages } = await listMessages(desk.db, id, { status: 'failed' })
    expect(messages).toMatchObject([{ type: 'receipt.accepted', receipt_id: 'r1' }])
    expect(messages[0]?.attempts.at(-1)).toMatchObject({ status_code: 500, code: 'status' })
  })

  longTest(database)(
    'an endpoint that doesn’t answer gets one attempt at a time, and everything in order once it does',
    async () => {
      const desk = await openDesk(database)
      const { id } = await desk.endpoint()
      desk.receive = () => ({ code: 'timeout' })
      await desk.record(...receipts(40, 0))
      await desk.pump()
      const first = desk.posted.length
      expect(first).toBeLessThan(10)
      await desk.pass(12 * hour, 10 * minute)
      // Once an hour.
      expect(desk.posted.length - first).toBeGreaterThan(8)
      expect(desk.posted.length - first).toBeLessThan(30)
      await desk.record(...receipts(40, 0).map(about => ({ ...about, type: 'delivery.sent' as const })))
      desk.receive = () => fine
      desk.posted.length = 0
      await desk.pass(2 * hour, 10 * minute)
      expect(await desk.statuses()).toEqual({ delivered: 80 })
      expect(desk.posted).toHaveLength(80)
      for (let each = 0; each < 40; each++)
        expect(desk.posted.indexOf(`accepted r${each}`)).toBeLessThan(desk.posted.indexOf(`sent r${each}`))
      expect(await desk.stateOf(id)).toMatchObject({ failures: 0, failing_since: null, blocked_until: null })
    },
  )

  test('attempts in hand together count as one failure, whenever each of them ends', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    await desk.record({ receiptId: 'r1' }, { receiptId: 'r2' }, { receiptId: 'r3' })
    const held = Promise.withResolvers<void>()
    let tried = 0
    desk.receive = async ({ json }) => {
      tried += 1
      if (json.data.receiptId === 'r1') await held.promise
      return broken
    }
    const [r1 = '', ...others] = await idsIn(desk)
    const slow = desk.handler.handle({ id: r1, takesOver: false })
    await expect.poll(() => tried).toBe(1)
    for (const other of others) await desk.handler.handle({ id: other, takesOver: false })
    expect(await desk.stateOf(id)).toMatchObject({ failures: 2, blocked_until: null })
    held.resolve()
    await slow
    expect(await desk.stateOf(id)).toMatchObject({ failures: 2, blocked_until: null })
    // The third in a row does block it, and for the first wait.
    await desk.pass(6 * second)
    const { failures, blocked_until } = (await desk.stateOf(id)) ?? {}
    expect(failures).toBe(3)
    expect(Number(blocked_until) - desk.now).toBe(5 * second)
  })

  test('an endpoint that answers quickly gets more at once than one that nothing is known of', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    const { pace } = desk.handler
    expect(pace.inHandFor(id)).toBe(2)
    await desk.record({ receiptId: 'r1' })
    await desk.pump()
    expect(pace.inHandFor(id)).toBe(8)
    expect(pace.inHandFor('another')).toBe(2)
  })

  test('a backlog of an endpoint that is down is parked in a few steps, but for what another one has in hand', async () => {
    const desk = await openDesk(database)
    await desk.endpoint()
    desk.receive = () => broken
    await desk.record(...receipts(100, 0))
    const ids = await idsIn(desk)
    for (const one of ids.slice(0, 3)) await desk.handler.handle({ id: one, takesOver: false })
    await desk.db
      .updateTable('webhook_messages')
      .set({ worker: 'another' })
      .where('id', '=', ids[5] ?? '')
      .execute()
    const before = desk.posted.length
    for (const at of [3, 99]) await desk.handler.handle({ id: ids[at] ?? '', takesOver: false })
    expect(desk.posted).toHaveLength(before)
    // Those that were tried are tried again.
    expect(await desk.statuses()).toEqual({ queued: 4, parked: 96 })
    desk.receive = () => fine
    await desk.pass(10 * minute, minute)
    expect(await desk.statuses()).toEqual({ delivered: 100 })
  })

  longTest(database)('an endpoint is turned off after three days of failures, and what waits is given up', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    desk.receive = () => broken
    await desk.record(...receipts(20, 0))
    await desk.pass(2.9 * day, hour)
    expect(await desk.stateOf(id)).toMatchObject({ off_at: null })
    await desk.pass(4 * hour, hour)
    expect(await desk.stateOf(id)).toMatchObject({ off_reason: 'failing', notice_due_at: expect.any(Number) })
    await desk.pass(2 * minute, minute)
    expect(await desk.statuses()).toEqual({ failed: 20 })

    const before = desk.posted.length
    const [off] = [await desk.stateOf(id)]
    if (!off) throw new Error('It is gone.')
    await desk.record({ receiptId: 'unheard' })
    desk.receive = () => fine
    await changeEndpoint(
      desk.db,
      off,
      { url: off.url, events: ['receipt.accepted'], customerData: false, active: true },
      desk.now,
    )
    await desk.record({ receiptId: 'heard' })
    await desk.pump()
    expect(desk.posted.slice(before)).toEqual(['accepted heard'])
    expect(await redeliver(desk.db, id, { since: 0, until: desk.now }, desk.now)).toBe(21)
    await desk.pump()
    expect(desk.posted.slice(before + 1)).toHaveLength(21)
    expect(await desk.statuses()).toEqual({ delivered: 21 })
  })

  test('the doctor sees which endpoints fail, are off, or have a secret that rests unsealed', async () => {
    const desk = await openDesk(database)
    const seal = openSecretSeal([])
    expect(await inspectEndpoints(desk.db, seal)).toMatchObject({ total: 0, failing: 0, merchantIds: [] })
    const { id } = await desk.endpoint()
    await desk.endpoint({ active: false, url: 'https://off.example.com/' })
    const works = { total: 2, failing: 0, off: 0, unreadable: 0, clear: 2, merchantIds: ['shop'] }
    expect(await inspectEndpoints(desk.db, seal)).toEqual(works)
    desk.receive = () => broken
    await desk.record({ receiptId: 'r1' })
    await desk.handler.handle({ id: (await idsIn(desk))[0] ?? '', takesOver: false })
    expect(await inspectEndpoints(desk.db, seal)).toEqual({ ...works, failing: 1 })
    desk.receive = () => ({ statusCode: 410, code: 'status' })
    await desk.pass(minute)
    expect(await inspectEndpoints(desk.db, seal)).toEqual({ ...works, off: 1 })
    const [gone] = [await desk.stateOf(id)]
    if (gone) await removeEndpoint(desk.db, gone, desk.now)
    expect(await inspectEndpoints(desk.db, seal)).toEqual({ ...works, total: 1, clear: 1 })
  })

  test('an endpoint that answers 410 is turned off at once', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    desk.receive = () => ({ statusCode: 410, code: 'status' })
    await desk.record({ receiptId: 'r1' })
    await desk.pump()
    expect(await desk.stateOf(id)).toMatchObject({ off_reason: 'gone', notice_due_at: desk.now })
    expect(await desk.statuses()).toEqual({ failed: 1 })
    desk.receive = () => fine
    await addTestMessage(desk.db, { id, merchant_id: 'shop' }, desk.now)
    await desk.pump()
    expect(desk.posted.at(-1)).toBe('test')
  })

  test('an endpoint that leads elsewhere, and one that failed in a future that wasn’t, start anew', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    desk.receive = () => broken
    for (let each = 0; each < 4; each++) await desk.record({ receiptId: `r${each}` })
    await desk.pass(12 * hour, 10 * minute)
    const blocked = await desk.stateOf(id)
    if (!blocked) throw new Error('It is gone.')
    expect(blocked.blocked_until).toBeGreaterThan(desk.now)
    desk.receive = () => fine
    const input = { events: ['receipt.accepted'], customerData: false, active: true }
    const { url, failures, blocked_until } = blocked
    await changeEndpoint(desk.db, blocked, { ...input, url }, desk.now)
    expect(await desk.stateOf(id)).toMatchObject({ failures, blocked_until })
    await changeEndpoint(desk.db, blocked, { ...input, url: 'https://shop.example.com/new' }, desk.now)
    await desk.pass(minute)
    expect(await desk.statuses()).toEqual({ delivered: 4 })

    desk.receive = () => broken
    desk.now += 365 * day
    for (let each = 4; each < 8; each++) await desk.record({ receiptId: `r${each}` })
    await desk.pass(2 * hour, 10 * minute)
    desk.now -= 365 * day
    await desk.pass(minute)
    desk.receive = () => fine
    await desk.pass(2 * hour, 10 * minute)
    expect(await desk.stateOf(id)).toMatchObject({ failures: 0, failing_since: null, blocked_until: null })
    expect(await desk.statuses()).toEqual({ delivered: 8 })
  })

  test('a test that waits while its endpoint is removed isn’t signed with nothing', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    await addTestMessage(desk.db, { id, merchant_id: 'shop' }, desk.now)
    const [endpoint] = [await desk.stateOf(id)]
    if (!endpoint) throw new Error('It is gone.')
    await removeEndpoint(desk.db, endpoint, desk.now)
    await desk.pump()
    expect(desk.posted).toEqual([])
    await desk.pass(minute)
    expect(await desk.statuses()).toEqual({})
  })

  longTest(database)('Retry-After is obeyed, for at most an hour', async () => {
    const desk = await openDesk(database)
    await desk.endpoint()
    desk.receive = () => ({ statusCode: 429, code: 'status', retryAfterMs: 10 * minute })
    await desk.record({ receiptId: 'r1' }, { receiptId: 'r2' }, { receiptId: 'r3' })
    await desk.pump()
    const asked = desk.posted.length
    await desk.pass(9 * minute, minute)
    expect(desk.posted).toHaveLength(asked)
    desk.receive = () => ({ statusCode: 503, code: 'status', retryAfterMs: 30 * day })
    await desk.pass(2 * minute, minute)
    desk.receive = () => fine
    await desk.pass(2 * hour, 10 * minute)
    expect(await desk.statuses()).toEqual({ delivered: 3 })
  })

  test('endpoints get what they listen for, each its own message', async () => {
    const desk = await openDesk(database)
    await desk.endpoint({ events: ['receipt.erased'] })
    await desk.endpoint({ url: 'https://other.example.com/', customerData: true })
    await desk.endpoint({ active: false })
    const seen: unknown[] = []
    desk.receive = ({ url, json: { type, data } }) => {
      seen.push([new URL(url).host, type, data.customer])
      return fine
    }
    await desk.record({ receiptId: 'r1', customer: { emailAddress: 'ada@example.com' } })
    await desk.record({ type: 'receipt.erased', receiptId: 'r1' })
    await desk.pump()
    expect(seen.toSorted()).toEqual([
      ['other.example.com', 'receipt.accepted', { emailAddress: 'ada@example.com' }],
      ['other.example.com', 'receipt.erased', undefined],
      ['shop.example.com', 'receipt.erased', undefined],
    ])
  })

  test('a dead process’s message is posted again, with the same id', async () => {
    const desk = await openDesk(database)
    await desk.endpoint()
    await desk.record({ receiptId: 'r1' })
    const seen: string[] = []
    let died = false
    desk.receive = ({ id }) => {
      seen.push(id)
      if (died) return fine
      died = true
      throw new Error('The process died.')
    }
    await desk.pump().catch(() => {})
    await desk.pump()
    expect(seen).toHaveLength(2)
    expect(new Set(seen).size).toBe(1)
    expect(await desk.statuses()).toEqual({ delivered: 1 })
  })

  test('a process that dies while it tries an endpoint that is down doesn’t block it', async () => {
    const desk = await openDesk(database)
    const { id } = await desk.endpoint()
    desk.receive = () => broken
    for (let each = 0; each < 6; each++) await desk.record({ receiptId: `r${each}` })
    await desk.pass(10 * second, second)
    const { failures = 0, blocked_until } = (await desk.stateOf(id)) ?? {}
    expect(failures).toBeGreaterThanOrEqual(3)
    desk.now = Number(blocked_until)
    await sweepWebhooks(desk.db, desk.now)
    const before = desk.posted.length
    desk.receive = () => {
      throw new Error('The process died.')
    }
    await desk.pump().catch(() => {})
    expect(desk.posted.length - before).toBe(1)
    // Still one at a time, and once it works, all.
    desk.receive = () => broken
    await desk.pump()
    expect(desk.posted.length - before).toBe(2)
    expect((await desk.stateOf(id))?.failures).toBe(failures + 1)
    desk.receive = () => fine
    await desk.pass(15 * minute, minute)
    expect(await desk.statuses()).toEqual({ delivered: 6 })
  })

  test('what is over is deleted after two weeks', async () => {
    const desk = await openDesk(database)
    await desk.endpoint()
    await desk.record({ receiptId: 'r1' })
    await desk.pump()
    desk.now += 13 * day
    await desk.record({ receiptId: 'r2' })
    await desk.pump()
    await expireWebhooks(desk.db, desk.now)
    expect(await desk.statuses()).toEqual({ delivered: 2 })
    desk.now += 2 * day
    await expireWebhooks(desk.db, desk.now)
    expect(await desk.statuses()).toEqual({ delivered: 1 })
    expect(await desk.db.selectFrom('webhook_attempts').select('message_id').execute()).toHaveLength(1)
  })
})

/** The ids of all messages, the first first. */
async function idsIn({ db }: Awaited<ReturnType<typeof openDesk>>): Promise<string[]> {
  return idsOf(await db.selectFrom('webhook_messages').select('id').orderBy('seq').execute())
}

/** Events about so many receipts. */
function receipts(count: number, first: number) {
  return Array.from({ length: count }, (_, index) => ({ receiptId: `r${first + index}` }))
}
