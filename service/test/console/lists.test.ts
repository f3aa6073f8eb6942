import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { fewDatabases, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from './open-console.ts'

describe.each(fewDatabases)('the console’s lists, on %s', database => {
  let shop: TestService
  let admin: Visitor
  let opened: OpenDatabase
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    admin = await person(shop, 'admin')
    opened = await openDatabase(placeOf(shop.config), { allowRunning: true })
  })
  afterAll(async () => {
    await opened.close()
    await shop.stop()
  })

  test('show what statistics add: a return takes away, whatever its sign', async () => {
    const coat = { name: 'Wool coat', price: 100, total: 107, quantity: { value: 1 } }
    const dearer = { name: 'Down coat', price: 150, total: 160.5, quantity: { value: 1 } }
    const about = { receiptType: 'PaperOnly', receiptDateTime: '2026-05-04T12:00:00+02:00', currency: 'EUR' }
    const returned = { ...about, transactionType: 'ReturnTransaction' }
    const sent = [
      [{ ...about, grandAmount: 200, items: [coat, coat] }, '€200.00'],
      [{ ...returned, grandAmount: 107, items: [coat] }, '−€107.00'],
      [{ ...returned, grandAmount: -107, items: [coat] }, '−€107.00'],
      [{ ...returned, grandAmount: 107, items: undefined, returns: [{ items: [coat] }] }, '−€107.00'],
      // Goods for dearer ones: the customer paid the difference.
      [{ ...returned, grandAmount: 53.5, items: [dearer], returns: [{ items: [coat] }] }, '€53.50'],
    ] as const
    const shown = new Map<string, string>()
    for (const [index, [fields, amount]] of sent.entries()) {
      const id = await shop.create(receipt({ ...fields, transactionNumber: `L-${index}` }))
      shown.set(id, amount)
    }
    const { json: found } = await admin.ask('/receipts/find', { body: { from: '2026-05-04', to: '2026-05-04' } })
    const listed = new Map(found.receipts.map(({ id, amount }: { id: string; amount: string }) => [id, amount]))
    expect(listed).toEqual(shown)
    for (const [id, amount] of shown) expect((await admin.ask(`/receipts/${id}`)).json.amount).toBe(amount)

    const day = 'fromDate=2026-05-04&toDate=2026-05-04'
    const { json: statistics } = await shop.ask(`/ws/rest/v1/merchants/demo/statistics?${day}`)
    const sum = [...shown.values()].reduce((all, amount) => all + Number(amount.replace('−', '-').replace('€', '')), 0)
    expect(Number(statistics.totals.amounts[0].grandAmount)).toBe(sum)
    // The interface's list says what the till sent.
    const { json: interfaces } = await shop.ask(shop.receipts(`?${day}`))
    expect(interfaces.map((each: { transactionAmount: number }) => each.transactionAmount)).toEqual(
      expect.arrayContaining([200, 107, -107, 107, 53.5]),
    )
  })

  test('of what goes wrong say how much there is, not how much they show', async () => {
    const { db } = opened
    const at = Date.now() - 3_600_000
    const problems = async () => (await admin.ask('/problems')).json
    await shop.service.warnings.flush()
    await db.deleteFrom('receipt_warnings').execute()
    const lengths = ({ refused, counts }: Record<string, { length: number }>) => [refused?.length, counts]
    expect(lengths(await problems())).toEqual([0, { refused: 0, silent: 0, warned: 0 }])
    const refused = Array.from({ length: 103 }, (_, index) => ({
      ...{ merchant_id: 'demo', field: `items[].extra${index}`, message: 'must be a text', shape: '0', at },
    }))
    await db.insertInto('refusal_examples').values(refused).execute()
    expect(lengths(await problems())).toEqual([100, { refused: 103, silent: 0, warned: 0 }])
    await db.deleteFrom('refusal_examples').where('field', '>=', 'items[].extra5').execute()
    const left = await problems()
    expect(lengths(left)).toEqual([left.refused.length, { refused: left.refused.length, silent: 0, warned: 0 }])
  })

  test('of who did what say that there is more', async () => {
    const trail = async () => {
      const { acts, hasMore } = (await admin.ask('/trail')).json
      return [acts.length, hasMore]
    }
    const [before] = await trail()
    const acts = Array.from({ length: 200 - before }, (_, index) => ({
      ...{
        id: String(index).padStart(32, '0'),
        at: 1,
        actor: 'till 7',
        action: 'signIn',
        merchant_id: 'demo',
        target: null,
      },
      detail: '{}',
    }))
    await opened.db.insertInto('audit_entries').values(acts).execute()
    expect(await trail()).toEqual([200, false])
    await opened.db
      .insertInto('audit_entries')
      .values({ ...acts[0]!, id: '8'.repeat(32) })
      .execute()
    expect(await trail()).toEqual([200, true])
  })
})
