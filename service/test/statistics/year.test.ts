import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { seeded } from '../../reliability/random.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { inDatabase } from '../support/database.ts'
import { fewDatabases, startService, type TestService } from '../support/service.ts'
import { compareRow, counts, dayOf, type Found } from './year/compare.ts'
import { countNaively, type Tables } from './year/naive.ts'
import { shops } from './year/shops.ts'
import { type Sent, yearOf } from './year/trade.ts'

const wholes = [
  ...['store', 'register', 'operator', 'associate', 'territory', 'receiptType', 'transactionType', 'currency'],
  ...['store+operator', 'store+associate', 'register+operator'],
]
const partly = [
  ...['tenderType', 'cardBrand', 'taxType', 'discount', 'category', 'item'],
  ...['store+tenderType', 'store+cardBrand', 'store+taxType', 'store+discount'],
]
/** Whose days are asked for at each step, after the stores' own. */
const zones = {
  pending: ['America/New_York', 'Asia/Kathmandu'],
  folded: ['Asia/Kolkata', 'Australia/Lord_Howe'],
  rebuilt: ['Pacific/Marquesas', 'UTC'],
} as const

const year = yearOf(seeded(30), Number(process.env.ROUNDS ?? (isExhaustive ? 200 : 100)))

describe.each(fewDatabases)('a year of trade on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    const groups = Object.fromEntries(shops.map(({ id, zone: timeZone }) => [id, { locale: 'en', timeZone }]))
    const stores = Object.fromEntries(shops.map(({ id }) => [id, id]))
    await saveMerchant(shop.service, 'demo', { name: 'Outfitters', settings: { locales: { stores, groups } } })
    const left = [...year]
    const post = async () => {
      for (let one = left.pop(); one; one = left.pop()) await shop.create(one.body)
    }
    await Promise.all(Array.from({ length: 8 }, post))
  })
  afterAll(() => shop.stop())

  const ask = async (query: string) => {
    const { status, json } = await shop.ask(
      `/ws/rest/v1/merchants/demo/statistics?fromDate=2024-12-01&toDate=2026-03-31&${query}`,
    )
    expect([status, query]).toEqual([200, query])
    return json
  }

  /** The rows of a grouping or of two, by month. Registers and who was at them are asked for store by store. */
  async function rowsBy(grouping: string) {
    const [first = '', second] = grouping.split('+')
    const by = `groupBy=${first}${second ? `&thenBy=${second}` : ''}&interval=month`
    if (first !== 'register' || !second) return (await ask(by)).rows
    const all = []
    for (const { id } of shops) all.push(...(await ask(`${by}&storeId=${id}`)).rows)
    return all
  }

  /** How many figures there are, and those that differ from the naive counter's. */
  async function compare(step: keyof typeof zones): Promise<Found> {
    const found: Found = { figures: 0, differ: [] }
    for (const zone of [undefined, ...zones[step]]) {
      const { rows } = await ask(zone ? `timeZone=${zone}` : '')
      const days = counted(one => dayOf(one, zone))
      for (const row of rows)
        compareRow(found, `${zone} ${row.date}`, row, 'all|', days.get(row.date)?.receipts ?? new Map())
      expect([...days.keys()].filter(day => !rows.some(({ date }: { date: string }) => date === day))).toEqual([])
    }
    const months = counted(one => `${dayOf(one).slice(0, 7)}-01`)
    for (const grouping of [...wholes, ...partly]) {
      const rows = await rowsBy(grouping)
      const known = new Set<string>()
      for (const row of rows) {
        known.add(`${row.date} ${row.group.id}`)
        const isPart = partly.includes(grouping)
        const table = months.get(row.date)?.[isPart ? 'parts' : 'receipts'] ?? new Map()
        compareRow(found, row.date, row, `${grouping}|${row.group.id}`, table, isPart)
      }
      for (const [month, { receipts, parts }] of months) {
        for (const key of (partly.includes(grouping) ? parts : receipts).keys()) {
          const [of, group] = key.split('|')
          if (of === grouping && !known.has(`${month} ${group}`)) found.differ.push(`${month} ${key} is missing`)
        }
      }
    }
    return found
  }

  test('is counted as by the naive counter: before folding, after it, and counted anew', async () => {
    for (const step of ['pending', 'folded', 'rebuilt'] as const) {
      const { figures, differ } = await compare(step)
      expect([step, differ.slice(0, 20), differ.length]).toEqual([step, [], 0])
      expect(figures).toBeGreaterThan(10_000)
      await shop.service.fold.finish()
      const { fold } = shop.service
      if (step === 'folded') await inDatabase(shop, db => rebuildStatistics({ db, fold, now: Date.now }, 'demo'))
    }
  })

  test('names its stores as their newest receipts do', async () => {
    const { rows } = await ask('groupBy=store&interval=all')
    const newest = (id: string) => {
      const [first] = year.filter(sent => sent.shop.id === id).sort((one, other) => other.at - one.at)
      return (first as Sent).body.workstation as { store: { name: string } }
    }
    for (const { group } of rows) expect([group.id, group.storeName]).toEqual([group.id, newest(group.id).store.name])
  })

  test('has all kinds of receipts', async () => {
    const { totals } = await ask('')
    for (const name of counts) expect([name, totals[name] > 0]).toEqual([name, true])
  })
})

/** The year counted, by period. */
function counted(periodOf: (sent: Sent) => string): Map<string, Tables> {
  const periods = Map.groupBy(year, periodOf)
  return new Map([...periods].map(([period, sent]) => [period, countNaively(sent)]))
}
