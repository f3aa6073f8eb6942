import { rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { faultOf } from '../src/basics/errors/fault.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import type { Trouble } from '../src/basics/monitoring/readiness.ts'
import { openDatabase } from '../src/database/database.ts'
import { createMailWatch } from '../src/delivery/mail/watch.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { databases, makePlace, receipt, startService } from './support/service.ts'

/** A log whose lines a test can read. */
function listeningLog() {
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const entries = () => lines.map(line => JSON.parse(line))
  return { log, lines, said: (words: string) => entries().filter(({ msg }) => msg.startsWith(words)) }
}

const scrape = async (url: string) => (await fetch(`${url}/metrics`)).text()
const ready = async (url: string) => (await fetch(`${url}/readyz`)).status

test('is not ready while the disk is full, and logs it', async () => {
  let now = Date.now()
  const { log, said } = listeningLog()
  await using shop = await startService({ withoutWorker: true, log, now: () => now })
  expect(await ready(shop.url)).toBe(200)
  expect(await scrape(shop.url)).toMatch(/counterfoil_data_folder_free_bytes [1-9]/)
  // What is written to this device finds no room (full(4)).
  symlinkSync('/dev/full', join(shop.config.dataDir, '.write-test'))
  now += 10_000
  expect(await ready(shop.url)).toBe(503)
  expect(await ready(shop.url)).toBe(503)
  expect(said('The process is not ready')).toMatchObject([
    { code: 'disk', error: { code: 'ENOSPC', syscall: 'write' } },
  ])
  rmSync(join(shop.config.dataDir, '.write-test'), { force: true })
  now += 10_000
  expect(await ready(shop.url)).toBe(200)
  expect(said('The process is ready again')).toHaveLength(1)
})

describe.runIf(databases.includes('PostgreSQL'))('on PostgreSQL', () => {
  test('is not ready without a database, but still has metrics', async () => {
    const { log, said } = listeningLog()
    await using shop = await startService({ database: 'PostgreSQL', withoutWorker: true, log })
    expect(await ready(shop.url)).toBe(200)
    const place = await makePlace('PostgreSQL')
    onTestFinished(() => place.remove())
    const other = await openDatabase({ url: place.settings.DATABASE_URL ?? '' })
    const name = new URL(shop.config.databaseUrl ?? '').pathname.slice(1)
    await sql`alter database ${sql.id(name)} allow_connections false`.execute(other.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(other.db)
    await other.close()
    const found = async () => (await shop.ask('/readyz', { credentials: null })).json.checks[0]
    // On a busy machine it is silent at first.
    await expect.poll(found).toMatchObject({
      name: 'database',
      reason: expect.stringMatching(
        /^The database doesn't answer \((?:object not in prerequisite state|admin shutdown|connection terminated unexpectedly)\)$/,
      ),
    })
    expect(await ready(shop.url)).toBe(503)
    const [entry] = said('The process is not ready')
    expect(entry.error.code ?? entry.error.message).toMatch(
      /^(?:55000|57P01|Connection terminated unexpectedly|The database didn't answer in time)$/,
    )
    const text = await scrape(shop.url)
    expect(text).toContain('counterfoil_deliveries_queued{merchant="(other)"} Nan')
    expect(text).toContain('counterfoil_http_request_seconds_count')
  })

  test('logs a violated constraint with code and name, but without values', async () => {
    const place = await makePlace('PostgreSQL')
    onTestFinished(() => place.remove())
    const database = await openDatabase({ url: place.settings.DATABASE_URL ?? '' })
    const row = { address_hash: 'marker-value', code: '550', bounced_at: 1 }
    await database.db.insertInto('bounces').values(row).execute()
    const error = await database.db.insertInto('bounces').values(row).execute().catch(faultOf)
    expect(error).toMatchObject({
      code: '23505',
      message: 'unique violation',
      severity: 'ERROR',
      constraint: 'bounces_pkey',
      routine: '_bt_check_unique',
    })
    expect(JSON.stringify(error)).not.toContain('marker')
    await database.close()
  })
})

test('logs a full SQLite disk as such, even if the rollback fails', async () => {
  const place = await makePlace('SQLite')
  onTestFinished(() => place.remove())
  const database = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(database.db)
  const failure = await database.db
    .transaction()
    .execute(async transaction => {
      // SQLite rolls back by itself here, so that Kysely's rollback fails.
      const row = { address_hash: 'marker'.repeat(50_000), code: '550', bounced_at: 1 }
      await transaction.insertInto('bounces').values(row).execute()
    })
    .catch(faultOf)
  expect(failure).toMatchObject({
    name: 'DatabaseUnavailableError',
    cause: { code: 'ERR_SQLITE_ERROR', errcode: 13, message: 'database or disk is full' },
  })
  expect(JSON.stringify(failure)).not.toContain('marker')
  await database.close()
})

test('logs causes, but not other programs’ messages', () => {
  const inner = Object.assign(new Error('marker-inner'), { code: 'ECONNREFUSED', errno: -111, syscall: 'connect' })
  const fault = faultOf(new AggregateError([inner], 'marker-outer'))
  expect(fault).toMatchObject({
    name: 'AggregateError',
    cause: { name: 'Error', code: 'ECONNREFUSED', errno: -111, syscall: 'connect' },
  })
  expect(JSON.stringify(fault)).not.toContain('marker')
})

test('updates gauges from the first scrape on', async () => {
  await using shop = await startService({ withoutWorker: true })
  await shop.create(receipt())
  await shop.create(receipt())
  expect(await scrape(shop.url)).toContain('counterfoil_deliveries_queued{merchant="demo"} 2')
  await shop.create(receipt())
  expect(await scrape(shop.url)).toContain('counterfoil_deliveries_queued{merchant="demo"} 3')
})

test('reports a dead mail server by gauge, /readyz and log', async () => {
  let now = Date.now()
  const { log, said } = listeningLog()
  const mailServer = await startMailServer()
  await using shop = await startService({ log, now: () => now, settings: { SMTP_URL: mailServer.url } })
  const id = await shop.create(receipt())
  await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
  const before = await scrape(shop.url)
  expect(before).toContain('counterfoil_smtp_up 1')
  expect(before).toContain('counterfoil_deliveries_total{outcome="sent",transport="smtp"} 1')
  await mailServer.stop()
  now += 60_000
  expect(await scrape(shop.url)).toContain('counterfoil_smtp_up 0')
  const { json } = await shop.ask('/readyz', { credentials: null })
  expect(json.status).toBe('warn')
  expect(json.checks).toContainEqual({
    name: 'mail',
    status: 'warn',
    since: new Date(now).toISOString(),
    reason: "The mail server doesn't answer or rejects our login",
  })
  expect(said("The mail server doesn't answer")).toMatchObject([
    {
      error: { name: 'MailFault', message: "The mail wasn't accepted (connection).", cause: { code: 'ECONNREFUSED' } },
    },
  ])
})

test('treats a silent mail server as dead', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  await using shop = await startService({ withoutWorker: true, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  expect(await scrape(shop.url)).toContain('counterfoil_smtp_up 0')
  silent.close()
})

test('a check of the mail server ends before Prometheus gives up, which it does after 10 s', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const found: (Trouble | undefined)[] = []
  const check = () => new Promise<never>(() => {})
  const watch = createMailWatch({ check, now: Date.now, onFound: trouble => found.push(trouble) })
  const isUp = watch.isUp()
  await vi.advanceTimersByTimeAsync(9000)
  expect(found).toMatchObject([{ status: 'warn', error: { code: 'timeout' } }])
  expect(await isUp).toBe(false)
})

test('has no mail server gauge if it sends no mails', async () => {
  await using shop = await startService({ withoutWorker: true })
  expect(await scrape(shop.url)).not.toContain('counterfoil_smtp_up')
})

test('logs a mail sent without its PDF, with the cause', async () => {
  const before = process.env.PUPPETEER_EXECUTABLE_PATH
  process.env.PUPPETEER_EXECUTABLE_PATH = '/nowhere/chromium'
  onTestFinished(() => {
    if (before === undefined) delete process.env.PUPPETEER_EXECUTABLE_PATH
    else process.env.PUPPETEER_EXECUTABLE_PATH = before
  })
  const { log, said } = listeningLog()
  await using shop = await startService({ log })
  await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { attachPdf: true } })
  const id = await shop.create(receipt())
  await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
  expect(said("The PDF couldn't be printed")).toMatchObject([
    {
      deliveryId: expect.any(String),
      receiptId: id,
      merchantId: 'demo',
      error: { name: 'BrowserError', message: expect.stringContaining('there is no browser at /nowhere/chromium') },
    },
  ])
})
