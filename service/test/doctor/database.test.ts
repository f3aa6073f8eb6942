import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { examine } from '../../src/operations/doctor/examine.ts'
import { databases, makePlace, startService } from '../support/service.ts'
import { ask, find, folder, withoutBrowser } from './ask.ts'

/** Every file below a folder with its content's size and time. */
const everything = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => [name, statSync(join(path, name)).size, statSync(join(path, name)).mtimeMs])

/** What the doctor says of the database, after all of its checks. */
async function askAll(place: Record<string, string>) {
  withoutBrowser()
  return find(await examine(place, { landmarks: ['landmark.test'] }), 'database')
}

describe('the database', () => {
  test.each(databases)('%s with all its tables is well, and is left as it was', async database => {
    await using shop = await startService({ database, withoutWorker: true })
    const { dataDir, databaseUrl } = shop.config
    const place: Record<string, string> =
      databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, MAIL: 'folder' }
    const before = databaseUrl === undefined ? everything(dataDir) : []
    const found = await askAll(place)
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
    expect(await askAll({ DATA_DIR: dataDir })).toMatchObject({ state: 'ok' })
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
      says: "DATABASE_URL: the database doesn't answer (connection refused).",
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
