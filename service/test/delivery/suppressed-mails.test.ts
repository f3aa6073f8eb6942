import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import type { Reason } from '../../src/basics/reasons.ts'
import { deliveriesCommand } from '../../src/commands/mail-commands.ts'
import { applyReports } from '../../src/delivery/bounces/apply.ts'
import type { Report } from '../../src/delivery/reports/report.ts'
import { lift, type NewSuppression, suppress } from '../../src/delivery/suppression/suppression.ts'
import { putKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { openService } from '../../src/service.ts'
import { inDatabase, suppressionFor } from '../support/database.ts'
import { startMailServer, until } from '../support/mail-server.ts'
import { adminToken, fewDatabases, receipt, startService, type TestService } from '../support/service.ts'

const address = 'rosa.lind@example.com'
const to = (emailAddress: string, more: object = {}) => receipt({ customer: { emailAddress }, ...more })

/** A mail server that doesn't know the address, as long as it is told so. */
async function startForgetful() {
  const knows = { all: false }
  const server = await startMailServer({
    onRcptTo: ({ address: to }, _session, done) => {
      const text = `5.1.1 <${to}>: Recipient address rejected: User unknown in local recipient table`
      done(knows.all || to !== address ? null : Object.assign(new Error(text), { responseCode: 550 }))
    },
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return { server, knows }
}

async function timeline(shop: TestService, id: string, merchant = 'demo', credentials?: string) {
  const path = `/ws/rest/v1/merchants/${merchant}/receipts/${id}/deliveries`
  const read = async () => (await shop.ask(path, credentials ? { credentials } : {})).json.at(-1)
  await until(async () => (await read()).status !== 'queued')
  return read()
}

const resend = (shop: TestService, id: string, customerEmailAddress: string) =>
  shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body: { customerEmailAddress } })

const tell = (shop: TestService, given: Partial<NewSuppression>) =>
  inDatabase(shop, db =>
    db
      .transaction()
      .execute(transaction =>
        suppress(
          transaction,
          shop.service.searchKey,
          [{ merchantId: 'demo', emailAddress: address, kind: 'hand', ...given }],
          shop.service.now(),
        ),
      ),
  )

describe.each(fewDatabases)('on %s', database => {
  test('an address that nobody has is written to once, and by each merchant for itself', async () => {
    const { server, knows } = await startForgetful()
    await using shop = await startService({ database, settings: { SMTP_URL: server.url } })
    const first = await timeline(shop, await shop.create(to(address)))
    expect([first.status, first.attempts[0].code]).toEqual(['failed', '550'])
    expect(await suppressionFor(shop, address)).toMatchObject({ kind: 'bounce', deliveryId: first.id })
    knows.all = true

    const sent = to('Rosa.Lind@Example.com', { transactionNumber: '2', requestId: 'till-2' })
    const answer = await shop.ask(shop.receipts(), { method: 'POST', body: sent })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('counterfoil-suppressed')).toBe('bounce')
    expect([...answer.headers.values()].join()).not.toMatch(/rosa/i)
    // A till whose answer was lost learns it from the next one, about the receipt that is stored.
    for (const body of [sent, { ...sent, customer: { emailAddress: 'grace@example.com' } }]) {
      const repeated = await shop.ask(shop.receipts(), { method: 'POST', body })
      expect(repeated.status).toBe(409)
      expect(repeated.headers.get('counterfoil-suppressed')).toBe('bounce')
      expect(repeated.headers.get('counterfoil-warnings')).toBe(answer.headers.get('counterfoil-warnings'))
    }
    const second = await timeline(shop, answer.json.receiptId)
    expect(second.status).toBe('withheld')
    expect(second.attempts).toEqual([expect.objectContaining({ outcome: 'withheld', code: 'suppressed' })])
    const rows = await inDatabase(shop, db =>
      db.selectFrom('deliveries').select('reason').where('id', '=', second.id).execute(),
    )
    expect(rows).toEqual([{ reason: 'unknown_mailbox' }])

    await saveMerchant(shop.service, 'bakery', { name: 'Corner Bakery', settings: {} })
    const secret = 'a-bakery-secret'
    await putKey(shop.service.db, { merchantId: 'bakery', id: 'bakery', secret, label: '' }, Date.now())
    const credentials = `bakery:${secret}`
    const other = await shop.ask('/ws/rest/v1/merchants/bakery/receipts', {
      method: 'POST',
      body: to(address),
      credentials,
    })
    expect(other.headers.get('counterfoil-suppressed')).toBeNull()
    const warnings = [answer, other].map(({ headers }) => Number(headers.get('counterfoil-warnings')))
    expect(warnings).toEqual([(warnings[1] ?? 0) + 1, warnings[1]])
    expect((await timeline(shop, other.json.receiptId, 'bakery', credentials)).status).toBe('sent')
    const status = async (as?: string) =>
      (await shop.ask(`/email-validation?emailAddress=${address}`, { ...(as && { credentials: as }) })).json[address]
    expect(await status()).toEqual({ status: 'invalid', reason: 'bounce' })
    expect((await status(credentials)).reason).toBeUndefined()
  })

  test('a mail is sent again only once the address isn’t suppressed, and what is sent lifts nothing', async () => {
    await using server = await startMailServer()
    await using shop = await startService({ database, settings: { SMTP_URL: server.url } })
    const id = await shop.create(to('grace@example.com'))
    await tell(shop, { kind: 'complaint', reason: 'complaint' })
    const refused = await resend(shop, id, address)
    expect([refused.status, refused.json.errors.customerEmailAddress]).toEqual([
      422,
      [{ code: 'suppressed', message: expect.stringContaining('called a mail spam') }],
    ])
    expect(refused.text).not.toContain('rosa')
    await lift(shop.service.db, shop.service.searchKey, [{ merchantId: 'demo', emailAddress: address }])
    expect((await resend(shop, id, address)).status).toBe(202)
    expect((await timeline(shop, id)).status).toBe('sent')
  })

  test('what a mail server’s mistake withheld is sent once it is lifted and retried', async () => {
    const { server, knows } = await startForgetful()
    await using shop = await startService({ database, settings: { SMTP_URL: server.url } })
    const failed = await shop.create(to(address))
    expect((await timeline(shop, failed)).status).toBe('failed')
    const withheld = await shop.create(to(address, { transactionNumber: '2' }))
    expect((await timeline(shop, withheld)).status).toBe('withheld')
    knows.all = true
    const since = '2020-01-01T00:00:00Z'
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${adminToken}` }
      const answer = await shop.ask(`/admin${path}`, { method: 'POST', body, headers, credentials: null })
      return [answer.status, answer.json.count]
    }
    expect(await post('/merchants/demo/suppressions/lift', { since, kind: 'complaint' })).toEqual([200, 0])
    expect(await post('/merchants/demo/suppressions/lift', { since, dryRun: true })).toEqual([200, 1])
    expect(await post('/merchants/demo/suppressions/lift', { since })).toEqual([200, 1])
    expect(await post('/deliveries/retry', { since, status: 'withheld' })).toEqual([200, 1])
    expect(await post('/deliveries/retry', { since })).toEqual([200, 1])
    expect((await timeline(shop, withheld)).status).toBe('sent')
    expect((await timeline(shop, failed)).status).toBe('sent')
    const day = new Date().toISOString().slice(0, 10)
    const { totals } = (await shop.ask(`/ws/rest/v1/merchants/demo/statistics?fromDate=${day}&toDate=${day}`)).json
    expect(totals.deliveries).toMatchObject({ sent: 2, failed: 0, bounced: 0, canceled: 0, trying: 0 })
  })

  test('mails that came back are retried by API and command, those to suppressed addresses once it is lifted', async () => {
    const { server, knows } = await startForgetful()
    knows.all = true
    await using shop = await startService({ database, settings: { SMTP_URL: server.url } })
    const back = async (emailAddress: string, reason: Reason) => {
      const id = await shop.create(to(emailAddress, { transactionNumber: emailAddress }))
      const { id: deliveryId, status } = await timeline(shop, id)
      expect(status).toBe('sent')
      const words = '5.1.1 came back'
      const report: Report = { kind: 'bounce', isPermanent: true, reason, words, enhanced: '5.1.1' }
      const told = { report, deliveryId, signed: true }
      const { searchKey, now } = shop.service
      await inDatabase(shop, db =>
        db.transaction().execute(transaction => applyReports(transaction, searchKey, [told], now())),
      )
      expect(await timeline(shop, id)).toMatchObject({ status: 'bounced', reason })
      return id
    }
    const full = await back('ida@example.com', 'mailbox_full')
    const policy = await back('tom@example.com', 'policy')
    const gone = await back(address, 'unknown_mailbox')
    const since = '2020-01-01T00:00:00Z'
    const headers = { authorization: `Bearer ${adminToken}` }
    const retry = async (more: object) => {
      const body = { since, status: 'bounced', ...more }
      return (await shop.ask('/admin/deliveries/retry', { method: 'POST', body, headers, credentials: null })).json
        .count
    }
    const day = new Date().toISOString().slice(0, 10)
    const totals = async () => {
      const answer = await shop.ask(`/ws/rest/v1/merchants/demo/statistics?fromDate=${day}&toDate=${day}`)
      return answer.json.totals.deliveries
    }
    expect(await totals()).toMatchObject({ sent: 0, bounced: 3, trying: 0 })
    expect(await retry({ until: '2020-01-02T00:00:00Z' })).toBe(0)
    expect(await retry({ dryRun: true })).toBe(2)
    expect(await retry({ reason: 'policy' })).toBe(1)
    expect(await timeline(shop, policy)).toMatchObject({ status: 'sent', attempts: [{}, {}] })
    expect(await timeline(shop, policy)).not.toHaveProperty('report')
    expect(await timeline(shop, full)).toMatchObject({ status: 'bounced' })

    let out = ''
    const environment =
      database === 'PostgreSQL' ? { DATABASE_URL: shop.config.databaseUrl } : { DATA_DIR: shop.config.dataDir }
    const streams = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => true } }
    await deliveriesCommand(
      ['retry', '--since', since, '--bounced'],
      environment as NodeJS.ProcessEnv,
      streams as never,
    )
    expect(JSON.parse(out)).toEqual({ count: 1, dryRun: false })
    expect((await timeline(shop, full)).status).toBe('sent')
    expect((await timeline(shop, gone)).status).toBe('bounced')
    expect(await totals()).toMatchObject({ sent: 2, bounced: 1, trying: 0 })
    await lift(shop.service.db, shop.service.searchKey, [{ merchantId: 'demo', emailAddress: address }])
    expect(await retry({})).toBe(1)
    expect((await timeline(shop, gone)).status).toBe('sent')
    expect(await totals()).toMatchObject({ sent: 3, bounced: 0, trying: 0 })
  })

  test('a word that comes while a mail waits, in another process, is obeyed', async () => {
    await using server = await startMailServer()
    await using shop = await startService({ database, withoutWorker: true, settings: { SMTP_URL: server.url } })
    const waiting = await shop.ask(shop.receipts(), { method: 'POST', body: to(address) })
    expect(waiting.headers.get('counterfoil-suppressed')).toBeNull()
    await tell(shop, { kind: 'bounce', reason: 'unknown_mailbox' })
    const kept = await shop.create(to('grace@example.com', { transactionNumber: '2' }))
    await shop.service.close()
    const later = await openService(shop.config, openLog('silent'))
    onTestFinished(() => later.close())
    await server.received(1)
    const read = async () =>
      new Map(
        (await later.db.selectFrom('deliveries').select(['receipt_id', 'status']).execute()).map(each => [
          each.receipt_id,
          each.status,
        ]),
      )
    await until(async () => ![...(await read()).values()].includes('queued'))
    expect(await read()).toEqual(
      new Map([
        [waiting.json.receiptId, 'withheld'],
        [kept, 'sent'],
      ]),
    )
    expect(server.mails.flatMap(({ envelope }) => envelope.to)).toEqual(['grace@example.com'])
  })

  test('an erasure takes a bounce with its mail, and with the address whatever is known of it', async () => {
    await using server = await startMailServer()
    await using shop = await startService({ database, settings: { SMTP_URL: server.url } })
    const erase = async (choice: object) => {
      const headers = { authorization: `Bearer ${adminToken}` }
      const body = { method: 'POST', body: choice, headers, credentials: null }
      return (await shop.ask('/admin/merchants/demo/erasures', body)).status
    }
    for (const [kind, left] of [
      ['bounce', undefined],
      ['complaint', 'complaint'],
    ] as const) {
      const receiptId = await shop.create(to(address, { transactionNumber: kind }))
      await timeline(shop, receiptId)
      await tell(shop, { kind })
      expect(await erase({ receiptId })).toBe(200)
      expect((await suppressionFor(shop, address))?.kind).toBe(left)
    }
    const exported = await shop.ask('/admin/merchants/demo/exports', {
      ...{ method: 'POST', body: { emailAddress: address }, credentials: null },
      headers: { authorization: `Bearer ${adminToken}` },
    })
    expect(exported.json.suppression).toMatchObject({ kind: 'complaint', merchantId: 'demo' })
    expect(await erase({ emailAddress: address.toUpperCase() })).toBe(200)
    expect(await suppressionFor(shop, address)).toBeUndefined()
  })

  test('creates and bounces at the same time leave nothing that is sent after the bounce', async () => {
    const { server } = await startForgetful()
    await using shop = await startService({ database, settings: { SMTP_URL: server.url } })
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop.create(to(address, { transactionNumber: `${index}` }))),
    )
    const ends = await Promise.all(ids.map(id => timeline(shop, id)))
    for (const { status } of ends) expect(['failed', 'withheld']).toContain(status)
    expect((await timeline(shop, await shop.create(to(address, { transactionNumber: '20' })))).status).toBe('withheld')
    expect(server.mails).toEqual([])
  })
})

test('an address is suppressed after a reply that it isn’t there, and after no other', async () => {
  const replies = [
    ['550', '5.1.1 User unknown', 'unknown_mailbox'],
    ['550', '5.1.2 Host unknown (Name server: nowhere.example: host not found)', 'unknown_domain'],
    ['550', '5.7.1 Message blocked by policy', undefined],
    ['552', '5.2.2 Mailbox full', undefined],
    ['550', '5.2.1 Mailbox disabled, not accepting messages', undefined],
    ['554', '5.7.0 Message rejected as spam', undefined],
  ] as const
  await using server = await startMailServer({
    onRcptTo({ address: to }, _session, done) {
      const [code = '', text] = replies[Number.parseInt(to, 10)] ?? []
      done(Object.assign(new Error(text), { responseCode: Number(code) }))
    },
  })
  await using shop = await startService({ settings: { SMTP_URL: server.url } })
  for (const [at, [code, text, reason]] of replies.entries()) {
    const of = `${at}@example.com`
    expect((await timeline(shop, await shop.create(to(of, { transactionNumber: `${at}` })))).status).toBe('failed')
    expect([code, text, (await suppressionFor(shop, of))?.reason]).toEqual([code, text, reason])
  }
})
