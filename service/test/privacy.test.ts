import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isExhaustive } from '../../test/support/scope.ts'
import { newId } from '../src/basics/ids.ts'
import { wholeReach } from '../src/basics/reach.ts'
import { openDatabase } from '../src/database/database.ts'
import { createMailFiles, mailFolderOf, openMailFolder } from '../src/delivery/mail/folder.ts'
import type { MailTransport } from '../src/delivery/mail/transport.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { issueAdminToken } from '../src/people/admin-tokens.ts'
import { createRetention, eraseChosen, eraseStrayFiles } from '../src/receipts/privacy/erase.ts'
import { findReceipt, resendReceipt } from '../src/receipts/receipts.ts'
import { openSearchKey } from '../src/receipts/search/terms.ts'
import { createFold } from '../src/statistics/folding/fold.ts'
import { inDatabase, learnBounce, suppressionFor } from './support/database.ts'
import { type MailServer, startMailServer, until } from './support/mail-server.ts'
import { deliveryWith, recordWith } from './support/records.ts'
import {
  type Ask,
  adminToken,
  databases,
  fewDatabases,
  longTest,
  makePlace,
  receipt,
  startService,
  type TestService,
} from './support/service.ts'
import { markedReceipt, tracesOf } from './support/traces.ts'

const mark = 'qzxmark'
const markedAddress = `${mark}@example.com`

const adminOf =
  (shop: TestService, merchant = 'demo') =>
  (path: string, body: unknown, ask: Ask = {}) =>
    shop.ask(`/admin/merchants/${merchant}/${path}`, {
      method: 'POST',
      body,
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
      ...ask,
    })

const timelineOf = async (shop: TestService, id: string) =>
  (await shop.ask(shop.receipts(`/${id}/deliveries`))).json as { id: string; status: string }[]

const isDone = (shop: TestService, id: string, count = 1) =>
  until(async () => {
    const mails = await timelineOf(shop, id)
    return mails.length === count && mails.every(({ status }) => status !== 'queued')
  })

const resend = (shop: TestService, id: string, customerEmailAddress: string) =>
  shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body: { customerEmailAddress } })

/** All rows of the tables an erasure may touch. */
const rowsOf = (shop: TestService) =>
  inDatabase(shop, async db => ({
    receipts: await db.selectFrom('receipts').selectAll().orderBy('id').execute(),
    deliveries: await db.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    attempts: await db.selectFrom('delivery_attempts').selectAll().orderBy('delivery_id').execute(),
    suppressions: await db.selectFrom('suppressions').selectAll().execute(),
  }))

const ways = [
  ['its customer’s address', () => ({ emailAddress: ` ${markedAddress.toUpperCase()}` })],
  ['its id', (receiptId: string) => ({ receiptId })],
  ['its date', () => ({ from: '2025-02-03', to: '2025-02-03' })],
] as const

describe.each(databases)('erasing, on %s', database => {
  // Each database with one of them, unless all is tested.
  const transports = ['folder', 'SMTP'].filter((_, at) => isExhaustive || at === databases.indexOf(database))
  describe.each(transports)('with mails to %s', transport => {
    let mailServer: MailServer | undefined
    let shop: TestService
    beforeAll(async () => {
      mailServer = transport === 'SMTP' ? await startMailServer({ onRcptTo: refuse }) : undefined
      shop = await startService({ database, settings: mailServer ? { SMTP_URL: mailServer.url } : {} })
      // Attached, it would be in the same file.
      const settings = { attachPdf: isExhaustive && transport === 'folder' }
      await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings })
    })
    afterAll(async () => {
      await shop.stop()
      await mailServer?.stop()
    })

    // Choosing by id and by date without mails is tried below; with them, each night.
    test.each(isExhaustive ? ways : ways.slice(0, 1))(
      'by %s leaves no byte of it, and all of the others',
      async (_, choose) => {
        const others = await shop.create(receipt({ customer: { emailAddress: 'other@example.com' } }))
        await isDone(shop, others)
        const before = await rowsOf(shop)

        const requestId = crypto.randomUUID()
        const sent = markedReceipt(mark, { receiptDateTime: '2025-02-03T12:00:00Z', requestId })
        const id = await shop.create(sent)
        await isDone(shop, id)
        await resend(shop, id, `${mark}-friend@example.com`)
        await resend(shop, id, `${mark}-bad@example.com`)
        await isDone(shop, id, 3)
        expect((await shop.ask(shop.receipts(`/${id}/pdf`))).status).toBe(200)
        const traces = await tracesOf(mark, shop.config)
        expect(new Set(traces.map(trace => trace.replace(/.*: /, ''))).size).toBeGreaterThan(150)
        const mails = await timelineOf(shop, id)
        const files = transport === 'folder' ? mails.length * 2 : 0
        const counts = { receipts: 1, deliveries: 3, files }

        const erase = adminOf(shop)
        expect((await erase('erasures', { ...choose(id), dryRun: true })).json).toEqual({ ...counts, dryRun: true })
        expect((await shop.ask(shop.receipts(`/${id}`))).status).toBe(200)
        expect((await erase('erasures', choose(id))).json).toEqual({ ...counts, dryRun: false })
        expect(await tracesOf(mark, shop.config)).toEqual([])
        if (transport === 'folder')
          expect(
            readdirSync(mailFolderOf(shop.config)).filter(name => mails.some(mail => name.startsWith(mail.id))),
          ).toEqual([])
        expect(await rowsOf(shop)).toEqual(before)

        expect((await shop.ask(shop.receipts(`/${id}`))).status).toBe(404)
        expect((await shop.ask(shop.receipts(`/${id}/pdf`))).status).toBe(404)
        expect((await resend(shop, id, 'other@example.com')).status).toBe(404)
        const again = await shop.ask(shop.receipts(), { method: 'POST', body: receipt({ requestId }) })
        expect(again.status).toBe(409)
        expect((await erase('erasures', choose(id))).json).toEqual({
          receipts: 0,
          deliveries: 0,
          files: 0,
          dryRun: false,
        })
      },
    )

    function refuse({ address }: { address: string }, _: unknown, done: (error?: Error | null) => void): void {
      const reply = `5.1.1 <${address}>: user unknown`
      done(address.includes('-bad@') ? Object.assign(new Error(reply), { responseCode: 550 }) : null)
    }
  })

  describe('without a worker', () => {
    let shop: TestService
    beforeAll(async () => {
      shop = await startService({ database, withoutWorker: true })
    })
    afterAll(() => shop.stop())

    const erase = (body: unknown, ask?: Ask) => adminOf(shop)('erasures', body, ask)

    test('takes only the mail of another customer’s receipt', async () => {
      const id = await shop.create(receipt({ customer: { emailAddress: 'eve@example.com' } }))
      await resend(shop, id, markedAddress)
      await resend(shop, id, 'carl@example.com')
      expect((await erase({ emailAddress: markedAddress })).json).toMatchObject({ receipts: 0, deliveries: 1 })
      expect((await shop.ask(shop.receipts(`/${id}`))).status).toBe(200)
      expect(await timelineOf(shop, id)).toMatchObject([
        { customerEmailAddress: 'eve@example.com' },
        { customerEmailAddress: 'carl@example.com' },
      ])
      expect(await tracesOf(mark, shop.config)).toEqual([])
    })

    test.each([
      ['on paper', { receiptType: 'PaperOnly' }, `${mark}@example.com`, `${mark}@example.com`],
      ['in other letters', {}, `Ä${mark}@Example.com`, `ä${mark}@EXAMPLE.COM`],
      ['with its domain in ASCII', {}, `${mark}@Bücher.example`, `${mark}@xn--bcher-kva.example`],
    ])('finds an address %s', async (_, changes, emailAddress, asked) => {
      const id = await shop.create(receipt({ customer: { emailAddress }, ...changes }))
      expect((await erase({ emailAddress: asked })).json).toMatchObject({ receipts: 1 })
      expect((await shop.ask(shop.receipts(`/${id}`))).status).toBe(404)
      expect(await tracesOf(mark, shop.config)).toEqual([])
    })

    test('finds every receipt among many that arrived at the same moment', async () => {
      const receipt_date = Date.parse('2032-01-01')
      await inDatabase(shop, async db => {
        // More than one step of the search takes.
        for (let batch = 0; batch < 5; batch++) {
          const rows = Array.from({ length: 100 }, (_, index) => {
            const email_address = index % 2 ? markedAddress : `c${batch}-${index}@example.com`
            return { id: newId(), about: { email_address, receipt_date } }
          })
          await db
            .insertInto('receipts')
            .values(rows.map(({ id, about }) => recordWith(id, about)))
            .execute()
          await db
            .insertInto('deliveries')
            .values(rows.map(({ id, about: { email_address } }) => deliveryWith(newId(), id, { email_address })))
            .execute()
        }
      })
      expect((await erase({ emailAddress: markedAddress })).json).toMatchObject({ receipts: 250, deliveries: 250 })
      expect(await tracesOf(mark, shop.config)).toEqual([])
      const range = { from: '2032-01-01', to: '2032-01-01' }
      expect((await erase({ ...range, dryRun: true })).json).toMatchObject({ receipts: 250, deliveries: 250 })
      expect((await erase(range)).json).toMatchObject({ receipts: 250, deliveries: 250 })
    })

    test('leaves other merchants alone', async () => {
      await saveMerchant(shop.service, 'alder', { name: 'Alder' })
      const id = await shop.create(receipt({ customer: { emailAddress: markedAddress } }))
      const erased = await Promise.all(
        [{ emailAddress: markedAddress }, { receiptId: id }, { from: '1970-01-01', to: '2100-01-01' }].map(
          async body => (await adminOf(shop, 'alder')('erasures', body)).json.receipts,
        ),
      )
      expect(erased).toEqual([0, 0, 0])
      expect((await shop.ask(shop.receipts(`/${id}`))).status).toBe(200)
      expect((await adminOf(shop, 'nobody')('erasures', { receiptId: id })).status).toBe(404)
      expect((await adminOf(shop, 'nobody')('exports', { receiptId: id })).status).toBe(404)
      await erase({ receiptId: id })
    })

    test('finds nothing where there is nothing', async () => {
      const nothing = { receipts: 0, deliveries: 0, files: 0, dryRun: false }
      expect((await erase({ emailAddress: 'nobody@example.com' })).json).toEqual(nothing)
      expect((await erase({ receiptId: 'x' })).json).toEqual(nothing)
      expect((await erase({ from: '1999-01-01T00:00:00Z', to: '1999-01-01T00:00:01Z' })).json).toEqual(nothing)
    })

    test.each([
      [{}, 'emailAddress'],
      [{ emailAddress: markedAddress, receiptId: '1' }, 'emailAddress'],
      [{ from: '2026-01-01' }, 'emailAddress'],
      [{ receiptId: '1', to: '2026-01-01' }, 'emailAddress'],
      [{ from: 'yesterday', to: '2026-01-01' }, 'from'],
      [{ emailAddress: ' ' }, 'emailAddress'],
      [{ receiptId: '1', reference: markedAddress }, 'reference'],
    ])('rejects %j', async (body, field) => {
      for (const path of ['erasures', 'exports']) {
        const { status, json } = await adminOf(shop)(path, body)
        expect([status, Object.keys(json.errors)]).toEqual([422, [field]])
      }
    })

    test('leaves a trail without the address, and needs the scope', async () => {
      await erase({ emailAddress: markedAddress, reference: 'DSR-17' })
      await adminOf(shop)('exports', { emailAddress: markedAddress, reference: 'DSR-18' })
      const { json } = await shop.ask('/admin/audit', {
        credentials: null,
        headers: { authorization: `Bearer ${adminToken}` },
      })
      expect(json.slice(0, 2)).toMatchObject([
        { action: 'exportReceipts', merchantId: 'demo', detail: { by: 'emailAddress', reference: 'DSR-18' } },
        {
          action: 'eraseReceipts',
          actor: 'ADMIN_TOKEN',
          merchantId: 'demo',
          detail: { by: 'emailAddress', receipts: 0, deliveries: 0, files: 0, dryRun: false, reference: 'DSR-17' },
        },
      ])
      expect(JSON.stringify(json)).not.toContain(mark)
      const { secret } = await issueAdminToken(shop.service.db, 'desk', ['read', 'deliveries', 'settings'], Date.now())
      const headers = { authorization: `Bearer ${secret}` }
      expect((await erase({ receiptId: '1' }, { headers })).status).toBe(403)
      expect((await adminOf(shop)('exports', { receiptId: '1' }, { headers })).status).toBe(403)
    })

    test('refuses a resend that began before', async () => {
      const id = await shop.create(receipt())
      const stale = await findReceipt(shop.service.db, wholeReach('demo'), id)
      await erase({ receiptId: id })
      expect(
        stale && (await resendReceipt(shop.service, stale, { emailAddress: markedAddress, mailDomain: 'example.com' })),
      ).toBe('erased')
      expect(await tracesOf(mark, shop.config)).toEqual([])
    })
  })

  longTest(database)('a queued mail is never sent', async () => {
    await using mailServer = await startMailServer()
    await using shop = await startService({ database, settings: { SMTP_URL: mailServer.url } })
    const admin = { credentials: null, headers: { authorization: `Bearer ${adminToken}` } }
    const hold = { method: 'POST', body: { all: true, reason: 'A test' }, ...admin }
    const { json: pause } = await shop.ask('/admin/pauses', hold)
    const held = await shop.create(receipt({ customer: { emailAddress: markedAddress } }))
    await until(async () => (await timelineOf(shop, held))[0]?.status === 'held')
    await shop.create(receipt({ customer: { emailAddress: markedAddress } }))
    expect((await adminOf(shop)('erasures', { emailAddress: markedAddress })).json).toMatchObject({ deliveries: 2 })
    await shop.ask(`/admin/pauses/${pause.id}`, { method: 'DELETE', ...admin })
    await shop.create(receipt({ customer: { emailAddress: 'later@example.com' } }))
    await mailServer.received(1)
    expect(mailServer.mails.flatMap(({ envelope }) => envelope.to)).toEqual(['later@example.com'])
    expect(await tracesOf(mark, shop.config)).toEqual([])
  })

  const ends: [string, number | undefined][] = [
    ['accepted', undefined],
    ['refused', 550],
    ['put off', 450],
  ]
  test.each(ends.slice(0, fewDatabases.includes(database) ? 3 : 1))(
    'a mail that is being sent, and then %s, leaves no trace',
    async (_, responseCode) => {
      const asked = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      await using mailServer = await startMailServer({
        async onRcptTo({ address }, _session, done) {
          asked.resolve()
          await answer.promise
          done(responseCode ? Object.assign(new Error(`5.1.1 <${address}> user unknown`), { responseCode }) : null)
        },
      })
      await using shop = await startService({ database, settings: { SMTP_URL: mailServer.url } })
      await shop.create(receipt({ customer: { emailAddress: markedAddress } }))
      await asked.promise
      expect((await adminOf(shop)('erasures', { emailAddress: markedAddress })).json).toMatchObject({ receipts: 1 })
      expect(await tracesOf(mark, shop.config)).toEqual([])
      answer.resolve()
      if (!responseCode) await mailServer.received(1)
      await shop.service.close()
      expect(await tracesOf(mark, shop.config)).toEqual([])
      const { suppressions, attempts } = await rowsOf(shop)
      expect([suppressions, attempts]).toEqual([[], []])
    },
  )

  test('while mails are sent and sent again at the same time, leaves nothing without its receipt', async () => {
    await using shop = await startService({ database })
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => shop.create(receipt({ customer: { emailAddress: markedAddress } }))),
    )
    const resends = ids.map(async id => {
      for (let status = 202; status === 202; ) status = (await resend(shop, id, 'friend@example.com')).status
    })
    const erased = await Promise.all(ids.map(receiptId => adminOf(shop)('erasures', { receiptId })))
    expect(erased.map(({ status, json }) => [status, json.receipts])).toEqual(ids.map(() => [200, 1]))
    await Promise.all(resends)
    await shop.service.close()
    expect(await rowsOf(shop)).toEqual({ receipts: [], deliveries: [], attempts: [], suppressions: [] })
    expect(readdirSync(mailFolderOf(shop.config))).toEqual([])
    expect(await tracesOf(mark, shop.config)).toEqual([])
  })

  longTest(database)('a mail that is being written to a file leaves no file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-mails-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const files = await openMailFolder(folder)
    const began = Promise.withResolvers<void>()
    const erased = Promise.withResolvers<void>()
    let written: string[] = []
    const transport: MailTransport = {
      ...files,
      async send(mail, signal) {
        began.resolve()
        await erased.promise
        const sent = await files.send(mail, signal)
        written = readdirSync(folder)
        return sent
      },
    }
    await using shop = await startService({ database, transport })
    await shop.create(receipt({ customer: { emailAddress: markedAddress } }))
    await began.promise
    expect((await adminOf(shop)('erasures', { emailAddress: markedAddress })).json).toMatchObject({ receipts: 1 })
    erased.resolve()
    await shop.service.close()
    expect(written).toHaveLength(2)
    expect(readdirSync(folder)).toEqual([])
  })

  test('retention erases as thoroughly, also what other processes left in files', async () => {
    let today = Date.parse('2026-01-01T00:00:00Z')
    await using shop = await startService({ database, now: () => today })
    const eraseExpired = createRetention(shop.service)
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { retentionDays: 30 } })
    const old = await shop.create(markedReceipt(mark, { requestId: 'old' }))
    await isDone(shop, old)
    await learnBounce(shop, markedAddress)
    today += 20 * 86_400_000
    const young = await shop.create(receipt({ requestId: 'young' }))
    await isDone(shop, young)
    expect(await eraseExpired()).toBe(0)
    expect((await tracesOf(mark, shop.config)).length).toBeGreaterThan(150)
    today += 11 * 86_400_000
    expect(await eraseExpired()).toBe(1)
    expect(await tracesOf(mark, shop.config)).toEqual([])
    expect(await suppressionFor(shop, markedAddress)).toBeUndefined()
    expect((await shop.ask(shop.receipts(`/${young}`))).status).toBe(200)
    expect((await shop.ask(shop.receipts(), { method: 'POST', body: receipt({ requestId: 'old' }) })).status).toBe(409)

    const folder = mailFolderOf(shop.config)
    const mails = readdirSync(folder)
    expect(mails).toHaveLength(2)
    for (const name of ['eml', 'json.part']) writeFileSync(join(folder, `${newId()}.${name}`), mark)
    expect(await eraseStrayFiles(shop.service)).toBe(2)
    expect(readdirSync(folder)).toEqual(mails)
  })
})

test('the embedded database overwrites what it deletes, also in a file too large to be written anew', async () => {
  const place = await makePlace('SQLite')
  const { DATA_DIR: dataDir = '' } = place.settings
  const { db, scrub, close } = await openDatabase({ folder: dataDir })
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids) {
    const text = JSON.stringify({ text: `${mark} `.repeat(ids.indexOf(id) * 5) })
    await db
      .insertInto('receipts')
      .values(recordWith(id, { api_request: text }))
      .execute()
    await db
      .insertInto('deliveries')
      .values(deliveryWith(newId(), id, { email_address: markedAddress }))
      .execute()
  }
  const erasure = {
    db,
    scrub: () => scrub(0),
    files: createMailFiles(dataDir),
    searchKey: await openSearchKey(db, undefined, 0),
    fold: createFold(db, Date.now),
    now: Date.now,
  }
  expect(await eraseChosen(erasure, 'demo', { from: 0, to: 0 })).toEqual({ receipts: 200, deliveries: 200, files: 0 })
  expect(await tracesOf(mark, { dataDir })).toEqual([])
  await close()
  await place.remove()
})
