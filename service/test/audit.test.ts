import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/database.ts'
import { listAuditEntries, recordAct, runAudited } from '../src/people/audit.ts'
import { adminToken, fewDatabases, makePlace, startService } from './support/service.ts'

describe.each(fewDatabases)('the audit trail, on %s', database => {
  let db: Database
  let end: () => Promise<void>
  beforeAll(async () => {
    const place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    const opened = await openDatabase(url === undefined ? { folder } : { url })
    db = opened.db
    end = async () => {
      await opened.close()
      await place.remove()
    }
  })
  afterAll(() => end())

  const newest = async () => (await listAuditEntries(db, { limit: 1 }))[0]
  // Of two in the same millisecond, none is the newest.
  let at = Date.now()
  const trail = () => ({ db, now: () => ++at })
  const entry = { actor: 'ada', action: 'pauseDelivery', detail: { all: true } }
  const never = () => false

  test('has an act before it begins, and its result afterwards', async () => {
    const result = await runAudited(
      trail(),
      entry,
      async () => {
        expect(await newest()).toMatchObject({ ...entry, outcome: 'begun' })
        return 'paused'
      },
      never,
      paused => (paused === undefined ? undefined : { target: 'pause-1', detail: { all: true, count: 3 } }),
    )
    expect(result).toBe('paused')
    expect(await newest()).toMatchObject({
      ...entry,
      outcome: 'done',
      target: 'pause-1',
      detail: { all: true, count: 3 },
    })
  })

  test('keeps an act that a crash breaks off', async () => {
    void runAudited(trail(), { ...entry, action: 'crash' }, () => new Promise(() => {}), never)
    await expect.poll(async () => (await newest())?.action).toBe('crash')
    expect(await newest()).toMatchObject({ action: 'crash', outcome: 'begun', detail: { all: true } })
  })

  test('says that an act failed, and forgets one that was refused', async () => {
    const fail = () => Promise.reject(new Error('It fails.'))
    await expect(runAudited(trail(), { ...entry, action: 'fail' }, fail, never)).rejects.toThrow('It fails.')
    expect(await newest()).toMatchObject({ action: 'fail', outcome: 'failed' })
    await expect(runAudited(trail(), { ...entry, action: 'refuse' }, fail, () => true)).rejects.toThrow('It fails.')
    expect(await newest()).toMatchObject({ action: 'fail' })
  })

  test('lets no act begin that it can’t write down', async () => {
    await sql`alter table audit_entries rename to elsewhere`.execute(db)
    let begun = false
    const act = async () => {
      begun = true
    }
    await expect(runAudited(trail(), entry, act, never)).rejects.toThrow()
    expect(begun).toBe(false)
    await sql`alter table elsewhere rename to audit_entries`.execute(db)
  })

  test('keeps the result of an act whose entry can’t be completed', async () => {
    const act = async () => {
      await sql`alter table audit_entries rename to elsewhere`.execute(db)
      return 'done'
    }
    expect(await runAudited(trail(), { ...entry, action: 'alone' }, act, never)).toBe('done')
    await sql`alter table elsewhere rename to audit_entries`.execute(db)
    expect(await newest()).toMatchObject({ action: 'alone', outcome: 'begun' })
  })

  test('reads entries of before', async () => {
    await recordAct(trail(), { ...entry, action: 'old' })
    const { detail } = await db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'old')
      .executeTakeFirstOrThrow()
    expect(detail).toBe('{"all":true}')
    expect(await newest()).toMatchObject({ action: 'old', outcome: 'done', detail: { all: true } })
  })
})

test('keeps no part of a path that is no id', async () => {
  await using shop = await startService({ withoutWorker: true })
  const ask = { credentials: null, headers: { authorization: `Bearer ${adminToken}` } }
  const trail = async () => (await shop.ask('/admin/audit', ask)).json
  expect((await shop.ask('/admin/merchants/ada%40example.com/keys/k', { ...ask, method: 'DELETE' })).status).toBe(404)
  expect((await shop.ask('/admin/merchants/demo/keys', { ...ask, method: 'POST', body: { label: 7 } })).status).toBe(
    422,
  )
  expect(await trail()).toEqual([])
  const { json } = await shop.ask('/admin/merchants/demo/keys', { ...ask, method: 'POST', body: {} })
  await shop.ask(`/admin/merchants/demo/keys/${json.id}`, { ...ask, method: 'DELETE' })
  expect(await trail()).toMatchObject([
    { action: 'revokeKey', merchantId: 'demo', target: json.id, outcome: 'done' },
    { action: 'issueKey', merchantId: 'demo', target: json.id, outcome: 'done' },
  ])
})
