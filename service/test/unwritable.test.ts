import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isExhaustive } from '../../test/support/scope.ts'
import { merchantCommand } from '../src/commands/merchant-commands.ts'
import { openDatabase } from '../src/database/database.ts'
import { until } from './support/mail-server.ts'
import { databases, makePlace, receipt, startService, type TestService } from './support/service.ts'

const isRoot = process.getuid?.() === 0
const stranger = 54_321

/** A data folder of the one who runs this, with tables. Ordinary users are kept out of what they own by its mode. */
async function placeOfOthers(): Promise<string> {
  const { folder, settings, remove } = await makePlace('SQLite', { hasTables: true })
  onTestFinished(remove)
  const data = settings.DATA_DIR ?? ''
  for (const path of [folder, data]) chmodSync(path, 0o777)
  return data
}

/**
 * What another user gets to see of a folder: the message with which a start ends, what a command says that writes, and the doctor's
 * finding. An ordinary user stays who they are.
 */
function asAnother(folder: string): { start: string; command: string; doctor: { state: string; says: string } } {
  const source = (name: string) => new URL(`../src/${name}`, import.meta.url).href
  const program = `
    import { cpSync } from 'node:fs'
    import { merchantCommand } from '${source('commands/merchant-commands.ts')}'
    import { openDatabase } from '${source('database/database.ts')}'
    import { inspectDatabase } from '${source('database/inspect.ts')}'
    import { checkDatabase } from '${source('operations/doctor/settings-check.ts')}'
    const quiet = { write() {} }
    const look = async folder => ({
      start: await openDatabase({ folder }).then(({ close }) => close(), error => error.message),
      command: await merchantCommand(['key', 'demo'], { DATA_DIR: folder }, { stdout: quiet, stderr: quiet }).catch(error => error.message),
      doctor: await checkDatabase({ dataDir: folder }, inspectDatabase({ folder }, Date.now)),
    })
    // Loads what the other user can't read if this folder is root's own.
    await look('${folder}-own')
    if (process.getuid() === 0) process.setuid(${stranger})
    console.log(JSON.stringify(await look('${folder}')))`
  cpSync(folder, `${folder}-own`, { recursive: true })
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return JSON.parse(said)
}

const belongs = `it belongs to ${isRoot ? 'root' : '\\S+'}, and this is ${isRoot ? `user ${stranger}` : '\\S+'}\\.`

test.each(isExhaustive ? ['receipts.db', 'service.lock'] : ['receipts.db'])(
  '%s of another user ends a start with its owner, and the doctor',
  async file => {
    const data = await placeOfOthers()
    await openDatabase({ folder: data }).then(({ close }) => close())
    for (const name of readdirSync(data)) {
      if (isRoot && name !== file) chownSync(join(data, name), stranger, stranger)
      if (name === file) chmodSync(join(data, name), 0o444)
    }
    const { start, command, doctor } = asAnother(data)
    const sentence = new RegExp(`^${join(data, file)} can't be written \\(permission denied\\): ${belongs}`)
    expect(start).toMatch(sentence)
    expect(start).toMatch(/ Run this as the owner, or give the file to this user \(chown\)\.$/)
    expect(command).toMatch(sentence)
    expect(doctor).toMatchObject({ state: 'fail', says: expect.stringMatching(sentence) })
  },
)

test.runIf(isRoot)('root is warned of files that the folder’s owner can’t write, and makes none', async () => {
  const { folder, settings, remove } = await makePlace('SQLite')
  onTestFinished(remove)
  const data = join(folder, 'data')
  mkdirSync(data)
  chownSync(data, stranger, stranger)
  const quiet = { stdout: { write() {} }, stderr: { write() {} } }
  expect(await merchantCommand(['save', 'alder', '--name', 'Alder'], settings, quiet)).toBe(0)
  const owners = () => new Set(readdirSync(data).map(name => statSync(join(data, name)).uid))
  expect(owners()).toEqual(new Set([stranger]))
  chownSync(join(data, 'receipts.db'), 0, 0)
  const { checkDatabase } = await import('../src/operations/doctor/settings-check.ts')
  const { inspectDatabase } = await import('../src/database/inspect.ts')
  const found = await checkDatabase({ dataDir: data } as never, inspectDatabase({ folder: data }, Date.now))
  expect(found).toMatchObject({
    state: 'warn',
    says: expect.stringContaining(`receipts.db belongs to root, and its folder to user ${stranger}`),
  })
})

/** Whether a running service can write its database. */
type Switch = (on: boolean) => Promise<void>

async function serviceOn(database: (typeof databases)[number]): Promise<{ shop: TestService; write: Switch }> {
  const connections = new Set<DatabaseSync>()
  const prepare = DatabaseSync.prototype.prepare
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...args) {
    connections.add(this)
    return prepare.apply(this, args)
  })
  const shop = await startService({ database, withoutWorker: true })
  spy.mockRestore()
  onTestFinished(shop.stop)
  const { databaseUrl } = shop.config
  if (databaseUrl === undefined)
    return {
      shop,
      async write(on) {
        for (const connection of connections) connection.exec(`pragma query_only = ${on ? 'off' : 'on'}`)
      },
    }
  const { db, close } = await openDatabase({ url: databaseUrl })
  onTestFinished(close)
  const name = sql.ref(new URL(databaseUrl).pathname.slice(1))
  return {
    shop,
    async write(on) {
      await sql`set default_transaction_read_only = off`.execute(db)
      await sql`alter database ${name} set default_transaction_read_only = ${sql.raw(on ? 'off' : 'on')}`.execute(db)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    },
  }
}

test.each(databases)('a database that can only be read is a 503 of /readyz with its reason, on %s', async database => {
  const { shop, write } = await serviceOn(database)
  const look = async () => (await shop.ask('/readyz', { credentials: null })).json
  const check = async () => (await look()).checks.find(({ name }: { name: string }) => name === 'database')
  const post = async () => (await shop.ask(shop.receipts(), { method: 'POST', body: receipt() })).status
  expect([await post(), (await check()).status]).toEqual([200, 'ok'])
  await write(false)
  await until(async () => (await check()).status === 'fail')
  expect(await look()).toMatchObject({ status: 'fail' })
  await until(async () => /^The database can't be written \(.*(?:readonly|read only)/.test((await check()).reason))
  expect(await post()).toBe(503)
  expect((await shop.ask('/metrics', { credentials: null })).text).toContain(
    'counterfoil_check_status{check="database"} 2',
  )
  await write(true)
  await until(async () => (await check()).status === 'ok')
  expect(await post()).toBe(200)
})
