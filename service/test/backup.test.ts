import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { restoreCommand } from '../src/commands/backup.ts'
import { backUp } from '../src/database/backup.ts'
import { main } from '../src/main.ts'
import { issueKey, revokeKey } from '../src/merchants/api-keys.ts'
import { issueAdminToken } from '../src/people/admin-tokens.ts'
import { removePerson, savePerson } from '../src/people/people.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { until } from './support/mail-server.ts'
import {
  adminToken,
  createClient,
  databases,
  fullRights,
  receipt,
  startService,
  type TestService,
} from './support/service.ts'
import { person, visit } from './support/visitors.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-backup-'))
const backup = join(folder, 'receipts.backup.db')
let shop: TestService
beforeAll(async () => {
  shop = await startService()
})
afterAll(async () => {
  await shop.stop()
  rmSync(folder, { recursive: true })
})

/** Runs a command as a shell would; what it wrote to stdout and stderr. */
async function run(args: string[], dataDir: string): Promise<{ code: number; out: string }> {
  let out = ''
  const { write: stdout } = process.stdout
  const { write: stderr } = process.stderr
  const collect = ((text: string) => {
    out += text
    return true
  }) as typeof process.stdout.write
  process.stdout.write = collect
  process.stderr.write = collect
  try {
    return { code: await main(args, { DATA_DIR: dataDir }), out }
  } finally {
    process.stdout.write = stdout
    process.stderr.write = stderr
  }
}

test('a backup made while the service works is restored with its receipts, and sends nothing by itself', async () => {
  const stored = await shop.create(receipt({ transactionNumber: 'B-0001' }))
  await until(async () => (await shop.ask(shop.receipts(`/${stored}/deliveries`))).json[0].status === 'sent')
  const pause = { method: 'POST', credentials: null, headers: { authorization: `Bearer ${adminToken}` } }
  await shop.ask('/admin/pauses', { ...pause, body: { all: true, reason: 'So that one is queued' } })
  const waiting = await shop.create(receipt({ transactionNumber: 'B-0002' }))
  await until(async () => (await shop.ask(shop.receipts(`/${waiting}/deliveries`))).json[0].status === 'held')

  const writing = Promise.all(Array.from({ length: 20 }, () => shop.create(receipt({ receiptType: 'PaperOnly' }))))
  const made = await run(['backup', backup], shop.config.dataDir)
  await writing
  expect(made).toEqual({ code: 0, out: `${backup}\n` })
  expect(readdirSync(folder)).toEqual(['receipts.backup.db'])
  expect(statSync(backup).mode & 0o777).toBe(0o600)

  const restored = join(folder, 'restored')
  const { code, out } = await run(['restore', backup], restored)
  expect([code, out]).toEqual([0, expect.stringContaining('Mails are paused')])
  expect(out).not.toContain('ada-who-left')
  const config = readConfig({
    DATA_DIR: restored,
    PORT: '0',
    DEMO_API_KEY: 'demo:demo-secret-of-the-tests',
    ADMIN_TOKEN: adminToken,
  })
  const service = await openService(config, openLog('silent'))
  try {
    const client = createClient(await service.listen())
    const ask = { credentials: 'demo:demo-secret-of-the-tests' }
    for (const [id, number] of [
      [stored, 'B-0001'],
      [waiting, 'B-0002'],
    ]) {
      const { json } = await client.ask(client.receipts(`/${id}`), ask)
      expect(json.apiRequest.transactionNumber).toBe(number)
    }
    expect((await client.ask(client.receipts(`/${waiting}/deliveries`), ask)).json[0].status).toBe('held')
    expect(readdirSync(join(restored, 'mails'))).toEqual([])
  } finally {
    await service.close()
  }
})

test('a restore holds back the mails that waited, and says how many', async () => {
  await using later = await startService({ withoutWorker: true })
  for (const transactionNumber of ['W-1', 'W-2', 'W-3']) await later.create(receipt({ transactionNumber }))
  const file = join(folder, 'waiting.db')
  await run(['backup', file], later.config.dataDir)
  const restored = join(folder, 'waiting')
  expect((await run(['restore', file], restored)).out).toContain('held back now: 3')
  const { out } = await run(['deliveries', 'pauses'], restored)
  expect(JSON.parse(out.slice(out.indexOf('{')))).toMatchObject({ held: 3, pauses: [{ all: true }] })
})

test('a restore ends sessions, and names or revokes what may have been revoked since the backup', async () => {
  const { person: ada, password } = await savePerson(
    shop.service.db,
    { merchantId: 'demo', name: 'ada-who-left', role: 'admin' },
    Date.now(),
  )
  const visitor = await visit(shop.url, ada.name, password)
  const { key, secret } = await issueKey(shop.service.db, 'demo', 'Till of a thief', Date.now(), fullRights)
  const { key: old } = await issueKey(shop.service.db, 'demo', 'Till of before', Date.now(), fullRights)
  await revokeKey(shop.service.db, 'demo', old.id, Date.now())
  const { token } = await issueAdminToken(shop.service.db, 'night-desk', ['read'], Date.now())
  const file = join(folder, 'before.db')
  await run(['backup', file], shop.config.dataDir)
  await removePerson(shop.service.db, 'demo', ada.id, Date.now())

  const looked = join(folder, 'looked')
  const { code, out } = await run(['restore', file], looked)
  expect([code, out.slice(out.indexOf('Sessions'))]).toEqual([
    0,
    [
      'Sessions of the console are ended: 1.',
      'Keys, tokens and people added since the backup are gone. What was revoked or removed since is not:',
      'Each key works again, also if it was revoked since ("merchant revoke <id> <keyId>"):',
      '  demo demo demo',
      `  demo ${key.id} Till of a thief`,
      'Each token for /admin works again, also if it was revoked since ("admin revoke <tokenId>"):',
      `  ${token.id} night-desk`,
      'Each person may sign in, with the password of then ("merchant remove-user <id> <name>"):',
      '  demo ada-who-left',
      '"restore --revoke-keys" revokes all keys and tokens.',
      '',
    ].join('\n'),
  ])
  const again = await run(['restore', '--revoke-keys'], looked)
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('Each key is revoked now; issue new ones:')])

  const service = await openService(
    readConfig({ DATA_DIR: looked, PORT: '0', ADMIN_TOKEN: adminToken }),
    openLog('silent'),
  )
  try {
    const client = createClient(await service.listen())
    const { status } = await client.ask(client.receipts('?fromDate=2026-01-01&toDate=2026-12-31'), {
      credentials: `${key.id}:${secret}`,
    })
    expect(status).toBe(401)
    const session = await fetch(`${service.address}/console/api/session`, { headers: { cookie: visitor.cookie } })
    expect(session.status).toBe(401)
    const audit = await client.ask('/admin/audit', {
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
    })
    expect(audit.json[0]).toMatchObject({ action: 'restore', detail: { sessions: 0, keys: 2, tokens: 1 } })
  } finally {
    await service.close()
  }
})

test.runIf(databases.includes('PostgreSQL'))('on PostgreSQL it does so after pg_restore', async () => {
  await using restored = await startService({ database: 'PostgreSQL', withoutWorker: true })
  const visitor = await person(restored, 'view')
  let said = ''
  const output = { stdout: { write: () => {} }, stderr: { write: (text: string) => (said += text) } }
  const code = await restoreCommand([], { DATABASE_URL: restored.config.databaseUrl }, output)
  expect([code, said]).toEqual([0, expect.stringContaining('Sessions of the console are ended: 1.')])
  expect((await visitor.ask('/session')).status).toBe(401)
})

test.each([
  [['backup'], 2, 'is written counterfoil-service backup <file>'],
  [['backup', '--help'], 2, 'is written counterfoil-service backup <file>'],
  [['restore'], 2, 'is written counterfoil-service restore <file> [--revoke-keys]'],
  [['backup', backup], 1, 'exists already'],
  [['backup', join(folder, 'no', 'such', 'folder.db')], 1, 'folder.db'],
  [['restore', backup], 1, 'There is a database at'],
])('%j ends with %i and says what to do', async (args, code, words) => {
  const ended = await run(args, shop.config.dataDir)
  expect([ended.code, ended.out]).toEqual([code, expect.stringContaining(words)])
})

test('a backup is nobody else’s to read while it is written', async () => {
  const file = join(folder, 'private.db')
  const modes = new Set<number>()
  let isDone = false
  const look = () => {
    if (existsSync(`${file}.part`)) modes.add(statSync(`${file}.part`).mode & 0o777)
    if (!isDone) setImmediate(look)
  }
  look()
  await backUp(shop.config.dataDir, file)
  isDone = true
  expect([...modes]).toEqual([0o600])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file that is no backup is refused, and leaves nothing behind', async () => {
  const file = join(folder, 'notes.db')
  writeFileSync(file, readFileSync(backup).subarray(0, 5000))
  const target = join(folder, 'from-notes')
  const { code, out } = await run(['restore', file], target)
  expect([code, out]).toEqual([1, expect.stringContaining('not a whole database')])
  expect(readdirSync(folder)).not.toContain('from-notes')
})

test('a backup that can’t be used, or paused, isn’t put in place', async () => {
  const file = join(folder, 'later.db')
  copyFileSync(backup, file)
  const later = new DatabaseSync(file)
  later.exec("insert into kysely_migration (name, timestamp) values ('900-later', '')")
  later.close()
  const target = join(folder, 'from-later')
  await expect(run(['restore', file], target)).resolves.toEqual({
    code: 1,
    out: expect.stringContaining('A later version of the service changed the database (migration 900-later)'),
  })
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([])
})
