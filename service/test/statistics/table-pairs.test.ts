import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableCommand } from '../../src/commands/figure-commands.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { adminToken, databases, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from '../support/visitors.ts'

/** A sale: store, register, operator, associate, means of payment, amount, and what the club takes off. */
const sales = [
  ['12', '1', 'Ida', 'Noor', 'Cash', 10, 0],
  ['12', '1', 'Ida', 'Ida', 'Credit', 20, 2],
  ['12', '2', 'Noor', undefined, 'Credit', 30, 0],
  ['7', '1', 'Ida', 'Ida', 'Cash', 40, 4],
  ['7', '1', '=1+1', 'Ida', 'Cash', 50, 0],
] as const

describe.each(databases)('tables of two groupings on %s', database => {
  let shop: TestService
  let all: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch' })
    for (const [at, [store, register, operator, associate, tenderTypeCode, amount, off]] of sales.entries())
      await shop.create(
        receipt({
          ...{ transactionNumber: `P-${at}`, receiptType: 'PaperOnly', currency: 'CAD' },
          receiptDateTime: `2026-1${at % 2}-20T10:00:00-05:00`,
          workstation: {
            ...{ id: register, operator, ...(associate && { associate }) },
            store: { id: store, name: `Store ${store}`, address: {} },
          },
          items: undefined,
          grandAmount: amount,
          ...(off > 0 && { grossAmount: amount + off, discounts: [{ name: 'Club', amount: -off }] }),
          tenders: [{ tenderTypeCode, amount }],
        }),
      )
    all = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  const year = 'from=2026-01-01&to=2026-12-31'
  type Row = { names: string[]; values: (string | number)[] }
  const rowsFor = async (who: Visitor, query: string) => {
    const { status, json } = await who.ask(`/table?${year}&${query}`)
    expect([query, status]).toEqual([query, 200])
    return (json.rows as Row[]).map(({ names, values }) => [...names, Number(values[0]), values[1]])
  }

  // Of what waits for being folded, of days and months, and of both.
  test.each(['pending', 'folded'])('are exact while receipts are %s', async step => {
    if (step === 'folded') await shop.service.fold.finish()
    expect(await rowsFor(all, 'by=store&thenBy=tenderType&sort=name')).toEqual([
      ['Store 7', 'Cash', 2, '90.00'],
      ['Store 12', 'Cash', 1, '10.00'],
      ['Store 12', 'Credit card', 2, '50.00'],
    ])
    expect(await rowsFor(all, 'by=store&thenBy=discount&sort=name')).toEqual([
      ['Store 7', 'Club', 1, '4.00'],
      ['Store 12', 'Club', 1, '2.00'],
    ])
    expect(await rowsFor(all, 'by=store&thenBy=associate&sort=name')).toEqual([
      ['Store 7', 'Ida', 2, 2],
      ['Store 12', '', 1, 1],
      ['Store 12', 'Ida', 1, 1],
      ['Store 12', 'Noor', 1, 1],
    ])
    expect(await rowsFor(all, 'by=register&thenBy=operator&storeId=12&sort=name')).toEqual([
      ['Store 12 · 1', 'Ida', 2, 2],
      ['Store 12 · 2', 'Noor', 1, 1],
    ])
    expect(await rowsFor(all, 'by=operator&sort=name')).toEqual([
      ['=1+1', 1, 1],
      ['Ida', 3, 3],
      ['Noor', 1, 1],
    ])
    expect(await rowsFor(all, 'by=operator&storeId=12&sort=name')).toEqual([
      ['Ida', 2, 2],
      ['Noor', 1, 1],
    ])
    expect(await rowsFor(all, 'by=store&thenBy=operator&words=store%2012%20ida')).toEqual([['Store 12', 'Ida', 2, 2]])
  })

  test.each([
    [
      'by=register&thenBy=tenderType&storeId=12',
      'thenBy',
      /with by=store, one of tenderType.*; with by=register, operator/,
    ],
    ['by=operator&thenBy=tenderType', 'thenBy', /with by=store/],
    ['by=register&thenBy=operator', 'storeId', /must be sent with by=register and thenBy/],
  ])('%s is refused with words', async (query, field, words) => {
    const { status, json } = await all.ask(`/table?${year}&${query}`)
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]])
    expect(json.errors[field][0].message).toMatch(words)
  })

  test('a desk of store 12 sees store 12 only, and another merchant nothing', async () => {
    const desk = await person(shop, 'desk', 'demo', ['12'])
    const stranger = await person(shop, 'admin', 'alder')
    expect(await rowsFor(desk, 'by=store')).toEqual([['Store 12', 3, 3]])
    expect(await rowsFor(desk, 'by=store&thenBy=tenderType&sort=name')).toEqual([
      ['Store 12', 'Cash', 1, '10.00'],
      ['Store 12', 'Credit card', 2, '50.00'],
    ])
    expect(await rowsFor(desk, 'by=operator&sort=name')).toEqual([
      ['Ida', 2, 2],
      ['Noor', 1, 1],
    ])
    expect(await rowsFor(desk, 'by=register&thenBy=operator')).toHaveLength(2)
    expect(await rowsFor(desk, 'by=discount')).toEqual([['Club', 1, '2.00']])
    for (const by of ['by=operator', 'by=register', 'by=store&thenBy=operator', 'by=discount', 'by=store'])
      expect(await rowsFor(desk, `${by}&storeId=7`)).toEqual([])
    expect((await desk.ask(`/table?${year}&by=item`)).json.errors.by[0].message).toMatch(/who sees all stores/)
    const file = await desk.ask(`/table/rows?${year}&by=store&thenBy=operator`)
    expect(file.text.split('\r\n')[0]).toMatch(/^from,to,id,name,thenName,currency,receipts,/)
    expect([file.text.includes('Store 12'), file.text.includes('Store 7')]).toEqual([true, false])
    for (const by of [
      'by=store',
      'by=operator',
      'by=store&thenBy=tenderType',
      'by=register&thenBy=operator&storeId=12',
    ])
      expect(await rowsFor(stranger, by)).toEqual([])
  })

  test('over /admin they are the same, and a file is in the audit trail', async () => {
    const ask = (path: string) =>
      shop.ask(`/admin/merchants/${path}`, { headers: { authorization: `Bearer ${adminToken}` }, credentials: null })
    const query = `${year}&by=store&thenBy=tenderType&sort=name`
    const inConsole = await all.ask(`/table?${query}`)
    const { json } = await ask(`demo/table?${query}`)
    expect(json).toEqual(inConsole.json)
    const lines = (await ask(`demo/table/rows?${query}&format=jsonl`)).text.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line).amount)).toEqual(['90.00', '10.00', '50.00'])
    expect((await ask(`nobody/table?${query}`)).status).toBe(404)
    expect((await ask(`alder/table?${query}`)).json.rows).toEqual([])
    const [entry] = await shop.service.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'exportTable')
      .where('actor', 'not like', 'person:%')
      .execute()
    expect(entry).toMatchObject({ merchant_id: 'demo' })
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ by: 'store, tenderType', format: 'jsonl' })
  })

  test('the command shows and exports them, without formulas', async () => {
    const run = async (...args: string[]) => {
      let out = ''
      const output = { stdout: { write: (text: string) => (out += text) }, stderr: { write: (text: string) => text } }
      const { dataDir, databaseUrl } = shop.config
      const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
      expect(await tableCommand(args, settings, output)).toBe(0)
      return out
    }
    const range = ['--from', '2026-01-01', '--to', '2026-12-31']
    const shown = JSON.parse(
      await run('show', 'demo', '--by', 'register', '--then-by', 'operator', '--store', '12', ...range),
    )
    expect(shown.count).toBe(2)
    const csv = await run('export', 'demo', '--by', 'operator', ...range)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(4)
    expect(csv).toContain(`,'=1+1,'=1+1,CAD,1,1,`)
  })

  test('the statistics of the interface have them, as JSON and CSV', async () => {
    const path = '/ws/rest/v1/merchants/demo/statistics?fromDate=2026-01-01&toDate=2026-12-31&interval=month'
    const { json } = await shop.ask(`${path}&groupBy=store&thenBy=tenderType`)
    expect([json.groupBy, json.thenBy, json.additive, json.rows.length]).toEqual(['store', 'tenderType', false, 5])
    const group = { id: '7/Cash', storeId: '7', storeName: 'Store 7', tenderTypeCode: 'Cash' }
    expect(json.rows.map((row: { group: object }) => row.group)).toContainEqual(group)
    const csv = await shop.ask(`${path}&groupBy=store&thenBy=operator`, { headers: { accept: 'text/csv' } })
    expect(csv.text.split('\r\n')[0]).toContain('groupId,groupStoreId,groupStoreName,groupOperator,receipts,')
    for (const [query, field] of [
      ['groupBy=item&thenBy=operator', 'thenBy'],
      ['thenBy=operator', 'thenBy'],
      ['groupBy=register&thenBy=operator', 'storeId'],
      ['groupBy=store&thenBy=operator&timeZone=America/Toronto', 'thenBy'],
    ]) {
      const refused = await shop.ask(`${path}&${query}`)
      expect([query, refused.status, Object.keys(refused.json.errors)]).toEqual([query, 422, [field]])
    }
  })
})
