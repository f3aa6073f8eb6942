import { bounceHashes, type HashKey, keyedHash } from '../basics/bounce-hash.ts'
import type { Database } from '../database/database.ts'
import type { Commit } from '../database/group-commit.ts'
import { inGroups } from '../database/groups/in-groups.ts'
import { textsOf } from '../database/groups/rows.ts'

/**
 * Addresses that don't exist, according to the mail servers' replies to our own mails. Stores only their hashes, with the key of
 * the search.
 */
export interface Bounces {
  record(emailAddress: string, code: string): Promise<void>
  /** Forgets an address after its server has accepted a mail. */
  forget(emailAddress: string): Promise<void>
  has(emailAddress: string): Promise<boolean>
  /** Deletes the bounces that no longer count, and hashes with the key what an older version wrote. */
  expire(): Promise<void>
}

/** How long a bounce counts, milliseconds: a mailbox may be created again. */
const lifetime = 180 * 86_400_000

/** Bounces hashed anew in one transaction. */
const step = 500

/**
 * The bounces in a database. Processes of a version without the key may share it: what they write is found, too.
 *
 * @param commit writes what is forgotten, possibly several at once
 */
export function createBounces(
  db: Database,
  key: HashKey,
  now: () => number,
  commit: Commit = work => db.transaction().execute(work),
): Bounces {
  const forgetOne = inGroups<{ id: string }, undefined>(commit, async (transaction, addresses) => {
    const hashes = addresses.flatMap(({ id }) => bounceHashes(key, id))
    await transaction.deleteFrom('bounces').where('address_hash', 'in', textsOf(transaction, hashes)).execute()
    return addresses.map(() => undefined)
  })

  return {
    async record(emailAddress, code) {
      const [address_hash] = bounceHashes(key, emailAddress)
      const row = { address_hash, code, bounced_at: now() }
      await db
        .insertInto('bounces')
        .values(row)
        .onConflict(conflict => conflict.column('address_hash').doUpdateSet(row))
        .execute()
    },
    forget: emailAddress => forgetOne({ id: emailAddress }),
    async has(emailAddress) {
      const row = await db
        .selectFrom('bounces')
        .select('bounced_at')
        .where('address_hash', 'in', bounceHashes(key, emailAddress))
        .where('bounced_at', '>', now() - lifetime)
        .executeTakeFirst()
      return row !== undefined
    },
    async expire() {
      await db
        .deleteFrom('bounces')
        .where('bounced_at', '<=', now() - lifetime)
        .execute()
      while ((await hashSome()) === step);
    },
  }

  /** A plain hash has hexadecimal digits only; one with a key begins with a k. */
  function hashSome(): Promise<number> {
    return db.transaction().execute(async transaction => {
      const plain = await transaction
        .deleteFrom('bounces')
        .where('address_hash', 'in', from =>
          from.selectFrom('bounces').select('address_hash').where('address_hash', 'not like', 'k%').limit(step),
        )
        .returningAll()
        .execute()
      if (plain.length === 0) return 0
      await transaction
        .insertInto('bounces')
        .values(plain.map(row => ({ ...row, address_hash: keyedHash(key, row.address_hash) })))
        .onConflict(conflict => conflict.column('address_hash').doNothing())
        .execute()
      return plain.length
    })
  }
}
