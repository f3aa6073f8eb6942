import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Older code works on these tables, but counts nothing: rebuild the statistics once no process runs it. */
export const needs = '006-operators'

/**
 * Statistics: what each receipt adds, written with it; the rows that is folded into; names to show; and whose turn it is to
 * write rows. A receipt keeps where it counts, because its mails count there too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema.alterTable('receipts').addColumn('statistics_place', 'text').execute()
  await db.schema.alterTable('deliveries').addColumn('bounced_at', 'bigint').execute()

  // A queue: rows stay for seconds, so its dead ones are cleared often.
  await sql`
    create table statistics_deltas (
      id ${isPostgres ? sql`bigint generated always as identity primary key` : sql`integer primary key autoincrement`},
      merchant_id text not null,
      kept integer not null,
      place text not null,
      body text not null
    ) ${isPostgres ? sql`with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)` : sql``}
  `.execute(db)

  for (const [table, sums] of [
    ['statistics_rows', ofReceipts],
    ['statistics_parts', ofParts],
  ] as const)
    await sql`
      create table ${sql.table(table)} (
        merchant_id text not null,
        kept integer not null,
        level text not null,
        dimension text not null,
        store_id text not null,
        day integer not null,
        hour_start bigint not null,
        utc_offset integer not null,
        name text not null,
        currency text not null,
        scale integer not null,
        ${sql.join(sums.map(name => sql`${sql.ref(name)} bigint not null`))},
        primary key (merchant_id, kept, level, dimension, store_id, day, hour_start, utc_offset, name, currency, scale)
      ) ${isPostgres ? sql`with (fillfactor = 80)` : sql`without rowid`}
    `.execute(db)

  await db.schema
    .createTable('statistics_names')
    .addColumn('merchant_id', 'text', column => column.notNull())
    .addColumn('dimension', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('label', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('statistics_names_key', ['merchant_id', 'dimension', 'name'])
    .execute()

  await db.schema
    .createTable('statistics_turn')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('holder', 'text')
    .addColumn('until', 'bigint', column => column.notNull())
    .execute()
  await sql`insert into statistics_turn (id, holder, until) values (1, null, 0)`.execute(db)
}

const ofReceipts =
  'receipts sales returns payment_requests training revised late digital_only paper_only digital_and_paper no_receipt with_address pieces pieces_returned offers gross_known net_known unsummed mails_trying mails_sent mails_failed mails_bounced mails_canceled resends attempts gross net grand sold discounts taxes tips fees service_charges refunds change_due rounding'.split(
    ' ',
  )
const ofParts = 'receipts entries pieces pieces_returned amount taxable refunds'.split(' ')
