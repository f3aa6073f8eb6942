import { type Addressed, bounceHash, bounceHashPattern, type HashKey } from '../basics/addresses.ts'
import type { Database, Transaction } from '../database/database.ts'
import { textsOf } from '../database/rows.ts'

/**
 * Addresses that don't exist, according to the mail servers' replies to a merchant's own mails. Stores only their hashes, with the
 * key of the search.
 */
export interface Bounces {
  /**
   * Remembers the addresses that don't exist, and forgets those whose server has accepted a mail. In the transaction that records
   * the answers, so that whoever sees that a mail is over also sees what came of it.
   *
   * @param answers the last about an address counts
   */
  learn(transaction: Transaction, answers: readonly Answer[]): Promise<void>
  has(merchantId: string, emailAddress: string): Promise<boolean>
  /** Deletes the bounces that no longer count, and what an older version wrote. */
  expire(): Promise<void>
}

/** What a mail server has said about an address. */
export interface Answer extends Addressed {
  /** The code with which it said that the address doesn't exist; undefined if it accepted a mail. */
  bounce: string | undefined
}

/** How long a bounce counts, milliseconds: a mailbox may be created again. */
const lifetime = 180 * 86_400_000

/** The bounces in a database. */
export function createBounces(db: Database, key: HashKey, now: () => number): Bounces {
  return {
    async learn(transaction, answers) {
      const last = new Map(answers.map(answer => [bounceHash(key, answer), answer.bounce]))
      await forget(transaction, [...last.keys()])
      const bounced_at = now()
      // In order, because other processes may be writing the same ones.
      const rows = [...last]
        .flatMap(([address_hash, code]) => (code === undefined ? [] : [{ address_hash, code, bounced_at }]))
        .toSorted((one, other) => (one.address_hash < other.address_hash ? -1 : 1))
      if (rows.length === 0) return
      await transaction
        .insertInto('bounces')
        .values(rows)
        .onConflict(conflict => conflict.column('address_hash').doNothing())
        .execute()
    },
    async has(merchantId, emailAddress) {
      const row = await db
        .selectFrom('bounces')
        .select('bounced_at')
        .where('address_hash', '=', bounceHash(key, { merchantId, emailAddress }))
        .where('bounced_at', '>', now() - lifetime)
        .executeTakeFirst()
      return row !== undefined
    },
    async expire() {
      const outlived = now() - lifetime
      await db
        .deleteFrom('bounces')
        .where(({ or, eb }) =>
          or([eb('bounced_at', '<=', outlived), eb('address_hash', 'not like', bounceHashPattern)]),
        )
        .execute()
    },
  }
}

/** Forgets what is known of addresses. */
export async function forgetBounces(
  from: Database | Transaction,
  key: HashKey,
  addresses: readonly Addressed[],
): Promise<void> {
  await forget(
    from,
    addresses.map(address => bounceHash(key, address)),
  )
}

async function forget(from: Database | Transaction, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await from.deleteFrom('bounces').where('address_hash', 'in', textsOf(from, hashes)).execute()
}
