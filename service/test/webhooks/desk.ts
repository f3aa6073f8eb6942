import { onTestFinished } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { addEndpoint, type EndpointInput, findEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { recordEvents } from '../../src/delivery/webhooks/events.ts'
import { eventTypes, type WebhookEvent } from '../../src/delivery/webhooks/payload.ts'
import type { Posted } from '../../src/delivery/webhooks/post.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { createWebhookSender } from '../../src/delivery/webhooks/sender.ts'
import { sweepWebhooks } from '../../src/delivery/webhooks/upkeep.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type DatabaseName, makePlace } from '../support/service.ts'

/** What a fake receiver is asked, and what it answers. */
export type Receive = (message: {
  url: string
  id: string
  headers: Readonly<Record<string, string>>
  json: { type: string; data: Record<string, unknown> }
}) => Partial<Posted> | Promise<Partial<Posted>>

export const fine: Partial<Posted> = { statusCode: 204, code: 'ok' }
export const broken: Partial<Posted> = { statusCode: 500, code: 'status' }

/** Webhooks of a merchant, with a clock and a network of the test's own. */
export async function openDesk(database: DatabaseName) {
  const place = await makePlace(database, { hasTables: true })
  const config = readConfig({ ...place.settings, ...(database === 'PostgreSQL' && { MAIL: 'folder' }) })
  const { db, commit, close } = await openDatabase(placeOf(config))
  onTestFinished(async () => {
    await close()
    await place.remove()
  })
  await saveMerchant({ db, now: () => 0, templatesDir: '' }, 'shop', { name: 'Alder & Finch' })
  const posted: string[] = []
  const state: { now: number; receive: Receive } = { now: Date.parse('2026-11-02T09:00:00Z'), receive: () => fine }
  const handler = sender()
  const desk = Object.assign(state, {
    db,
    /** Types and receipts of what was posted, in order. */
    posted,
    async endpoint(input: Partial<EndpointInput> = {}) {
      const whole = {
        url: 'https://shop.example.com/hooks',
        events: eventTypes,
        customerData: false,
        active: true,
        ...input,
      }
      const added = await addEndpoint(db, openSecretSeal([]), 'shop', whole, state.now)
      if (!added) throw new Error('There are too many.')
      return added.endpoint
    },
    stateOf: (id: string) => findEndpoint(db, 'shop', id),
    record: (...events: Partial<WebhookEvent>[]) =>
      db
        .transaction()
        .execute(transaction =>
          recordEvents(
            transaction,
            () => events.map(event => ({ type: 'receipt.accepted', merchantId: 'shop', data: {}, ...event })),
            state.now,
          ),
        ),
    handler,
    /** Posts all that is due, as often as something is. */
    async pump(most = 1000): Promise<void> {
      for (let turn = 0; turn < most; turn++) {
        const due = await db
          .selectFrom('webhook_messages')
          .select('id')
          .where('status', '=', 'queued')
          .where('due_at', '<=', state.now)
          .orderBy('lane')
          .orderBy('due_at')
          .orderBy('seq')
          .limit(2)
          .execute()
        if (due.length === 0) return
        await Promise.all(due.map(({ id }) => handler.handle({ id, takesOver: true })))
      }
      throw new Error('There is no end to it.')
    },
    /** Lets time pass, and does each minute what is done then. */
    async pass(milliseconds: number, every = milliseconds): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += every) {
        state.now += every
        await sweepWebhooks(db, state.now)
        await desk.pump()
      }
    },
    /** How many messages have each status. */
    async statuses(): Promise<Record<string, number>> {
      const rows = await db.selectFrom('webhook_messages').select('status').execute()
      return Object.fromEntries(
        [...Map.groupBy(rows, ({ status }) => status)].map(([status, some]) => [status, some.length]),
      )
    },
  })
  return desk

  function sender() {
    return createWebhookSender({
      ...{ commit, seal: openSecretSeal([]), log: openLog('silent'), now: () => state.now, chance: () => 0.5 },
      async post(url, headers, body) {
        const json = JSON.parse(body)
        posted.push(`${json.type.split('.')[1]} ${json.data.receiptId ?? ''}`.trim())
        await new Promise(resolve => setTimeout(resolve, 1))
        return {
          ...{ statusCode: null, code: 'connection', answer: '', tookMs: 5 },
          ...(await state.receive({ url, id: headers['webhook-id'] ?? '', headers, json })),
        }
      },
    })
  }
}
