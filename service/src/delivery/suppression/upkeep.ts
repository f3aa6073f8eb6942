import { setImmediate as nextTurn } from 'node:timers/promises'
import { type HashKey, keyedPrefix, suppressionHash } from '../../basics/addresses.ts'
import type { Database } from '../../database/database.ts'
import { strengths } from './suppression.ts'

/** Rows per query. */
const step = 200

/** How long what another key hashed is kept once this one's index is whole, milliseconds: the key may be a mistake. */
const grace = 7 * 86_400_000

/**
 * Deletes the suppressions that are over, and what older versions write of bounces, which isn't read. Tells of those that migration `018`
 * moved whose they are, and hashes anew what another search key hashed, as far as the mails that led to them are still there; of two for
 * one address the stronger stays.
 */
export async function keepSuppressions(db: Database, key: HashKey, at: number): Promise<void> {
  await db.deleteFrom('suppressions').where('expires_at', '<=', at).execute()
  await db.deleteFrom('bounces').execute()
  await claimMoved(db, key)
  await hashAnew(db, key)
  await forgetOtherKeys(db, key, at)
}

/** How many suppressed addresses another search key hashed, so that they can't be recognized. */
export async function countUnreadable(db: Database, key: Pick<HashKey, 'id'>): Promise<number> {
  const { count } = await db
    .selectFrom('suppressions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address_hash', 'not like', `${keyedPrefix(key.id)}%`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds the mails that bounced before migration `018`. What isn't found is nobody's, and ends by itself. */
async function claimMoved(db: Database, key: HashKey): Promise<void> {
  const isAny = db.selectFrom('suppressions').select('address_hash').where('merchant_id', 'is', null).limit(1)
  if (!(await isAny.executeTakeFirst())) return
  for (let last = { due_at: 0, id: '' }; ; await nextTurn()) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['id', 'due_at', 'merchant_id', 'email_address'])
      .where('status', '=', 'failed')
      .where('bounced_at', 'is not', null)
      .where('due_at', '>=', last.due_at)
      .where(({ eb, or }) => or([eb('due_at', '>', last.due_at), eb('id', '>', last.id)]))
      .orderBy('due_at')
      .orderBy('id')
      .limit(step)
      .execute()
    for (const { id, merchant_id: merchantId, email_address: emailAddress } of rows)
      await db
        .updateTable('suppressions')
        .set({ merchant_id: merchantId, delivery_id: id })
        .where('address_hash', '=', suppressionHash(key, { merchantId, emailAddress }))
        .where('merchant_id', 'is', null)
        .execute()
    const end = rows.at(-1)
    if (!end || rows.length < step) break
    last = { due_at: Number(end.due_at), id: end.id }
  }
  await db.updateTable('suppressions').set({ merchant_id: '' }).where('merchant_id', 'is', null).execute()
}

async function hashAnew(db: Database, key: HashKey): Promise<void> {
  for (let last = ''; ; await nextTurn()) {
    const rows = await db
      .selectFrom('suppressions')
      .innerJoin('deliveries', 'deliveries.id', 'suppressions.delivery_id')
      .select(['address_hash', 'suppressions.kind', 'deliveries.merchant_id', 'email_address'])
      .where('address_hash', 'not like', `${keyedPrefix(key.id)}%`)
      .where('address_hash', '>', last)
      .orderBy('address_hash')
      .limit(step)
      .execute()
    for (const { address_hash, kind, merchant_id: merchantId, email_address: emailAddress } of rows) {
      const hash = suppressionHash(key, { merchantId, emailAddress })
      await db.transaction().execute(async transaction => {
        const since = transaction.selectFrom('suppressions').select('kind').where('address_hash', '=', hash)
        const known = await since.executeTakeFirst()
        const isOver = known !== undefined && strengths[known.kind] >= strengths[kind]
        const weaker = isOver ? address_hash : hash
        await transaction.deleteFrom('suppressions').where('address_hash', '=', weaker).execute()
        const old = transaction.updateTable('suppressions').set({ address_hash: hash })
        if (!isOver) await old.where('address_hash', '=', address_hash).execute()
      })
    }
    const end = rows.at(-1)
    if (!end || rows.length < step) return
    last = end.address_hash
  }
}

/** What was suppressed before this key's index was whole. A process that still has the other key writes later. */
async function forgetOtherKeys(db: Database, key: HashKey, at: number): Promise<void> {
  const row = await db.selectFrom('search_keys').select('done_at').where('id', '=', key.id).executeTakeFirst()
  if (!row?.done_at || at < Number(row.done_at) + grace) return
  await db
    .deleteFrom('suppressions')
    .where('address_hash', 'not like', `${keyedPrefix(key.id)}%`)
    .where('created_at', '<=', row.done_at)
    .execute()
}
