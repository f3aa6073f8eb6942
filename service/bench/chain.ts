import { sql } from 'kysely'
import { isPostgres, openDatabase } from '../src/database/database.ts'
import type { DatabaseLocation } from '../src/database/location.ts'
import { addUp } from '../src/database/statistics/add-up.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { thirdOf, writeBucketKey } from '../src/statistics/counting/bucket-key.ts'
import type { Change } from '../src/statistics/counting/change.ts'
import type { Level } from '../src/statistics/counting/dimensions.ts'
import { createAccumulator } from '../src/statistics/folding/accumulator.ts'
import { writeLabels } from '../src/statistics/folding/labels.ts'
import { settleDays } from '../src/statistics/folding/settle.ts'

/** Stores of the chain, and the tills and people of each. */
const [stores, tills, people] = [300, 3, 6]

/** Fills the demo merchant's statistics with `count` receipts a year of a chain, straight into rows: a year and a quarter, up to today. */
export async function fillChain(place: DatabaseLocation, count: number): Promise<void> {
  const { db, close } = await openDatabase(place, { hurries: true })
  try {
    await saveMerchant({ db, now: Date.now, templatesDir: '' }, 'demo', { name: 'Chain', settings: {} })
    const today = Math.floor(Date.now() / 86_400_000)
    for (let day = today - 456; day <= today; day++) {
      const tally = createAccumulator()
      for (let sale = 0; sale < count / 365; sale++) {
        const { place: at, change } = saleOn(day)
        tally.add('demo', 0, at, change)
      }
      await db.transaction().execute(async transaction => {
        for (const table of ['statistics_rows', 'statistics_parts'] as const)
          await addUp(transaction, table, tally.rows(table, { wanted }))
        await writeLabels(transaction, tally.labels())
      })
    }
    if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
    // Nothing of it is settled yet.
    await db
      .insertInto('statistics_settled')
      .values({ merchant_id: 'demo', until: thirdOf(today - 456) })
      .execute()
    await settleDays(db, Date.now)
    if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
  } finally {
    await close()
  }
}

/** No table is read from rows by the quarter hour, which would take most of the time. */
const wanted = (_: unknown, level: Level) => level === 'day'

const any = (most: number) => Math.floor(Math.random() * most)

function saleOn(day: number): { place: string; change: Change } {
  const store = any(stores)
  const grand = 500 + any(10_000)
  const tax = Math.round(grand / 11)
  const lines = Array.from({ length: 4 }, () => [`sku-${any(2000)}`, 0, 1, 100 + any(900), any(8)]).flat()
  const place = writeBucketKey({
    day,
    quarterStart: ((day * 24 + 13) * 4 + any(56)) * 900_000,
    utcOffset: -300,
    store: String(store),
    territory: 'ON',
    register: String(any(tills)),
    operator: `${store}-${any(people)}`,
    associate: `${store}-${any(people)}`,
    receiptType: ['DigitalOnly', 'PaperOnly'][any(2)] ?? '',
    transactionType: 'SaleTransaction',
    language: 'en-CA',
    currency: 'CAD',
    scale: 2,
    minutes: 15,
  })
  const tender = ['Cash', 'Credit', 'Debit', 'GiftCard'][any(4)] ?? ''
  const adds = { receipts: 1, sales: 1, digital_only: 1, grand, sold: grand, gross: grand, taxes: tax, takings: grand }
  const parts = [
    ['tenderType', tender, null, 1, 1, 0, 0, grand],
    ['taxType', `HST\u001f${any(2) ? 0.13 : 0.05}`, null, 1, 1, 0, 0, tax, grand],
    ...(any(5) === 0 ? [['discount', `Offer ${any(12)}`, null, 1, 1, 0, 0, 150] as const] : []),
  ] as const
  const labels = [['store', String(store), `Store ${store}`]] as const
  const categories = Array.from({ length: 8 }, (_, at) => `Category ${at}`)
  return { place, change: { adds, parts, lines, categories, labels, at: day * 86_400_000 } }
}
