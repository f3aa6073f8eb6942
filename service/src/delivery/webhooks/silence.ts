import { wholeReach } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { readSilentTills } from '../../statistics/silent-tills.ts'
import { hasListener, listeningMerchants, recordEvents } from './events.ts'

/** Tells merchants of tills that have gone silent: once for each silence, whichever process finds it. */
export async function tellSilences(db: Database, at: number): Promise<void> {
  for (const merchantId of await listeningMerchants(db))
    if (await hasListener(db, merchantId, 'till.silent')) await tellSilencesOf(db, merchantId, at)
}

async function tellSilencesOf(db: Database, merchantId: string, at: number): Promise<void> {
  const silent = await readSilentTills(db, wholeReach(merchantId), at)
  const known = await db
    .selectFrom('webhook_silences')
    .select(['store_id', 'register'])
    .where('merchant_id', '=', merchantId)
    .execute()
  const nameOf = (storeId: string, register = '') => JSON.stringify([storeId, register])
  const still = new Set(silent.map(({ storeId, register }) => nameOf(storeId, register)))
  const told = new Set(known.map(({ store_id, register }) => nameOf(store_id, register)))
  for (const { store_id, register } of known.filter(row => !still.has(nameOf(row.store_id, row.register))))
    await db
      .deleteFrom('webhook_silences')
      .where('merchant_id', '=', merchantId)
      .where('store_id', '=', store_id)
      .where('register', '=', register)
      .execute()
  for (const till of silent.filter(({ storeId, register }) => !told.has(nameOf(storeId, register)))) {
    const { storeId, storeName, register, since, missing } = till
    await db.transaction().execute(async transaction => {
      const row = { merchant_id: merchantId, store_id: storeId, register: register ?? '', since }
      const added = await transaction
        .insertInto('webhook_silences')
        .values(row)
        .onConflict(conflict => conflict.doNothing())
        .returning('since')
        .executeTakeFirst()
      if (!added) return
      const data = { storeId, storeName, register, since: new Date(since).toISOString(), missing }
      await recordEvents(transaction, () => [{ type: 'till.silent', merchantId, data }], at)
    })
  }
}
