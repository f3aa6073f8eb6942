import { describe, expect, test } from 'vitest'
import { keepReports } from '../../src/delivery/bounces/kept.ts'
import { inDatabase } from '../support/database.ts'
import { startImapServer } from '../support/imap-server.ts'
import { databases, startService } from '../support/service.ts'
import { ask } from './ask.ts'

const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'receipts@example.com', DNS_SERVERS: '127.0.0.1:1' }
const bounces = { BOUNCE_ADDRESS: 'b@bounce.example.com' }

describe('reports about mails', () => {
  test('come by a mailbox that lets us in', async () => {
    await using imap = await startImapServer()
    imap.add('Subject: unread\n\nstays so')
    const found = await ask('reports', { ...mail, ...bounces, BOUNCE_MAILBOX: imap.url })
    expect(found).toMatchObject({ state: 'ok', says: expect.stringContaining('127.0.0.1 can be read') })
    expect(found?.says).toContain('Reports come by a mailbox.')
    expect(imap.mails[0]?.seen).toBe(false)
  })

  test('don’t come where the mailbox rejects the sign-in, isn’t there, or nobody answers', async () => {
    await using imap = await startImapServer()
    const other = new URL(imap.url)
    other.pathname = '/Bounces'
    expect(await ask('reports', { ...mail, ...bounces, BOUNCE_MAILBOX: other.href })).toMatchObject({
      state: 'fail',
      says: '127.0.0.1 has no mailbox Bounces.',
      mend: expect.stringContaining('end of BOUNCE_MAILBOX'),
    })
    imap.isClosed = true
    const rejected = await ask('reports', { ...mail, ...bounces, BOUNCE_MAILBOX: imap.url })
    expect(rejected).toMatchObject({ state: 'fail', says: expect.stringContaining('rejects the sign-in') })
    expect(rejected?.mend).toContain('BOUNCE_MAILBOX')
    expect(JSON.stringify(rejected)).not.toContain(new URL(imap.url).password)
    const nobody = 'imap://bounces:secret@127.0.0.1:1/INBOX'
    expect(await ask('reports', { ...mail, ...bounces, BOUNCE_MAILBOX: nobody })).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('ECONNREFUSED'),
      mend: expect.stringContaining('host and port'),
    })
  })

  test.each([
    ['email-smtp.eu-west-1.amazonaws.com', 'Amazon SES', 'BOUNCE_SES_TOPIC_ARN'],
    ['smtp.postmarkapp.com', 'Postmark', 'BOUNCE_POSTMARK_USER and BOUNCE_POSTMARK_PASSWORD'],
    ['smtp.sendgrid.net', 'SendGrid', 'BOUNCE_SENDGRID_KEY'],
    ['smtp.eu.mailgun.org', 'Mailgun', 'BOUNCE_MAILGUN_KEY'],
    ['smtp.resend.com', 'Resend', 'BOUNCE_RESEND_SECRET'],
  ])('go to the provider whose server is %s, who needs a secret here', async (host, name, needs) => {
    const found = await ask('reports', { ...mail, SMTP_URL: `smtp://${host}` })
    expect(found).toMatchObject({ state: 'warn', says: expect.stringContaining(`by ${name}, `) })
    expect(found?.mend).toContain(`Set ${needs}, `)
  })

  test('are read if the provider’s secret, a port or a mailbox is set, and nobody’s else', async () => {
    const told = { SMTP_URL: 'smtp://smtp.mailgun.org', BOUNCE_MAILGUN_KEY: 'a-signing-key-of-mailgun' }
    expect(await ask('reports', { ...mail, ...told })).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('by Mailgun.'),
    })
    expect(await ask('reports', { ...mail, ...bounces, BOUNCE_PORT: '2525' })).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('by port 2525.'),
    })
    expect(await ask('reports', mail)).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('Nobody reads what comes back'),
      mend: expect.stringContaining('BOUNCE_ADDRESS'),
    })
    // Another process may read them; and a machine without mails gets none.
    expect(await ask('reports', { ...mail, ...bounces })).toMatchObject({ state: 'ok' })
    expect(await ask('reports', {})).toMatchObject({ state: 'ok' })
  })

  test.each(databases)('that nobody could read or match are counted, on %s', async database => {
    await using shop = await startService({ database, withoutWorker: true })
    const { searchKey } = shop.service
    const unclear = { source: 'port', recipient: undefined }
    const at = Date.parse('2026-11-21T08:00:00Z')
    await inDatabase(shop, db =>
      db.transaction().execute(async transaction => {
        const kinds = ['unreadable', 'unmatched', 'unreadable'] as const
        await keepReports(
          transaction,
          searchKey,
          // A report is kept once.
          kinds.map((kind, at) => ({ ...unclear, kind, content: Buffer.from(`What? ${at}`) })),
          at,
        )
      }),
    )
    const { dataDir, databaseUrl } = shop.config
    const place = databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, MAIL: 'folder' }
    expect(await ask('reports', place as Record<string, string>)).toEqual({
      check: 'reports',
      state: 'warn',
      says: "Reports of the last 30 days couldn't be used: 1 about no known mail, 2 unreadable; the last came on 2026-11-21.",
      mend: 'Look at them: counterfoil-service deliveries reports.',
    })
  })
})
