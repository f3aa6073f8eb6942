import { expect, test } from 'vitest'
import { claimMailbox, releaseMailbox, saveProgress } from '../../src/delivery/bounces/mailbox/progress.ts'
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
