import { describe, expect, onTestFinished, test } from 'vitest'
import { addEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { until } from '../support/mail-server.ts'
import { adminToken, databases, receipt, startService } from '../support/service.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

describe.each(databases)('on %s', database => {
  test('what a webhook was told of a customer is exported and erased with the receipt, answers too', async () => {
    await using receiver = await startWebhookReceiver()
    const shop = await startService({ database, settings: { WEBHOOK_ALLOW: '127.0.0.1' } })
    onTestFinished(shop.stop)
    const { db, now } = shop.service
    const input = { url: receiver.url, events: eventTypes, customerData: true, active: true }
    await addEndpoint(db, openSecretSeal([]), 'demo', input, now())
    receiver.answer = ({ text }) => ({ status: 200, body: `Noted: ${text}` })
    const emailAddress = 'ines.okafor@example.com'
    const id = await shop.create(receipt({ customer: { emailAddress } }))
    await until(() => receiver.received.length === 2)
    expect(receiver.received.map(({ json }) => json.data.customer)).toEqual([{ emailAddress }, { emailAddress }])
    await until(async () => {
      const rows = await db.selectFrom('webhook_messages').select('status').execute()
      return rows.every(({ status }) => status === 'delivered')
    })

    const headers = { authorization: `Bearer ${adminToken}` }
    const ask = (path: string, body: object) =>
      shop.ask(`/admin/merchants/demo/${path}`, { method: 'POST', headers, credentials: null, body })
    const { webhookMessages } = (await ask('exports', { emailAddress })).json.receipts[0]
    expect(webhookMessages).toMatchObject([
      { type: 'receipt.accepted', customer: { emailAddress }, attempts: [{ statusCode: 200 }] },
      { type: 'delivery.sent', customer: { emailAddress } },
    ])
    expect(webhookMessages[0].attempts[0].answer).toContain(emailAddress)

    // One that isn't posted yet.
    receiver.answer = () => ({ status: 500, body: emailAddress })
    const other = await shop.create(receipt({ customer: { emailAddress } }))
    await until(() => receiver.received.length >= 3)
    expect((await ask('erasures', { emailAddress })).json).toMatchObject({ receipts: 2 })
    const left = async () =>
      JSON.stringify([
        await db.selectFrom('webhook_messages').selectAll().execute(),
        await db.selectFrom('webhook_attempts').selectAll().execute(),
      ])
    expect(await left()).not.toContain(emailAddress)
    const before = receiver.received.length
    receiver.answer = () => ({ status: 204 })
    await until(() =>
      receiver.received.slice(before).some(({ json }) => json.type === 'receipt.erased' && json.data.receiptId === id),
    )
    const erased = receiver.received.find(({ json }) => json.type === 'receipt.erased' && json.data.receiptId === id)
    expect(erased?.json.data).toEqual({ merchantId: 'demo', receiptId: id })
    await db.updateTable('webhook_messages').set({ due_at: 0 }).where('status', '=', 'queued').execute()
    await until(() =>
      receiver.received.some(({ json }) => json.type === 'receipt.erased' && json.data.receiptId === other),
    )
    expect(
      receiver.received
        .slice(before)
        .map(({ text }) => text)
        .join(),
    ).not.toContain(emailAddress)
    expect(await left()).not.toContain(emailAddress)
  })
})
