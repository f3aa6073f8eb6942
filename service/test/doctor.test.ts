import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkClock } from '../src/doctor/clock-check.ts'
import { checkDisk } from '../src/doctor/disk-check.ts'
import { examine } from '../src/doctor/examine.ts'
import type { Finding } from '../src/doctor/finding.ts'
import { within } from '../src/doctor/finding.ts'
import { checkCertificate } from '../src/doctor/settings-check.ts'
import { type Config, readConfig } from '../src/settings/config.ts'
import { readSettingFiles } from '../src/settings/files.ts'
import { makeCertificate } from './support/certificate.ts'
import { startDnsServer, type Zone } from './support/dns-server.ts'
import { startMailServer } from './support/mail-server.ts'
import { runToEnd } from './support/process.ts'
import { databases, makePlace, startService } from './support/service.ts'

// Most checks here are not about the browser, which would print each time.
beforeEach(() => void vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', '/nowhere/chromium'))
afterEach(() => void vi.unstubAllEnvs())

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-doctor-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const find = (findings: readonly Finding[], name: string) => findings.find(({ check }) => check === name)

/** What the doctor says of one check. */
async function ask(check: string, settings: Record<string, string>): Promise<Finding | undefined> {
  return find(await examine({ DATA_DIR: join(folder(), 'data'), ...settings }, { landmarks: ['landmark.test'] }), check)
}

/** Every file below a folder with its content's size and time. */
const everything = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => [name, statSync(join(path, name)).size, statSync(join(path, name)).mtimeMs])

describe('the command', () => {
  test('prints a line for each check, and ends with 0 if none failed', () => {
    const path = folder()
    const { status, stdout, stderr } = runToEnd({ DATA_DIR: join(path, 'data') }, ['doctor'])
    expect([status, stderr]).toEqual([0, ''])
    const lines = stdout.trimEnd().split('\n')
    const names = lines.map(line => /^(?:ok|warn|fail) +(\w+(?: \w+)?) {2,}[A-Z/\d]/.exec(line)?.[1])
    const all = ['settings', 'TLS', 'disk', 'database', 'clock', 'browser', 'mail server']
    expect(names).toEqual([...all, 'SPF', 'DKIM', 'DMARC', 'bounces'])
    expect(readdirSync(path)).toEqual([])
  })

  test('prints JSON, and ends with 1 if one failed', () => {
    const settings = { DATA_DIR: join(folder(), 'data'), PUPPETEER_EXECUTABLE_PATH: '/nowhere/chromium' }
    const { status, stdout } = runToEnd(settings, ['doctor', '--json'])
    expect(status).toBe(1)
    const { ok, checks } = JSON.parse(stdout)
    expect(ok).toBe(false)
    expect(find(checks, 'browser')).toMatchObject({ state: 'fail', says: expect.stringContaining('/nowhere/chromium') })
  })

  test('refuses what it doesn’t know', () => {
    const { status, stderr } = runToEnd({}, ['doctor', '--jsn'])
    expect([status, stderr]).toEqual([2, '"--jsn": the doctor takes only --json.\n'])
  })

  test('says what is wrong with the settings, on which the rest depends', () => {
    const { status, stdout } = runToEnd({ PORT: 'abc', SMTP_URL: 'smtp://mail.example.com' }, ['doctor'])
    expect([status, stdout]).toEqual([
      1,
      'fail  settings     The settings are invalid. PORT: must be a number ' +
        'Correct the settings (.env.example); the rest depends on them.\n',
    ])
  })
})

test('a check that doesn’t end, or breaks, has failed', async () => {
  const found = await within(50, 'sleep', () => new Promise(() => {}))
  expect(found).toMatchObject({ check: 'sleep', state: 'fail', says: 'There was no answer within 0.05 s.' })
  const broken = await within(50, 'crash', async () => {
    throw new RangeError('too far')
  })
  expect(broken).toMatchObject({ state: 'fail', says: 'The check itself failed (RangeError: too far).' })
})

describe('the database', () => {
  test.each(databases)('%s with all its tables is well, and is left as it was', async database => {
    await using shop = await startService({ database, withoutWorker: true })
    const { dataDir, databaseUrl } = shop.config
    const place: Record<string, string> =
      databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, MAIL: 'folder' }
    const before = databaseUrl === undefined ? everything(dataDir) : []
    const found = await ask('database', place)
    expect(found).toMatchObject({ state: 'ok', says: expect.stringContaining('tables up to date') })
    if (databaseUrl === undefined) expect(everything(dataDir)).toEqual(before)
    else expect(found?.says).toMatch(/: PostgreSQL \d+/)
  })

  test('SQLite is left as it was too where no service runs', async () => {
    const shop = await startService({ withoutWorker: true })
    const { dataDir } = shop.config
    await shop.service.close()
    onTestFinished(shop.stop)
    const before = everything(dataDir)
    expect(await ask('database', { DATA_DIR: dataDir })).toMatchObject({ state: 'ok' })
    expect(everything(dataDir)).toEqual(before)
  })

  test('a file that is no database has failed', async () => {
    const data = join(folder(), 'data')
    mkdirSync(data)
    writeFileSync(join(data, 'receipts.db'), 'not a database, but long enough to look like a file of one'.repeat(40))
    expect(await ask('database', { DATA_DIR: data })).toMatchObject({
      state: 'fail',
      says: expect.stringContaining("can't be used"),
    })
  })

  test('a server that doesn’t answer has failed, with what to do', async () => {
    const settings = { DATABASE_URL: 'postgres://receipts:secret@127.0.0.1:1/receipts', MAIL: 'folder' }
    expect(await ask('database', settings)).toEqual({
      check: 'database',
      state: 'fail',
      says: "DATABASE_URL: the database doesn't answer (ECONNREFUSED).",
      mend: 'Start it, or correct the host and port.',
    })
  })

  test.runIf(databases.includes('PostgreSQL'))('an empty one is well if its user may create the tables', async () => {
    const { settings, remove } = await makePlace('PostgreSQL')
    onTestFinished(remove)
    const { DATABASE_URL = '' } = settings
    const found = await ask('database', { DATABASE_URL, MAIL: 'folder' })
    expect(found).toMatchObject({ state: 'ok', says: expect.stringContaining('no tables yet') })

    const pg = await import('pg')
    const client = new pg.default.Client({ connectionString: DATABASE_URL })
    await client.connect()
    const role = `reader_${Date.now()}`
    await client.query(`create role ${role} login`)
    await client.query('revoke create on schema public from public')
    const asReader = Object.assign(new URL(DATABASE_URL), { username: role }).href
    const refused = await ask('database', { DATABASE_URL: asReader, MAIL: 'folder' })
    await client.query(`drop role ${role}`)
    await client.end()
    expect(refused).toMatchObject({ state: 'fail', says: expect.stringContaining("can't create tables") })
  })
})

describe('the mail server', () => {
  const login: SMTPServerOptions = {
    authOptional: false,
    disabledCommands: [],
    onAuth({ username, password }, _session, done) {
      if (username === 'shop' && password === 'p@ss') done(null, { user: username })
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
  }
  const ask = async (url: string, more: Record<string, string> = {}) => {
    const settings = { DATA_DIR: join(folder(), 'data'), SMTP_URL: url, MAIL_FROM: 'receipts@example.com', ...more }
    return find(await examine(settings, { landmarks: [] }), 'mail server')
  }

  test('takes a login over STARTTLS and our sender; nothing is sent', async () => {
    await using server = await startMailServer(login)
    const { host } = new URL(server.url)
    const url = `smtp://shop:p%40ss@${host}?tls.rejectUnauthorized=false`
    expect(await ask(url)).toEqual({
      check: 'mail server',
      state: 'ok',
      says: `${host}: STARTTLS, login accepted, takes receipts@example.com as the sender.`,
    })
    expect(server.mails).toEqual([])
  })

  test('rejects a wrong login', async () => {
    await using server = await startMailServer(login)
    const url = `smtp://shop:wrong@${new URL(server.url).host}?tls.rejectUnauthorized=false`
    expect(await ask(url)).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/rejects our login \(535/),
      mend: expect.stringContaining('SMTP_URL'),
    })
  })

  test('has a certificate that nobody trusts', async () => {
    await using server = await startMailServer(login)
    expect(await ask(`smtp://shop:p%40ss@${new URL(server.url).host}`)).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/^TLS with .* fails \(CERT_HAS_EXPIRED\)\.$/),
    })
  })

  test('speaks no TLS at first', async () => {
    await using server = await startMailServer()
    const found = await ask(`smtps://${new URL(server.url).host}`)
    expect(found).toMatchObject({ state: 'fail', mend: expect.stringContaining('port 465') })
  })

  test('rejects our sender', async () => {
    await using server = await startMailServer({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('5.7.1 Not your address'), { responseCode: 553 })),
    })
    expect(await ask(server.url)).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(/rejects receipts@example\.com as the sender \(553 5\.7\.1 Not your address\)\.$/),
      mend: expect.stringContaining('MAIL_FROM'),
    })
    expect(server.mails).toEqual([])
  })

  test('is not there, or is silent', async () => {
    const server = await startMailServer()
    await server.stop()
    expect(await ask(server.url)).toMatchObject({ state: 'fail', says: expect.stringContaining("doesn't answer") })

    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await new Promise(resolve => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    expect(await ask(`smtp://127.0.0.1:${port}`)).toMatchObject({
      state: 'fail',
      says: `127.0.0.1:${port} doesn't answer (timeout).`,
    })
  })
})

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
      { landmarks: ['landmark.test'] },
    )
    return Object.fromEntries(
      ['SPF', 'DKIM', 'DMARC', 'bounces'].map(name => {
        const { state, says } = find(findings, name) ?? {}
        return [name, `${state}: ${says}`]
      }),
    )
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
    await shop.service.merchants.save('alder', { name: 'Alder & Finch', active: true, settings })
    const { dataDir } = shop.config
    await shop.service.close()
    onTestFinished(shop.stop)
    const { SPF } = await look({}, { DATA_DIR: dataDir })
    expect(SPF).toBe('warn: alder.test has no SPF record, so its mails look forged.')
  })

  test('can’t be looked at where DNS knows no public name', async () => {
    const { SPF, DMARC } = await look({ 'landmark.test': 'NXDOMAIN' })
    expect(SPF).toBe("warn: DNS can't resolve public names from here.")
    expect(DMARC).toBe(SPF)
  })
})

describe('the certificate', () => {
  const day = 86_400_000
  const look = (ahead: number, settings: Record<string, string> = {}) => {
    const { cert, key } = makeCertificate()
    const config = readConfig({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, ...settings })
    return checkCertificate(config, readSettingFiles(config), Date.now() + ahead * day)
  }

  test.each([
    [0, 'ok', /^The certificate is good until 20/],
    [15.5, 'ok', /^The certificate is good until/],
    [16.5, 'warn', /^The certificate expires in 13 days/],
    [31, 'fail', /^The certificate expired on 20/],
    [-1, 'fail', /not valid yet/],
  ])('%s days ahead: %s', async (ahead, state, says) => {
    expect(await look(ahead)).toMatchObject({ state, says: expect.stringMatching(says) })
  })

  test('is for the public address', async () => {
    expect(await look(0, { PUBLIC_URL: 'https://localhost:8443' })).toMatchObject({ state: 'ok' })
    expect(await look(0, { PUBLIC_URL: 'https://receipts.example.com' })).toMatchObject({
      state: 'fail',
      says: 'The certificate is not for receipts.example.com.',
    })
  })

  test('is missed where others can connect', async () => {
    expect(await ask('TLS', { HOST: '0.0.0.0' })).toMatchObject({ state: 'warn' })
    expect(await ask('TLS', { PUBLIC_URL: 'https://receipts.example.com' })).toMatchObject({ state: 'ok' })
    expect(await ask('TLS', {})).toMatchObject({ state: 'ok' })
  })
})

test('the clock is compared with the database server’s', async () => {
  const at = async (clockAhead: number) =>
    (await checkClock(Promise.resolve({ tables: 'current', server: { clockAhead } } as never), Date.now)).state
  expect(await at(-300_001)).toBe('fail')
  expect(await at(5001)).toBe('warn')
  const { says } = await checkClock(Promise.reject(new Error('no database')), () => Date.UTC(2026, 10, 22))
  expect(says).toMatch(/^It is 2026-11-22T00:00:00\.000Z[;,]/)
})

test('a folder that can’t be written to is named, with its setting', async () => {
  const at = (dataDir: string, temporary: string) => checkDisk({ dataDir, mailFolder: true } as Config, temporary)
  expect(await at('/proc/counterfoil', tmpdir())).toMatchObject({
    state: 'fail',
    says: expect.stringMatching(/^\/proc can't be written to|0\.0 GB free in \/proc/),
    mend: expect.stringContaining('DATA_DIR'),
  })
  expect(await at(folder(), '/proc/counterfoil')).toMatchObject({
    state: 'fail',
    mend: expect.stringContaining('TMPDIR'),
  })
  expect(await at(join(folder(), 'not/there/yet'), tmpdir())).toMatchObject({ state: 'ok' })
})

test('a worker without a browser is warned only, until a merchant attaches PDFs', async () => {
  if (!databases.includes('PostgreSQL')) return
  await using shop = await startService({ database: 'PostgreSQL', withoutWorker: true })
  const settings = {
    ROLE: 'worker',
    DATABASE_URL: shop.config.databaseUrl ?? '',
    MAIL: 'folder',
  }
  expect(await ask('browser', settings)).toMatchObject({ state: 'warn', says: expect.stringContaining('attachPdf') })
  await shop.service.merchants.save('alder', { name: 'Alder', active: true, settings: { attachPdf: true } })
  expect(await ask('browser', settings)).toMatchObject({ state: 'fail' })
})

test('names no password', () => {
  const secret = 'p4ssw0rd-of-the-shop'
  const { stdout, stderr } = runToEnd(
    {
      DATABASE_URL: `postgres://receipts:${secret}@127.0.0.1:1/receipts`,
      SMTP_URL: `smtp://shop:${secret}@127.0.0.1:1`,
      MAIL_FROM: 'receipts@example.com',
      ADMIN_TOKEN: `${secret}-token`,
      DNS_SERVERS: '127.0.0.1:1',
    },
    ['doctor', '--json'],
  )
  expect(stdout).toContain('"database"')
  expect(stdout + stderr).not.toContain(secret)
})
