import { createHash, createHmac } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readTillHeader } from '../../service/src/operations/fleet/header.ts'
import { saveTillSettings } from '../../service/src/operations/fleet/till-settings.ts'
import { readIdentity } from '../src/fleet/identity.ts'
import { writeDictionary } from '../src/fleet/report.ts'
import { readShared } from '../src/fleet/shared-settings.ts'
import { openPrinting } from '../src/paper/printing.ts'
import { openTill } from '../src/till.ts'
import { errorResponse, startFakeService } from './support/fake-service.ts'
import { startRealService } from './support/real-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const quiet = { log: () => {} }
const [keyId, secret] = ['till-7', 'secret']
const till = { merchant: 'alder', key: `${keyId}:${secret}` }

function signed(json: unknown, given = secret) {
  const body = JSON.stringify(json)
  const hash = createHash('sha256').update(given).digest('hex')
  const signature = createHmac('sha256', hash).update(`counterfoil-till-settings\n${keyId}\n${body}`).digest('base64')
  return { body, signature: `v1,${signature}` }
}

const settingsOf = (settings: unknown, savedAt = '2026-11-20T12:00:00.000Z', merchantId = 'alder') => ({
  merchantId,
  savedAt,
  settings,
})

test('a header is one that the service reads', () => {
  const at = new Date('2026-11-20T12:00:00.900Z')
  const store = 'Café "Zürich" \\ 100 %'
  const header = writeDictionary({ id: 'a-1', store, register: '7"', waiting: 3, oldest: at, halted: undefined })
  expect(header).toMatch(/^[ -~]+$/)
  expect(readTillHeader(header)).toMatchObject({
    ...{ tillId: 'a-1', storeId: store, register: '7"', waiting: 3 },
    ...{ oldestAt: Date.parse('2026-11-20T12:00:00Z'), halted: undefined },
  })
})

test('a till is the same each time its spool is opened, and has another id than others', async () => {
  const folder = newFolder()
  const first = await readIdentity(folder)
  expect(first).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{16}$/), store: '', register: '' })
  expect(await readIdentity(folder)).toEqual(first)
  expect((await readIdentity(newFolder())).id).not.toBe(first.id)
})

test.each([
  ['half a file', (path: string) => writeFileSync(path, '{"id":"')],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a folder that takes nothing', (path: string) => chmodSync(join(path, '..'), 0o500)],
])('%s in place of the id is no reason not to open', async (_, put) => {
  const folder = newFolder()
  put(join(folder, 'till.json'))
  const { id } = await readIdentity(folder)
  chmodSync(folder, 0o700)
  expect(id).toMatch(/^[0-9a-f]{16}$/)
})

describe('settings of all tills', () => {
  test('count if they are signed with the key of this till, for this merchant', () => {
    const json = settingsOf({ deadlineMs: 3000 })
    const good = signed(json)
    const savedAt = Date.parse('2026-11-20T12:00:00Z')
    expect(readShared(good, till)).toEqual({ savedAt, settings: { deadline: 3000 } })
    const wrong = [
      { ...good, body: good.body.replace('3000', '9000') },
      { ...good, signature: '' },
      { ...good, signature: good.signature.slice(3) },
      { ...good, signature: `v1,${'A'.repeat(43)}=` },
      signed(json, 'other'),
      signed(settingsOf({}, undefined, 'birch')),
      signed(settingsOf({}, 'yesterday')),
      signed(settingsOf(undefined)),
      signed('text'),
      signed(null),
    ]
    expect(wrong.map(each => readShared(each, till))).toEqual(wrong.map(() => undefined))
    expect(readShared(good, { ...till, key: 'till-8:secret' })).toBeUndefined()
  })

  test('are without what isn’t valid or not known', () => {
    const read = (settings: unknown) => readShared(signed(settingsOf(settings)), till)?.settings
    expect(
      read({
        deadlineMs: 10,
        printer: { model: 7, width: 81, language: 'esc-pos', columns: '42', to: '/dev/null' },
        slip: { as: 'voice' },
        later: true,
      }),
    ).toEqual({ printer: { language: 'esc-pos' } })
    expect(read({ deadlineMs: '4000', printer: [], slip: null })).toEqual({})
  })
})

describe('paper as all tills have it', () => {
  const receipt = sale('004-1')
  const widthOf = async (printing: ReturnType<typeof openPrinting>, options = {}) => {
    const { lines } = await printing.printSheet({ to: '/dev/null', ...options })
    return Math.max(...lines.map(line => line.length))
  }

  test('is that of the merchant’s printer, unless the till or the call names one', async () => {
    const shared = () => ({ printer: { width: 58 as const } })
    expect(await widthOf(openPrinting({}, shared))).toBe(32)
    expect(await widthOf(openPrinting({ printer: { model: undefined, width: undefined } }, shared))).toBe(32)
    expect(await widthOf(openPrinting({ printer: { width: 80 } }, shared))).toBe(42)
    expect(await widthOf(openPrinting({}, shared), { width: 80 })).toBe(42)
    expect(await widthOf(openPrinting({}, shared), { printer: { columns: 48 } })).toBe(48)
  })

  test('is the usual where this version knows no such printer', async () => {
    const printing = openPrinting({}, () => ({ printer: { model: 'acme-9000' } }))
    expect(await widthOf(printing)).toBe(42)
    expect((await printing.paper(receipt)).as).toBe('text')
  })
})

test('a till tells how it is, and gets the settings of all tills, which outlive a start without the service', async () => {
  await using service = await startRealService()
  const spool = newFolder()
  const { db, fleet } = service.service
  await saveTillSettings(db, 'demo', { deadlineMs: 2500, printer: { width: 58 } }, Date.now())
  const options = { ...service.options, ...quiet, spool }
  const row = async () => {
    await fleet.flush()
    return db.selectFrom('fleet').selectAll().executeTakeFirst()
  }
  const opened = await openTill(options, { probeEvery: 50 })
  await vi.waitFor(() => expect(readFileSync(join(spool, 'settings.json'), 'utf8')).toContain('2500'), 60_000)
  expect(await row()).toMatchObject({ merchant_id: 'demo', store_id: '', waiting: 0, refused: 0, halted: null })
  await opened.checkout(sale('004-1'))
  const { workstation } = sale('004-1') as { workstation: { id: string; store: { id: string } } }
  const place = { store_id: workstation.store.id, register: workstation.id }
  expect(await row()).toMatchObject({ ...place, version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  expect(Math.abs((await row())?.skew_ms ?? 1e9)).toBeLessThan(60_000)
  await vi.waitFor(() => expect(readFileSync(join(spool, 'till.json'), 'utf8')).toContain(place.register), 60_000)
  await opened.close()
  const { id, store, register } = await readIdentity(spool)
  expect([id, store, register]).toEqual([(await row())?.till_id, place.store_id, place.register])

  const without = await openTill({ ...options, receipts: 'http://127.0.0.1:9/ws/rest/v1' }, { replays: false })
  const { lines } = await without.printSheet({ to: '/dev/null' })
  await without.close()
  expect(Math.max(...lines.map(line => line.length))).toBe(32)
})

describe('of a service', () => {
  let answer: () =>
    | { status: number; headers?: Record<string, string>; text?: string; json?: unknown }
    | 'hang'
    | undefined
  let fake: Awaited<ReturnType<typeof startFakeService>>
  beforeAll(async () => {
    fake = await startFakeService(({ path }) => (path.endsWith('/till-settings') ? answer() : undefined))
  })
  afterAll(() => fake[Symbol.asyncDispose]())
  const asked = () => fake.requests.filter(({ path }) => path.endsWith('/till-settings')).length

  test('the newest settings count, and a sale waits as long as they say', async () => {
    const newer = signed(settingsOf({ deadlineMs: 600 }, '2026-11-21T12:00:00.000Z'))
    const older = signed(settingsOf({ deadlineMs: 60_000 }, '2026-11-20T12:00:00.000Z'))
    let sent = newer
    answer = () => ({ status: 200, headers: { 'counterfoil-signature': sent.signature }, text: sent.body })
    const spool = newFolder()
    const opened = await openTill({ ...fake.options, ...quiet, spool }, { probeEvery: 30 })
    await vi.waitFor(() => expect(readFileSync(join(spool, 'settings.json'), 'utf8')).toContain('600'), 60_000)
    sent = older
    const before = asked()
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 1), 60_000)
    expect(readFileSync(join(spool, 'settings.json'), 'utf8')).toContain('600')
    await opened.close()
  })

  test.each([
    ['that knows no such question', { status: 404, ...errorResponse('Not Found') }],
    ['that fails', { status: 500, ...errorResponse('Internal Server Error') }],
    ['that sends a page', { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>Welcome</html>' }],
    ['that sends far too much', { status: 200, text: 'x'.repeat(100_000) }],
    ['that hangs', 'hang' as const],
  ])('%s, a till works without settings', async (_, given) => {
    answer = () => given
    const before = asked()
    const opened = await openTill({ ...fake.options, ...quiet, spool: newFolder() }, { probeEvery: 20 })
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), 60_000)
    expect(await opened.checkout(sale('004-1', { requestId: `own-${before}` }))).toMatchObject({ copy: 'sent' })
    await opened.close()
  })
})
