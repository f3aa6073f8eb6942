import { type Kysely, sql } from 'kysely'

/** Older code works on these tables. What it learns of addresses isn't read, and is deleted within the hour. */
export const needs = '003-schema-needs'

/** What refusals taught earlier versions also came from those of the sender, and was every merchant's: it is forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from bounces`.execute(db)
}
