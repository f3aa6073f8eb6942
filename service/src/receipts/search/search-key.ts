import { createHash, createSecretKey } from 'node:crypto'
import type { HashKey } from '../../basics/bounce-hash.ts'
import { newSecret, sha256 } from '../../basics/ids.ts'
import type { Database } from '../../database/database.ts'

/** What addresses are hashed with in the index of receipts. Its id is in every term, so that those of another key are told apart. */
export type SearchKey = HashKey

/**
 * The key in `SEARCH_KEY`. Without one, a random key is made and kept in the database: then who reads the whole database can try
 * addresses, which are in its receipts anyway.
 *
 * @param now milliseconds since 1970; older receipts have no terms of a new key yet
 */
export async function openSearchKey(db: Database, given: string | undefined, now: number): Promise<SearchKey> {
  const row = given === undefined ? await keptKey(db, now) : { secret: given }
  const key = keyOf(row.secret ?? '')
  if (given !== undefined) await remember(db, key.id, null, now)
  return key
}

function keyOf(secret: string): SearchKey {
  const bytes = createHash('sha256').update(secret).digest()
  return { id: sha256(`id of ${secret}`).slice(0, 6), secret: createSecretKey(bytes) }
}

async function keptKey(db: Database, now: number): Promise<{ secret: string | null }> {
  const kept = () =>
    db.selectFrom('search_keys').select('secret').where('secret', 'is not', null).orderBy('id').executeTakeFirst()
  const found = await kept()
  if (found) return found
  const secret = newSecret()
  await remember(db, keyOf(secret).id, secret, now)
  // Another process may have made one at the same moment; all take the first.
  return (await kept()) ?? { secret }
}

async function remember(db: Database, id: string, secret: string | null, now: number): Promise<void> {
  const older = await db.selectFrom('receipts').select('id').limit(1).executeTakeFirst()
  await db
    .insertInto('search_keys')
    .values({ id, secret, received_at: 0, receipt_id: '', done_at: older ? null : now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}
