import { type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres, openDatabase } from '../src/database/database.ts'
import type { DatabaseLocation } from '../src/database/location.ts'
import { receipt } from './stage.ts'

/** The first receipt's date. A receipt follows every 30 seconds, so a million are of a year. */
export const firstDate = Date.parse('2025-11-01T00:00:00Z')
export const pace = 30_000
export const stores = 40

/** Receipts in a transaction. */
const chunk = 10_000

/**
 * Fills the demo merchant's tables with sent receipts from number `from` to `to`, by statements of the database: all that a
 * receipt leaves behind, but for statistics.
 */
export async function fill(place: DatabaseLocation, from: number, to: number): Promise<void> {
  const { db, close } = await openDatabase(place, { hurries: true })
  try {
    for (let number = from; number < to; number += chunk) await fillChunk(db, number, Math.min(to, number + chunk))
    await sql.raw(isPostgres(db) ? 'vacuum analyze' : 'pragma wal_checkpoint(truncate)').execute(db)
  } finally {
    await close()
  }
}

async function fillChunk(db: Database, from: number, to: number): Promise<void> {
  const postgres = isPostgres(db)
  const random = sql.raw(postgres ? "replace(gen_random_uuid()::text, '-', '')" : 'lower(hex(randomblob(16)))')
  const numbers = postgres
    ? sql`generate_series(${from}::bigint, ${to - 1}::bigint) as numbers(n)`
    : sql`(with recursive counted(n) as (select cast(${from} as integer) union all select n + 1 from counted where n < ${to - 1}) select n from counted)`
  const date = sql`cast(${firstDate} as bigint) + n * ${sql.raw(String(pace))}`
  // As `newIdAt` makes them.
  const idAt = (at: RawBuilder<unknown>) =>
    sql`${postgres ? sql`lpad(to_hex(${at}), 12, '0')` : sql`printf('%012x', ${at})`} || substr(${random}, 1, 20)`
  const store = sql`cast(n % ${sql.raw(String(stores))} as text)`
  const dates = { first: firstDate + from * pace, last: firstDate + (to - 1) * pace }
  const these = sql`from receipts where merchant_id = 'demo' and receipt_date between ${dates.first} and ${dates.last}`
  const items = JSON.stringify(Array.from({ length: 20 }, (_, at) => ({ itemName: `Item ${at}`, itemPrice: 2.5 })))

  await db.transaction().execute(async transaction => {
    await sql`
      insert into receipts (id, merchant_id, received_at, receipt_date, receipt_date_text, store_id, store_name, store_city,
        transaction_number, transaction_amount, transaction_type, payment_type, email_address, items, locale, offers,
        engine_version, merchant_version, api_version, currency, local_day, api_request, statistics_place)
      select ${idAt(date)}, 'demo', ${date}, ${date}, '2026-01-01T12:00:00Z', ${store}, 'Store ' || ${store}, 'Springfield',
        cast(n as text), (n % 10007) / 100.0, 'SaleTransaction', 'Credit', 'guest-' || n || '@example.com', ${items},
        '{"requested":null,"chosen":"en-US","source":"default","languages":["en-US"]}', '[]',
        '0', 1, 'v1', 'USD', (${date}) / 86400000, ${receipt(0)},
        '[20400,489600,0,"1","","1","DigitalOnly","SaleTransaction","en-US","USD",2]'
      from ${numbers}`.execute(transaction)
    await sql`insert into accepted_requests (merchant_id, request_hash, receipt_id) select 'demo', ${random} || ${random}, id ${these}`.execute(
      transaction,
    )
    for (const term of [
      sql`'e012345' || substr(${random}, 1, 22)`,
      sql`'p012345' || substr(${random}, 1, 22)`,
      sql`'n' || transaction_number`,
      sql`'c' || ${lastDigits}`,
    ])
      await sql`
        insert into receipt_terms (merchant_id, term, receipt_date, receipt_id)
        select 'demo', ${term}, receipt_date, id ${these}`.execute(transaction)
    await sql`
      insert into deliveries (id, receipt_id, merchant_id, kind, email_address, message_id, status, created_at, due_at,
        attempt_count, finished_at, engine_version, store_id, register)
      select ${idAt(sql`received_at`)}, id, 'demo', 'receipt', email_address, '<' || id || '@example.com>', 'sent', received_at, received_at,
        1, received_at + 400, '0', store_id, '1' ${these}`.execute(transaction)
    await sql`
      insert into delivery_attempts (delivery_id, number, started_at, ended_at, outcome, code, detail)
      select id, 1, created_at, finished_at, 'sent', '250', '250 2.0.0 Ok: queued'
      from deliveries where status = 'sent' and due_at between ${dates.first} and ${dates.last}`.execute(transaction)
  })
}

/** A card's last digits. */
const lastDigits = sql`cast(1000 + receipt_date / 30000 % 9000 as text)`
