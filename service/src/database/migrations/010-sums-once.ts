import type { Kysely } from 'kysely'

/**
 * Older code works on these tables, but counts by its own rules: what it counts is made right by `statistics rebuild`, once no
 * process runs it.
 */
export const needs = '009-next-keys'

/** What statistics count of payments, gift cards and receipts that can't be counted fully. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, sums] of [
    ['statistics_rows', ofReceipts],
    ['statistics_parts', ofParts],
  ] as const)
    for (const name of sums)
      await db.schema
        .alterTable(table)
        .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
        .execute()
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
