import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../src/merchants/api-keys.ts'
import { findMerchant, saveMerchant } from '../../src/merchants/merchants.ts'
import { addOffer } from '../../src/merchants/offers.ts'
import { savePerson } from '../../src/people/people.ts'
import { allows } from '../../src/people/roles.ts'
import { addSchedule } from '../../src/worker/reports/schedules.ts'
import { basic, demoCredentials, fullRights, receipt, startService, type TestService } from '../support/service.ts'
import { bodies, dayOfReceipt, named, ofOwnAccount, queries } from './every-operation.ts'
import { person, previewOf, roles, type Visitor, visit } from './open-console.ts'

// Rights are checked before the database is asked.
describe('the console keeps merchants apart', () => {
  let shop: TestService
  let theirs: Record<string, string>
  /** Of the other merchant. */
  let theirKey: string
  const others: Record<string, Visitor> = {}
  const own: Record<string, Visitor> = {}
  const mark = 'Zeugnis-7741'
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch' })
    const marked = receipt({
      transactionNumber: mark,
      customer: { emailAddress: `${mark}@example.com` },
      receiptDateTime: `${dayOfReceipt.date}T17:45:00`,
      workstation: { id: mark, store: { id: dayOfReceipt.storeId, name: mark, address: {} } },
    })
    const receiptId = await shop.create(marked)
    await shop.service.db.updateTable('deliveries').set({ status: 'failed', finished_at: Date.now() }).execute()
    await shop.ask(shop.receipts(), { method: 'POST', body: { ...marked, grandAmount: mark } })
    const { key } = await issueKey(shop.service.db, 'demo', mark, Date.now())
    const { id: offerId } = await addOffer(shop.service.db, 'demo', { content: mark }, Date.now())
    const { person: ada } = await savePerson(
      shop.service.db,
      { merchantId: 'demo', name: mark, role: 'view' },
      Date.now(),
    )
    const merchant = (await findMerchant(shop.service.db, 'demo'))!
    const about = { report: 'silent', storeId: '', cutOff: 0, every: 'day', weekday: 1, minute: 0 } as const
    const sent = { language: 'en-US', skipEmpty: true, active: true, to: [`${mark}@example.com`] }
    const report = await addSchedule(shop.service.db, merchant, { ...about, ...sent }, Date.now())
    theirs = { receiptId, keyId: key.id, offerId, personId: ada.id, reportId: report!.id }
    for (const role of roles) {
      others[role] = await person(shop, role, 'alder')
      own[role] = await person(shop, role)
    }
    const { key: foreign, secret } = await issueKey(shop.service.db, 'alder', 'Till', Date.now(), fullRights)
    theirKey = `${foreign.id}:${secret}`
    others.key = await visit(shop.url, foreign.id, secret)
  })
  afterAll(() => shop.stop())

  const call = (visitor: Pick<Visitor, 'ask'>, id: string, { method, path }: (typeof named)[number][1]) => {
    const filled = path.replace('/console/api', '').replace(/\{(\w+)\}/g, (_, name: string) => theirs[name] ?? name)
    const sent = id === 'previewSettings' ? previewOf({}) : { body: bodies[id] }
    return visitor.ask(`${filled}${queries[id] ?? ''}`, { method, ...sent })
  }

  test.each(named)('%s shows nothing of another merchant, and changes nothing', async (id, operation) => {
    if (id === 'signOut') return
    const isAllowed = allows('desk', operation.role ?? 'view') && !ofOwnAccount.has(id)
    const reply = await call(others.admin!, id, operation)
    // A day without receipts can't be signed off or printed.
    if (/\{\w+\}/.test(operation.path) || id === 'signDayEnd' || id === 'printDayEnd') expect(reply.status).toBe(404)
    else expect(reply.status).toBeLessThan(id === 'previewSettings' || ofOwnAccount.has(id) ? 430 : 300)
    expect(reply.text).not.toContain(mark)
    if (id === 'showDayEnd') expect(reply.json).toMatchObject({ registers: [], storeName: '' })
    // Signed in with a key instead.
    const again = await call(others.key!, id, operation)
    expect(again.status).toBe(isAllowed ? reply.status : 403)
    expect(again.text).not.toContain(mark)
  })

  test.each(named)('%s is refused without a session, and to roles that may not', async (id, operation) => {
    const nobody = await fetch(`${shop.url}${operation.path}`, {
      method: operation.method,
      ...(bodies[id] !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodies[id]),
      }),
    })
    expect(nobody.status).toBe(401)
    for (const role of roles) {
      if (allows(role, operation.role ?? 'view')) continue
      expect([role, (await call(own[role]!, id, operation)).status]).toEqual([role, 403])
    }
  })

  test('no operation of the API takes another merchant’s key, or a session', async () => {
    const { paths } = (await shop.ask('/openapi.json')).json as { paths: Record<string, Record<string, object>> }
    const asked = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map(each => [path, each]))
    const guarded = asked.filter(([path]) => /\{merchantId\}|^\/admin/.test(path ?? ''))
    expect(guarded.length).toBeGreaterThan(20)
    let sent = 0
    for (const [path = '', method = ''] of guarded) {
      const filled = path
        .replace('{merchantId}', 'demo')
        .replace(/\{(\w+)\}/g, (_, name: string) => theirs[name] ?? name)
      const send = async (headers: Record<string, string>) => {
        // Wrong keys are counted by address.
        const from = `198.51.100.${++sent % 250}`
        const hasBody = ['post', 'put'].includes(method)
        const reply = await fetch(`${shop.url}${filled}`, {
          method: method.toUpperCase(),
          headers: { ...headers, 'x-forwarded-for': from, ...(hasBody && { 'content-type': 'application/json' }) },
          ...(hasBody && { body: '{}' }),
        })
        expect(await reply.text()).not.toContain(mark)
        return [method, path, reply.status]
      }
      const isAdmin = path.startsWith('/admin')
      expect(await send({ authorization: basic(theirKey) })).toEqual([method, path, isAdmin ? 401 : 403])
      for (const { cookie } of [others.admin!, own.admin!])
        expect(await send({ cookie, 'sec-fetch-site': 'same-origin' })).toEqual([method, path, 401])
    }
  })

  test('what another merchant tried left everything as it was', async () => {
    const { ask } = own.admin!
    expect((await ask(`/receipts/${theirs.receiptId}`)).status).toBe(200)
    expect((await ask(`/receipts/${theirs.receiptId}/deliveries`)).json).toHaveLength(1)
    expect((await ask('/keys')).json.find(({ id }: { id: string }) => id === theirs.keyId).revokedAt).toBe(undefined)
    expect((await ask('/offers')).json.map(({ id }: { id: string }) => id)).toContain(theirs.offerId)
    expect((await ask('/people')).json.map(({ id }: { id: string }) => id)).toContain(theirs.personId)
    expect((await ask('/reports')).json).toMatchObject([{ id: theirs.reportId, active: true }])
    expect((await ask('/settings')).json.name).toBe('Demo Shop')
    const dayEnd = (await ask(`/day-end${queries.showDayEnd}`)).json
    expect(dayEnd).toMatchObject({ storeName: mark, registers: [{ workstationId: mark }] })
    expect(dayEnd.signed).toBe(undefined)
    expect((await ask('/problems/mails')).json.problems).toMatchObject([{ number: mark }])
  })

  test('each merchant’s trail has its own acts only', async () => {
    const trail = async (visitor: Visitor) =>
      (await visitor.ask('/trail')).json.acts as { actor: string; target?: string }[]
    const [mine, foreign] = await Promise.all([trail(own.admin!), trail(others.admin!)])
    expect(mine.filter(({ actor }) => actor.includes('alder'))).toEqual([])
    expect(foreign.filter(({ target }) => Object.values(theirs).includes(target ?? ''))).toEqual([])
    expect(foreign.length).toBeGreaterThan(3)
  })

  test('a till’s key in the console does a desk’s work, and no more', async () => {
    const [name = '', secret = ''] = demoCredentials.split(':')
    const { ask } = await visit(shop.url, name, secret)
    expect((await ask(`/receipts/${theirs.receiptId}`)).status).toBe(200)
    for (const path of ['/keys', '/people', '/settings', '/trail', '/offers'])
      expect((await ask(path)).status).toBe(403)
    expect((await ask('/password', { method: 'PUT', body: { current: 'a', next: 'b' } })).status).toBe(403)
  })
})
