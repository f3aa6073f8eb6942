import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isSampled, thorough } from '../../test/support/scope.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { cardNumber, clientAddress, markedAmount, markedReceipt } from './support/marked.ts'
import { leaksIn, overhear } from './support/overheard.ts'
import { freePort, mainFile, startProcess } from './support/process.ts'
import {
  type Ask,
  adminToken,
  basic,
  type DatabaseName,
  databases,
  demoCredentials,
  fewDatabases,
  makePlace,
  type TestService,
} from './support/service.ts'

/** A receipt whose every text, amount and card number would be recognized wherever it turns up. */
const { receipt, marked } = markedReceipt()

test('the receipt is marked everywhere, and its markers are recognized', () => {
  expect(marked).toBeGreaterThan(250)
  const text = JSON.stringify(receipt)
  expect([text.includes(cardNumber), text.includes(String(markedAmount))]).toEqual([true, true])
  expect(leaksIn({ lines: ['nothing', 'ZQV12ZQV', '4111111111111111', '73129.41', clientAddress] })).toHaveLength(4)
  const ids = ['"traceId":"0f973e73129f0d928ac3cd2f12e96d15"', '"referenceId":"4111a111-73e2-4bcf-b73129-25e0601f7600"']
  expect(leaksIn({ lines: [ids[0]!, '"referenceId":"e8073129-1019-4bcf-bdac-2e25e4111111"'] })).toEqual([])
  expect(leaksIn({ lines: ids })).toHaveLength(1)
})

const post = (shop: TestService, body: unknown = receipt, more: Ask = {}) =>
  shop.ask(shop.receipts(), { method: 'POST', body, ...more })

/** The receipt with a requestId of its own. */
const fresh = (number: number) => ({ ...receipt, requestId: `zqv${8000 + number}zqv` })

/** Creates the receipt and waits until its mail was tried. */
async function sell(shop: TestService, sold: unknown = receipt): Promise<string> {
  const { receiptId } = (await post(shop, sold)).json
  await until(async () => {
    const { json } = await shop.ask(shop.receipts(`/${receiptId}/deliveries`))
    return json[0]?.attempts[0]?.outcome
  })
  return receiptId
}

/** The service's database, opened once more. */
async function databaseOf({ config }: TestService, url = config.databaseUrl): Promise<Database> {
  const opened = await openDatabase(url === undefined ? { folder: config.dataDir } : { url }, { allowRunning: true })
  onTestFinished(opened.close)
  return opened.db
}

describe('no text, address, amount, card number, key or client address is told by', () => {
  const heard = overhear()

  /** A refusal that quotes all that the mail server knows, and more. */
  const refusal = (responseCode: number, about: unknown) => {
    const texts = JSON.stringify(receipt).match(/zqv\d+zqv/g) ?? []
    return Object.assign(new Error(`5.7.1 ${JSON.stringify(about)} ${texts.join(' ')}`), { responseCode })
  }
  const atData = (responseCode: number | undefined): SMTPServerOptions => ({
    onData(stream, session, done) {
      stream.resume()
      if (responseCode) stream.on('end', () => done(refusal(responseCode, session.envelope)))
    },
  })

  const mailServers: [string, SMTPServerOptions][] = [
    ['rejects the address', { onRcptTo: (address, _session, done) => done(refusal(550, address)) }],
    ['puts the address off', { onRcptTo: (address, _session, done) => done(refusal(451, address)) }],
    ['rejects the sender', { onMailFrom: (_address, session, done) => done(refusal(554, session.envelope)) }],
    ['rejects the mail', atData(554)],
    ['puts the mail off', atData(452)],
    ['says nothing more after the mail', atData(undefined)],
    [
      'rejects the login',
      {
        authOptional: false,
        disabledCommands: ['STARTTLS'],
        onAuth: (login, _session, done) => done(refusal(535, login)),
      },
    ],
  ]
  test.each(mailServers.filter((_, at) => isSampled(at)))(
    'a mail server that %s and quotes everything',
    async (_name, options) => {
      await using mailServer = await startMailServer(options)
      const SMTP_URL = options.onAuth ? mailServer.url.replace('//', '//zqv9101zqv:zqv9102zqv@') : mailServer.url
      await using shop = await heard.open({
        settings: { SMTP_URL },
        sendDeadline: 4000,
        mailTimeouts: { greetingMs: 2000, replyMs: 2000 },
      })
      await sell(shop)
      await shop.service.checkSurroundings()
      await heard.scrape(shop)
      expect(heard.lines.join('')).toMatch(/Mail not accepted|Mail failed/)
    },
  )

  const get =
    (...paths: string[]) =>
    (shop: TestService) =>
      Promise.all(paths.map(path => shop.ask(path)))
  const list =
    (...queries: string[]) =>
    (shop: TestService) =>
      Promise.all(queries.map(query => shop.ask(shop.receipts(`?${query}`))))
  const bearer = (token: string) => ({ credentials: null, headers: { authorization: `Bearer ${token}` } })
  const headers = {
    'accept-language': 'zqv9201zqv',
    traceparent: 'zqv9202zqv',
    'user-agent': 'zqv9203zqv',
    'x-forwarded-for': 'zqv9204zqv',
  }

  const misuses: [string, (shop: TestService, receipt: ReturnType<typeof fresh>) => Promise<unknown>][] = [
    [
      'JSON that ends too soon',
      (shop, receipt) =>
        Promise.all([10, 100, 1000, 5000].map(end => post(shop, JSON.stringify(receipt).slice(0, end)))),
    ],
    [
      'JSON with rubbish in it',
      (shop, receipt) => post(shop, JSON.stringify(receipt).replace('"zqv22zqv"', 'zqv22zqv')),
    ],
    [
      'texts where numbers belong',
      (shop, receipt) => post(shop, JSON.stringify(receipt).replaceAll(/:\d+(?:\.\d+)?/g, ':"zqv9205zqv"')),
    ],
    [
      'fields nobody knows',
      (shop, receipt) => post(shop, { ...receipt, zqv9206zqv: 1, customer: { zqv9207zqv: 'zqv9208zqv' } }),
    ],
    ['a list of receipts', (shop, receipt) => post(shop, [receipt])],
    [
      'a body that is too large',
      (shop, receipt) => post(shop, { ...receipt, additionalInfo2: 'zqv9209zqv'.repeat(150_000) }),
    ],
    ['the same requestId twice', (shop, receipt) => Promise.all([post(shop, receipt), post(shop, receipt)])],
    [
      'another content type',
      (shop, receipt) => post(shop, receipt, { headers: { 'content-type': 'text/zqv9210zqv' } }),
    ],
    ['odd headers', (shop, receipt) => post(shop, receipt, { headers })],
    ['paths', get('/ws/rest/v1/merchants/zqv9211zqv/receipts', '/zqv9212zqv', '/%zqv9213zqv', '/mailbox/zqv9214zqv')],
    ['ids', shop => Promise.all(['', '/pdf', '/html'].map(rest => shop.ask(shop.receipts(`/zqv9215zqv${rest}`))))],
    ['queries', list('storeId=zqv9216zqv', 'cursor=zqv9217zqv', 'zqv9218zqv=1', 'transactionNumber=%00zqv9219zqv')],
    ['a search for a card', list(`transactionNumber=${encodeURIComponent(cardNumber)}`)],
    ['another method', shop => shop.ask(shop.receipts('/zqv9220zqv'), { method: 'DELETE' })],
    [
      'wrong keys',
      shop =>
        Promise.all(
          ['zqv9221zqv:zqv9222zqv', 'demo:zqv9223zqv', 'zqv9224zqv'].map(credentials =>
            shop.ask(shop.receipts(), { credentials }),
          ),
        ),
    ],
    ['a wrong admin token', shop => shop.ask('/admin/merchants', bearer('zqv9225zqv'))],
    [
      'settings that can’t work',
      shop =>
        shop.ask('/admin/merchants/demo', {
          method: 'PUT',
          body: { name: 'zqv9226zqv', settings: { zqv9227zqv: 1, sender: { address: 'zqv9228zqv' } } },
          ...bearer(adminToken),
        }),
    ],
    [
      'a pause for a domain',
      shop =>
        shop.ask('/admin/pauses', {
          method: 'POST',
          body: { domain: 'zqv9229zqv.example.com', reason: 'zqv9230zqv' },
          ...bearer(adminToken),
        }),
    ],
    [
      'addresses to validate',
      get(
        ...['zqv9231zqv@zqv9232zqv.example.com', 'zqv9233zqv', 'zqv9234zqv@127.0.0.1'].map(
          address => `/ws/rest/v1/email-validation?emailAddress=${encodeURIComponent(address)}`,
        ),
      ),
    ],
    [
      'too many resends',
      async (shop, receipt) => {
        const path = shop.receipts(`/${await sell(shop, receipt)}/email`)
        for (const customerEmailAddress of ['zqv9235zqv', ...Array(21).fill('zqv9236zqv@zqv9237zqv.example.com')])
          await shop.ask(path, { method: 'POST', body: { customerEmailAddress } })
      },
    ],
    [
      'a client that leaves',
      (shop, receipt) => post(shop, receipt, { signal: AbortSignal.timeout(20) }).catch(() => {}),
    ],
    ['a client with an address of its own', (shop, receipt) => fromMarkedAddress(shop, receipt)],
    [
      'rubbish instead of HTTP',
      (shop, receipt) => fromMarkedAddress(shop, receipt, { 'transfer-encoding': 'zqv9238zqv' }),
    ],
  ]

  // What leaks tells by its number which misuse it was.
  test('misuse', async () => {
    await using shop = await heard.open()
    for (const [at, [name, misuse]] of misuses.entries()) {
      const before = heard.lines.length
      await misuse(shop, fresh(100 + at))
      await post(shop, fresh(200 + at))
      await heard.scrape(shop)
      expect(heard.lines.length, name).toBeGreaterThan(before)
    }
  })

  describe.each(fewDatabases)('%s:', database => {
    test('a database that quotes what it refuses', async () => {
      await using shop = await heard.open({ database })
      await sell(shop)
      const db = await databaseOf(shop)
      await refuseRows(db, database, 'receipts', 'new.api_request')
      expect((await post(shop, fresh(1))).status).toBe(500)
      await acceptRows(db, database, 'receipts')
      const address = '(select email_address from deliveries where id = new.delivery_id)'
      await refuseRows(db, database, 'delivery_attempts', address)
      await post(shop, fresh(2))
      await until(() => heard.lines.some(line => line.includes('Handling a delivery failed')))
      await heard.scrape(shop)
    })

    test('damaged rows', async () => {
      await using shop = await heard.open({ database })
      const id = await sell(shop)
      const db = await databaseOf(shop)
      const damaged = { api_request: '{"header": "zqv9301zqv", zqv9302zqv' } as never
      await db.updateTable('receipts').set(damaged).execute()
      for (const rest of ['html', 'pdf']) await shop.ask(shop.receipts(`/${id}/${rest}`))
      const body = { customerEmailAddress: 'zqv9303zqv@zqv9304zqv.example.com' }
      await shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body })
      await until(() => heard.lines.some(line => line.includes("The mail couldn't be rendered")))
      await heard.scrape(shop)
    })

    test('missing tables', async () => {
      await using shop = await heard.open({ database })
      await sell(shop)
      const db = await databaseOf(shop)
      for (const name of ['delivery_attempts', 'deliveries', 'accepted_requests', 'receipts'])
        await sql`alter table ${sql.table(name)} rename to ${sql.table(`${name}_gone`)}`.execute(db)
      expect((await post(shop, fresh(3))).status).toBe(500)
      await shop.ask(shop.receipts('?transactionNumber=zqv34zqv&storeName=zqv8zqv'))
      await heard.scrape(shop)
      expect(heard.lines.join('')).toContain('Request failed')
    })
  })

  test.runIf(databases.includes('PostgreSQL'))('a database that is away', async () => {
    await using shop = await heard.open({ database: 'PostgreSQL' })
    await sell(shop)
    const place = await makePlace('PostgreSQL')
    onTestFinished(() => place.remove())
    const db = await databaseOf(shop, place.settings.DATABASE_URL)
    const name = new URL(shop.config.databaseUrl ?? '').pathname.slice(1)
    await sql`alter database ${sql.id(name)} allow_connections false`.execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(db)
    for (let turn = 0; turn < 5; turn++) await post(shop, fresh(10 + turn))
    await heard.scrape(shop)
    expect(heard.lines.join('')).toContain('The process is not ready')
  })

  test('a template that prints what the receipt lacks, a missing browser, a disk that can’t be written', async () => {
    vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', '/nowhere/chromium')
    onTestFinished(() => void vi.unstubAllEnvs())
    await using shop = await heard.open()
    const folder = join(shop.config.templatesDir, 'later', 'sections')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'footer.html.hbs'), '<p>{{heading.copy}} {{heading.store}}</p>')
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { templates: 'later', attachPdf: true } })
    const id = await sell(shop)
    for (const rest of ['/html', '/pdf', '/html?variant=gift']) await shop.ask(shop.receipts(`/${id}${rest}`))
    symlinkSync('/dev/full', join(shop.config.dataDir, '.write-test'))
    await heard.scrape(shop)
    for (const words of ['A template prints a field', "The PDF couldn't be printed", 'The process is not ready'])
      expect(heard.lines.join('')).toContain(words)
  })

  // In `npm test`, a disk that can't be written is the test before this, and what a full one does full-disk.test.ts.
  thorough('a process whose disk is full', async () => {
    const place = await makePlace('SQLite')
    onTestFinished(place.remove)
    const settings = { ...place.settings, PORT: await freePort(), LOG_LEVEL: 'debug' }
    // No file may grow beyond 1.2 MB, which SQLite meets as a full disk.
    const command = ['bash', '-c', 'ulimit -f 1200; exec "$0" "$@"', process.execPath, mainFile] as const
    const running = await startProcess(settings, { command: [...command] })
    const statuses = new Set<number>()
    for (let turn = 0; turn < 400 && !statuses.has(503); turn++) {
      const answer = await fetch(`${running.url}/ws/rest/v1/merchants/demo/receipts`, {
        method: 'POST',
        headers: { authorization: basic(demoCredentials), 'content-type': 'application/json' },
        body: JSON.stringify(fresh(100 + turn)),
      })
      statuses.add(answer.status)
    }
    await heard.scrape(running)
    await running.stop()
    heard.lines.push(...running.output().split('\n'))
    expect([...statuses]).toEqual([200, 503])
    // Its spans are its own; a service in this process has some.
    await using shop = await heard.open()
    await sell(shop)
  })

  /** Posts the receipt from another loopback address, to tell the client's address from the service's. */
  function fromMarkedAddress(
    { url, receipts }: TestService,
    sold: unknown,
    more: Record<string, string> = {},
  ): Promise<void> {
    const about = {
      method: 'POST',
      localAddress: clientAddress,
      headers: { authorization: basic(demoCredentials), 'content-type': 'application/json', ...more },
    }
    return new Promise(resolve => {
      const asked = request(`${url}${receipts()}`, about, answer => answer.resume().on('end', resolve))
      asked.on('error', () => resolve())
      asked.end(JSON.stringify(sold))
    })
  }
})

/** Makes a table refuse new rows with an error that quotes them. */
async function refuseRows(db: Database, database: DatabaseName, table: string, quoted: string): Promise<void> {
  const on = sql.table(table)
  if (database === 'SQLite') {
    const refuse = sql`select raise(abort, 'refused: ' || ${sql.raw(quoted)})`
    await sql`create trigger quoting before insert on ${on} begin ${refuse}; end`.execute(db)
    return
  }
  const raise = `raise exception 'refused: %', ${quoted} using detail = ${quoted}, hint = ${quoted}, errcode = '23514'`
  const body = sql.raw(`$$ begin ${raise}; end $$`)
  await sql`create or replace function quote_row() returns trigger language plpgsql as ${body}`.execute(db)
  await sql`create trigger quoting before insert on ${on} for each row execute function quote_row()`.execute(db)
}

async function acceptRows(db: Database, database: DatabaseName, table: string): Promise<void> {
  const where = database === 'SQLite' ? sql`` : sql`on ${sql.table(table)}`
  await sql`drop trigger quoting ${where}`.execute(db)
}
