import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allows, roles } from '../../src/people/roles.ts'
import { databases, fewDatabases, receipt, startService, type TestService } from '../support/service.ts'
import { bodies, named, ofOwnAccount, queries } from './every-operation.ts'
import { person, previewOf, type Visitor } from './open-console.ts'

const mark = 'Beleg-4182'
const today = new Date().toISOString().slice(0, 10)

/** A sale of a store, with the mark in all that could be seen of it. */
const saleIn = (storeId: string, number: string, grandAmount: number) =>
  receipt({
    transactionNumber: number,
    receiptDateTime: `${today}T12:00:00Z`,
    grandAmount,
    customer: { emailAddress: `${number}@example.com` },
    workstation: { id: `${number}-till`, store: { id: storeId, name: `Store ${number}`, address: {} } },
  })

describe.each(databases)('people see their own stores on %s', database => {
  let shop: TestService
  /** Of store 12. */
  let theirs: Record<string, string>
  /** People of store 7, and of store 12, by role. */
  const others: Record<string, Visitor> = {}
  const own: Record<string, Visitor> = {}
  let both: Visitor
  let all: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    const receiptId = await shop.create(saleIn('12', mark, 41.5))
    await shop.create(saleIn('7', 'Seven', 7.25))
    await shop.create(saleIn('9', 'Nine', 9.75))
    await shop.service.db.updateTable('deliveries').set({ status: 'failed', finished_at: Date.now() }).execute()
    await shop.ask(shop.receipts(), { method: 'POST', body: { ...saleIn('12', mark, 1), grandAmount: mark } })
    await shop.service.warnings.flush()
    theirs = { receiptId }
    for (const role of roles) {
      others[role] = await person(shop, role, 'demo', ['7'])
      own[role] = await person(shop, role, 'demo', ['12'])
    }
    both = await person(shop, 'desk', 'demo', ['7', '12'])
    all = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  const call = ({ ask }: Visitor, id: string, { method, path }: (typeof named)[number][1]) => {
    const filled = path.replace('/console/api', '').replace(/\{(\w+)\}/g, (_, name: string) => theirs[name] ?? name)
    const query = (queries[id] ?? '').replace('2026-11-20', today)
    const body = id === 'signDayEnd' ? { storeId: '12', date: today } : bodies[id]
    return ask(`${filled}${query}`, { method, ...(id === 'previewSettings' ? previewOf({}) : { body }) })
  }

  test.each(named)('%s shows nothing of another store, and changes nothing there', async (id, operation) => {
    if (id === 'signOut') return
    // One's own account has no store, and checking its password takes longest.
    if (ofOwnAccount.has(id) && !fewDatabases.includes(database)) return
    for (const role of roles) {
      const isAllowed = allows(role, operation.role ?? 'view') && operation.stores === 'some'
      // Who may not is refused before the database is asked.
      if (!isAllowed && !fewDatabases.includes(database)) continue
      const reply = await call(others[role]!, id, operation)
      expect([role, reply.text.includes(mark)]).toEqual([role, false])
      if (!isAllowed) expect([role, reply.status]).toEqual([role, 403])
      else if (/\{receiptId\}/.test(operation.path) || /DayEnd|liftSupp/.test(id))
        expect([role, reply.status]).toEqual([role, 404])
      else expect(reply.status).toBeLessThan(ofOwnAccount.has(id) ? 430 : 300)
    }
  })

  test('what another store tried left everything as it was', async () => {
    expect((await all.ask(`/receipts/${theirs.receiptId}`)).status).toBe(200)
    expect((await all.ask(`/receipts/${theirs.receiptId}/deliveries`)).json).toHaveLength(1)
    const { problems } = (await all.ask('/problems/mails')).json
    expect(problems.map(({ number }: { number: string }) => number).sort()).toEqual([mark, 'Nine'])
  })

  test('of their own store they see all of it', async () => {
    const { ask } = own.desk!
    expect((await ask(`/receipts/${theirs.receiptId}`)).status).toBe(200)
    expect((await ask(`/receipts/${theirs.receiptId}/html`)).text).toContain(mark)
    const { receipts } = (await ask('/receipts/find', { body: {} })).json
    expect(receipts.map(({ number }: { number: string }) => number)).toEqual([mark])
    for (const clue of [{ number: mark }, { words: 'tea' }, { amount: 41.5 }, { email: `${mark}@example.com` }])
      expect((await ask('/receipts/find', { body: { ...clue, store: '7' } })).json.receipts).toEqual([])
    expect((await ask('/receipts/find', { body: { amount: 41.5 } })).json.receipts).toHaveLength(1)
    expect((await ask('/receipts/find', { body: { amount: 9.75 } })).json.receipts).toEqual([])
    expect((await ask('/stores')).json.map(({ id }: { id: string }) => id)).toEqual(['12'])
    expect((await ask('/problems/left')).json.count).toBe(1)
    expect((await ask('/problems/mails.csv')).text).toContain(mark)
    expect((await ask(`/day-end?storeId=12&date=${today}`)).json.total.figures.receipts).toBe(1)
    expect((await ask(`/day-end?storeId=9&date=${today}`)).status).toBe(404)
  })

  test('a desk lifts the suppression of the customer before it, and of nobody else', async () => {
    const { ask } = own.desk!
    await all.ask('/suppressions', { body: { emailAddress: 'rosa.lind@example.com' } })
    expect((await ask('/suppressions')).status).toBe(403)
    expect((await ask('/suppressions/lift', { body: { since: '2020-01-01T00:00:00Z', kind: 'hand' } })).status).toBe(
      404,
    )
    expect((await ask('/suppressions/lift', { body: { emailAddress: 'rosa.lind@example.com' } })).json.count).toBe(1)
  })

  test('of several stores they see these, and none else', async () => {
    const { receipts } = (await both.ask('/receipts/find', { body: {} })).json
    expect(receipts.map(({ number }: { number: string }) => number).sort()).toEqual([mark, 'Seven'])
    expect((await both.ask('/stores')).json.map(({ id }: { id: string }) => id)).toEqual(['12', '7'])
  })

  test('figures are those of their stores, whether folded or not', async () => {
    for (const isFolded of [false, true]) {
      if (isFolded) await shop.service.fold.finish()
      const ask = async (visitor: Visitor, rest = '') => {
        const { json } = await visitor.ask(`/statistics?fromDate=${today}&toDate=${today}&interval=all${rest}`)
        return [
          json.totals.receipts,
          json.totals.amounts.map(({ grandAmount }: { grandAmount: string }) => grandAmount),
        ]
      }
      expect((await ask(all))[0]).toBe(3)
      expect((await ask(own.statistics!))[0]).toBe(1)
      expect((await ask(own.statistics!, '&storeId=7'))[0]).toBe(0)
      expect((await ask(both))[0]).toBe(2)
      expect((await ask(both, '&storeId=7'))[0]).toBe(1)
      const grouped = async (groupBy: string) =>
        (await both.ask(`/statistics?fromDate=${today}&toDate=${today}&interval=all&groupBy=${groupBy}`)).json
      expect(
        (await grouped('store')).rows.map(({ group }: { group: { storeId: string } }) => group.storeId).sort(),
      ).toEqual(['12', '7'])
      expect((await grouped('register')).rows).toHaveLength(2)
      expect((await grouped('tenderType')).rows.length).toBeLessThan(2)
      expect((await grouped('currency')).rows).toHaveLength(1)
      expect((await grouped('item')).errors.groupBy).toMatchObject([{ message: expect.stringContaining('by store') }])
    }
  })

  test('a change of role or stores ends the sessions, and so does removal', async () => {
    const { json: people } = await all.ask('/people')
    const { id } = people.find(({ name }: { name: string }) => name === 'view-of-demo-7')
    expect((await others.view!.ask('/stores')).status).toBe(200)
    expect(
      (await all.ask(`/people/${id}`, { method: 'PUT', body: { role: 'view', stores: ['12'] } })).json,
    ).toMatchObject({ role: 'view', stores: ['12'] })
    expect((await others.view!.ask('/stores')).status).toBe(401)
    const { id: desk } = people.find(({ name }: { name: string }) => name === 'desk-of-demo-7')
    await all.ask(`/people/${desk}`, { method: 'DELETE' })
    expect((await others.desk!.ask('/stores')).status).toBe(401)
    const { acts } = (await all.ask('/trail')).json
    expect(acts).toContainEqual(
      expect.objectContaining({ action: 'changePerson', detail: { role: 'view', stores: 1 } }),
    )
  })
})
