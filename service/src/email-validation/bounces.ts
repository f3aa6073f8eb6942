import { addressHash } from '../basics/addresses.ts'
import type { Database } from '../database/database.ts'

/** Addresses that don't exist, according to the mail servers' replies to our own mails. Stores only their hashes. */
export interface Bounces {
  record(emailAddress: string, code: string): Promise<void>
  /** Forgets an address after its server has accepted a mail. */
  forget(emailAddress: string): Promise<void>
  has(emailAddress: string): Promise<boolean>
  /** Deletes the bounces that no longer count. */
  expire(): Promise<void>
}

/** How long a bounce counts, milliseconds: a mailbox may be created again. */
const lifetime = 180 * 86_400_000

export function createBounces(db: Database, now: () => number): Bounces {
  return {
    async record(emailAddress, code) {
      const row = { address_hash: addressHash(emailAddress), code, bounced_at: now() }
      await db
        .insertInto('bounces')
        .values(row)
        .onConflict(conflict => conflict.column('address_hash').doUpdateSet(row))
        .execute()
    },
    async forget(emailAddress) {
      await db.deleteFrom('bounces').where('address_hash', '=', addressHash(emailAddress)).execute()
    },
    async has(emailAddress) {
      const row = await db
        .selectFrom('bounces')
        .select('bounced_at')
        .where('address_hash', '=', addressHash(emailAddress))
        .executeTakeFirst()
      return row !== undefined && row.bounced_at > now() - lifetime
    },
    async expire() {
      await db
        .deleteFrom('bounces')
        .where('bounced_at', '<=', now() - lifetime)
        .execute()
    },
  }
}
