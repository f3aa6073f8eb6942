import { type Kysely, sql } from 'kysely'
import { sha256 } from '../../basics/ids.ts'

/** The migrations since the console. */
export const steps009To014 = {
  /** A key may have a next one, and an end. */
  '009-next-keys': {
    /** Older code works on these tables, but takes a key also after its end: revoke it before going back. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('api_keys').addColumn('ends_at', 'bigint').execute()
      await db.schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute()
    },
  },

  /** What statistics count of payments, gift cards and receipts that can't be counted fully. */
  '010-sums-once': {
    /**
     * Older code works on these tables, but counts by its own rules: what it counts is made right by `statistics rebuild`, once no
     * process runs it.
     */
    needs: '009-next-keys',
    async up(db: Kysely<unknown>) {
      for (const [table, sums] of [
        ['statistics_rows', ofReceipts],
        ['statistics_parts', ofParts],
      ] as const)
        for (const name of sums)
          await db.schema
            .alterTable(table)
            .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
            .execute()
    },
  },

  /** What refusals taught earlier versions also came from those of the sender, and was every merchant's: it is forgotten. */
  '011-bounces': {
    /** Older code works on these tables. What it learns of addresses isn't read, and is deleted within the hour. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await sql`delete from bounces`.execute(db)
    },
  },

  /**
   * What accepted receipts were warned of, by store and till; by which rules statistics are counted, and of whom they are counted anew;
   * what twelve digits of a GTIN are, for merchants saved before that was a setting.
   */
  '012-warnings': {
    /** Older code doesn't use what is added. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('receipt_warnings')
        .addColumn('merchant_id', 'text', column => column.notNull())
        .addColumn('code', 'text', column => column.notNull())
        .addColumn('field', 'text', column => column.notNull())
        .addColumn('store_id', 'text', column => column.notNull())
        .addColumn('register', 'text', column => column.notNull())
        .addColumn('receipts', 'bigint', column => column.notNull())
        .addColumn('receipt_id', 'text', column => column.notNull())
        .addColumn('at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('receipt_warnings_key', ['merchant_id', 'code', 'field', 'store_id', 'register'])
        .execute()
      await db.schema.createIndex('receipt_warnings_by_receipt').on('receipt_warnings').column('receipt_id').execute()

      await db.schema
        .alterTable('statistics_turn')
        .addColumn('rules', 'integer', column => column.notNull().defaultTo(0))
        .execute()
      await sql`update statistics_turn set rules = 2 where not exists (select 1 from receipts)`.execute(db)
      await db.schema
        .createTable('statistics_recounts')
        .addColumn('merchant_id', 'text', column => column.primaryKey())
        .addColumn('next_day', 'integer')
        .addColumn('holder', 'text')
        .addColumn('until', 'bigint', column => column.notNull())
        .execute()
      await nameGtin12(db)
    },
  },

  /** The browsers that people signed in with: they don't wait for what strangers guess. */
  '013-sign-in-devices': {
    /** Older code doesn't use what is added. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('sign_in_devices')
        .addColumn('subject', 'text', column => column.primaryKey())
        .addColumn('last_at', 'bigint', column => column.notNull())
        .execute()
    },
  },

  '014-names': {
    /** Older code works on these tables; receipts that it accepts are not found by names, memberships and serial numbers. */
    needs: '003-schema-needs',
    /** Receipts are found by names, memberships and serial numbers, too: what was indexed without them is indexed again. */
    async up(db: Kysely<unknown>) {
      await sql`update search_keys set received_at = 0, receipt_id = '', done_at = null`.execute(db)
    },
  },
}

const ofReceipts = [
  'payments',
  'deposits',
  'later_invoices',
  'gift_receipts',
  'takings_known',
  'without_offset',
  'taxes_from_items',
  'discounts_ignored',
  'mixed_signs',
  'takings',
  'paid_apart',
  'gift_cards_sold',
  'gift_cards_redeemed',
]
const ofParts = ['change_due', 'tips']

/**
 * Gives merchants whose appearance doesn't say what a GTIN of twelve digits is a version that does, for receipts from now on. Those
 * accepted before keep their appearance, and what it meant.
 */
export async function nameGtin12(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; settings: string; content: string }>`
    select merchants.id, merchants.version, merchants.settings, appearances.content
    from merchants
    join merchant_versions on merchant_id = merchants.id and merchant_versions.version = merchants.version
    join appearances on hash = appearance`.execute(db)
  for (const { id, version, settings, content } of rows) {
    const known = JSON.parse(content) as Record<string, unknown>
    if (known.gtin12 !== undefined) continue
    const { gtin12 = 'padded' } = JSON.parse(settings) as { gtin12?: string }
    const said = JSON.stringify(Object.fromEntries(Object.entries({ ...known, gtin12 }).sort(byName)))
    const [hash, next, at] = [sha256(said), version + 1, Date.now()]
    await sql`insert into appearances (hash, content, kept_at) values (${hash}, ${said}, ${at}) on conflict do nothing`.execute(
      db,
    )
    await sql`insert into merchant_versions (merchant_id, version, appearance, saved_at)
      values (${id}, ${next}, ${hash}, ${at})`.execute(db)
    await sql`update merchants set version = ${next} where id = ${id}`.execute(db)
  }
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
