import { describe, expect, onTestFinished, test } from 'vitest'
import { webhookMessages } from '../../src/api/description/webhooks.ts'
import { addEndpoint, type EndpointInput } from '../../src/delivery/webhooks/endpoints.ts'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { until } from '../support/mail-server.ts'
import { databases, receipt, startService, type TestOptions, type TestService } from '../support/service.ts'
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
})
