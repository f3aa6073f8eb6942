import { type Addressed, bounceHash, bounceHashPattern, type HashKey } from '../basics/addresses.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertMany, textsOf } from '../database/rows.ts'

/** What a mail server has said about an address. */
export interface MailServerAnswer extends Addressed {
  /** The code with which it said that the address doesn't exist; undefined if it accepted a mail. */
  bounce: string | undefined
}

/** How long a bounce counts, milliseconds: a mailbox may be created again. */
const lifetime = 180 * 86_400_000

/**
 * Remembers the addresses that don't exist, according to the mail servers' replies to a merchant's own mails, and forgets those whose
 * server has accepted a mail. Stores only hashes, with the key of the search. In the transaction that records the answers, so that
 * whoever sees that a mail is over also sees what came of it.
 *
 * @param answers the last about an address counts
 */
export async function learnBounces(
  transaction: Transaction,
  key: HashKey,
  answers: readonly MailServerAnswer[],
  at: number,
): Promise<void> {
  await forgetBounces(transaction, key, answers)
  const last = new Map(answers.map(answer => [bounceHash(key, answer), answer.bounce]))
  // In order, because other processes may be writing the same ones.
  const rows = [...last]
    .flatMap(([address_hash, code]) => (code === undefined ? [] : [{ address_hash, code, bounced_at: at }]))
    .toSorted((one, other) => (one.address_hash < other.address_hash ? -1 : 1))
  await insertMany(transaction, 'bounces', rows, { columns: ['address_hash'] })
}

/** Whether an address didn't exist when a mail was last sent to it. */
export async function hasBounced(db: Database, key: HashKey, address: Addressed, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('bounces')
    .select('bounced_at')
    .where('address_hash', '=', bounceHash(key, address))
    .where('bounced_at', '>', at - lifetime)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the bounces that no longer count, and what an older version wrote. */
export async function expireBounces(db: Database, at: number): Promise<void> {
  await db
    .deleteFrom('bounces')
    .where(({ or, eb }) =>
      or([eb('bounced_at', '<=', at - lifetime), eb('address_hash', 'not like', bounceHashPattern)]),
    )
    .execute()
}

/** Forgets what is known of addresses. */
export async function forgetBounces(
  from: Database | Transaction,
  key: HashKey,
  addresses: readonly Addressed[],
): Promise<void> {
  const hashes = addresses.map(address => bounceHash(key, address))
  if (hashes.length > 0) await from.deleteFrom('bounces').where('address_hash', 'in', textsOf(from, hashes)).execute()
}
