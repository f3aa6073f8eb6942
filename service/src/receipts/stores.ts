import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database } from '../database/database.ts'

export interface Store {
  id: string
  /** As on the newest receipt of the store. */
  name: string
}

/** A merchant's stores, by name. */
export type Stores = (merchantId: string) => Promise<Store[]>

/** Most stores listed. */
const maxStores = 500

/** How long a list is kept, milliseconds. */
const freshness = 60_000

/**
 * The stores that receipts came from, by name. Skips from one store to the next in the index, so it costs as much as there are
 * stores, however many receipts they have.
 */
export function createStores(db: Database, now: () => number): Stores {
  const cache = new TtlCache<Store[]>(1000, now)

  return async merchantId => {
    const known = cache.get(merchantId)
    if (known) return known
    const stores: Store[] = []
    for (let last: string | undefined; stores.length < maxStores; ) {
      const id = await nextAfter(merchantId, last)
      if (id === undefined) break
      stores.push({ id, name: await nameOf(merchantId, id) })
      last = id
    }
    stores.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    cache.set(merchantId, stores, freshness)
    return stores
  }

  async function nextAfter(merchantId: string, last: string | undefined): Promise<string | undefined> {
    let query = db.selectFrom('receipts').select('store_id').where('merchant_id', '=', merchantId)
    if (last !== undefined) query = query.where('store_id', '>', last)
    return (await query.orderBy('store_id').limit(1).executeTakeFirst())?.store_id
  }

  async function nameOf(merchantId: string, storeId: string): Promise<string> {
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
}
