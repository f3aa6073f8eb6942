import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBeyond } from '../../test/support/cpu.ts'
import { isExhaustive } from '../../test/support/scope.ts'
import { type Database, isPostgres } from '../src/database/database.ts'
import { sliceSizes } from '../src/delivery/outbox/slices.ts'
import { putKey } from '../src/merchants/api-keys.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { savePerson } from '../src/people/people.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { type Ask, adminToken, fewDatabases, receipt, startService, type TestService } from './support/service.ts'
import { type Turns, watchTurns } from './support/turns.ts'
import { visit } from './support/visitors.ts'

/**
 * CPU that one turn of the event loop may take, milliseconds: 40 at most on a machine that does nothing else. If an act takes no turns, a
 * second of 50,000 mails, 200 ms of 10,000.
 */
const longestTurnOf = (backlog: number) => (backlog < 50_000 ? 125 : 250)

/** The README's; or enough for five slices of a server, 20 of the embedded database: more take longer to do, and no longer at once. */
const backlog = isExhaustive ? 50_000 : 5_000

/** How many of them may go before a mail that doesn't wait for them: a few are in hand. */
const few = 50

const bakerySecret = 'a-bakery-secret'

describe.each(fewDatabases)('with many mails waiting, on %s', database => {
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let shop: TestService
  let first: string
  /** Mails that the mail server put off, and the answers that it still owes. */
  let refused = 0
  const hanging: (() => void)[] = []
  let hangs = true
  beforeAll(async () => {
    const later = Object.assign(new Error('try later'), { responseCode: 450 })
    mailServer = await startMailServer({
      async onRcptTo({ address }, _session, done) {
        if (hangs && address.endsWith('@hangs.example.com')) hanging.push(() => done(later))
        else if (address.endsWith('@example.org')) done()
        else {
          refused += 1
          // Not at once: what this machine does for them is time that the acts haven't.
          setTimeout(() => done(later), 500)
        }
      },
    })
    shop = await startService({ database, settings: { SMTP_URL: mailServer.url, MAIL_CONCURRENCY: '5' } })
    await saveMerchant(shop.service, 'bakery', { name: 'Corner Bakery', settings: {} })
    await putKey(shop.service.db, { merchantId: 'bakery', id: 'bakery', secret: bakerySecret, label: '' }, Date.now())
    first = await shop.create(receipt({ customer: { emailAddress: 'ada@example.com' } }))
    await multiply(shop.service.db, first, backlog)
  })
  afterAll(async () => {
    await shop.stop()
    await mailServer.stop()
  })

  const admin = (path: string, ask: Ask = {}) =>
    shop.ask(`/admin${path}`, { credentials: null, headers: { authorization: `Bearer ${adminToken}` }, ...ask })
  const post = (path: string, body: unknown) => admin(path, { method: 'POST', body })
  const since = '2020-01-01T00:00:00Z'

  /** Does something while a till goes on, which it must not keep waiting. */
  async function amidCreates<Result>(work: () => Promise<Result>) {
    let isOver = false
    let creates = 0
    const till = (async () => {
      for (; !isOver; creates++) {
        await shop.create(receipt({ customer: { emailAddress: 'ben@example.net' } }))
        await pause(10)
      }
    })()
    const { result, turns } = await watchTurns(work).finally(() => {
      isOver = true
    })
    const duringIt = creates
    await till
    return { result, turns, creates: duringIt }
  }

  function expectShort({ longest }: Turns, during?: string): void {
    const allowed = longestTurnOf(backlog)
    expect(isBeyond(longest, allowed), `${longest} ms of ${allowed} ${during ?? ''}`).toBe(false)
  }

  /** All were looked at, in slices, and in between tills were answered. */
  function expectSlices({ turns, creates }: { turns: Turns; creates: number }): void {
    expectShort(turns)
    // A busy machine may look once for several slices; an act in one piece is three looks.
    const slices = backlog / sliceSizes[database === 'SQLite' ? 'embedded' : 'server']
    expect(turns.count).toBeGreaterThan(slices / 4)
    expect(creates).toBeGreaterThan(0)
  }

  /** Sells something to somebody whose mail server takes it, at either merchant, and waits for the mail. */
  async function sellAndWait(emailAddress: string, merchantId: string): Promise<void> {
    const body = receipt({ customer: { emailAddress } })
    const path = `/ws/rest/v1/merchants/${merchantId}/receipts`
    const credentials = merchantId === 'bakery' && { credentials: `bakery:${bakerySecret}` }
    expect((await shop.ask(path, { method: 'POST', body, ...credentials })).status).toBe(200)
    await mailAmongFirst(emailAddress)
  }

  async function resendAndWait(customerEmailAddress: string): Promise<void> {
    const resent = await shop.ask(shop.receipts(`/${first}/email`), { method: 'POST', body: { customerEmailAddress } })
    expect(resent.status).toBe(202)
    await mailAmongFirst(customerEmailAddress)
  }

  /** Waits for a mail that was just accepted, before which few others go. */
  async function mailAmongFirst(address: string): Promise<void> {
    const before = refused
    await until(() => mailServer.mails.some(({ envelope }) => envelope.to[0] === address))
    expect(refused - before).toBeLessThan(few)
  }

  test('another merchant’s mail doesn’t wait for them', async () => {
    await until(() => refused > 0)
    await sellAndWait('ada@example.org', 'bakery')
    const before = refused
    await until(() => refused > before + 20)
  })

  test('while a host hangs, other mails are sent, of this merchant and of others', async () => {
    const { db } = shop.service
    const some = db.selectFrom('deliveries').select('id').where('status', '=', 'queued').orderBy('due_at').limit(2000)
    await db
      .updateTable('deliveries')
      .set({ email_address: 'ada@hangs.example.com', due_at: 1 })
      .where('id', 'in', some)
      .execute()
    await until(() => hanging.length > 0)
    await sellAndWait('ben@example.org', 'bakery')
    const before = refused
    await until(() => refused > before)
    expect(hanging.length).toBeLessThan(5)
    await resendAndWait('cleo@example.org')
    const moved = { email_address: 'ada@example.com' }
    await db.updateTable('deliveries').set(moved).where('email_address', '=', 'ada@hangs.example.com').execute()
    hangs = false
    for (const answer of hanging) answer()
  })

  test.each([
    ['counting them', { dryRun: true }, backlog],
    ['looking in vain for them', { code: '571' }, 0],
  ])('%s stops nobody', async (_doing, choice, least) => {
    const looked = await amidCreates(() => post('/deliveries/cancel', { since, ...choice }))
    expectSlices(looked)
    expect(looked.result.json.count).toBeGreaterThan(least - 1000)
  })

  test('holding them all back, and letting them go, stops nobody', async () => {
    const paused = await amidCreates(() => post('/pauses', { all: true, reason: 'The mail provider moves' }))
    expectSlices(paused)
    expect((await admin('/pauses')).json.held).toBeGreaterThan(backlog - 100)
    const { id } = paused.result.json
    const domain = (await post('/pauses', { domain: 'example.com', reason: 'It defers everything' })).json
    const kept = await amidCreates(() => admin(`/pauses/${id}`, { method: 'DELETE' }))
    expectSlices(kept)
    expect(kept.result.json.queued).toBeLessThan(backlog / 10)
    const resumed = await amidCreates(() => admin(`/pauses/${domain.id}`, { method: 'DELETE' }))
    expectSlices(resumed)
    // The worker's look of every minute may have been quicker with some.
    expect(resumed.result.json.queued).toBeGreaterThan(0)
    expect((await admin('/pauses')).json).toEqual({ pauses: [], held: 0 })
    // The poller has them all in front of it now.
    expectShort((await amidCreates(() => pause(500))).turns)
  })

  test('giving them up stops nobody', async () => {
    const canceled = await amidCreates(() => post('/deliveries/cancel', { since, domain: 'example.com' }))
    expectSlices(canceled)
    expect(canceled.result.json.count).toBeGreaterThan(backlog - 1000)
  })

  test('asking for metrics, health, problems and an export of them stops nobody', async () => {
    await failAll(shop.service.db)
    const { db } = shop.service
    const { password } = await savePerson(db, { merchantId: 'demo', name: 'ada', role: 'admin' }, Date.now())
    const ada = await visit(shop.url, 'ada', password)
    for (const look of [
      () => shop.ask('/metrics'),
      () => shop.ask('/readyz'),
      () => ada.ask('/problems'),
      () => post('/merchants/demo/exports', { emailAddress: 'ada@example.com' }),
      () => shop.service.fold.run(),
    ]) {
      const { turns } = await amidCreates<unknown>(look)
      expectShort(turns, String(look))
    }
  })

  test('trying failed ones again stops nobody', async () => {
    const retried = await amidCreates(() => post('/deliveries/retry', { since, code: '550' }))
    expectSlices(retried)
    expect(retried.result.json.count).toBeGreaterThan(backlog - 100)
  })

  test('erasing a receipt stops nobody', async () => {
    const { result, turns } = await amidCreates(() => post('/merchants/demo/erasures', { receiptId: first }))
    expect(result.json.receipts).toBe(1)
    expectShort(turns)
  })

  test.runIf(isExhaustive)('erasing all of a customer stops nobody', async () => {
    const erased = await amidCreates(() => post('/merchants/demo/erasures', { emailAddress: 'ada@example.com' }))
    expectSlices(erased)
    expect(erased.result.json.receipts).toBe(backlog)
  })
})

/** Makes many receipts of one, each with its mail. */
async function multiply(db: Database, id: string, count: number): Promise<void> {
  const isServer = isPostgres(db)
  const [newId, numbers] = isServer
    ? [`replace(gen_random_uuid()::text, '-', '')`, `generate_series(1, ${count}) as numbers`]
    : [
        'lower(hex(randomblob(16)))',
        `(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count}) select n from counted)`,
      ]
  const copy = async (table: 'receipts' | 'deliveries', from: string, other: Record<string, string>) => {
    const row = await db.selectFrom(table).selectAll().where('merchant_id', '=', 'demo').executeTakeFirstOrThrow()
    const columns = Object.keys(row)
    const values = columns.map(name => other[name] ?? `${table}.${name}`)
    await sql.raw(`insert into ${table} (${columns.join()}) select ${values.join()} from ${from}`).execute(db)
  }
  await copy('receipts', `receipts cross join ${numbers}`, { id: newId })
  const others = `deliveries join receipts on receipts.id <> '${id}'`
  const due = `deliveries.due_at - ${isServer ? '(random() * 500000)::bigint' : 'abs(random()) % 500000'}`
  await copy('deliveries', others, { id: newId, receipt_id: 'receipts.id', due_at: due })
  if (isServer) await sql`analyze deliveries`.execute(db)
}

/** As if the mail server had refused them all. */
async function failAll(db: Database): Promise<void> {
  await sql`
    insert into delivery_attempts (delivery_id, number, started_at, ended_at, outcome, code, detail)
    select id, attempt_count + 1, created_at, created_at, 'failed', '550', '550 5.1.1 no such user' from deliveries
    where status = 'canceled'`.execute(db)
  await sql`update deliveries set status = 'failed', attempt_count = attempt_count + 1 where status = 'canceled'`.execute(
    db,
  )
}
