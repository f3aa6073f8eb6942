import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { examine } from '../../src/operations/doctor/examine.ts'
import { startDnsServer, type Zone } from '../support/dns-server.ts'
import { startService } from '../support/service.ts'
import { folder, withoutBrowser } from './ask.ts'

describe('the sender’s domain', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const good: Zone = {
    'landmark.test': { MX: ['mx.landmark.test'] },
    'shop.test': { MX: ['mx.shop.test'], TXT: ['verification=1', 'v=spf1 include:_spf.mail.test -all'] },
    '_dmarc.shop.test': { TXT: ['v=DMARC1; p=none'] },
    'a._domainkey.shop.test': { TXT: [`v=DKIM1; k=rsa; p=${published}`] },
  }

  /** What the doctor says of the four records, with changes to a zone that is well. */
  async function look(changes: Zone = {}, settings: Record<string, string> = {}) {
    await using dns = await startDnsServer({ ...good, ...changes })
    const path = folder()
    withoutBrowser()
    writeFileSync(join(path, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const findings = await examine(
      {
        DATA_DIR: join(path, 'data'),
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'receipts@shop.test',
        DNS_SERVERS: dns.address,
        DKIM_DOMAIN: 'shop.test',
        DKIM_SELECTOR: 'a',
        DKIM_KEY_FILE: join(path, 'dkim.pem'),
        ...settings,
      },
      { landmarks: ['landmark.test'], only: ['SPF', 'DKIM', 'DMARC', 'bounces'] },
    )
    return Object.fromEntries(findings.map(({ check, state, says }) => [check, `${state}: ${says}`]))
  }

  test('is well', async () => {
    expect(await look()).toEqual({
      SPF: 'ok: shop.test has one.',
      DKIM: 'ok: a._domainkey.shop.test has the key of DKIM_KEY_FILE.',
      DMARC: 'ok: shop.test has one.',
      bounces: 'ok: shop.test takes mail, so bounces arrive.',
    })
  })

  test('has nothing', async () => {
    expect(
      await look({
        'shop.test': {},
        '_dmarc.shop.test': 'NXDOMAIN',
        'a._domainkey.shop.test': 'NXDOMAIN',
      }),
    ).toEqual({
      SPF: 'warn: shop.test has no SPF record, so its mails look forged.',
      DKIM: "fail: a._domainkey.shop.test has no key, so our signatures can't be checked.",
      DMARC: 'warn: shop.test has no DMARC record; Gmail and Yahoo want one.',
      bounces: 'warn: shop.test takes no mail, so bounces are lost.',
    })
  })

  test('has records that harm', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const key = other.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(
      await look({
        'shop.test': { MX: [''], TXT: ['v=spf1 a -all', 'v=spf1 mx ~all'] },
        '_dmarc.shop.test': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
        'a._domainkey.shop.test': { TXT: [`v=DKIM1; p=${key}`] },
      }),
    ).toEqual({
      SPF: 'fail: shop.test has 2 SPF records, which count as none.',
      DKIM: 'fail: a._domainkey.shop.test has another key than DKIM_KEY_FILE.',
      DMARC: 'fail: _dmarc.shop.test has 2 records, which count as none.',
      bounces: 'warn: shop.test takes no mail, so bounces are lost.',
    })
    const open = await look({ 'shop.test': { MX: ['mx.shop.test'], TXT: ['v=spf1 mx +all'] } })
    expect(open.SPF).toBe('warn: shop.test lets everybody send in its name.')
  })

  test('below another has that one’s DMARC, and its signature', async () => {
    const mail = { MAIL_FROM: 'receipts@mail.shop.test' }
    const zone = { 'mail.shop.test': { A: ['192.0.2.1'], TXT: ['v=spf1 a -all'] } }
    expect(await look(zone, mail)).toMatchObject({
      DKIM: 'ok: a._domainkey.shop.test has the key of DKIM_KEY_FILE.',
      DMARC: 'ok: mail.shop.test has one.',
      bounces: 'ok: mail.shop.test takes mail, so bounces arrive.',
    })
    const foreign = { 'example.test': { MX: ['mx.example.test'], TXT: ['v=spf1 mx -all'] } }
    const { DKIM } = await look(foreign, { MAIL_FROM: 'receipts@example.test' })
    expect(DKIM).toBe("warn: shop.test signs for example.test, which DMARC doesn't accept.")
  })

  test('of a merchant’s own sender is looked at too', async () => {
    const shop = await startService({ withoutWorker: true })
    const settings = { sender: { name: 'Alder & Finch', address: 'receipts@alder.test' } }
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch', active: true, settings })
    const { dataDir } = shop.config
    await shop.service.close()
    onTestFinished(shop.stop)
    const { SPF } = await look({}, { DATA_DIR: dataDir })
    expect(SPF).toBe('warn: alder.test has no SPF record, so its mails look forged.')
  })

  test('can’t be judged where its name server fails', async () => {
    const { SPF, DMARC } = await look({ 'shop.test': 'SERVFAIL' })
    expect(SPF).toBe('warn: DNS gave no answer about shop.test (ESERVFAIL).')
    expect(DMARC).toBe('ok: shop.test has one.')
  })

  test('can’t be looked at where DNS knows no public name', async () => {
    const { SPF, DMARC } = await look({ 'landmark.test': 'NXDOMAIN' })
    expect(SPF).toBe("warn: DNS can't resolve public names from here.")
    expect(DMARC).toBe(SPF)
  })
})
