import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { wholeReach } from '../../src/basics/reach.ts'
import { createFleet, maxTills } from '../../src/operations/fleet/fleet.ts'
import { listTills } from '../../src/operations/fleet/list.ts'
import { adminToken, databases, demoCredentials, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from '../support/visitors.ts'

const minute = 60_000
const noon = Date.UTC(2026, 10, 20, 12)

const settingsPath = '/ws/rest/v1/merchants/demo/till-settings'

/** A header of a till, with what else it says. */
function header(id: string, at: number, more: Record<string, string> = {}): string {
  const members = { id: `"${id}"`, version: '"0.2.0"', clock: `@${Math.floor(at / 1000)}`, ...more }
  return Object.entries(members)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

describe.each(databases)('the tills of a merchant, on %s', database => {
  let shop: TestService
  let owner: Visitor
  let clock = noon
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true, now: () => clock })
    owner = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  const says = (id: string, more: Record<string, string> = {}, at = clock) =>
    shop.ask(settingsPath, { headers: { 'counterfoil-till': header(id, at, more) } })
  const fleet = async (query = '') => {
    await shop.service.fleet.flush()
    const headers = { authorization: `Bearer ${adminToken}` }
    return (await shop.ask(`/admin/merchants/demo/fleet${query}`, { credentials: null, headers })).json
  }

  test('say how they are with any request, and the worst is first', async () => {
    const sale = receipt({ workstation: { id: '4', store: { id: '12', name: 'Queen Street', address: {} } } })
    await shop.create(sale, {
      'counterfoil-till': header('fine', clock, { store: '"12"', register: '"4"', waiting: '0', refused: '0' }),
    })
    await says('ahead', { store: '"12"', register: '"10"' }, clock + 5 * minute)
    await says('late', { store: '"12"', register: '"2"', waiting: '3', oldest: `@${(clock - 20 * minute) / 1000}` })
    await says('stopped', { halted: 'mode' })
    await says('full', { store: '"12"', register: '"3"', refused: '2' })
    await shop.service.fold.finish()
    const { tills, counts, count, pages } = await fleet()
    expect(tills.map((till: { id: string; state: string }) => [till.id, till.state])).toEqual([
      ['stopped', 'halted'],
      ['late', 'waiting'],
      ['full', 'refused'],
      ['ahead', 'skewed'],
      ['fine', 'fine'],
    ])
    expect(counts).toEqual({ silent: 0, halted: 1, waiting: 1, refused: 1, skewed: 1, away: 0, fine: 1 })
    expect([count, pages]).toEqual([5, 1])
    expect(tills[1]).toEqual({
      ...{ id: 'late', state: 'waiting', storeId: '12', storeName: 'Queen Street', register: '2', version: '0.2.0' },
      ...{ keyId: 'demo', keyLabel: tills[1].keyLabel, seenAt: '2026-11-20T12:00:00.000Z', skewSeconds: 0 },
      ...{ waiting: 3, oldestAt: '2026-11-20T11:40:00.000Z' },
    })
    expect(tills[0]).toMatchObject({ storeId: '', halted: 'mode' })
    expect(tills[3]).toMatchObject({ skewSeconds: 300 })
  })

  test('are found by store, state and words, page by page', async () => {
    const ids = async (query: string) => (await fleet(query)).tills.map(({ id }: { id: string }) => id)
    expect(await ids('?storeId=12&state=waiting')).toEqual(['late'])
    expect(await ids('?words=queen%2010')).toEqual(['ahead'])
    expect(await ids('?page=2&pageSize=2')).toEqual(['full', 'ahead'])
    expect((await fleet('?state=fine')).counts.halted).toBe(1)
    expect(await ids('?page=9')).toEqual([])
  })

  test('of other stores aren’t there for people of some', async () => {
    const ids = async (stores: string[]) =>
      (await (await person(shop, 'view', 'demo', stores)).ask('/fleet')).json.tills.map(({ id }: { id: string }) => id)
    expect(await ids(['12'])).toEqual(['late', 'full', 'ahead', 'fine'])
    expect(await ids(['7'])).toEqual([])
  })

  test('are away when they aren’t heard of, and fine again with their next request', async () => {
    clock += 17 * minute
    await says('stopped')
    const { counts } = await fleet()
    expect(counts).toMatchObject({ away: 1, fine: 1, halted: 0 })
    const { text } = await shop.ask('/metrics', { credentials: null })
    expect(text).toMatch(/^counterfoil_tills\{state="away"\} 1$/m)
    expect(text).toMatch(/^counterfoil_tills\{state="halted"\} 0$/m)
    expect(text).not.toContain('Queen')
  })

  test('the longest away is first', async () => {
    await says('gone', { store: '"9"', register: '"2"' })
    clock += minute
    await says('later', { store: '"9"', register: '"1"' })
    clock += 17 * minute
    const { tills } = await fleet('?state=away&storeId=9')
    expect(tills.map(({ id }: { id: string }) => id)).toEqual(['gone', 'later'])
  })

  test('never lose a receipt to a wrong header, and of two words the last counts', async () => {
    for (const wrong of ['id="', '\u00ff', `id="${'x'.repeat(5000)}"`, 'id=(((', 'id="x", waiting=1e9'])
      expect((await shop.ask(shop.receipts(), saleWith(wrong))).status).toBe(200)
    await says('twice', { waiting: '1' })
    await says('twice', { waiting: '0' })
    expect((await fleet('?words=0.2.0')).tills.find(({ id }: { id: string }) => id === 'twice')).toMatchObject({
      waiting: 0,
    })
  })

  test('are forgotten by a person, and come back with their next request', async () => {
    expect((await owner.ask('/fleet/twice', { method: 'DELETE' })).status).toBe(204)
    expect((await owner.ask('/fleet/twice', { method: 'DELETE' })).status).toBe(404)
    expect((await fleet()).tills.map(({ id }: { id: string }) => id)).not.toContain('twice')
    await says('twice')
    expect((await fleet()).tills.map(({ id }: { id: string }) => id)).toContain('twice')
  })

  test('of another merchant, or of a wrong key, aren’t there', async () => {
    const { json } = await shop.ask('/admin/merchants/alder', {
      ...{ method: 'PUT', credentials: null, headers: { authorization: `Bearer ${adminToken}` } },
      body: { name: 'Alder' },
    })
    expect(json.id).toBe('alder')
    const sent = { headers: { 'counterfoil-till': header('stranger', clock) } }
    expect((await shop.ask('/ws/rest/v1/merchants/alder/till-settings', sent)).status).toBe(403)
    expect((await shop.ask(settingsPath, { ...sent, credentials: 'demo:wrong' })).status).toBe(401)
    await shop.service.fleet.flush()
    expect(
      await shop.service.db.selectFrom('fleet').select('till_id').where('till_id', '=', 'stranger').execute(),
    ).toEqual([])
    expect(await listTills(shop.service.db, { reach: wholeReach('alder'), now: clock })).toEqual([])
  })

  test('get their settings signed with their key, the newest of all', async () => {
    const nothing = await says('fine')
    expect(nothing.json).toEqual({ merchantId: 'demo', savedAt: '1970-01-01T00:00:00.000Z', settings: {} })
    const settings = { deadlineMs: 3000, printer: { model: 'epson-tm-m30iii', width: 80 }, slip: { as: 'text' } }
    const saved = await owner.ask('/till-settings', { method: 'PUT', body: settings })
    expect(saved.json).toEqual({ settings, savedAt: new Date(clock).toISOString() })
    const { text, headers } = await says('fine')
    expect(JSON.parse(text)).toEqual({ merchantId: 'demo', savedAt: new Date(clock).toISOString(), settings })
    const [keyId = '', secret = ''] = demoCredentials.split(/:(.*)/s)
    const key = createHash('sha256').update(secret).digest('hex')
    const signature = createHmac('sha256', key).update(`counterfoil-till-settings\n${keyId}\n${text}`).digest('base64')
    expect(headers.get('counterfoil-signature')).toBe(`v1,${signature}`)
    clock -= minute
    const later = await owner.ask('/till-settings', { method: 'PUT', body: {} })
    expect(Date.parse(later.json.savedAt)).toBe(clock + minute + 1)
    for (const wrong of [
      { deadlineMs: 1 },
      { printer: { to: 'tcp://192.0.2.1' } },
      { slip: { as: 'voice' } },
      { other: 1 },
    ])
      expect((await owner.ask('/till-settings', { method: 'PUT', body: wrong })).status).toBe(422)
  })

  test('are as many as there is room for, and go when nobody has heard of them for long', async () => {
    const { db } = shop.service
    await shop.service.fleet.flush()
    await db.deleteFrom('fleet').execute()
    let at = clock
    const tills = createFleet(db, { log: openLog('silent'), now: () => at })
    const from = { merchantId: 'demo', keyId: 'demo' }
    for (let each = 0; each < maxTills + 5; each++) tills.note(from, header(`t${each}`, at))
    await tills.flush()
    for (const id of ['new', 't7']) tills.note(from, header(id, at, { waiting: '9' }))
    await tills.flush()
    const rows = await db.selectFrom('fleet').select(['till_id', 'waiting']).execute()
    expect(rows).toHaveLength(maxTills)
    expect(rows.filter(({ waiting }) => waiting === 9)).toEqual([{ till_id: 't7', waiting: 9 }])
    at += 91 * 24 * 60 * minute
    tills.note(from, header('new', at))
    await tills.stop()
    await tills.flush()
    expect(await db.selectFrom('fleet').select('till_id').execute()).toEqual([])
  })
})

function saleWith(till: string) {
  return { method: 'POST', body: receipt({}), headers: { 'counterfoil-till': till } }
}
