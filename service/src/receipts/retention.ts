import type { Database } from '../database/database.ts'
import type { Merchants } from '../merchants/merchants.ts'

/** Receipts of one transaction, so that nobody waits long for its locks. */
const batch = 200

/**
 * Erases the receipts that are past their merchant's days, with their deliveries. What remains is that their requestId was
 * used. Any number of processes may do it at a time.
 *
 * @returns how many were erased
 */
export async function eraseExpired(db: Database, merchants: Merchants, now: number): Promise<number> {
  let erased = 0
  for (const { id, settings } of await merchants.list()) {
    if (settings.retentionDays === undefined) continue
    const before = now - settings.retentionDays * 86_400_000
    for (;;) {
      const count = await eraseBatch(db, id, before)
      erased += count
      if (count < batch) break
    }
  }
  return erased
}

/** Two processes may see a merchant change at different times and have different clocks, but not by this much. Milliseconds. */
const day = 86_400_000

/**
 * Forgets the appearances that no receipt has any more. A version of a merchant is over when the next one is saved, so those
 * that were over before the oldest receipt came are nobody's. The one in use always stays.
 *
 * @returns how many were forgotten
 */
export async function forgetAppearances(db: Database, now: number): Promise<number> {
  const merchants = await db.selectFrom('merchant_versions').select('merchant_id').distinct().execute()
  for (const { merchant_id } of merchants) await forgetVersions(db, merchant_id, now)
  const { numDeletedRows } = await db
    .deleteFrom('appearances')
    .where('kept_at', '<', now - day)
    .where('hash', 'not in', db.selectFrom('merchant_versions').select('appearance'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function forgetVersions(db: Database, merchantId: string, now: number): Promise<void> {
  const { oldest } = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.min('received_at').as('oldest'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  const { first } = await db
    .selectFrom('merchant_versions')
    .select(({ fn }) => fn.max('version').as('first'))
    .where('merchant_id', '=', merchantId)
    .where('saved_at', '<', (oldest ?? now) - day)
    .executeTakeFirstOrThrow()
  if (first === null) return
  await db.deleteFrom('merchant_versions').where('merchant_id', '=', merchantId).where('version', '<', first).execute()
}

async function eraseBatch(db: Database, merchantId: string, before: number): Promise<number> {
  const expired = await db
    .selectFrom('receipts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(batch)
    .execute()
  if (expired.length === 0) return 0
  const ids = expired.map(({ id }) => id)
  await db.transaction().execute(async transaction => {
    await transaction
      .deleteFrom('delivery_attempts')
      .where('delivery_id', 'in', transaction.selectFrom('deliveries').select('id').where('receipt_id', 'in', ids))
      .execute()
    await transaction.deleteFrom('deliveries').where('receipt_id', 'in', ids).execute()
    await transaction.deleteFrom('receipts').where('id', 'in', ids).execute()
  })
  return ids.length
}
