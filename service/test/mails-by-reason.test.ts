import { describe, expect, test } from 'vitest'
import { deliveriesCommand } from '../src/commands/mail-commands.ts'
import { pageSizes } from '../src/delivery/outbox/listing.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { adminToken, databases, receipt, startService } from './support/service.ts'

/** What the mail server says to each local part. */
const says: Readonly<Record<string, readonly [number, string]>> = {
  gone: [550, '5.1.1 User unknown'],
  blocked: [550, '5.7.1 message blocked'],
  full: [552, '5.2.2 Mailbox full'],
}

describe.each(databases)('mails by reason, on %s', database => {
  test('are listed, tried again and given up without the others, by the API and the command', async () => {
    let isFixed = false
    await using mailServer = await startMailServer({
      onRcptTo({ address }, _session, done) {
        const [code, words] = says[address.split('@')[0] ?? ''] ?? []
        if (code === undefined || (isFixed && code === 550)) return done()
        done(Object.assign(new Error(words), { responseCode: code }))
      },
    })
    await using shop = await startService({ database, settings: { SMTP_URL: mailServer.url }, waits: [60_000] })
    const admin = (path: string, body?: unknown) =>
      shop.ask(`/admin/deliveries${path}`, {
        ...(body !== undefined && { method: 'POST', body }),
        credentials: null,
        headers: { authorization: `Bearer ${adminToken}` },
      })
    const list = async (query = '') => {
      const { json } = await admin(query)
      return json.deliveries.map(({ domain, reason, code, status }: Record<string, string>) =>
        [domain, reason, code, status].join(' '),
      )
    }
    const mail = async (id: string) => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
    const send = async (emailAddress: string) => {
      const id = await shop.create(receipt({ customer: { emailAddress } }))
      await until(async () => (await mail(id)).status !== 'queued')
      return id
    }
    const blocked = await send('blocked@Mail.example')
    const gone = await send('gone@mail.example')
    await send('full@other.example')
    await send('ada@other.example')

    // O3: a policy is no unknown address.
    expect(await mail(blocked)).toMatchObject({ status: 'failed', reason: 'policy', remedy: 'reputation' })
    expect(await mail(gone)).toMatchObject({ status: 'failed', reason: 'unknown_mailbox', remedy: 'ask_address' })
    expect((await list()).sort()).toEqual([
      'mail.example policy 550 failed',
      'mail.example unknown_mailbox 550 failed',
      'other.example mailbox_full 552 failed',
    ])
    expect(await list('?reason=policy')).toEqual(['mail.example policy 550 failed'])
    expect(await list('?domain=other.example')).toEqual(['other.example mailbox_full 552 failed'])
    expect(await list('?status=sent')).toEqual(['other.example  250 sent'])
    expect(await list('?since=2100-01-01T00:00:00Z')).toEqual([])
    expect((await admin('?reason=weather')).status).toBe(422)
    expect((await admin('')).text).not.toContain('@')

    const typed = async (...args: string[]) => {
      let out = ''
      const { databaseUrl, dataDir } = shop.config
      const environment = databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
      const stdout = { write: (text: string) => (out += text) }
      await deliveriesCommand(args, environment, { stdout, stderr: { write: () => {} } })
      return out
    }
    const lines = (await typed('list', '--reason', 'unknown_mailbox')).trim().split('\n')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([{ receiptId: gone, merchantId: 'demo', attempts: 1 }])

    isFixed = true
    const since = '2020-01-01T00:00:00Z'
    expect(JSON.parse(await typed('retry', '--since', since, '--reason', 'policy', '--dry-run')).count).toBe(1)
    expect((await admin('/retry', { since, reason: 'policy' })).json.count).toBe(1)
    await until(async () => (await mail(blocked)).status === 'sent')
    expect(await mail(blocked)).not.toHaveProperty('reason')
    expect((await mail(gone)).status).toBe('failed')
    expect((await admin('/cancel', { since, reason: 'policy' })).json.count).toBe(0)
  })

  test('are listed page by page, each once, the last ones first', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const { db } = shop.service
    const id = await shop.create(receipt())
    const first = await db.selectFrom('deliveries').selectAll().where('receipt_id', '=', id).executeTakeFirstOrThrow()
    const count = pageSizes.mails + 30
    // Some were due at the same time.
    const rows = Array.from({ length: count }, (_, index) => ({
      ...first,
      id: `d${String(index).padStart(5, '0')}`,
      status: index % 2 === 0 ? ('failed' as const) : ('bounced' as const),
      due_at: 1000 * Math.floor(index / 3),
      finished_at: 1000 * Math.floor(index / 3),
      reason: 'policy' as const,
    }))
    for (let at = 0; at < count; at += 50)
      await db
        .insertInto('deliveries')
        .values(rows.slice(at, at + 50))
        .execute()
    const found: { id: string; status: string; finishedAt: string }[] = []
    let pages = 0
    for (let next: string | undefined = ''; next !== undefined; pages++) {
      const { json } = await shop.ask(`/admin/deliveries?reason=policy${next && `&cursor=${next}`}`, {
        credentials: null,
        headers: { authorization: `Bearer ${adminToken}` },
      })
      found.push(...json.deliveries)
      next = json.next
    }
    expect(pages).toBe(2)
    expect(new Set(found.map(mail => mail.id)).size).toBe(count)
    expect(found).toHaveLength(count)
    for (const status of ['failed', 'bounced']) {
      const times = found.filter(mail => mail.status === status).map(mail => mail.finishedAt)
      expect(times).toEqual(times.toSorted().reverse())
    }
    const broken = await shop.ask('/admin/deliveries?cursor=nonsense', {
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
    })
    expect(broken.json).toEqual({ deliveries: [] })
  })
})
