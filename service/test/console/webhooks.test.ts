import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/mail-server.ts'
import { receipt } from '../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

let desk: ConsolePage
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  desk = await openConsole({ settings: { WEBHOOK_ALLOW: '127.0.0.1' } })
  await desk.enter('/settings/webhooks', 'admin')
  await desk.page.waitForSelector('.tabs')
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

test('a shop adds a webhook, tries it, sees what it answers, has it sent again, and removes it', async () => {
  const { page, shop, open, text, press } = desk
  const says = (words: string) => page.waitForFunction(wanted => document.body.innerText.includes(wanted), {}, words)
  await open('/settings/webhooks')
  await page.type('input[name=url]', 'https://10.0.0.1/hooks')
  await press('Add a webhook')
  await says('leads into a private network')
  await page.$eval('input[name=url]', field => (field as HTMLInputElement).select())
  await page.type('input[name=url]', receiver.url)
  await press('Add a webhook')
  await says('This secret is shown only once')
  const secret = await text('.secret code')
  const host = new URL(receiver.url).host

  receiver.answer = () => ({ status: 500, body: 'Our stock system is down' })
  await press(`Send a test to ${host}`)
  await says('Our stock system is down')
  expect(receiver.received.map(({ json }) => json.type)).toEqual(['webhook.test'])
  expect(receiver.isSigned(receiver.received[0] as never, secret)).toBe(true)
  await expect.poll(() => text('details')).toMatch(/Test[\s\S]*Failed[\s\S]*HTTP 500/)

  receiver.answer = () => ({ status: 202 })
  await shop.create(receipt())
  const accepted = () => receiver.received.filter(({ json }) => json.type === 'receipt.accepted').length
  await until(() => accepted() === 1)
  await open('/settings/webhooks')
  expect(await text()).not.toContain(secret)
  // Without the service, the log says so, and is read when it is opened again.
  await page.setOfflineMode(true)
  await press('Messages and answers')
  await says('The service can’t be reached')
  await page.setOfflineMode(false)
  desk.wrong.splice(0)
  await press('Messages and answers')
  await press('Messages and answers')
  await says('Receipt accepted')
  // It was received, but may not be over yet.
  const again = await page.waitForSelector('td.end button[aria-label^="Send again: Receipt accepted"]')
  await press((await again?.evaluate(({ ariaLabel }) => ariaLabel)) ?? '')
  await says('Sent again: 1')
  await until(() => accepted() === 2)

  await press(`Turn off: ${host}`)
  await says('Turned off')
  await press(`Remove ${host}`)
  await page.waitForSelector('dialog[open]')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForFunction(gone => !document.body.innerText.includes(gone), {}, host)
  expect(desk.wrong).toEqual([])
})

test('who is written to is a setting that others keep', async () => {
  const { page, shop, open, press } = desk
  await open('/settings/webhooks')
  await page.type('input[name=contact]', 'it@shop.example.com')
  await press('Save')
  await page.waitForFunction(() => document.body.innerText.includes('Saved'))
  await open('/settings/mail')
  await press('Save')
  await page.waitForFunction(() => document.body.innerText.includes('Saved'))
  const { db } = shop.service
  const { settings } = await db
    .selectFrom('merchants')
    .select('settings')
    .where('id', '=', 'demo')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(settings)).toMatchObject({ contactEmail: 'it@shop.example.com' })
})
