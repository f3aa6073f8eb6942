import { expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { listKeptReports } from '../../src/delivery/bounces/kept.ts'
import { claimMailbox, releaseMailbox, saveProgress } from '../../src/delivery/bounces/mailbox/progress.ts'
import { watchMailbox } from '../../src/delivery/bounces/mailbox/watch.ts'
import { createDeliveryTokens } from '../../src/delivery/bounces/senders.ts'
import { createReportTaker } from '../../src/delivery/bounces/take.ts'
import { startImapServer } from '../support/imap-server.ts'
import { startMailServer, until } from '../support/mail-server.ts'
import { dsn } from '../support/reports.ts'
import { databases, receipt, startService } from '../support/service.ts'

test.each(databases)('a mailbox is read once by one process, which marks what was a report, on %s', async database => {
  await using mailServer = await startMailServer()
  await using imap = await startImapServer()
  imap.add('Subject: Lunch?\r\nFrom: grace@example.com\r\n\r\nAt noon.\r\n')
  await using shop = await startService({
    database,
    mailboxInterval: 50,
    settings: { SMTP_URL: mailServer.url, BOUNCE_ADDRESS: 'bounces@example.com', BOUNCE_MAILBOX: imap.url },
  })
  const id = await shop.create(receipt())
  const [mail] = await mailServer.received(1)
  const status = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status
  await until(async () => (await status()) === 'sent')

  const sender = mail?.envelope.from ?? ''
  const report = dsn({ recipient: 'guest@example.com', to: 'postmaster@example.com' })
  imap.add(`Delivered-To: <${sender.toUpperCase()}>\r\n${report}`)
  await until(async () => (await status()) === 'bounced')
  await until(() => imap.mails[1]?.seen === true)
  expect(imap.mails.map(({ seen }) => seen)).toEqual([false, true])
  const progress = () =>
    shop.service.db.selectFrom('bounce_mailboxes').select(['uid_validity', 'last_uid']).executeTakeFirstOrThrow()
  await until(async () => Number((await progress()).last_uid) === 42)

  // A server that is away, then has a mailbox of another UIDVALIDITY.
  imap.isClosed = true
  const { logins } = imap
  await until(() => imap.logins > logins + 1)
  imap.mails.splice(0, 2)
  imap.uidValidity = 8
  imap.add('Subject: New\r\n\r\nHello.\r\n')
  imap.isClosed = false
  await until(async () => (await progress()).uid_validity === '8')
  const { text } = await shop.ask('/metrics')
  const counted = [...text.matchAll(/source="mailbox",kind="(\w+)"\} (\d+)/g)].map(
    ([, kind, count]) => `${kind} ${count}`,
  )
  expect(counted.sort()).toEqual(['bounce 1', 'unmatched 2'])
})

test.each(databases)(
  'of a mailbox that two processes read at once nothing is counted twice or lost, on %s',
  async database => {
    await using mailServer = await startMailServer()
    await using imap = await startImapServer()
    const settings = { SMTP_URL: mailServer.url, BOUNCE_ADDRESS: 'bounces@example.com' }
    await using shop = await startService({ database, settings })
    const ids: string[] = []
    for (let number = 1; number <= 6; number++)
      ids.push(
        await shop.create(
          receipt({ transactionNumber: `${number}`, customer: { emailAddress: `guest-${number}@example.com` } }),
        ),
      )
    const mails = await mailServer.received(ids.length)
    const statuses = async () =>
      Promise.all(ids.map(async id => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status))
    await until(async () => (await statuses()).every(status => status === 'sent'))
    for (const [number, { envelope }] of mails.entries()) {
      imap.add(`Subject: Hello ${number}\r\nFrom: grace@example.com\r\n\r\nAt noon.\r\n`)
      imap.add(`Delivered-To: <${envelope.from}>\r\n${dsn({ recipient: envelope.to[0] ?? '' })}`)
    }

    const { service } = shop
    const { db } = service
    const counts: string[] = []
    const tokens = createDeliveryTokens(service.searchKey)
    const taker = createReportTaker({ ...service, tokens, count: (_, kind) => counts.push(kind) })
    const log = openLog('silent')
    const watch = (takeMail: typeof taker.takeMail, now = Date.now) =>
      watchMailbox({ db, log, now, address: imap.url, taker: { takeMail }, interval: 20 })

    // The first one has a mail in hand for longer than it may have the mailbox, and takes it when the other has read all.
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let taken = 0
    const slow = watch(async mail => {
      if (++taken === 3) {
        reached.resolve()
        await held.promise
      }
      return taker.takeMail(mail)
    })
    await reached.promise
    const early = watch(taker.takeMail)
    await until(() => imap.logins > 0)
    expect(counts).toHaveLength(2)
    await early.stop()
    const late = watch(taker.takeMail, () => Date.now() + 3_600_000)
    await until(async () => (await statuses()).every(status => status === 'bounced'))
    held.resolve()
    await slow.stop()
    await late.stop()

    expect(counts.filter(kind => kind === 'bounce')).toHaveLength(6)
    expect(taken).toBe(3)
    expect(await db.selectFrom('suppressions').select('kind').execute()).toHaveLength(6)
    // The mail that both took is kept once.
    const kept = await listKeptReports(db, 100)
    expect(kept.map(({ content }) => /Hello \d/.exec(content)?.[0]).sort()).toEqual(mails.map((_, at) => `Hello ${at}`))
    expect(imap.mails.filter(({ seen }) => seen)).toHaveLength(6)
  },
)

test.each(databases)('a mailbox has one reader at a time, and another one when that is gone, on %s', async database => {
  await using shop = await startService({ database, withoutWorker: true })
  const { db } = shop.service
  const claim = (holder: string, at: number) => claimMailbox(db, { mailbox: 'm', holder, at, until: at + 1000 })
  expect(await claim('one', 10)).toEqual({ uidValidity: '', lastUid: 0 })
  expect(await claim('two', 500)).toBeUndefined()
  expect(await saveProgress(db, { mailbox: 'm', holder: 'two' }, { uidValidity: '7', lastUid: 9 })).toBe(false)
  expect(await saveProgress(db, { mailbox: 'm', holder: 'one' }, { uidValidity: '7', lastUid: 5 })).toBe(true)
  expect(await claim('one', 600)).toEqual({ uidValidity: '7', lastUid: 5 })
  expect(await claim('two', 1600)).toEqual({ uidValidity: '7', lastUid: 5 })
  await releaseMailbox(db, 'm', 'two')
  expect(await claim('one', 1700)).toEqual({ uidValidity: '7', lastUid: 5 })
})
