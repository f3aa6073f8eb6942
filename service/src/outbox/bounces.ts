import { addressKey } from '../basics/addresses.ts'
import { bounceHashes, type HashKey, keyedHash } from '../basics/bounce-hash.ts'
import type { Database, Transaction } from '../database/database.ts'
import { textsOf } from '../database/groups/rows.ts'

/**
 * Addresses that don't exist, according to the mail servers' replies to our own mails. Stores only their hashes, with the key of
 * the search.
 */
export interface Bounces {
  /**
   * Remembers the addresses that don't exist, and forgets those whose server has accepted a mail. In the transaction that records
   * the answers, so that whoever sees that a mail is over also sees what came of it.
   *
   * @param answers the last about an address counts
   */
  learn(transaction: Transaction, answers: readonly Answer[]): Promise<void>
  has(emailAddress: string): Promise<boolean>
  /** Deletes the bounces that no longer count, and hashes with the key what an older version wrote. */
  expire(): Promise<void>
}

/** What a mail server has said about an address. */
export interface Answer {
  emailAddress: string
  /** The code with which it said that the address doesn't exist; undefined if it accepted a mail. */
  bounce: string | undefined
}

/** How long a bounce counts, milliseconds: a mailbox may be created again. */
const lifetime = 180 * 86_400_000

/** Bounces hashed anew in one transaction. */
const step = 500

/** The bounces in a database. Processes of a version without the key may share it: what they write is found, too. */
export function createBounces(db: Database, key: HashKey, now: () => number): Bounces {
  return {
    async learn(transaction, answers) {
      await forgetBounces(
        transaction,
        key,
        answers.map(({ emailAddress }) => emailAddress),
      )
      const bounced_at = now()
      const last = new Map(answers.map(answer => [addressKey(answer.emailAddress), answer]))
      // In order, because other processes may be writing the same ones.
      const rows = [...last.values()]
        .flatMap(({ emailAddress, bounce: code }) =>
          code === undefined ? [] : [{ address_hash: bounceHashes(key, emailAddress)[0], code, bounced_at }],
        )
        .toSorted((one, other) => (one.address_hash < other.address_hash ? -1 : 1))
      if (rows.length === 0) return
      await transaction
        .insertInto('bounces')
        .values(rows)
        .onConflict(conflict => conflict.column('address_hash').doNothing())
        .execute()
    },
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

/** Forgets the bounces of addresses, also as an older version wrote them. */
export async function forgetBounces(
  from: Database | Transaction,
  key: HashKey,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return
  const hashes = addresses.flatMap(address => bounceHashes(key, address))
  await from.deleteFrom('bounces').where('address_hash', 'in', textsOf(from, hashes)).execute()
}
