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
import { backUp } from '../src/database/backup.ts'
import { main } from '../src/main.ts'
import { openLog } from '../src/monitoring/log.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { until } from './support/mail-server.ts'
import { adminToken, createClient, receipt, startService, type TestService } from './support/service.ts'

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

test.each([
  [['backup'], 2, 'is written counterfoil-service backup <file>'],
  [['backup', '--help'], 2, 'is written counterfoil-service backup <file>'],
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
