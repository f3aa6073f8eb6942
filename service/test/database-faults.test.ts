import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { DatabaseUnavailableError } from '../src/basics/errors/errors.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import { throughRestarts } from '../src/database/postgres.ts'
import { listMerchants } from '../src/merchants/merchants.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { type MailServer, startMailServer, until } from './support/mail-server.ts'
import { makeDatabase, startPostgres, type TestServer } from './support/postgres-server.ts'
import { databases, demoCredentials, makePlace } from './support/service.ts'
import { freePort, type ServiceProcess, spawnService } from './support/spawn.ts'
import { basic, countMails, receipt, startTills, type Tills } from './support/tills.ts'
import { openWire, type Wire } from './support/wire.ts'

/** An api and a worker that reach their database through a wire, and tills that post to them all the time. */
describe.runIf(databases.includes('PostgreSQL'))('a PostgreSQL server that fails under load', () => {
  const closing = new AsyncDisposableStack()
  let server: TestServer
  let databaseUrl: string
  let mailServer: MailServer
  let wire: Wire
  let api: ServiceProcess
  let worker: ServiceProcess
  let tills: Tills

  beforeAll(async () => {
    const started = await startPostgres()
    if (!started) throw new Error('These tests end the server, so they need the binaries of one on this machine.')
    server = started
    closing.defer(server.stop)
    mailServer = closing.use(await startMailServer())
    wire = closing.use(await openWire(Number(new URL(server.url).port)))
    databaseUrl = (await makeDatabase(server.url)).url
    const url = new URL(databaseUrl)
    url.port = String(wire.port)
    url.searchParams.set('query_timeout', '1500')
    const common = {
      DATABASE_URL: url.href,
      DEMO_API_KEY: demoCredentials,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'receipts@example.com',
      LOG_LEVEL: 'error',
    }
    const start = async (ROLE: string) =>
      spawnService({ ...common, ROLE, PORT: await freePort() }, child =>
        closing.defer(() => void child.kill('SIGKILL')),
      )
    ;[api, worker] = await Promise.all([start('api'), start('worker')])
    tills = startTills(api.url, 2, 'fault', { rest: 40 })
    closing.defer(tills.close)
    await until(() => tills.accepted.size > 10)
  })
  afterAll(() => closing.disposeAsync())

  /** Waits until receipts are accepted again and both processes are ready. */
  async function recovered(): Promise<void> {
    const since = Date.now()
    const isReady = (address: string) => fetch(`${address}/readyz`).then(({ ok }) => ok)
    await until(
      async () => tills.lastAcceptedAt() > since && (await isReady(api.url)) && (await isReady(worker.url)),
      undefined,
      () => `Not well again. ${api.output()}${worker.output()}`,
    )
  }

  thorough(
    'ends no process, however its connections break',
    async () => {
      for (let turn = 0; turn < 3; turn++) {
        wire.cut()
        await pause(150)
      }
      await recovered()
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const ended = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await client.end()
      expect(ended.rowCount).toBeGreaterThan(2)
      await recovered()
      await server.restart('fast', 300)
      await recovered()
      // Long enough for the queue to look for work meanwhile.
      await server.restart('killed', 2500)
      await recovered()
    },
    240_000,
  )

  thorough(
    'drops and replaces a silent server’s connections',
    async () => {
      wire.swallow()
      await pause(200)
      // Of a server that says nothing until it is mended.
      const ready = await fetch(`${api.url}/readyz`)
      expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '10'])
      wire.mend()
      await recovered()
    },
    240_000,
  )

  test('answers credentials that can’t be looked up with a 503 and Retry-After', async () => {
    const post = () =>
      fetch(`${api.url}/ws/rest/v1/merchants/demo/receipts`, {
        method: 'POST',
        headers: { authorization: basic(demoCredentials), 'content-type': 'application/json' },
        body: JSON.stringify(receipt({ receiptType: 'PaperOnly' })),
      })
    wire.swallow()
    // New connections lead nowhere and are cut; what was looked up less than a second ago is still known.
    const cutting = setInterval(() => wire.cut(), 50)
    await pause(1100)
    const answers = await Promise.all(Array.from({ length: 120 }, post))
    clearInterval(cutting)
    wire.cut()
    wire.mend()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(await answers[0]?.json()).toMatchObject({ message: 'Service Unavailable', code: null, errors: {} })
    expect(answers[0]?.headers.get('retry-after')).toBe('10')
    await recovered()
  }, 240_000)

  test('says of each error where it is, and why', () => {
    const lines = `${api.output()}\n${worker.output()}`.split('\n').filter(line => line.startsWith('{'))
    const errors = lines.flatMap(line => JSON.parse(line).error ?? [])
    expect(errors.length).toBeGreaterThan(3)
    expect(lines.map(line => JSON.parse(line).msg)).toContain('A database connection broke')
    for (const error of errors) {
      expect(error.at?.length, JSON.stringify(error)).toBeGreaterThan(0)
      expect(error.code ?? error.message, JSON.stringify(error)).toBeTruthy()
    }
  })

  test('mails every accepted receipt afterward, and stops cleanly', async () => {
    await tills.close()
    // Jobs that were handed out into the void are noticed after 10 to 15 seconds.
    await until(() => countMails(mailServer, tills.accepted).missing.length === 0, 90_000)
    // What failed was an outage, not a wrong password.
    expect(new Set(tills.answers.flatMap(({ status }) => status ?? []))).toEqual(new Set([200, 503]))
    expect([api.child.exitCode, worker.child.exitCode]).toEqual([null, null])
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0])
  }, 240_000)
})

test.runIf(databases.includes('PostgreSQL'))(
  'a start waits for a server that goes away in the middle of it',
  async () => {
    const place = await makePlace('PostgreSQL')
    await using _ = { [Symbol.asyncDispose]: place.remove }
    const url = new URL(place.settings.DATABASE_URL ?? '')
    await using wire = await openWire(Number(url.port))
    url.port = String(wire.port)
    const waits: string[] = []
    const log = openLog('warn', { write: line => void waits.push(line) })
    // Wherever the start is: a server that restarts ends all its connections.
    const cutting = setInterval(() => wire.cut(), 40)
    setTimeout(() => clearInterval(cutting), 500)
    const service = await openService(readConfig({ ...place.settings, DATABASE_URL: url.href, MAIL: 'folder' }), log)
    expect((await listMerchants(service.db)).map(({ id }) => id)).toEqual(['demo'])
    expect(waits.filter(line => line.includes('waiting up to a minute')).length).toBeGreaterThan(0)
    await service.close()
  },
)

test.each([
  [new DatabaseUnavailableError(Object.assign(new Error('x'), { code: '57P01' })), true],
  [Object.assign(new Error('x'), { code: '57P03' }), true],
  [new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Postgres connection has been discarded'), true],
  [new DatabaseUnavailableError(Object.assign(new Error('x'), { code: '28P01' })), false],
  [Object.assign(new Error('x'), { code: '42703' }), false],
  [new TypeError('x is not a function'), false],
])('%s is waited for: %s', async (error, isWaitedFor) => {
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries === 1) throw error
    return 'done'
  }
  const done = throughRestarts(work, { waitMs: 2000, onWait: () => {} })
  if (isWaitedFor) await expect(done).resolves.toBe('done')
  else await expect(done).rejects.toThrow()
  expect(tries).toBe(isWaitedFor ? 2 : 1)
})
