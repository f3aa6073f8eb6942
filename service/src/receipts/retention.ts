import type { Database } from '../database/database.ts'
import { idsOf } from '../database/rows.ts'
import { listMerchants } from '../merchants/merchants.ts'
import { batch, type ErasureContext, eraseReceipts, scrubErased } from './privacy/erase.ts'

/** More than the delay and clock difference between two processes that see a merchant change. Milliseconds. */
const day = 86_400_000

/**
 * Makes the function that erases receipts older than their merchant's `retentionDays`, as thoroughly as an operator would; it returns
 * how many. Their requestIds stay used. Any number of processes may do this at once.
 */
export function createRetention(context: ErasureContext & { now: () => number }): () => Promise<number> {
  const { db, now } = context
  // A thorough scrub holds up other work for a moment, so there is one a day.
  let unscrubbed = 0
  let scrubbedAt = Number.NEGATIVE_INFINITY

  return async () => {
    let erased = 0
    for (const { id, settings } of await listMerchants(db)) {
      if (settings.retentionDays === undefined) continue
      const before = now() - settings.retentionDays * day
      for (;;) {
        const ids = await expired(db, id, before)
        if (ids.length > 0) erased += (await eraseReceipts(context, ids)).receipts
        if (ids.length < batch) break
      }
    }
    unscrubbed += erased
    const thorough = unscrubbed > 0 && Math.abs(now() - scrubbedAt) >= day
    await scrubErased(context, thorough)
    if (thorough) {
      scrubbedAt = now()
      unscrubbed = 0
    }
    return erased
  }
}

/**
 * Deletes the appearances that no receipt uses anymore; returns how many. A merchant's version ends when the next one is
 * saved, so versions that ended before the oldest receipt arrived are unused. The current one always stays.
 */
export async function forgetAppearances(db: Database, at: number): Promise<number> {
  const all = await db.selectFrom('merchant_versions').select('merchant_id').distinct().execute()
  for (const { merchant_id } of all) await forgetVersions(db, merchant_id, at)
  const { numDeletedRows } = await db
    .deleteFrom('appearances')
    .where('kept_at', '<', at - day)
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

async function expired(db: Database, merchantId: string, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(batch)
    .execute()
  return idsOf(rows)
}
