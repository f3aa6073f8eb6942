import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outliersIn } from '../../src/statistics/tables/outliers.ts'
import type { TableRow } from '../../src/statistics/tables/table.ts'
import { tableCsv } from '../../src/statistics/tables/table-file.ts'
import { databases, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from '../support/visitors.ts'

const store = (id: string, name: string) => ({ id: '1', store: { id, name, address: {} } })

describe.each(databases)('tables of the statistics, on %s', database => {
  let shop: TestService
  let desk: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    desk = await person(shop, 'desk')
    let number = 0
    const sell = (fields: object) =>
      shop.create(receipt({ transactionNumber: `T-${++number}`, receiptType: 'PaperOnly', currency: 'CAD', ...fields }))
    for (let at = 1; at <= 60; at++)
      await sell({
        ...{
          receiptDateTime: '2026-11-20T10:00:00-05:00',
          grandAmount: at,
          tenders: [{ tenderTypeCode: 'Cash', amount: at }],
        },
        workstation: store(`S${at}`, at === 7 ? '=HYPERLINK("x")' : `Store ${at}`),
      })
    await sell({
      ...{ receiptDateTime: '2026-11-20T11:00:00-05:00', transactionType: 'ReturnTransaction', grandAmount: 10.05 },
      workstation: store('S60', 'Store 60'),
    })
    await sell({
      receiptDateTime: '2025-11-20T10:00:00-05:00',
      grandAmount: 33.3,
      workstation: store('S60', 'Store 60'),
    })
    await sell({ receiptDateTime: '2025-11-20T10:00:00-05:00', grandAmount: 5, workstation: store('old', 'Closed') })
    await shop.service.fold.finish()
  })
  afterAll(() => shop.stop())

  const day = 'from=2026-11-20&to=2026-11-20'
  const table = async (query: string, path = '/table') => desk.ask(`${path}?${day}&${query}`)
  const names = ({ rows }: { rows: { names: string[] }[] }) => rows.map(({ names }) => names.join(' · '))

  test('have every group, sorted by any column, searched and paged', async () => {
    const { json } = await table('by=store')
    expect([json.count, json.pages, json.rows.length, json.sort, json.currency]).toEqual([60, 2, 50, 'netSales', 'CAD'])
    expect(names(json).slice(0, 2)).toEqual(['Store 59', 'Store 58'])
    expect(json.rows.find(({ id }: { id: string }) => id === 'S60').values.slice(0, 4)).toEqual([
      2,
      1,
      '49.95',
      '10.05',
    ])
    expect(json.totals.slice(0, 4)).toEqual([61, 60, '1819.95', '10.05'])
    expect(json.marks).toHaveLength(60)
    expect(names((await table('by=store&page=2')).json)).toHaveLength(10)
    expect(names((await table('by=store&sort=receipts')).json)[0]).toBe('Store 60')
    expect(names((await table('by=store&sort=netSales&way=up')).json).slice(0, 2)).toEqual(['Store 1', 'Store 2'])
    expect(names((await table('by=store&sort=name')).json).slice(-1)).toEqual(['Store 50'])
    expect(names((await table('by=store&words=store%2033')).json)).toEqual(['Store 33'])
    expect((await table('by=store&words=nobody')).json).toMatchObject({ count: 0, rows: [], outliers: [] })
  })

  test('compare amounts of the stores that sell in their currency', async () => {
    for (const [at, currency] of ['EUR', 'EUR', 'EUR', 'CAD'].entries())
      await shop.create(
        receipt({
          ...{ transactionNumber: `E-${at}`, receiptType: 'PaperOnly', currency, grandAmount: 10 * (at + 1) },
          ...{ receiptDateTime: '2026-10-05T10:00:00-05:00', workstation: store(`E${at}`, `Shop ${at}`) },
        }),
      )
    await shop.service.fold.finish()
    const month = '/table?by=store&from=2026-10-05&to=2026-10-05'
    const ofEuros = (await desk.ask(`${month}&currency=EUR`)).json
    expect([ofEuros.count, ofEuros.marked, ofEuros.marks]).toEqual([4, 3, [30, 20, 10]])
    const ofAll = (await desk.ask(`${month}&currency=EUR&sort=receipts`)).json
    expect([ofAll.marked, ofAll.marks]).toEqual([4, [1, 1, 1, 1]])
  })

  test('stand beside the year before, also what is gone since', async () => {
    const { json } = await table('by=store&beside=year&sort=netSales&way=up')
    const of = (id: string) => json.rows.find((row: { id: string }) => row.id === id)
    expect(of('old').values.slice(0, 3)).toEqual([0, 0, null])
    expect(of('old').before.slice(0, 2)).toEqual([1, 1])
    const last = (await table('by=store&beside=year&words=S60')).json.rows[0]
    expect(last.before.slice(0, 3)).toEqual([1, 1, '33.30'])
    expect(json.totalsBefore[0]).toBe(2)
  })

  test('of parts have their own columns, and words of the reader’s language', async () => {
    const { json } = await table('by=tenderType&language=de-DE')
    expect(json.columns).toEqual(['receipts', 'amount', 'changeDue', 'tips', 'tenderApplied'])
    expect(json.rows[0]).toMatchObject({ names: ['Bar'], values: expect.arrayContaining([60]) })
    expect(json.totals).toBeUndefined()
    const [ofStore] = (await table('by=tenderType&storeId=S3')).json.rows
    expect([ofStore.values[0], Number(ofStore.values[1])]).toEqual([1, 3])
  })

  test('are files of all rows, without formulas, in the audit trail', async () => {
    const csv = await table('by=store', '/table/rows')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="store-2026-11-20-2026-11-20.csv"')
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(61)
    expect(lines[0]).toBe(
      'from,to,id,name,currency,receipts,sales,netSales,returnsAmount,averageBasket,discounts,taxes,takings,digitalShare',
    )
    expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`)
    const jsonl = await table('by=store&words=store%2033&format=jsonl', '/table/rows')
    expect(JSON.parse(jsonl.text)).toMatchObject({
      from: '2026-11-20',
      currency: 'CAD',
      receipts: 1,
      group: { storeId: 'S33' },
    })
    const trail = await shop.service.db.selectFrom('audit_entries').select(['action', 'detail']).execute()
    const exported = trail
      .filter(({ action }) => action === 'exportTable')
      .map(({ detail }) => JSON.parse(detail ?? ''))
    expect(exported.map(({ by, format }) => [by, format])).toEqual([
      ['store', 'csv'],
      ['store', 'jsonl'],
    ])
    const viewer = await person(shop, 'view')
    expect((await viewer.ask(`/table/rows?${day}&by=store`)).status).toBe(403)
    expect((await viewer.ask(`/table?${day}&by=store`)).status).toBe(200)
  })

  test.each(['by=refusal', 'by=item&storeId=S1', 'by=store&beside=week', 'by=store&page=0', 'by=store&currency=cad'])(
    '%s is refused',
    async query => {
      expect((await table(query)).status).toBe(422)
    },
  )

  test('begin before they end', async () => {
    expect((await desk.ask('/table?from=2026-11-20&to=2026-11-19&by=store')).status).toBe(422)
  })
})

test('what stands out among many does, and among alike nothing does', () => {
  const rows = (figures: number[]) =>
    figures.map(
      (figure, at): TableRow => ({ id: String(at), group: { id: String(at) }, values: [figure, String(figure), '0'] }),
    )
  expect(outliersIn(rows([10, 11, 12, 10, 9, 11, 10, 95, 0]), 0)).toEqual(['7', '8'])
  expect(outliersIn(rows(Array(20).fill(4)), 0)).toEqual([])
  expect(outliersIn(rows([1, 2, 900]), 0)).toEqual([])
})

test('a long table leaves in pieces', async () => {
  const rows = Array.from({ length: 1001 }, (_, at) => ({
    id: String(at),
    group: { id: String(at) },
    values: [at, null, null],
  }))
  const pieces = []
  for await (const piece of tableCsv({ groupings: ['taxType'], currency: '', from: 'a', to: 'b', rows }))
    pieces.push(piece)
  expect(pieces).toHaveLength(7)
  expect(pieces.join('').match(/\r\n/g)).toHaveLength(1002)
})
