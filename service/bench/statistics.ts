import { sql } from 'kysely'
import { newId } from '../src/basics/ids.ts'
import { type Database, isPostgres, openDatabase } from '../src/database/database.ts'
import { addUp } from '../src/database/statistics/add-up.ts'
import { answerStatistics } from '../src/statistics/answers/answer.ts'
import type { StatisticsQuery } from '../src/statistics/answers/answer-shape.ts'
import { writeBucketKey } from '../src/statistics/counting/bucket-key.ts'
import { recordReceipts, writeChange } from '../src/statistics/counting/change.ts'
import { createAccumulator } from '../src/statistics/folding/accumulator.ts'
import { settleDays } from '../src/statistics/folding/settle.ts'
import { type BenchDatabase, median, ms, quantile, type ReceiptCost, say, sayGrowth } from './stage.ts'

const stores = 50
const firstDay = Date.parse('2025-01-01') / 86_400_000
const days = 365

const asked: StatisticsQuery = {
  stores: null,
  merchantId: '',
  from: firstDay,
  to: firstDay + days - 1,
  interval: 'day',
  shownZone: 'America/Toronto',
  weekStart: 0,
  orderBy: 'amount',
}

const questions: [string, Partial<StatisticsQuery>][] = [
  ['a year by day', {}],
  ['a year by month and store', { interval: 'month', groupBy: 'store' }],
  ['a year by store', { interval: 'all', groupBy: 'store' }],
  ['a year by week and tender', { interval: 'week', groupBy: 'tenderType' }],
  ['the twenty best items of a year', { interval: 'all', groupBy: 'item', top: 20 }],
  ['a week by hour', { interval: 'hour', to: firstDay + 6 }],
  ['a year by day of one store', { storeId: '7' }],
  ['a year by day and store', { groupBy: 'store' }],
]

/**
 * Fills the year of a merchant with receipts of 50 stores, 14 hours a day, straight into rows, and prints what answers cost; for
 * each of `counts` another merchant. Some changes stay unfolded, as they do while receipts arrive.
 */
export async function benchStatistics({ name, location }: BenchDatabase, counts: readonly number[]): Promise<void> {
  const { db, close } = await openDatabase(location, { hurries: true })
  try {
    for (const receipts of counts) {
      const merchantId = `shop-${receipts}`
      const perDay = Math.round(receipts / days)
      for (let day = firstDay; day < firstDay + days; day++) await fillDay(db, merchantId, day, perDay)
      await db.insertInto('statistics_settled').values({ merchant_id: merchantId, until: firstDay }).execute()
      const pending = Array.from({ length: 200 }, () => entry(merchantId, firstDay + any(days)))
      await db.transaction().execute(transaction => recordReceipts(transaction, pending.map(written)))
    }
    if (isPostgres(db)) await sql`analyze`.execute(db)
    await settleDays(db, Date.now)
    for (const [question, more] of questions) {
      const costs: ReceiptCost[] = []
      for (const receipts of counts) {
        const about = { ...asked, merchantId: `shop-${receipts}`, ...more }
        const { rows, p50, p95, cpu } = await measure(db, about)
        const figures = `p50 ${ms(p50)}, p95 ${ms(p95)}, CPU ${ms(cpu)} (${rows} rows)`
        say(`${name}, ${receipts.toLocaleString('en')} receipts: ${question}`, figures)
        costs.push({ receipts, cost: cpu })
      }
      sayGrowth(`${name}: ${question}`, costs)
    }
  } finally {
    await close()
  }
}

/** Milliseconds until the answer is JSON text, and of this process's CPU. */
async function measure(db: Database, about: StatisticsQuery) {
  const times: number[] = []
  const used: number[] = []
  let rows = 0
  for (let turn = 0; turn < 25; turn++) {
    const begin = performance.now()
    const before = process.cpuUsage()
    const answer = await answerStatistics(db, about, Date.now())
    JSON.stringify(answer)
    const { user, system } = process.cpuUsage(before)
    used.push((user + system) / 1000)
    times.push(performance.now() - begin)
    if (typeof answer !== 'string') rows = answer.rows.length
  }
  const warm = times.slice(5)
  return { rows, p50: median(warm), p95: quantile(warm, 0.95), cpu: median(used.slice(5)) }
}

async function fillDay(db: Database, merchantId: string, day: number, count: number): Promise<void> {
  const tally = createAccumulator()
  // Of a million receipts all rows are there: more only make their sums larger, so each stands for several.
  const weight = Math.max(1, Math.round((count * days) / 1_000_000))
  for (let number = 0; number < count; number += weight) {
    const { record, change } = entry(merchantId, day)
    for (let times = 0; times < weight; times++) tally.add(merchantId, 0, record.statistics_place, change)
  }
  await db.transaction().execute(async transaction => {
    for (const table of ['statistics_rows', 'statistics_parts'] as const)
      await addUp(transaction, table, tally.rows(table))
  })
}

function written({ record, change }: ReturnType<typeof entry>) {
  return { record, delta: writeChange(change) }
}

const any = (most: number) => Math.floor(Math.random() * most)

function entry(merchantId: string, day: number) {
  const quarterStart = ((day * 24 + 13) * 4 + any(56)) * 900_000
  const grand = 500 + any(10_000)
  const tender = ['Cash', 'Credit', 'Debit', 'GiftCard'][any(4)] ?? ''
  const lines = Array.from({ length: 5 }, () => [`sku-${any(2000)}`, 0, 1, 100 + any(900), any(8)]).flat()
  const place = writeBucketKey({
    day,
    quarterStart,
    utcOffset: -300,
    store: String(any(stores)),
    territory: 'ON',
    register: String(any(3)),
    operator: String(any(6)),
    associate: '',
    receiptType: ['DigitalOnly', 'PaperOnly'][any(2)] ?? '',
    transactionType: 'SaleTransaction',
    language: 'en-CA',
    currency: 'CAD',
    scale: 2,
    minutes: 15,
  })
  return {
    record: { id: newId(), merchant_id: merchantId, statistics_place: place },
    change: {
      adds: {
        receipts: 1,
        sales: 1,
        digital_only: 1,
        grand,
        sold: grand,
        gross: grand,
        net: grand,
        mails_sent: 1,
        attempts: 1,
      },
      parts: [
        ['tenderType', tender, null, 1, 1, 0, 0, grand] as const,
        ['wait', String(20 + any(30)), '', 1, 1] as const,
      ],
      lines,
      categories: Array.from({ length: 8 }, (_, number) => `category ${number}`),
    },
  }
}
