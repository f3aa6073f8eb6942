import type { Database } from '../database/database.ts'
import type { Merchants } from '../merchants/merchants.ts'

/** Erases what isn't kept forever. Any number of processes may do this at once. */
export interface Retention {
  /**
   * Erases receipts older than their merchant's `retentionDays`, with their deliveries; returns how many. Their requestIds stay
   * used.
   */
  eraseExpired(): Promise<number>
  /**
   * Deletes the appearances that no receipt uses anymore; returns how many. A merchant's version ends when the next one is
   * saved, so versions that ended before the oldest receipt arrived are unused. The current one always stays.
   */
  forgetAppearances(): Promise<number>
}

export interface RetentionOptions {
  db: Database
  merchants: Merchants
  now: () => number
}

/** Receipts per transaction, to keep its locks short. */
const batch = 200

/** More than the delay and clock difference between two processes that see a merchant change. Milliseconds. */
const day = 86_400_000

/** Retention for a database. */
export function createRetention({ db, merchants, now }: RetentionOptions): Retention {
  return {
    async eraseExpired() {
      let erased = 0
      for (const { id, settings } of await merchants.list()) {
        if (settings.retentionDays === undefined) continue
        const before = now() - settings.retentionDays * day
        for (;;) {
          const count = await eraseBatch(db, id, before)
          erased += count
          if (count < batch) break
        }
      }
      return erased
    },

    async forgetAppearances() {
      const at = now()
      const all = await db.selectFrom('merchant_versions').select('merchant_id').distinct().execute()
      for (const { merchant_id } of all) await forgetVersions(db, merchant_id, at)
      const { numDeletedRows } = await db
        .deleteFrom('appearances')
        .where('kept_at', '<', at - day)
        .where('hash', 'not in', db.selectFrom('merchant_versions').select('appearance'))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
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
