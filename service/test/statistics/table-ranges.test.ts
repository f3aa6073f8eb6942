import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSampled } from '../../../test/support/scope.ts'
import { databases, fewDatabases, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from '../support/visitors.ts'

const today = '2026-11-20'

/** A sale on each of these days, one of them to come; each store has one operator of its own, and one who is at all. */
const days = [
  ...['2026-08-31', '2026-09-01', '2026-09-02', '2026-09-15', '2026-09-16', '2026-09-30', '2026-10-01', '2026-10-10'],
  ...['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-19', '2026-11-20', '2026-11-28'],
]

const sales = days.flatMap((day, at) =>
  ['12', '7'].map((store, index) => ({
    ...{ day, store, operator: (at + index) % 3 === 0 ? 'Ida' : `Noor-${store}` },
    ...{ tender: at % 2 ? 'Cash' : 'Debit', cents: 1000 + 7 * at + 300 * index },
  })),
)

/** Ranges that begin or end anywhere in a month: few or most of its days, the last one over or not. */
const ranges = [
  ...['2026-09-01 2026-10-31', '2026-09-02 2026-10-30', '2026-09-16 2026-10-10', '2026-09-03 2026-09-29'],
  ...['2026-09-02 2026-09-30', '2026-09-15 2026-09-16', '2026-08-31 2026-11-20', '2026-11-02 2026-11-20'],
  ...['2026-10-31 2026-11-01', '2026-11-02 2026-11-27', '2026-10-24 2026-11-20', '2025-11-21 2026-11-20'],
]

/** Days are settled before anything of them comes, once all came, or in between. */
const orders = ['before', 'after', 'between'] as const

/** Each order, in which another third of the ranges is asked for; a server reads the same rows, so it has the one that is both others. */
const cases = databases.flatMap(database =>
  orders.flatMap((settled, at) =>
    fewDatabases.includes(database) || settled === 'between' ? [{ database, settled, at }] : [],
  ),
)

describe.each(cases)('tables of any days, settled $settled, on $database', ({ database, settled, at }) => {
  let shop: TestService
  let desk: Visitor
  beforeAll(async () => {
    const end = Date.parse(`${today}T17:00:00Z`)
    let now = settled === 'before' ? end : Date.parse('2026-08-31T17:00:00Z')
    shop = await startService({ database, withoutWorker: true, now: () => now })
    const settle = async () => {
      now = end
      await shop.service.fold.finish()
      await shop.service.fold.settle()
    }
    for (const [at, { day, store, operator, tender, cents }] of sales.entries()) {
      if (settled === 'between' && at === 15) await settle()
      await shop.create(
        receipt({
          ...{ transactionNumber: `R-${at}`, receiptType: 'PaperOnly', currency: 'CAD', items: undefined },
          ...{ receiptDateTime: `${day}T10:00:00-05:00`, grandAmount: cents / 100 },
          workstation: { id: '1', operator, store: { id: store, name: `Store ${store}`, address: {} } },
          tenders: [{ tenderTypeCode: tender, amount: cents / 100 }],
        }),
      )
      if (at === 0) await shop.service.fold.finish()
    }
    await settle()
    desk = await person(shop, 'desk')
  })
  afterAll(() => shop.stop())

  /** What receipts of the days add up to, by what of them is asked: how many, and cents. */
  const recount = (from = '', to = '', nameOf: (sale: (typeof sales)[number]) => string, of?: string) => {
    const found = new Map<string, [number, number]>()
    for (const sale of sales.filter(({ day, store }) => day >= from && day <= to && (of ?? store) === store)) {
      const [receipts, cents] = found.get(nameOf(sale)) ?? [0, 0]
      found.set(nameOf(sale), [receipts + 1, cents + sale.cents])
    }
    return Object.fromEntries(found)
  }
  const table = async (query: string, column: string) => {
    const { status, json } = await desk.ask(`/table?${query}`)
    expect([query, status]).toEqual([query, 200])
    const at = json.columns.indexOf(column)
    const rows = json.rows as { names: string[]; values: (string | number)[] }[]
    return Object.fromEntries(
      rows.map(({ names, values }) => [names.join(' by '), [Number(values[0]), Math.round(Number(values[at]) * 100)]]),
    )
  }

  test.each(ranges.filter((_, range) => isSampled(range, at, databases.indexOf(database))))(
    '%s are exact',
    async range => {
      const [from, to] = range.split(' ')
      const asked = `from=${from}&to=${to}`
      expect(await table(`${asked}&by=operator`, 'netSales')).toEqual(recount(from, to, ({ operator }) => operator))
      expect(await table(`${asked}&by=operator&storeId=12`, 'netSales')).toEqual(
        recount(from, to, ({ operator }) => operator, '12'),
      )
      expect(await table(`${asked}&by=store&thenBy=operator`, 'netSales')).toEqual(
        recount(from, to, ({ store, operator }) => `Store ${store} by ${operator}`),
      )
      expect(await table(`${asked}&by=store&thenBy=tenderType`, 'amount')).toEqual(
        recount(from, to, ({ store, tender }) => `Store ${store} by ${tender}${tender === 'Debit' ? ' card' : ''}`),
      )
    },
  )
})
