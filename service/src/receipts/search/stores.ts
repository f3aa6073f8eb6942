import { createDatabaseCache } from '../../database/cache.ts'
import type { Database } from '../../database/database.ts'

/** A store that has receipts. */
export interface Store {
  id: string
  /** As on the newest receipt of the store. */
  name: string
}

/** Most stores listed. */
const maxStores = 500

const known = createDatabaseCache<Store[]>(1000, 60_000)

/** The stores that a merchant's receipts came from, by name, at most a minute out of date. */
export function listStores(db: Database, merchantId: string): Promise<Store[]> {
  return known.get(db, merchantId, async () => {
    const stores: Store[] = []
    // Skips from one store to the next in the index, so it costs as much as there are stores, however many receipts they have.
    for (let last: string | undefined; stores.length < maxStores; ) {
      const id = await nextAfter(db, merchantId, last)
      if (id === undefined) break
      stores.push({ id, name: await nameOf(db, merchantId, id) })
      last = id
    }
    return stores.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  })
}

async function nextAfter(db: Database, merchantId: string, last: string | undefined): Promise<string | undefined> {
  let query = db.selectFrom('receipts').select('store_id').where('merchant_id', '=', merchantId)
  if (last !== undefined) query = query.where('store_id', '>', last)
  return (await query.orderBy('store_id').limit(1).executeTakeFirst())?.store_id
}

async function nameOf(db: Database, merchantId: string, storeId: string): Promise<string> {
  const { store_name } = await db
    .selectFrom('receipts')
    .select('store_name')
    .where('merchant_id', '=', merchantId)
    .where('store_id', '=', storeId)
    .orderBy('receipt_date', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return store_name
}
