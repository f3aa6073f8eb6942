import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { deliveriesOfReceipt } from '../src/delivery/outbox/delivery.ts'
import { waitAfter } from '../src/delivery/queue/queue.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { waits } from '../src/worker/send.ts'
import { suppressionFor } from './support/database.ts'
import { isSignedBy } from './support/dkim.ts'
import { type MailServer, startMailServer, until } from './support/mail-server.ts'
import {
  createClient,
  databases,
  fixture,
  longTest,
  makePlace,
  receipt,
  startService,
  type TestOptions,
  type TestService,
} from './support/service.ts'
import { openWire, type Wire } from './support/wire.ts'

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** A mail server that answers a recipient so the first times, and takes the mail afterwards. */
function refusing(times: number, responseCode: number, text: string): SMTPServerOptions {
  let left = times
  return { onRcptTo: (_address, _session, done) => done(left-- > 0 ? reply(responseCode, text) : null) }
}

async function shopWith(mailServer: Pick<MailServer, 'url'>, options: TestOptions = {}): Promise<TestService> {
  return startService({ waits: [30, 30, 30], ...options, settings: { SMTP_URL: mailServer.url, ...options.settings } })
}

/** The only delivery of a new receipt, once it is over. */
async function finished(shop: TestService) {
  const id = await shop.create(receipt())
  return overOf(shop, id)
}

async function overOf(shop: TestService, id: string) {
  const first = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
  await until(async () => (await first()).status !== 'queued')
  return first()
}

const outcomes = (delivery: { attempts: { outcome: string; code: string }[] }) =>
  delivery.attempts.map(({ outcome, code }) => `${outcome} ${code}`)

// Each database has a queue of its own, which waits in its own way.
describe.each(databases)('on %s', database => {
  longTest(database)('retries after a 4xx until the mail is accepted', async () => {
    const faults = [
      [421, '4.3.2 Service shutting down'],
      [451, '4.7.1 Greylisted, try again'],
    ] as const
    let turn = 0
    await using mailServer = await startMailServer({
      onRcptTo: (_address, _session, done) => {
        const fault = faults[turn++]
        done(fault ? reply(fault[0], fault[1]) : null)
      },
    })
    await using shop = await shopWith(mailServer, { database })
    const delivery = await finished(shop)
    expect([delivery.status, ...outcomes(delivery)]).toEqual(['sent', 'deferred 421', 'deferred 451', 'sent 250'])
    expect(delivery.attempts[1].detail).toContain('4.7.1 Greylisted')
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([delivery.messageId])
  })
})

test('fails at once after a 550, and remembers the address', async () => {
  await using mailServer = await startMailServer(refusing(99, 550, '5.1.1 No such user'))
  await using shop = await shopWith(mailServer)
  const delivery = await finished(shop)
  expect([delivery.status, ...outcomes(delivery)]).toEqual(['failed', 'failed 550'])
  expect(await suppressionFor(shop, 'Guest@example.com')).toMatchObject({
    kind: 'bounce',
    code: '550',
    deliveryId: delivery.id,
  })
  const { json } = await shop.ask('/email-validation?emailAddress=guest@example.com')
  expect(json).toEqual({ 'guest@example.com': { status: 'invalid', reason: 'bounce' } })
})

test('fails after a policy rejection, without remembering the address', async () => {
  await using mailServer = await startMailServer(refusing(99, 550, '5.7.1 Blocked'))
  await using shop = await shopWith(mailServer)
  expect((await finished(shop)).status).toBe('failed')
  expect(await suppressionFor(shop, 'guest@example.com')).toBeUndefined()
})

test('fails a mail after a day of rejections, and lists all attempts', async () => {
  await using mailServer = await startMailServer(refusing(99, 451, '4.7.1 Later'))
  await using shop = await shopWith(mailServer)
  const delivery = await finished(shop)
  expect([delivery.status, ...outcomes(delivery)]).toEqual([
    'failed',
    'deferred 451',
    'deferred 451',
    'deferred 451',
    'failed 451',
  ])
})

test('may duplicate a mail after a dropped connection, with the same Message-ID', async () => {
  const ids: string[] = []
  let wire: Wire | undefined
  await using mailServer = await startMailServer({
    async onData(stream, _session, done) {
      let text = ''
      for await (const chunk of stream) text += chunk
      ids.push(/^Message-ID: (.+)\r$/im.exec(text)?.[1] ?? '')
      if (ids.length === 1) wire?.cut()
      else done()
    },
  })
  await using opened = await openWire(mailServer.port)
  wire = opened
  await using shop = await shopWith({ url: `smtp://127.0.0.1:${wire.port}` })
  const delivery = await finished(shop)
  expect([delivery.status, ...outcomes(delivery)]).toEqual(['sent', 'deferred connection', 'sent 250'])
  expect(ids).toEqual([delivery.messageId, delivery.messageId])
})

test('drops a silent mail server after a while, and retries', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  await using shop = await shopWith(
    { url: `smtp://127.0.0.1:${port}` },
    { mailTimeouts: { greetingMs: 100, replyMs: 100 }, waits: [10] },
  )
  const delivery = await finished(shop)
  expect([delivery.status, ...outcomes(delivery)]).toEqual(['failed', 'deferred timeout', 'failed timeout'])
  silent.close()
})

test('reports an unreachable mail server as a network error', async () => {
  await using shop = await shopWith({ url: 'smtp://127.0.0.1:1' }, { waits: [10] })
  const delivery = await finished(shop)
  expect(delivery.status).toBe('failed')
  expect(outcomes(delivery)[0]).toBe('deferred connection')
})

test('fails no mail for a rejected login', async () => {
  await using mailServer = await startMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(reply(535, '5.7.8 Wrong password')),
  })
  await using shop = await shopWith({ url: mailServer.url.replace('//', '//user:wrong@') }, { waits: [60_000] })
  const id = await shop.create(receipt())
  const first = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
  await until(async () => (await first()).attempts[0]?.outcome !== undefined)
  expect([(await first()).status, ...outcomes(await first())]).toEqual(['queued', 'deferred 535'])
  expect(Date.parse((await first()).nextAttemptAt)).toBeGreaterThan(Date.now() + 45_000)
})

test('waits for the mail being sent when stopping', async () => {
  let arrived = () => {}
  const underWay = new Promise<void>(resolve => {
    arrived = resolve
  })
  const mails: string[] = []
  await using mailServer = await startMailServer({
    onData(stream, _session, done) {
      arrived()
      stream.resume()
      stream.on('end', () =>
        setTimeout(() => {
          mails.push('taken')
          done()
        }, 300),
      )
    },
  })
  const shop = await shopWith(mailServer)
  await shop.create(receipt())
  await underWay
  await shop.stop()
  expect(mails).toEqual(['taken'])
})

test('sends one recipient, one sender and no injected headers', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const id = await shop.create(fixture('hostile/receipt'))
  await overOf(shop, id)
  const [mail] = mailServer.mails
  expect(mail?.envelope.to).toHaveLength(1)
  const names = mail?.headers.map(({ key }) => key) ?? []
  for (const name of ['from', 'to', 'subject', 'message-id', 'date'])
    expect(names.filter(key => key === name)).toHaveLength(1)
  expect(names.filter(key => ['bcc', 'cc', 'reply-to', 'x-injected'].includes(key))).toEqual([])
})

test('sets sender and PDF attachment by the merchant’s settings', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const settings = { sender: { name: 'Alder & Finch', address: 'shop@alder.example.com' }, attachPdf: true }
  await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings })
  const delivery = await overOf(shop, await shop.create(receipt({ transactionNumber: '4/7 «x»' })))
  const [mail] = mailServer.mails
  expect(mail?.from).toEqual({ name: 'Alder & Finch', address: 'shop@alder.example.com' })
  expect(delivery.messageId).toMatch(/@alder\.example\.com>$/)
  const pdf = mail?.attachments.find(({ mimeType }) => mimeType === 'application/pdf')
  expect(pdf?.filename).toBe('receipt-4-7-x.pdf')
  expect(
    Buffer.from(pdf?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('sends a mail without its PDF if that can’t be printed', async () => {
  vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', '/no/browser')
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { attachPdf: true } })
  expect((await finished(shop)).status).toBe('sent')
  vi.unstubAllEnvs()
  expect(mailServer.mails[0]?.attachments.some(({ mimeType }) => mimeType === 'application/pdf')).toBe(false)
  expect((await shop.ask('/metrics')).text).toContain('counterfoil_pdf_failures_total 1')
})

test('marks copies if the merchant wants it', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { markCopies: true } })
  const id = await shop.create(receipt())
  await overOf(shop, id)
  await shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body: { customerEmailAddress: 'b@example.com' } })
  const [first, again] = await mailServer.received(2)
  expect(again?.text).not.toBe(first?.text)
  expect(again?.text?.toLowerCase()).toContain('copy')
})

test('signs mails with a DKIM key (RFC 6376)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-dkim-'))
  const file = join(folder, 'key.pem')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer, {
    settings: { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'till', DKIM_KEY_FILE: file },
  })
  await overOf(shop, await shop.create(receipt()))
  await mailServer.received(1)
  const { headers, source } = mailServer.mails[0]!
  expect(headers.find(({ key }) => key === 'dkim-signature')?.value).toMatch(/d=example\.com;.*s=till/s)
  expect(isSignedBy(source, publicKey)).toBe(true)
  expect(isSignedBy(source.replace('Subject: ', 'Subject: Your '), publicKey)).toBe(false)
  expect(isSignedBy(source.replace(/<html/, '<HTML'), publicKey)).toBe(false)
})

describe.each(databases)('on %s', database => {
  longTest(database)('mails a receipt at most 20 times per hour, even in parallel', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const id = await shop.create(receipt())
    const again = async () => {
      const ask = { method: 'POST', body: { customerEmailAddress: 'b@example.com' } }
      return (await shop.ask(shop.receipts(`/${id}/email`), ask)).status
    }
    const statuses = await Promise.all(Array.from({ length: 150 }, again))
    expect(statuses.filter(status => status === 202)).toHaveLength(19)
    expect(statuses.filter(status => status === 429)).toHaveLength(131)
    expect(await again()).toBe(429)
  })

  test('sends a mail after ten crashes and a 421', async () => {
    const hour = 3_600_000
    let recipients = 0
    const second = Promise.withResolvers<void>()
    await using mailServer = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        recipients++ === 0
          ? done(reply(421, '4.3.2 Service shutting down'))
          : void second.promise.then(() => done(null)),
    })
    const place = await makePlace(database, { hasTables: true })
    onTestFinished(place.remove)
    const config = readConfig({ ...place.settings, SMTP_URL: mailServer.url })

    // An attempt that was begun and not ended is what a crash leaves. The waits in between pass by the clock alone.
    let ago = 48 * hour
    const crashing = await openService(config, openLog('silent'), { now: () => Date.now() - ago, withoutWorker: true })
    const id = await createClient(await crashing.listen()).create(receipt())
    const [{ id: deliveryId = '' } = {}] = await deliveriesOfReceipt(crashing.db, 'demo', id)
    for (let crash = 0; crash < 10; crash++) {
      while (typeof (await crashing.attempts.begin(deliveryId, true, true)) !== 'object') ago -= hour
      ago -= hour
    }
    await crashing.close()

    const restarted = await openService(config, openLog('silent'), { waits: [10] })
    const delivery = async () => (await deliveriesOfReceipt(restarted.db, 'demo', id))[0]
    await until(async () => Boolean((await delivery())?.attempts.some(({ code }) => code === '421')))
    // The second try gets no answer before this was looked at.
    expect((await delivery())?.status).toBe('queued')
    second.resolve()
    await until(async () => (await delivery())?.status === 'sent')
    expect((await delivery())?.attempts.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
      ...Array(10).fill('interrupted null'),
      'deferred 421',
      'sent 250',
    ])
    await restarted.close()
  })
})

test('waits longer between attempts, at random, for about a day', () => {
  const day = 86_400_000
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThan(0.9 * day)
  expect(total).toBeLessThan(1.1 * day)
  expect([...waits].sort((one, other) => one - other)).toEqual(waits)
  expect([waitAfter(1, 0, waits), waitAfter(1, 0.5, waits), waitAfter(1, 1, waits)]).toEqual([8000, 10_000, 12_000])
  expect(waitAfter(waits.length + 1, 0.5, waits)).toBeUndefined()
})
