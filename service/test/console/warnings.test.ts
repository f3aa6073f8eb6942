import { setTimeout as pause } from 'node:timers/promises'
import { auditReceipt } from 'counterfoil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { lockReceipts, type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { createWarnings, expireWarnings, type Warnings } from '../../src/receipts/warnings.ts'
import { fewDatabases, longTest, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from './open-console.ts'

const fine = { currency: 'USD', receiptType: 'PaperOnly' }
const till = (storeId: string, id: string) => {
  const { workstation } = receipt() as { workstation: { store: object } }
  return { ...workstation, id, store: { ...workstation.store, id: storeId, name: `Store ${storeId}` } }
}

describe.each(fewDatabases)('warnings of accepted receipts, on %s', database => {
  let shop: TestService
  let desk: Visitor
  let opened: OpenDatabase
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    desk = await person(shop, 'view')
    opened = await openDatabase(placeOf(shop.config), { allowRunning: true })
  })
  afterAll(async () => {
    await opened.close()
    await shop.stop()
  })
  const create = (fields: object) =>
    shop.ask(shop.receipts(), { method: 'POST', body: receipt({ ...fine, ...fields }) })
  const forgetAll = async () => {
    await shop.service.warnings.flush()
    await opened.db.deleteFrom('receipt_warnings').execute()
  }
  const listed = async () => {
    await shop.service.warnings.flush()
    return (await desk.ask('/problems')).json
  }

  test.each([
    ['a misspelled field', { currency: undefined, curency: 'USD' }],
    ['what doesn’t add up', { grandAmount: 12, netAmount: 10, tenders: [{ tenderTypeCode: 'Cash', amount: 9 }] }],
    ['both', { tipp: 3, grandAmount: 12, netAmount: 10 }],
    ['nothing', {}],
    ['what is only a matter of style', { grandAmount: '12.00', loyalty: null }],
  ])('the answer says how many there are, as `counterfoil check` does: %s', async (_, fields) => {
    const answer = await create(fields)
    const count = auditReceipt(receipt({ ...fine, ...fields })).filter(({ severity }) => severity !== 'style').length
    expect([answer.status, answer.headers.get('counterfoil-warnings')]).toEqual([200, String(count)])
  })

  test('they are counted by store, till and kind, and listed with an example and what to change', async () => {
    await forgetAll()
    const odd = {
      tipp: 3,
      items: [
        { name: 'Tea', quantity: { units: 1 } },
        { name: 'Pie', quantity: { units: 2 } },
      ],
    }
    for (const [store, register] of [
      ['12', '1'],
      ['12', '1'],
      ['12', '2'],
      ['13', '1'],
    ] as const)
      await create({ ...odd, workstation: till(store, register) })
    const last = await create({ ...odd, workstation: till('13', '1') })
    const { warned, counts } = await listed()
    expect([counts.warned, warned.length]).toEqual([2, 2])
    const about = { receipts: 5, tillCount: 3, receiptId: last.json.receiptId, at: expect.any(String) }
    const [units, tipp] = warned
    expect(units).toMatchObject({ ...about, code: 'deprecated_units', field: 'items[].quantity.units' })
    expect(units.message).toBe('units is deprecated and used only if value is missing. Send value instead.')
    expect(tipp).toMatchObject({ ...about, code: 'unknown_field', field: 'tipp' })
    const counted = tipp.tills.map((each: { storeId: string; register: string; receipts: number }) => [
      each.storeId,
      each.register,
      each.receipts,
    ])
    expect(counted).toEqual(expect.arrayContaining([['12', '1', 2], ['13', '1', 2], ['12', '2', 1]])) // biome-ignore format: a table

    const { text } = await shop.ask('/metrics', { credentials: null })
    expect(text).toMatch(/counterfoil_receipt_warnings_total\{merchant="demo",kind="deprecated_units"\} 5/)
    const admin = await person(shop, 'admin')
    await admin.ask(`/receipts/${last.json.receiptId}/erase`, { body: { reason: 'test' } })
    expect((await listed()).warned[0]).toMatchObject({ receipts: 3, tillCount: 2 })
  })

  test('a duplicate isn’t counted again, and names that can’t be a field’s aren’t kept', async () => {
    await forgetAll()
    const sent = { requestId: 'sale-1', 'ada@example.com': 1, ada_1234567: 2 }
    expect((await create(sent)).headers.get('counterfoil-warnings')).toBe('2')
    const again = await create(sent)
    expect([again.status, again.headers.get('counterfoil-warnings')]).toEqual([409, '2'])
    const { warned } = await listed()
    expect(warned.map(({ receipts }: { receipts: number }) => receipts)).toEqual([1, 1])
    const told = warned.map(({ receiptId, ...rest }: { receiptId: string }) => rest) // the letters of a random id may be anybody’s name
    expect(JSON.stringify(told)).not.toMatch(/ada|1234567/)
  })

  longTest(database)('tills without end share a row for each kind', async () => {
    const warnings: Warnings = createWarnings(opened.db, { log: openLog('silent'), now: Date.now })
    await forgetAll()
    const receiptId = (await create({})).json.receiptId
    const [warning] = auditReceipt(receipt({ ...fine, tipp: 1 }))
    for (const round of [0, 1]) {
      for (let number = 0; number < 5100; number++) {
        const workstation = till('12', `${round} ${number}`) as unknown as Parameters<
          Warnings['note']
        >[0]['workstation']
        warnings.note({ merchantId: 'demo', receiptId, workstation }, [warning!])
      }
      await warnings.flush()
    }
    const rows = await opened.db.selectFrom('receipt_warnings').selectAll().execute()
    expect(rows.length).toBeLessThanOrEqual(5001)
    expect(rows.reduce((sum, { receipts }) => sum + Number(receipts), 0)).toBe(10_200)
    expect((await listed()).warned.map(({ field }: { field: string }) => field).sort()).toEqual(['', 'tipp'])
    await warnings.stop()
  })

  test('they are forgotten after some weeks', async () => {
    expect(await expireWarnings(opened.db, Date.now() + 36 * 86_400_000)).toBeGreaterThan(0)
    expect((await listed()).warned).toEqual([])
  })
})

test('a receipt that is erased while its warnings are written leaves none, on PostgreSQL', async () => {
  await using shop = await startService({ database: 'PostgreSQL', withoutWorker: true })
  const { db, warnings } = shop.service
  const id = await shop.create(receipt({ ...fine, tipp: 3 }))
  const [erased, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const erasing = db.transaction().execute(async transaction => {
    await lockReceipts(transaction, [id])
    await transaction.deleteFrom('receipt_warnings').where('receipt_id', '=', id).execute()
    await transaction.deleteFrom('receipts').where('id', '=', id).execute()
    erased.resolve()
    await mayEnd.promise
  })
  await erased.promise
  const writing = warnings.flush()
  // It waits for the erasure; without that, it has written by now.
  await Promise.race([writing, pause(500)])
  mayEnd.resolve()
  await Promise.all([erasing, writing])
  expect(await db.selectFrom('receipt_warnings').selectAll().execute()).toEqual([])
})
