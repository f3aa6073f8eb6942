import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { isLoopback } from '../src/basics/public-addresses.ts'
import { openDatabase } from '../src/database/database.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { readInstant } from '../src/receipts/instant.ts'
import { createRetention } from '../src/receipts/privacy/erase.ts'
import { ConfigError, readConfig } from '../src/settings/config.ts'
import { variables } from '../src/settings/variables.ts'
import { makeCertificate } from './support/certificate.ts'
import { failReading } from './support/database.ts'
import { startMailServer, until } from './support/mail-server.ts'
import {
  basic,
  databases,
  demoCredentials,
  fixture,
  longTest,
  makePlace,
  receipt,
  startService,
} from './support/service.ts'

test('logs ids, sizes and codes, but no content', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: line => void lines.push(line) })
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.1.1 marker-reply is unknown'), { responseCode: 550 })),
  })
  await using shop = await startService({ log, settings: { SMTP_URL: mailServer.url, LOG_LEVEL: 'debug' } })
  const sent = receipt({
    customer: { emailAddress: 'marker-address@example.com' },
    header: 'marker-header 4111 1111 1111 1111',
    transactionNumber: 'marker-number',
    items: [{ name: 'marker-item' }],
  })
  const id = await shop.create(sent, { 'user-agent': 'marker-agent', 'accept-language': 'marker-language' })
  await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'failed')
  await shop.ask(shop.receipts('?fromDate=2026-01-01&toDate=2026-01-02&storeName=marker-store'))
  await shop.ask('/email-validation?emailAddress=marker-query@example.invalid')
  await shop.ask('/marker-path')
  await shop.ask(shop.receipts(), { method: 'POST', body: '{"marker-json' })
  await shop.ask(shop.receipts('?fromDate=marker-date&toDate=2026-01-02'))
  const bad = receipt({ receiptType: 'marker-type', grandAmount: 'marker-amount', terms: { 'marker-term': [] } })
  await shop.ask(shop.receipts(), { method: 'POST', body: bad })
  await shop.ask(shop.receipts(), { credentials: 'marker-key:marker-secret' })
  failReading(shop.service.db, 'receipts', Object.assign(new Error('marker-error'), { code: 'E_TEST' }))
  await shop.ask(shop.receipts(`/${id}`))

  const text = lines.join('')
  expect(text).not.toContain('marker-')
  // An id may have four digits alike.
  expect(text.replace(/[0-9a-f-]{32,}/g, '')).not.toContain('1111')
  expect(text).not.toContain(demoCredentials.split(':')[1])
  expect(text).not.toContain(basic(demoCredentials))
  const entries = lines.map(line => JSON.parse(line))
  const failedMail = { level: 50, msg: 'Mail failed for good', code: '550', receiptId: id }
  expect(entries).toContainEqual(expect.objectContaining(failedMail))
  const refused = entries.filter(({ status }) => status === 422).map(({ fields }) => fields)
  expect(refused).toEqual(
    expect.arrayContaining(['fromDate', expect.stringMatching(/receiptType.*grandAmount|grandAmount.*receiptType/)]),
  )
  const failed = entries.find(({ msg }) => msg === 'Request failed')
  expect(failed.error).toMatchObject({ name: 'Error', code: 'E_TEST' })
  expect(failed.referenceId).toMatch(/^[0-9a-f-]{36}$/)
})

describe.each(databases)('on %s', database => {
  test('erases receipts after retentionDays, but keeps their requestIds', async () => {
    let today = Date.parse('2026-01-01T00:00:00Z')
    await using shop = await startService({ database, now: () => today, withoutWorker: true })
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { retentionDays: 30 } })
    const old = await shop.create(receipt({ requestId: 'old' }))
    today += 20 * 86_400_000
    const young = await shop.create(receipt({ requestId: 'young' }))
    today += 10 * 86_400_000

    const place = shop.config.databaseUrl ? { url: shop.config.databaseUrl } : { folder: shop.config.dataDir }
    const database_ = await openDatabase(place, { allowRunning: true })
    const eraseExpired = createRetention(shop.service)
    expect(await eraseExpired(), 'thirty days are not over yet').toBe(0)
    today += 1
    expect(await eraseExpired()).toBe(1)
    expect(await database_.db.selectFrom('deliveries').select('receipt_id').execute()).toEqual([{ receipt_id: young }])
    await database_.close()
    expect((await shop.ask(shop.receipts(`/${old}`))).status).toBe(404)
    expect((await shop.ask(shop.receipts(`/${young}`))).status).toBe(200)
    const again = await shop.ask(shop.receipts(), { method: 'POST', body: receipt({ requestId: 'old' }) })
    expect(again.status).toBe(409)
  })

  longTest(database)('reports its state by health, readiness and metrics', async () => {
    await using shop = await startService({ database, settings: { MAIL_FROM: 'receipts@example.com' } })
    expect((await shop.ask('/healthz', { credentials: null })).json).toEqual({ status: 'ok' })
    expect((await shop.ask('/readyz', { credentials: null })).json).toMatchObject({
      status: 'ok',
      checks: [{ name: 'database' }, { name: 'disk' }, { name: 'deliveries' }],
    })
    const id = await shop.create(receipt())
    await shop.ask(shop.receipts(), { method: 'POST', body: '{}' })
    await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
    const { text } = await shop.ask('/metrics', { credentials: null })
    expect(text).toContain('counterfoil_receipts_total{result="accepted"} 1')
    expect(text).toContain('counterfoil_receipts_total{result="invalid"} 1')
    expect(text).toContain('counterfoil_deliveries_total{outcome="sent",transport="folder"} 1')
    expect(text).toContain('counterfoil_deliveries_queued{merchant="(other)"} 0')
    expect(text).toMatch(
      /counterfoil_http_request_seconds_count\{method="POST",route="[^"]+:merchantId[^"]+",status="200"\} 1/,
    )
  })

  test('keeps a document when the merchant’s languages change', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const id = await shop.create(fixture('fashion-sale.en-CA/receipt'))
    const page = async () => (await shop.ask(shop.receipts(`/${id}/html`))).text
    const before = await page()
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { locales: { default: 'fr-CA' } } })
    expect(await page()).toBe(before)
  })
})

test('processes that start together create the PostgreSQL tables once', async () => {
  for (const database of databases.filter(name => name === 'PostgreSQL')) {
    const place = await makePlace(database)
    const { DATABASE_URL: url = '' } = place.settings
    const all = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url })))
    const [first] = all
    expect(await first?.db.selectFrom('merchants').selectAll().execute()).toEqual([])
    await Promise.all(all.map(({ close }) => close()))
    await place.remove()
  }
  expect(databases).toContain('SQLite')
})

test('shows the mailbox, with PDFs, to this machine only', async () => {
  await using shop = await startService()
  const id = await shop.create(fixture('hostile/receipt'))
  await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
  const [{ id: mail }] = (await shop.ask(shop.receipts(`/${id}/deliveries`))).json
  const get = (path: string, headers = {}) => fetch(`${shop.url}${path}`, { headers })
  const list = await (await get('/mailbox')).text()
  expect(list).toContain(`/mailbox/${mail}/html`)
  expect(list).not.toMatch(/<script/i)
  const html = await get(`/mailbox/${mail}/html`)
  expect(html.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ])
  expect((await html.text()).includes('src="cid:')).toBe(false)
  expect((await (await get(`/mailbox/${mail}/eml`)).text()).includes('Message-ID: <')).toBe(true)
  expect((await get(`/mailbox/${mail}/pdf`)).headers.get('content-type')).toBe('application/pdf')
  expect((await get(`/mailbox/${'0'.repeat(32)}/html`)).status).toBe(404)
  expect((await get('/mailbox/..%2f..%2fsecret/html')).status).toBe(404)
})

test('hides the mailbox from pages of other domains', async () => {
  await using shop = await startService({ withoutWorker: true })
  const { port } = new URL(shop.url)
  const status = await new Promise(resolve => {
    import('node:http').then(({ get }) =>
      get({ port, host: '127.0.0.1', path: '/mailbox', headers: { host: 'evil.example.com' } }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      }),
    )
  })
  expect(status).toBe(404)
})

test.each(['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])(
  'hides the mailbox from requests forwarded by %s',
  async name => {
    await using shop = await startService({ withoutWorker: true })
    expect((await fetch(`${shop.url}/mailbox`)).status).toBe(200)
    expect((await fetch(`${shop.url}/mailbox`, { headers: { [name]: '192.0.2.1' } })).status).toBe(404)
  },
)

test('has no mailbox with a mail server or a public address', async () => {
  for (const settings of [
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://receipts.example.com' },
  ]) {
    await using shop = await startService({ withoutWorker: true, settings })
    const { port } = new URL(shop.url)
    expect((await fetch(`http://127.0.0.1:${port}/mailbox`)).status).toBe(404)
  }
})

test('speaks only TLS 1.2 and up with TLS files', async () => {
  const { cert, key } = makeCertificate()
  const place = await makePlace('SQLite')
  const { openService } = await import('../src/service.ts')
  const config = readConfig({ ...place.settings, TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
  const service = await openService(config, openLog('silent'))
  const url = await service.listen()
  expect(url).toMatch(/^https:/)
  const ca = readFileSync(cert)
  const status = await new Promise((resolve, reject) => {
    request(`${url}/healthz`, { ca }, answer => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
  const { port } = new URL(url)
  const old = new Promise((resolve, reject) => {
    const socket = connect(
      {
        port: Number(port),
        host: '127.0.0.1',
        ca,
        minVersion: 'TLSv1.1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      () => resolve('connected'),
    )
    socket.on('error', reject)
  })
  await expect(old).rejects.toThrow()
  await service.close()
  await place.remove()
})

test.each([
  [{ PORT: '99999' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address that starts with postgres://'],
  [{ ROLE: 'worker' }, 'ROLE: worker needs DATABASE_URL'],
  [{ TLS_CERT_FILE: 'a' }, 'TLS_KEY_FILE: must be set too'],
  [{ DKIM_DOMAIN: 'a' }, 'DKIM_SELECTOR, DKIM_KEY_FILE: must be set too'],
  [{ ADMIN_TOKEN: 'short' }, 'ADMIN_TOKEN: must have at least 16 characters'],
  [{ DEMO_API_KEY: 'nocolon' }, 'DEMO_API_KEY: must be id:secret'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of silent, error, warn, info, debug'],
  [{ DNS_SERVERS: '192.0.2.1, nameserver' }, 'DNS_SERVERS: must be IP addresses'],
  [{ SMTP_URL: 'smtp://127.0.0.1:1' }, 'MAIL_FROM: must be set with SMTP_URL'],
  [{ DATABASE_URL: 'postgres://127.0.0.1/x' }, 'SMTP_URL: must be set to send mails; to write them to files'],
  [{ DATABASE_URL: 'postgres://127.0.0.1/x', ROLE: 'worker' }, 'set MAIL=folder'],
  [{ MAIL: 'file' }, 'MAIL: must be folder'],
  [{ MAIL: 'folder', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' }, 'remove one of them'],
])('rejects the settings %j with advice', (settings, words) => {
  expect(() => readConfig(settings)).toThrow(ConfigError)
  expect(() => readConfig(settings)).toThrow(words)
})

test.each([
  [{ ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1/x', MAIL_FROM: 'a@example.com' }, { mailFolder: false }],
  [{ ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1/x', MAIL: 'folder' }, { mailFolder: true }],
  [{}, { mailFolder: true }],
  // Login shells have the user's mailbox in MAIL.
  [{ MAIL: '/var/mail/guest' }, { mailFolder: true, warnings: [] }],
  [{ DNS_SERVERS: '192.0.2.1, [2001:db8::1]:53' }, { dnsServers: ['192.0.2.1', '[2001:db8::1]:53'] }],
  [
    { DATA_DIR: 'here', INIT_CWD: '/srv/shop' },
    { dataDir: '/srv/shop/here', templatesDir: '/srv/shop/here/templates' },
  ],
  [{ INIT_CWD: '/srv/shop' }, { dataDir: fileURLToPath(new URL('../data', import.meta.url)) }],
])('the settings %j mean %j', (settings, expected) => {
  expect(readConfig(settings)).toMatchObject(expected)
})

test('reports misspelled variables, but not unrelated ones', () => {
  const environment = {
    SMPT_URL: 'smtp://127.0.0.1:1',
    LOGLEVEL: 'debug',
    TEMPLATE_DIR: 'x',
    rate_limit: '1',
    MAIL_FORM: 'a@example.com',
    PGHOST: 'x',
    PGPORT: '1',
    DB_PORT: '1',
    MAILTO: 'x',
    SSL_CERT_FILE: '/etc/ssl/cert.pem',
    SSL_CERT_DIR: '/etc/ssl',
    NIX_SSL_CERT_FILE: '/etc/ssl/cert.pem',
    MAILCHECK: '60',
    HOSTNAME: 'x',
    TEST_DATABASE_URL: 'x',
    HOME: '/',
    PATH: '/bin',
    npm_config_cache: 'x',
  }
  expect(readConfig(environment).warnings).toEqual([
    'SMPT_URL: did you mean SMTP_URL?',
    'LOGLEVEL: did you mean LOG_LEVEL?',
    'TEMPLATE_DIR: did you mean TEMPLATES_DIR?',
    'rate_limit: did you mean RATE_LIMIT?',
    'MAIL_FORM: did you mean MAIL_FROM?',
  ])
  expect(() => readConfig({ ...environment, ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1/x' })).toThrow(
    'SMPT_URL: did you mean SMTP_URL?',
  )
})

test('.env.example has every setting with its default', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)]
  const given = Object.fromEntries(
    named.filter(([line]) => !line.startsWith('#')).map(([, name, value]) => [name, value]),
  )
  expect(readConfig(given)).toEqual(readConfig({}))
  expect(named.map(([, name]) => name).sort()).toEqual(Object.keys(variables.shape).sort())
})

test.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['192.168.0.1', false],
  ['127.0.0.1.example.com', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:00', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:00,5+05:30', '2026-03-01T04:30:00.500Z'],
  ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01 10:00:00-04', '2026-03-01T14:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-02-28T23:59:59.999999999Z', '2026-02-28T23:59:59.999Z'],
  ['2026-03-01T00:00:00+14:00', '2026-02-28T10:00:00.000Z'],
  ['2026-02-29', undefined],
  ['2026-02-30', undefined],
  ['2026-02-30T10:00:00Z', undefined],
  ['2026-04-31', undefined],
  ['2026-03-01T24:00', '2026-03-02T00:00:00.000Z'],
  ['20260301', '2026-03-01T00:00:00.000Z'],
  ['2026-060', '2026-03-01T00:00:00.000Z'],
  ['2026-W09-7', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T24:01', undefined],
  ['2026-03-01T25:00', undefined],
  ['yesterday', undefined],
])('%s is the instant %s', (text, expected) => {
  const found = readInstant(text)
  expect(found && new Date(found.at).toISOString()).toBe(expected)
})

test.each(databases)('a stopping service finishes what clients asked for that have left, on %s', async database => {
  const lines: string[] = []
  const log = openLog('warn', { write: line => void lines.push(line) })
  await using shop = await startService({ log, withoutWorker: true, database })
  await shop.create(receipt({ transactionNumber: '4101' }))
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const busy = shop.service.db.transaction().execute(async transaction => {
    if (database === 'PostgreSQL') await sql`lock table receipts`.execute(transaction)
    held.resolve()
    await gate.promise
  })
  await held.promise
  const leave = new AbortController()
  const asked: Promise<unknown>[] = []
  // The first waits for its transaction, the second for the first.
  for (const transactionNumber of ['4102', '4103']) {
    const sale = { method: 'POST', body: receipt({ transactionNumber }), signal: leave.signal }
    asked.push(expect(shop.ask(shop.receipts(), sale)).rejects.toThrow())
    await pause(100)
  }
  leave.abort()
  await Promise.all(asked)
  const closed = shop.service.close()
  await pause(100)
  gate.resolve()
  await Promise.all([busy, closed])
  expect(lines).toEqual([])
})
