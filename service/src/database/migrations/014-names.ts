import { type Kysely, sql } from 'kysely'

/** Older code works on these tables; receipts that it accepts are not found by names, memberships and serial numbers. */
export const needs = '003-schema-needs'

/** Receipts are found by names, memberships and serial numbers, too: what was indexed without them is indexed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update search_keys set received_at = 0, receipt_id = '', done_at = null`.execute(db)
}
