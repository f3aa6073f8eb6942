import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveriesCommand } from '../src/commands/mail-commands.ts'
import { adminCommand } from '../src/commands/merchant-commands.ts'
import { openDatabase } from '../src/database/database.ts'
import { releaseDeliveries } from '../src/delivery/outbox/bulk-actions.ts'
import { issueAdminToken, revokeAdminToken } from '../src/people/admin-tokens.ts'
import { type MailServer, startMailServer, until } from './support/mail-server.ts'
import {
  type Ask,
  adminToken,
  databases,
  longTest,
  receipt,
  startService,
  type TestService,
} from './support/service.ts'

describe.each(databases)('operators, on %s', database => {
  let mailServer: MailServer
  let shop: TestService
  /** What the mail server answers to recipients; undefined accepts them. */
  let refusal: number | undefined
  beforeAll(async () => {
    mailServer = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(refusal === undefined ? null : Object.assign(new Error('try later'), { responseCode: refusal })),
    })
    shop = await startService({ database, settings: { SMTP_URL: mailServer.url }, waits: [50, 50] })
  })
  afterAll(async () => {
    await shop.stop()
    await mailServer.stop()
  })

  const admin = (path: string, ask: Ask = {}) =>
    shop.ask(`/admin${path}`, { credentials: null, headers: { authorization: `Bearer ${adminToken}` }, ...ask })
  const post = (path: string, body: unknown) => admin(path, { method: 'POST', body })
  const mailTo = (emailAddress: string) => shop.create(receipt({ customer: { emailAddress } }))
  const timeline = async (id: string) => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
  const reaches = (id: string, status: string) => until(async () => (await timeline(id)).status === status)
  const long = '2020-01-01T00:00:00Z'

  test('hold back all mails, then let them go', async () => {
    const paused = await post('/pauses', { all: true, reason: 'The mail provider moves' })
    expect(paused).toMatchObject({ status: 201, json: { all: true, actor: 'ADMIN_TOKEN' } })
    const id = await mailTo('ada@example.com')
    await reaches(id, 'held')
    const { pauses, held } = (await admin('/pauses')).json
    expect([pauses.length, held]).toEqual([1, 1])
    expect(mailServer.mails.flatMap(({ envelope }) => envelope.to)).not.toContain('ada@example.com')

    expect((await admin(`/pauses/${paused.json.id}`, { method: 'DELETE' })).json).toEqual({ queued: 1 })
    await reaches(id, 'sent')
    expect((await timeline(id)).attempts).toMatchObject([{ number: 1, outcome: 'sent' }])
    expect((await admin(`/pauses/${paused.json.id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('hold back the mails to a domain, and those of a merchant, and no others', async () => {
    const domain = (await post('/pauses', { domain: 'Slow.example.com', reason: 'It defers everything' })).json
    const merchant = (await post('/pauses', { merchantId: 'demo', reason: 'Wrong prices' })).json
    const slow = await mailTo('ada@slow.example.com')
    const quick = await mailTo('ada@quick.example.com')
    await Promise.all([reaches(slow, 'held'), reaches(quick, 'held')])
    expect((await admin(`/pauses/${merchant.id}`, { method: 'DELETE' })).json).toEqual({ queued: 1 })
    await reaches(quick, 'sent')
    expect((await timeline(slow)).status).toBe('held')
    expect((await admin(`/pauses/${domain.id}`, { method: 'DELETE' })).json).toEqual({ queued: 1 })
    await reaches(slow, 'sent')
  })

  longTest(database)('have failed mails tried again with all their tries, chosen by time and code', async () => {
    refusal = 450
    const deferred = await mailTo('ada@example.com')
    await reaches(deferred, 'failed')
    refusal = 550
    const refused = await mailTo('ben@example.com')
    await reaches(refused, 'failed')
    refusal = undefined
    const before = (await timeline(deferred)).attempts.length
    expect(before).toBe(3)
    const asked = { since: long, code: '450', merchantId: 'demo', domain: 'example.com' }
    expect((await post('/deliveries/retry', { ...asked, dryRun: true })).json).toEqual({ count: 1, dryRun: true })
    expect((await post('/deliveries/retry', { ...asked, since: '2100-01-01T00:00:00Z' })).json.count).toBe(0)
    expect((await post('/deliveries/retry', asked)).json).toEqual({ count: 1, dryRun: false })
    await reaches(deferred, 'sent')
    expect((await timeline(refused)).status).toBe('failed')

    refusal = 450
    expect((await post('/deliveries/retry', { since: long, code: '550' })).json.count).toBe(1)
    await until(async () => (await timeline(refused)).attempts.length === 4)
    await reaches(refused, 'failed')
    refusal = undefined
  })

  test('give up mails that wait, for good unless they are tried again', async () => {
    const { id } = (await post('/pauses', { all: true, reason: 'Wrong logo' })).json
    const canceled = await mailTo('cy@example.com')
    await reaches(canceled, 'held')
    expect((await post('/deliveries/cancel', { since: long })).json).toEqual({ count: 1, dryRun: false })
    expect((await admin(`/pauses/${id}`, { method: 'DELETE' })).json).toEqual({ queued: 0 })
    expect(await timeline(canceled)).toMatchObject({ status: 'canceled', attempts: [] })
    expect((await post('/deliveries/retry', { since: long, status: 'canceled' })).json.count).toBe(1)
    await reaches(canceled, 'sent')
  })

  test.each([
    ['/pauses', { reason: 'Nothing chosen' }, 'all'],
    ['/pauses', { all: true, domain: 'example.com', reason: 'Two chosen' }, 'all'],
    ['/pauses', { domain: 'a%b', reason: 'No domain' }, 'domain'],
    ['/pauses', { all: true }, 'reason'],
    ['/deliveries/retry', {}, 'since'],
    ['/deliveries/cancel', { since: 'yesterday' }, 'since'],
  ])('get a 422 for %s with %j', async (path, body, field) => {
    const { status, json } = await post(path, body)
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]])
  })

  test('leave a trail of who did what', async () => {
    const { json } = await admin('/audit?since=2020-01-01T00:00:00Z')
    const acts = json.map(({ actor, action }: { actor: string; action: string }) => `${actor} ${action}`)
    expect(new Set(acts)).toEqual(
      new Set(
        ['pauseDelivery', 'resumeDelivery', 'retryDeliveries', 'cancelDeliveries'].map(act => `ADMIN_TOKEN ${act}`),
      ),
    )
    expect(json[0]).toMatchObject({ action: 'retryDeliveries', detail: { status: 'canceled', count: 1 } })
    expect(JSON.stringify(json)).not.toContain('@')
  })

  longTest(database)('do the same by command', async () => {
    const environment =
      database === 'PostgreSQL' ? { DATABASE_URL: shop.config.databaseUrl } : { DATA_DIR: shop.config.dataDir }
    const run = async (command: typeof deliveriesCommand, ...args: string[]) => {
      let out = ''
      let err = ''
      const stdout = { write: (text: string) => (out += text) }
      const stderr = { write: (text: string) => (err += text) }
      const code = await command(args, environment as NodeJS.ProcessEnv, { stdout, stderr })
      return { code, out, err }
    }
    const json = async (command: typeof deliveriesCommand, ...args: string[]) =>
      JSON.parse((await run(command, ...args)).out)

    const pause = await json(deliveriesCommand, 'pause', '--domain', 'example.com', '--reason', 'By hand')
    // The service may know the pauses of a second ago.
    await wait(1100)
    const id = await mailTo('dee@example.com')
    await reaches(id, 'held')
    expect(await json(deliveriesCommand, 'pauses')).toMatchObject({ pauses: [{ reason: 'By hand' }], held: 1 })
    expect(await json(deliveriesCommand, 'cancel', '--since', long, '--merchant', 'demo')).toMatchObject({ count: 1 })
    expect(await json(deliveriesCommand, 'resume', pause.id)).toEqual({ queued: 0 })
    expect(await json(deliveriesCommand, 'retry', '--since', long, '--canceled')).toEqual({ count: 1, dryRun: false })
    await reaches(id, 'sent')
    expect(await run(deliveriesCommand, 'resume', pause.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no pause'),
    })
    await expect(run(deliveriesCommand, 'pause', '--reason', 'Nothing chosen')).rejects.toThrow('takes one of')

    const secret = (await run(adminCommand, 'token', 'desk', '--scope', 'read, deliveries')).out.trim()
    const ask = { credentials: null, headers: { authorization: `Bearer ${secret}` } }
    expect((await shop.ask('/admin/pauses', ask)).status).toBe(200)
    const [token] = await json(adminCommand, 'tokens')
    expect(token).toMatchObject({ name: 'desk', scopes: ['read', 'deliveries'], revokedAt: null })
    expect((await run(adminCommand, 'revoke', token.id)).code).toBe(0)
    expect((await json(adminCommand, 'audit'))[0]).toMatchObject({ action: 'revokeToken', target: token.id })
    expect((await json(adminCommand, 'audit'))[0].actor).toMatch(/^command:./)
    await expect(run(adminCommand, 'token', 'desk', '--scope', 'everything')).rejects.toThrow('There is no scope')
  })

  test('have tokens with a name and scopes', async () => {
    const { secret, token } = await issueAdminToken(shop.service.db, 'night-desk', ['read', 'deliveries'], Date.now())
    const desk = (path: string, ask: Ask = {}) =>
      shop.ask(`/admin${path}`, { credentials: null, headers: { authorization: `Bearer ${secret}` }, ...ask })
    expect((await desk('/pauses')).status).toBe(200)
    expect((await desk('/merchants/demo/keys', { method: 'POST', body: {} })).status).toBe(403)
    const paused = await desk('/pauses', { method: 'POST', body: { domain: 'x.example.com', reason: 'A test' } })
    expect(paused.json.actor).toBe('night-desk')
    await desk(`/pauses/${paused.json.id}`, { method: 'DELETE' })
    expect((await admin('/audit')).json[0]).toMatchObject({ actor: 'night-desk', action: 'resumeDelivery' })
    expect(await revokeAdminToken(shop.service.db, token.id, Date.now())).toBe(true)
    await until(async () => (await desk('/pauses')).status === 401)
    expect(await revokeAdminToken(shop.service.db, token.id, Date.now())).toBe(false)
  })
})

test.runIf(databases.includes('PostgreSQL'))(
  'two processes that release the same mails at once queue each only once',
  async () => {
    await using shop = await startService({ database: 'PostgreSQL', withoutWorker: true })
    const id = await shop.create(receipt())
    const place = { url: shop.config.databaseUrl! }
    const first = await openDatabase(place)
    const second = await openDatabase(place)
    const [{ id: delivery }] = (await shop.ask(shop.receipts(`/${id}/deliveries`))).json
    await first.db.updateTable('deliveries').set({ status: 'held' }).where('id', '=', delivery).execute()
    const locked = Promise.withResolvers<void>()
    const found = Promise.withResolvers<void>()
    const lock = shop.service.db.transaction().execute(async transaction => {
      await transaction.selectFrom('deliveries').select('id').where('id', '=', delivery).forUpdate().execute()
      locked.resolve()
      await found.promise
    })
    await locked.promise
    const context = { now: Date.now, queue: { wake: () => {} } }
    const both = [first, second].map(({ db }) => releaseDeliveries({ ...context, db }))
    // Both have found the mail, and wait for its row.
    await wait(300)
    found.resolve()
    await lock
    expect((await Promise.all(both)).sort()).toEqual([0, 1])
    await Promise.all([first.close(), second.close()])
  },
)
