import { describe, expect, onTestFinished, test } from 'vitest'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { addEndpoint, type EndpointInput } from '../../src/delivery/webhooks/endpoints.ts'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { webhookMessages } from '../../src/http/description/webhooks.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { until } from '../support/mail-server.ts'
import {
  type Ask,
  adminToken,
  databases,
  longTest,
  receipt,
  startService,
  type TestOptions,
  type TestService,
} from '../support/service.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const receiverAllowed = { WEBHOOK_ALLOW: '127.0.0.1' }

/** A service with a receiver that its demo merchant's endpoint leads to. */
async function startShop(options: TestOptions = {}, input: Partial<EndpointInput> = {}) {
  const receiver = await startWebhookReceiver()
  const { settings, ...others } = options
  const shop = await startService({ settings: { ...receiverAllowed, ...settings }, ...others })
  onTestFinished(async () => {
    await shop.stop()
    await receiver[Symbol.asyncDispose]()
  })
  const endpoint = await addDemoEndpoint(shop, { url: receiver.url, ...input })
  return { shop, receiver, ...endpoint }
}

async function addDemoEndpoint(shop: TestService, input: Partial<EndpointInput> & { url: string }) {
  const { db, now } = shop.service
  const whole = { events: eventTypes, customerData: false, active: true, ...input }
  const added = await addEndpoint(db, openSecretSeal([]), 'demo', whole, now())
  if (!added) throw new Error('There are too many.')
  return added
}

describe.each(databases)('on %s', database => {
  test('a receipt and its mail are told, signed and in order, without the customer', async () => {
    const { shop, receiver, secret } = await startShop({ database })
    const id = await shop.create(receipt({ customer: { emailAddress: 'ada@example.com' } }))
    await until(() => receiver.received.length === 2)
    expect(receiver.received.map(({ json }) => json)).toEqual([
      {
        type: 'receipt.accepted',
        version: 1,
        timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
        data: expect.objectContaining({
          merchantId: 'demo',
          receiptId: id,
          isMailed: true,
          amount: expect.any(Number),
        }),
      },
      {
        type: 'delivery.sent',
        version: 1,
        timestamp: expect.any(String),
        data: expect.objectContaining({ merchantId: 'demo', receiptId: id, kind: 'receipt', attempt: 1 }),
      },
    ])
    for (const message of receiver.received) {
      const described = webhookMessages.find(({ type }) => type === message.json.type)
      expect(described?.schema.safeParse(message.json).error).toBeUndefined()
      expect(receiver.isSigned(message, secret)).toBe(true)
      expect(receiver.isSigned(message, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
      expect(message.text).not.toContain('ada@')
    }
    expect(new Set(receiver.received.map(message => message.id)).size).toBe(2)
  })

  longTest(database)(
    'a mail that isn’t sent, because it is canceled, suppressed or a test, is told as failed, with why',
    async () => {
      const { shop, receiver } = await startShop({ database }, { events: ['delivery.sent', 'delivery.failed'] })
      const { db, searchKey, now } = shop.service
      const admin = (path: string, ask: Ask) =>
        shop.ask(`/admin${path}`, { credentials: null, headers: { authorization: `Bearer ${adminToken}` }, ...ask })
      const post = (path: string, body: object) => admin(path, { method: 'POST', body })
      const told = async (count: number) => {
        await until(() => receiver.received.length === count)
        const { json } = receiver.received.at(-1) ?? {}
        const described = webhookMessages.find(({ type }) => type === json?.type)
        expect(described?.schema.safeParse(json).error).toBeUndefined()
        return [json?.type, json?.data]
      }
      const mailTo = (emailAddress: string) => shop.create(receipt({ customer: { emailAddress } }))

      const pause = (await post('/pauses', { merchantId: 'demo', reason: 'Wrong prices' })).json
      const receiptId = await mailTo('ada@example.com')
      const long = new Date(now() - 60_000).toISOString()
      await until(async () => (await shop.ask(shop.receipts(`/${receiptId}/deliveries`))).json[0].status === 'held')
      expect((await post('/deliveries/cancel', { since: long })).json).toMatchObject({ count: 1 })
      const canceled = { merchantId: 'demo', receiptId, deliveryId: expect.any(String), kind: 'receipt' }
      expect(await told(1)).toEqual(['delivery.failed', { ...canceled, attempt: 0, code: 'canceled' }])
      await admin(`/pauses/${pause.id}`, { method: 'DELETE' })
      expect((await post('/deliveries/retry', { since: long, status: 'canceled' })).json).toMatchObject({ count: 1 })
      expect(await told(2)).toEqual(['delivery.sent', { ...canceled, attempt: 1, code: 'folder' }])

      const bounced = { merchantId: 'demo', emailAddress: 'cy@example.com', kind: 'bounce' } as const
      await db
        .transaction()
        .execute(transaction => suppress(transaction, searchKey, [{ ...bounced, reason: 'unknown_mailbox' }], now()))
      await mailTo('cy@example.com')
      const suppressed = { attempt: 1, code: 'suppressed', reason: 'unknown_mailbox' }
      expect(await told(3)).toEqual(['delivery.failed', expect.objectContaining(suppressed)])

      await saveMerchant(shop.service, 'demo', { name: 'Alder & Finch', settings: { mode: 'test' } })
      await mailTo('dee@example.com')
      expect(await told(4)).toEqual(['delivery.failed', expect.objectContaining({ attempt: 1, code: 'test_mode' })])
    },
  )
})
