import { readReceipt } from 'counterfoil/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pick, seeded } from '../../reliability/random.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { createAttempts } from '../../src/delivery/outbox/attempts.ts'
import { createAcceptance } from '../../src/receipts/accept.ts'
import { eraseChosen } from '../../src/receipts/privacy/erase.ts'
import { openSearchKey } from '../../src/receipts/search/terms.ts'
import { answerStatistics } from '../../src/statistics/answers/answer.ts'
import type { StatisticsRow } from '../../src/statistics/answers/answer-shape.ts'
import { type Interval, intervals } from '../../src/statistics/answers/periods.ts'
import { createFold } from '../../src/statistics/folding/fold.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { fewDatabases, makePlace } from '../support/service.ts'

/** Clocks at every quarter of an hour, with all ways to change them. */
const zones = [
  'UTC',
  'America/Toronto',
  'America/St_Johns',
  'America/Caracas',
  'Europe/London',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Marquesas',
] as const

const [minute, day] = [60_000, 86_400_000]
const hour = 60 * minute
const year = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)] as const

/** Instants around which clocks change. */
const changes = [
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
  '2026-04-04T14:00Z',
]

/** A sale, as the till knows it. */
interface Sale {
  at: number
  store: string
  /** The till's clock: its day, hour and offset as a receipt writes them. */
  clock: Clock
  cents: number
  /** The state of its mail, if it has one. */
  mail?: 'sent' | 'trying' | 'canceled'
  /** The first instant of the hour in which an earlier version counted it. */
  oldHour?: number
}

interface Clock {
  date: string
  hour: string
  offset: string
}

describe.each(fewDatabases)('statistics in any zone, on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: OpenDatabase
  beforeAll(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  test('are those of a naive count, before and after folding, erasing and counting anew', async () => {
    const shop = await openShop('everywhere', 7)
    for (let number = 0; number < 80; number++) await shop.sell()
    await shop.check(2)
    await shop.fold.run()
    await shop.check(4)
    await shop.erase(15)
    await shop.check(2)
    await shop.fold.run()
    await shop.rebuild()
    await shop.check(4)
  })

  // A store's name is forgotten with the last receipt, unless five had it.
  const some = ['America/Toronto', 'Asia/Kathmandu', 'Australia/Eucla']

  test('are exact or refused where an earlier version counted by the hour, until they are counted anew', async () => {
    const shop = await openShop('before', 8, some)
    for (let number = 0; number < 40; number++) await shop.sell()
    await shop.asBefore()
    for (let number = 0; number < 20; number++) await shop.sell()
    const [answered, refused] = await shop.check(4)
    expect(answered).toBeGreaterThan(3)
    expect(refused).toBeGreaterThan(3)
    await shop.fold.run()
    await shop.check(2)
    // What was erased can't be counted anew.
    await shop.erase(10)
    await shop.rebuild()
    await shop.check(2)
    const [, after] = await shop.check(2)
    expect(after).toBeGreaterThan(0)
    const later = await openShop('later', 9, some)
    for (let number = 0; number < 40; number++) await later.sell()
    await later.asBefore()
    await later.fold.run()
    await later.rebuild()
    expect((await later.check(2))[1]).toBe(0)
    // Erased now, it leaves what it added where it was counted anew.
    await later.erase(20)
    await later.fold.run()
    await later.rebuild()
    expect((await later.check(2))[1]).toBe(0)
  })

  /** A merchant with stores in all zones, and what it sold. */
  async function openShop(merchantId: string, seed: number, stores: readonly string[] = zones) {
    const { db } = opened
    const random = seeded(seed)
    const one = <Value>(list: readonly Value[]) => pick(random, list) as Value
    const between = (from: number, to: number) => from + Math.floor(random() * (to - from))
    const queue = {
      enqueue: async () => {},
      wake: () => {},
      work: async () => {},
      rest: async () => {},
      stop: async () => {},
    }
    const searchKey = await openSearchKey(db, undefined, 0)
    const context = {
      commit: db.transaction().execute.bind(db.transaction()),
      queue,
      now: Date.now,
      searchKey,
      deadAfterMs: 180_000,
    }
    const attempts = createAttempts(context)
    const accept = createAcceptance(context)
    const fold = createFold(db, Date.now)
    const files = { remove: async () => 0, count: async () => 0, deliveries: async () => [] }
    const erasure = { db, scrub: async () => true, files: files as never, fold, searchKey, now: Date.now }
    const merchant = { id: merchantId, name: 'Shop', active: true, version: 1, settings: {} }
    const sales = new Map<string, Sale>()

    return {
      fold,

      async sell() {
        const zone = one(stores)
        const near = Date.parse(one(changes)) + between(-3 * hour, 3 * hour)
        const at = (random() < 0.3 ? near : between(...year)) - (random() < 0.2 ? 0 : 1)
        const isOdd = random() < 0.1
        const zoned = isOdd ? clockAt(at + (5 * 60 + 37) * minute, 'UTC', '+05:37') : clockIn(zone, at)
        const said = new Date(at + minutesOf(zoned.offset) * minute).toISOString().slice(0, 23)
        const sent = isOdd || random() < 0.5 ? `${said}${zoned.offset}` : new Date(at).toISOString()
        const isMailed = random() < 0.5
        const cents = between(100, 100_000)
        const { receipt } = readReceipt(
          JSON.stringify({
            receiptType: isMailed ? 'DigitalOnly' : 'PaperOnly',
            receiptDateTime: sent,
            requestId: String(random()),
            transactionNumber: String(sales.size),
            transactionType: 'SaleTransaction',
            grandAmount: cents / 100,
            currency: 'EUR',
            tenders: [{ tenderTypeCode: 'Cash', amount: cents / 100 }],
            items: [{ name: 'Tea', price: cents / 100, total: cents / 100, quantity: { value: 1 } }],
            workstation: { id: '1', store: { id: zone, name: zone, address: {} } },
            ...(isMailed && { customer: { emailAddress: 'ada@example.com' } }),
          }),
        )
        if (!receipt) throw new Error('The receipt is refused.')
        const accepted = await accept({
          merchant,
          receipt,
          apiRequest: JSON.stringify(receipt),
          locale: { requested: null, chosen: 'en', source: 'default', languages: ['en'], timeZone: zone },
          offerIds: [],
          mailDomain: 'example.com',
        })
        if (!('id' in accepted)) throw new Error('The receipt is a duplicate.')
        const sale: Sale = { at, store: zone, clock: zoned, cents }
        sales.set(accepted.id, sale)
        if (!isMailed) return
        sale.mail = one(['sent', 'trying'])
        if (sale.mail === 'trying') return
        const { id } = await db
          .selectFrom('deliveries')
          .select('id')
          .where('receipt_id', '=', accepted.id)
          .executeTakeFirstOrThrow()
        const begun = await attempts.begin(id, true, true)
        if (typeof begun !== 'object') throw new Error(begun)
        await attempts.end(begun.delivery.id, begun.number, { outcome: 'sent' })
      },

      /** Makes all that isn't folded what an earlier version wrote: places without a length, by the hour. */
      async asBefore() {
        for (const [id, sale] of sales) {
          const { statistics_place: now } = await db
            .selectFrom('receipts')
            .select('statistics_place')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          const values = JSON.parse(now ?? '') as number[]
          const offset = minutesOf(sale.clock.offset) * minute
          sale.oldHour = Math.floor((sale.at + offset) / hour) * hour - offset
          const before = JSON.stringify([values[0], sale.oldHour, ...values.slice(2, 11)])
          for (const [table, column] of [
            ['receipts', 'statistics_place'],
            ['statistics_deltas', 'place'],
          ] as const)
            await db
              .updateTable(table)
              .set({ [column]: before })
              .where(column as 'place', '=', now)
              .execute()
        }
      },

      async erase(count: number) {
        const ids = [...sales.keys()].sort(() => random() - 0.5).slice(0, count)
        for (const id of ids) {
          await eraseChosen(erasure, merchantId, { receiptId: id })
          const sale = sales.get(id)
          if (sale?.mail === 'trying') sale.mail = 'canceled'
        }
      },

      async rebuild() {
        await rebuildStatistics({ db, fold, now: Date.now }, merchantId)
        const left = await db.selectFrom('receipts').select('id').where('merchant_id', '=', merchantId).execute()
        for (const { id } of left) delete sales.get(id)?.oldHour
      },

      /** Asks by every interval in some zones, and in the stores' own. Returns how many questions were answered and refused. */
      async check(count: number): Promise<[answered: number, refused: number]> {
        let refused = 0
        const some = [...zones].sort(() => random() - 0.5).slice(0, count)
        const questions = [...some, undefined].flatMap(timeZone =>
          intervals.map(interval => ({ timeZone, interval, groupBy: one([undefined, 'store', 'tenderType']) })),
        )
        for (const { timeZone, interval, groupBy } of questions) {
          const first = Math.floor(between(...year) / day)
          const [from, to] = interval !== 'hour' && random() < 0.3 ? [20_454, 20_818] : [first, first + between(0, 60)]
          const asked = {
            ...{ merchantId, stores: null, from, to, interval, weekStart: 0, shownZone: 'UTC', timeZone },
            orderBy: 'amount',
            ...(groupBy !== undefined && { groupBy: groupBy as 'store' | 'tenderType' }),
          } as const
          const answer = await answerStatistics(db, asked, Date.now())
          const expected = counted([...sales.values()], { ...asked, groupBy })
          if (answer === 'hours of before') refused += 1
          if (typeof answer === 'string' || expected === undefined) {
            expect([answer, asked]).toEqual(['hours of before', expected === undefined ? asked : undefined])
            continue
          }
          const found = answer.rows.filter(row => row.receipts).map(row => told(row, interval, groupBy))
          expect([asked, found.sort()]).toEqual([asked, expected])
        }
        return [questions.length - refused, refused]
      },
    }
  }
})

/** What a row says, as a line. */
function told(row: StatisticsRow, interval: Interval, groupBy: string | undefined): string {
  const { amounts = [], deliveries, group, receipts } = row
  const period = interval === 'hour' ? row.start : row.date
  if (groupBy === 'tenderType') return `${period} Cash ${receipts} ${cents(amounts[0]?.amount)}`
  const { sent, trying, canceled } = deliveries ?? {}
  return `${period} ${group?.storeId ?? ''} ${receipts} ${cents(amounts[0]?.grandAmount)} ${sent} ${trying} ${canceled}`
}

function cents(amount = '0'): number {
  return Math.round(Number(amount) * 100)
}

interface Asked {
  from: number
  to: number
  interval: Interval
  groupBy: string | undefined
  timeZone: string | undefined
}

/**
 * The same lines, counted sale by sale; undefined if an hour that an earlier version counted lies in two periods, or only partly in
 * the time asked for.
 */
function counted(sales: readonly Sale[], { from, to, interval, groupBy, timeZone }: Asked): string[] | undefined {
  const periodOf = (clock: Clock): string | undefined => {
    const date = Date.parse(clock.date) / day
    if (date < from || date > to) return undefined
    const { offset } = clock
    const weekday = (new Date(clock.date).getUTCDay() + 6) % 7
    return {
      hour: `${clock.date}T${clock.hour}:00:00${offset === '+00:00' ? 'Z' : offset}`,
      day: clock.date,
      week: iso(date - weekday),
      month: `${clock.date.slice(0, 7)}-01`,
      all: iso(from),
    }[interval]
  }
  const lines = new Map<string, { receipts: number; cents: number; mails: Record<string, number> }>()
  for (const sale of sales) {
    const { at, store, mail, oldHour, clock } = sale
    if (oldHour !== undefined && timeZone !== undefined) {
      const quarters = [0, 15, 30, 45, 59].map(minutes => periodOf(clockIn(timeZone, oldHour + minutes * minute)))
      if (new Set(quarters).size > 1) return undefined
    }
    const period = periodOf(timeZone === undefined ? clock : clockIn(timeZone, at))
    if (period === undefined) continue
    const key = `${period} ${groupBy === 'tenderType' ? 'Cash' : groupBy === 'store' ? store : ''}`
    const sums = lines.get(key) ?? { receipts: 0, cents: 0, mails: { sent: 0, trying: 0, canceled: 0 } }
    lines.set(key, sums)
    sums.receipts += 1
    sums.cents += sale.cents
    if (mail) sums.mails[mail]! += 1
  }
  return [...lines]
    .map(
      ([
        key,
        {
          receipts,
          cents,
          mails: { sent, trying, canceled },
        },
      ]) =>
        groupBy === 'tenderType'
          ? `${key} ${receipts} ${cents}`
          : `${key} ${receipts} ${cents} ${sent} ${trying} ${canceled}`,
    )
    .sort()
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What a clock in a zone shows, by Intl alone. */
function clockIn(zone: string, at: number): Clock {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, hourCycle: 'h23', timeZoneName: 'longOffset' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const offset = parts.timeZoneName === 'GMT' ? '+00:00' : (parts.timeZoneName ?? '').replace('GMT', '')
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: parts.hour ?? '', offset }
}

/** The same of a clock that no zone has. */
function clockAt(at: number, zone: string, offset: string): Clock {
  return { ...clockIn(zone, at), offset }
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function iso(days: number): string {
  return new Date(days * day).toISOString().slice(0, 10)
}
