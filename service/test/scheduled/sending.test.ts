import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { findMerchant } from '../../src/merchants/merchants.ts'
import { makeDueReports } from '../../src/worker/reports/make.ts'
import { addSchedule } from '../../src/worker/reports/schedules.ts'
import { isSignedBy } from '../support/dkim.ts'
import { startMailServer, until } from '../support/mail-server.ts'
import { databases, startService } from '../support/service.ts'

test.each(databases)(
  'a report goes out through the queue, and its headers end it by one click, on %s',
  async database => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-dkim-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await using mailServer = await startMailServer()
    await using shop = await startService({
      database,
      settings: {
        SMTP_URL: mailServer.url,
        PUBLIC_URL: 'https://receipts.example.com',
        DKIM_DOMAIN: 'example.com',
        DKIM_SELECTOR: 'till',
        DKIM_KEY_FILE: join(folder, 'key.pem'),
      },
    })
    const { db, queue } = shop.service
    const merchant = await findMerchant(db, 'demo')
    if (!merchant) throw new Error('There is none.')
    const when = { every: 'day', weekday: 1, minute: 360 } as const
    const to = ['ada@example.com', 'grace@example.com']
    const about = {
      report: 'problems',
      storeId: '',
      cutOff: 0,
      language: 'en-US',
      skipEmpty: false,
      active: true,
    } as const
    await addSchedule(db, merchant, { ...when, ...about, to }, Date.now() - 2 * 86_400_000)
    await makeDueReports({ db, now: Date.now, log: openLog('silent') })
    queue.wake()
    const mails = await mailServer.received(2)
    const links = mails.map(({ source, envelope, subject }) => {
      expect(to).toContain(envelope.to[0])
      expect(subject).toBe('Problems by kind: Demo Shop')
      expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
      // RFC 8058, 4: the signature covers both.
      expect(isSignedBy(source, publicKey)).toBe(true)
      for (const name of ['List-Unsubscribe', 'List-Unsubscribe-Post'])
        expect([name, isSignedBy(source.replace(`${name}: `, `${name}: x`), publicKey)]).toEqual([name, false])
      const [, link = ''] = /^List-Unsubscribe:\s+<https:\/\/receipts\.example\.com([^>]+)>/m.exec(source) ?? []
      return link
    })
    expect(new Set(links).size).toBe(2)
    const statuses = async () => {
      const rows = await db.selectFrom('report_mails').select('status').execute()
      return rows.map(({ status }) => status).join()
    }
    await until(async () => (await statuses()) === 'sent,sent')
    const clicked = await fetch(`${shop.url}${links[0]}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(clicked.status).toBe(200)
    const stopped = await db
      .selectFrom('report_recipients')
      .select('email_address')
      .where('stopped_at', 'is not', null)
      .execute()
    expect(stopped.map(({ email_address }) => email_address)).toEqual([mails[0]?.envelope.to[0]])
  },
)
