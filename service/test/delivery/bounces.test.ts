import { describe, expect, test } from 'vitest'
import type { DatabaseInspection } from '../../src/database/inspect.ts'
import { applyReports } from '../../src/delivery/bounces/apply.ts'
import { keptReports, listKeptReports } from '../../src/delivery/bounces/kept.ts'
import { createDeliveryTokens } from '../../src/delivery/bounces/senders.ts'
import { readReport } from '../../src/delivery/reports/read.ts'
import { suppressedBy } from '../../src/delivery/suppression/suppression.ts'
import { checkReports } from '../../src/operations/doctor/report-check.ts'
import { eraseChosen } from '../../src/receipts/privacy/erase.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { type MailServer, startMailServer, until } from '../support/mail-server.ts'
import { bring, complaint, dsn } from '../support/reports.ts'
import {
  adminToken,
  databases,
  longTest,
  receipt,
  startService,
  type TestOptions,
  type TestService,
} from '../support/service.ts'

const settings = { BOUNCE_ADDRESS: 'bounces@example.com', BOUNCE_PORT: '0' }

function shopWith(mailServer: Pick<MailServer, 'url'>, options: TestOptions = {}): Promise<TestService> {
  return startService({ ...options, settings: { SMTP_URL: mailServer.url, ...settings, ...options.settings } })
}

/** A mail that was sent, with the sender of its envelope. */
async function sent(shop: TestService, mailServer: MailServer, given = receipt()) {
  const before = mailServer.mails.length
  const id = await shop.create(given)
  await mailServer.received(before + 1)
  const deliveries = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json
  await until(async () => (await deliveries())[0].status === 'sent')
  const mail = mailServer.mails[before]
  const [{ customerEmailAddress: address, messageId, id: deliveryId }] = await deliveries()
  return {
    ...{ id, deliveryId, address, messageId },
    sender: mail?.envelope.from ?? '',
    source: mail?.source ?? '',
    delivery: async () => (await deliveries())[0],
  }
}

const portOf = (shop: TestService) => shop.service.bouncePort ?? 0

const suppressionOf = ({ service }: TestService, emailAddress: string) =>
  suppressedBy(service.db, service.searchKey, { merchantId: 'demo', emailAddress }, Date.now())

/** What the metrics count of reports: `port bounce 2`. */
async function counted(shop: TestService): Promise<string[]> {
  const { text } = await shop.ask('/metrics')
  const lines = text.matchAll(/^counterfoil_bounce_reports_total\{source="(\w+)",kind="(\w+)"\} (\d+)$/gm)
  return [...lines].map(([, source, kind, count]) => `${source} ${kind} ${count}`).sort()
}

async function mailsOf(shop: TestService) {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const query = `fromDate=${day(-1)}&toDate=${day(1)}&timeZone=UTC`
  const { json } = await shop.ask(`/ws/rest/v1/merchants/demo/statistics?${query}`)
  const { sent, bounced, failed } = json.totals.deliveries
  return { sent, bounced, failed }
}

describe.each(databases)('on %s', database => {
  test('a report that several processes bring at once counts and suppresses once', async () => {
    await using mailServer = await startMailServer()
    await using shop = await shopWith(mailServer, { database })
    const mail = await sent(shop, mailServer)
    const { db, searchKey } = shop.service
    const reports = await readReport(dsn({ recipient: mail.address }))
    const told = reports.map(report => ({ report, deliveryId: mail.deliveryId, signed: true }))
    const apply = () => db.transaction().execute(transaction => applyReports(transaction, searchKey, told, Date.now()))
    const fates = await Promise.all(Array.from({ length: 4 }, apply))
    expect(fates.flat().map(({ fate }) => fate)).toEqual(Array(4).fill('applied'))
    expect(await mail.delivery()).toMatchObject({ status: 'bounced', reason: 'unknown_mailbox' })
    expect(await mailsOf(shop)).toEqual({ sent: 0, bounced: 1, failed: 0 })
    expect(await db.selectFrom('suppressions').select('kind').execute()).toEqual([{ kind: 'bounce' }])
    await rebuildStatistics({ ...shop.service, now: Date.now }, 'demo')
    expect(await mailsOf(shop)).toEqual({ sent: 0, bounced: 1, failed: 0 })
  })

  longTest(database)(
    'a mail that comes back to its signed sender is bounced, and its address is mailed to no more',
    async () => {
      const asked: unknown[] = []
      await using mailServer = await startMailServer({
        hideDSN: false,
        onRcptTo(recipient, { envelope }, done) {
          asked.push((envelope as { dsn?: object }).dsn, (recipient as { dsn?: object }).dsn)
          done()
        },
      })
      await using shop = await shopWith(mailServer, { database })
      const mail = await sent(shop, mailServer)
      const [, envid] = /\+(.*)@/.exec(mail.sender) ?? []
      expect(asked).toMatchObject([
        { envid, ret: 'HDRS' },
        { notify: ['FAILURE', 'DELAY'], orcpt: `rfc822;${mail.address}` },
      ])
      expect(mail.sender).toMatch(/^bounces\+[0-9a-f]{32}\.[0-9a-f]{20}@example\.com$/)
      expect(mail.sender.split('@')[0]?.length).toBeLessThanOrEqual(64)
      expect(mail.source).toMatch(/^From: .*receipts@example\.com/m)

      // Hosts may write what is before the @ in capitals.
      const report = dsn({ recipient: mail.address })
      expect(await bring(portOf(shop), mail.sender.toUpperCase(), report)).toMatch(/^250 /)
      const bounced = await mail.delivery()
      expect(bounced).toMatchObject({
        status: 'bounced',
        reason: 'unknown_mailbox',
        report: { words: expect.stringContaining('User unknown') },
      })
      expect(await suppressionOf(shop, mail.address)).toMatchObject({ kind: 'bounce', reason: 'unknown_mailbox' })
      expect(await mailsOf(shop)).toEqual({ sent: 0, bounced: 1, failed: 0 })

      // It changes nothing when it comes again, or says that it is late.
      expect(await bring(portOf(shop), mail.sender, report)).toMatch(/^250 /)
      const late = dsn({
        recipient: mail.address,
        action: 'delayed',
        status: '4.4.1',
        diagnostic: 'smtp; 421 4.4.1 busy',
      })
      expect(await bring(portOf(shop), mail.sender, late)).toMatch(/^250 /)
      expect(await mail.delivery()).toEqual(bounced)
      expect(await mailsOf(shop)).toEqual({ sent: 0, bounced: 1, failed: 0 })

      // Whoever complains has it.
      expect(await bring(portOf(shop), mail.sender, complaint(mail.address))).toMatch(/^250 /)
      expect(await mail.delivery()).toMatchObject({ status: 'complained', reason: 'complaint' })
      expect(await suppressionOf(shop, mail.address)).toMatchObject({ kind: 'complaint' })
      expect(await mailsOf(shop)).toEqual({ sent: 1, bounced: 0, failed: 0 })
      await bring(portOf(shop), mail.sender, report)
      expect(await mail.delivery()).toMatchObject({ status: 'complained' })
      expect(await counted(shop)).toEqual(['port bounce 3', 'port complaint 1', 'port delayed 1'])
      await rebuildStatistics({ ...shop.service, now: Date.now }, 'demo')
      expect(await mailsOf(shop)).toEqual({ sent: 1, bounced: 0, failed: 0 })
    },
  )

  longTest(database)(
    'a late report about an earlier attempt changes nothing of a mail that was sent anew since',
    async () => {
      await using mailServer = await startMailServer()
      await using shop = await shopWith(mailServer, { database })
      const mail = await sent(shop, mailServer)
      const full = { recipient: mail.address, status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }
      const sendAnew = async (count: number) => {
        const headers = { authorization: `Bearer ${adminToken}` }
        const body = { since: new Date(Date.now() - 3_600_000).toISOString(), status: 'bounced' }
        const { json } = await shop.ask('/admin/deliveries/retry', { method: 'POST', credentials: null, headers, body })
        expect(json.count).toBe(1)
        await mailServer.received(count)
        await until(async () => (await mail.delivery()).status === 'sent')
      }
      await bring(portOf(shop), mail.sender, dsn(full))
      expect((await mail.delivery()).status).toBe('bounced')
      await sendAnew(2)
      const again = mailServer.mails[1]?.envelope.from ?? ''
      expect(again).not.toBe(mail.sender)

      // The host's second word on the first attempt: its address wouldn't be mailed to anymore, either.
      await bring(portOf(shop), mail.sender, dsn(full))
      await bring(portOf(shop), mail.sender, dsn({ recipient: mail.address }))
      expect((await mail.delivery()).status).toBe('sent')
      expect(await suppressionOf(shop, mail.address)).toBeUndefined()
      expect(await mailsOf(shop)).toEqual({ sent: 1, bounced: 0, failed: 0 })

      // The same of a report that names no attempt, if a provider says when it was.
      const { db, searchKey } = shop.service
      const [report] = await readReport(dsn(full))
      if (!report) throw new Error('There is none.')
      const { deliveryId, messageId } = mail
      const told = (writtenAt: number) => [{ report: { ...report, writtenAt }, deliveryId, messageId, signed: false }]
      const apply = (writtenAt: number) =>
        db.transaction().execute(transaction => applyReports(transaction, searchKey, told(writtenAt), Date.now()))
      await apply(Date.now() - 3_600_000)
      expect((await mail.delivery()).status).toBe('sent')
      await apply(Date.now())
      expect((await mail.delivery()).status).toBe('bounced')

      // What is said of the last attempt counts, and a complaint about any.
      await sendAnew(3)
      await bring(portOf(shop), mailServer.mails[2]?.envelope.from ?? '', dsn(full))
      expect(await mailsOf(shop)).toEqual({ sent: 0, bounced: 1, failed: 0 })
      await bring(portOf(shop), mail.sender, complaint(mail.address))
      expect((await mail.delivery()).status).toBe('complained')
    },
  )

  longTest(database)(
    'what is kept because nobody knows its mail is little, and is erased with the person',
    async () => {
      await using mailServer = await startMailServer()
      await using shop = await shopWith(mailServer, { database })
      const mail = await sent(shop, mailServer)
      const { db } = shop.service
      for (let number = 0; number < 3; number++)
        await bring(portOf(shop), mail.sender, `Subject: Hello ${number}\r\n\r\nAda <${mail.address}> is away.\r\n`)
      const kept = await listKeptReports(db, 10)
      expect(kept.map(({ kind, source }) => `${source} ${kind}`)).toEqual(Array(3).fill('port unreadable'))
      expect(kept[0]?.content).toContain('Hello 2')
      expect(JSON.stringify(kept.map(({ content, ...rest }) => rest))).not.toContain(mail.address)
      expect((await mail.delivery()).status).toBe('sent')
      const headers = { authorization: `Bearer ${adminToken}` }
      const { json } = await shop.ask('/admin/bounce-reports', { credentials: null, headers })
      expect(json.map(({ content }: { content: string }) => content)).toEqual(kept.map(({ content }) => content))
      const look = Promise.resolve({ db, tables: 'current' } as DatabaseInspection)
      const { smtpUrl: _, ...config } = shop.config
      const doctor = () => checkReports(config, look, 1000)
      expect(await doctor()).toMatchObject({ state: 'warn', says: expect.stringContaining('3 unreadable') })

      await eraseChosen(shop.service, 'demo', { emailAddress: mail.address.toUpperCase() })
      expect(await listKeptReports(db, 10)).toEqual([])
      expect((await doctor()).state).toBe('ok')
      // Nothing is kept of a mail that was erased.
      expect(await bring(portOf(shop), mail.sender, dsn({ recipient: mail.address }))).toMatch(/^250 /)
      expect(await listKeptReports(db, 10)).toEqual([])
      expect(await counted(shop)).toEqual(['port gone 1', 'port unreadable 3'])
    },
  )
})

test('a report without the signed sender counts if it returns the Message-ID and names the recipient', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const [mail, other] = [
    await sent(shop, mailServer),
    await sent(shop, mailServer, receipt({ transactionNumber: '77' })),
  ]
  const original = [`Message-ID: ${mail.messageId}`, `To: ${mail.address}`]
  // It comes to another mail's sender, as if one had been copied: it is that one's.
  expect(await bring(portOf(shop), other.sender, dsn({ recipient: mail.address, original }))).toMatch(/^250 /)
  expect([(await mail.delivery()).status, (await other.delivery()).status]).toEqual(['sent', 'bounced'])

  const { service } = shop
  const unsigned = { ...service, count: () => {} }
  const { createReportTaker } = await import('../../src/delivery/bounces/take.ts')
  const taker = createReportTaker({ ...unsigned, tokens: createDeliveryTokens(service.searchKey) })
  const take = (content: string) => taker.takeMail({ source: 'mailbox', content: Buffer.from(content), recipients: [] })
  expect(await take(dsn({ recipient: 'grace@example.com', original: [`Message-ID: ${mail.messageId}`] }))).toBe(false)
  expect(await take(dsn({ recipient: mail.address, original: ['Message-ID: <00@example.com>'] }))).toBe(false)
  expect((await mail.delivery()).status).toBe('sent')
  expect(await take(dsn({ recipient: mail.address, original }))).toBe(true)
  expect((await mail.delivery()).status).toBe('bounced')
})

test('only a host that says that its own address does not exist ends mail to it', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const cases = [
    { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full', reason: 'mailbox_full' },
    { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 Message blocked by policy', reason: 'policy' },
    // The customer's own mail is forwarded to an address that is gone.
    { recipient: 'ada@elsewhere.example.net', reason: 'unknown_mailbox' },
  ]
  for (const [index, { reason, ...said }] of cases.entries()) {
    const mail = await sent(shop, mailServer, receipt({ transactionNumber: `10${index}` }))
    await bring(portOf(shop), mail.sender, dsn({ recipient: mail.address, ...said }))
    expect(await mail.delivery()).toMatchObject({ status: 'bounced', reason })
    expect(await suppressionOf(shop, mail.address)).toBeUndefined()
  }
  const mail = await sent(shop, mailServer, receipt({ transactionNumber: '110' }))
  const late = { action: 'delayed', status: '4.4.1', diagnostic: 'smtp; 421 4.4.1 No answer from host' }
  await bring(portOf(shop), mail.sender, dsn({ recipient: mail.address, ...late }))
  expect(await mail.delivery()).toMatchObject({
    status: 'sent',
    report: { words: expect.stringContaining('No answer') },
  })
  const arrived = { action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 2.0.0 OK' }
  await bring(portOf(shop), mail.sender, dsn({ recipient: mail.address, ...arrived }))
  const { status, reason } = await mail.delivery()
  expect([status, reason]).toEqual(['sent', undefined])
})

test('an address that sends mail on, by an alias or a list, isn’t gone with one that it sends to', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const gone = 'smtp; 550 5.1.1 User unknown'
  const row = (address: string, action: string, status = '5.1.1', diagnostic = gone) =>
    `Final-Recipient: rfc822; ${address}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: ${diagnostic}\r\n\r\n`
  const cases = [
    // An alias's other person has left.
    {
      rows: (own: string) => `Original-Recipient: rfc822; ${own}\r\n${row('jo.left@example.com', 'failed')}`,
      is: 'bounced',
    },
    { rows: () => row('jo.left@example.com', 'failed'), is: 'bounced' },
    // A list took it, and one of its readers is gone.
    {
      rows: (own: string) => row(own, 'expanded', '2.0.0', 'smtp; 250 2.0.0 OK') + row('jo.left@example.com', 'failed'),
      is: 'sent',
    },
    {
      rows: (own: string) => row('jo.left@example.com', 'failed') + row(own, 'relayed', '2.0.0', 'smtp; 250 2.0.0 OK'),
      is: 'sent',
    },
    // It is late for one, and gone for another.
    { rows: (own: string) => row(own, 'delayed', '4.4.1') + row('jo.left@example.com', 'failed'), is: 'sent' },
  ]
  for (const [index, { rows, is }] of cases.entries()) {
    const mail = await sent(shop, mailServer, receipt({ transactionNumber: `30${index}` }))
    const placeholder = /Final-Recipient: .*?\r\n\r\n/s
    const report = dsn({ recipient: mail.address }).replace(placeholder, () => rows(mail.address))
    expect(await bring(portOf(shop), mail.sender, report)).toMatch(/^250 /)
    expect([index, (await mail.delivery()).status]).toEqual([index, is])
    expect([index, await suppressionOf(shop, mail.address)]).toEqual([index, undefined])
  }
  // Hosts leave out what stands behind the plus.
  const mail = await sent(shop, mailServer, receipt({ customer: { emailAddress: 'ada+receipts@example.com' } }))
  await bring(portOf(shop), mail.sender, dsn({ recipient: 'Ada@example.com' }))
  expect(await suppressionOf(shop, mail.address)).toMatchObject({ kind: 'bounce', reason: 'unknown_mailbox' })
  expect(await suppressionOf(shop, 'ada@example.com')).toBeUndefined()
})

test('the port takes nothing but mails to our own signed senders', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const mail = await sent(shop, mailServer)
  const report = dsn({ recipient: mail.address })
  const forged = mail.sender.replace(/[0-9a-f](?=@)/, digit => (digit === '0' ? '1' : '0'))
  for (const to of [
    ...[forged, 'bounces@example.com', 'receipts@example.com', 'ada@example.net', 'postmaster@example.com'],
    mail.sender.replace('@example.com', '@example.org'),
    mail.sender.replace('bounces', 'x'),
  ])
    expect(await bring(portOf(shop), to, report)).toMatch(/^550 5\.1\.1 /)
  expect(await counted(shop)).toEqual(['port forged 1'])
  expect((await mail.delivery()).status).toBe('sent')
  // Nothing is mailed in return, whatever comes.
  await bring(portOf(shop), mail.sender, `Subject: a loop\r\n\r\n${report}`, mail.sender)
  expect(mailServer.mails).toHaveLength(1)
})

test('a report that comes before its mail is recorded as sent comes again', async () => {
  await using mailServer = await startMailServer()
  await using shop = await shopWith(mailServer)
  const mail = await sent(shop, mailServer)
  const { db } = shop.service
  await db.updateTable('deliveries').set({ status: 'queued' }).where('id', '=', mail.deliveryId).execute()
  await db.updateTable('delivery_attempts').set({ ended_at: null }).where('delivery_id', '=', mail.deliveryId).execute()
  const report = dsn({ recipient: mail.address })
  expect(await bring(portOf(shop), mail.sender, report)).toMatch(/^451 4\.3\.0 /)
  await db.updateTable('deliveries').set({ status: 'sent' }).where('id', '=', mail.deliveryId).execute()
  expect(await bring(portOf(shop), mail.sender, report)).toMatch(/^250 /)
  expect((await mail.delivery()).status).toBe('bounced')
})

test('the newest reports are kept, each as far as its beginning', async () => {
  await using shop = await startService({ withoutWorker: true })
  const { db, searchKey } = shop.service
  const { keepReports } = await import('../../src/delivery/bounces/kept.ts')
  const contentOf = (number: number) => Buffer.from(`${number} `.padEnd(3 * keptReports.bytes, 'ä\0'))
  const report = (number: number) =>
    ({ source: 'port', kind: 'unmatched', recipient: undefined, content: contentOf(number) }) as const
  const keep = (numbers: number[], at: number) =>
    db.transaction().execute(transaction => keepReports(transaction, searchKey, numbers.map(report), at))
  await keep([...Array(keptReports.most).keys()], 1)
  for (let at = 2; at <= 6; at++) await keep([1000 + at], at)
  const kept = await listKeptReports(db, 1000)
  expect([kept.length, kept[0]?.received_at, kept[0]?.content.length]).toEqual([keptReports.most, 6, keptReports.bytes])
})

test('without a setting, the envelope’s sender is the mail’s, and no port is open', async () => {
  await using mailServer = await startMailServer({ hideDSN: false })
  await using shop = await startService({ settings: { SMTP_URL: mailServer.url } })
  const mail = await sent(shop, mailServer)
  expect([mail.sender, shop.service.bouncePort]).toEqual(['receipts@example.com', undefined])
})
