import type { Database } from '../database/database.ts'
import { hasHash, newId, newSecret, sha256 } from '../ids.ts'
import { TtlCache } from '../ttl-cache.ts'

export interface ApiKey {
  id: string
  merchantId: string
  label: string
  createdAt: number
  revokedAt: number | null
}

export interface ApiKeys {
  /** The key that these credentials are of; undefined for unknown, revoked and wrong ones, which take the same time. */
  authenticate(id: string, secret: string): Promise<ApiKey | undefined>
  /** Makes a key. The secret is given here and nowhere else: only its hash is kept. */
  issue(merchantId: string, label: string): Promise<{ key: ApiKey; secret: string }>
  /** Puts a key in place with credentials from outside, such as those of the demo merchant. */
  put(merchantId: string, id: string, secret: string, label: string): Promise<void>
  list(merchantId: string): Promise<ApiKey[]>
  /** Says whether there was such a key. It stops working within a second in every process. */
  revoke(merchantId: string, id: string): Promise<boolean>
}

interface Kept extends ApiKey {
  hash: string
}

/** How long one process may not notice what another one changed, milliseconds. */
const freshness = 1000

/** Compared against when there is no such key, so that unknown and wrong cannot be told apart by time. */
const nobody = sha256('nobody')

/** The API keys of all merchants. Secrets are 256 random bits, so a plain SHA-256 of them cannot be guessed back. */
export function createApiKeys(db: Database, now: () => number): ApiKeys {
  const cache = new TtlCache<Kept | null>(10_000, now)

  async function find(id: string): Promise<Kept | null> {
    const known = cache.get(id)
    if (known !== undefined) return known
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
    const key = row ? { ...keyOf(row), hash: row.secret_hash } : null
    cache.set(id, key, freshness)
    return key
  }

  async function insert(merchantId: string, id: string, secret: string, label: string): Promise<ApiKey> {
    const row = { id, merchant_id: merchantId, secret_hash: sha256(secret), label, created_at: now(), revoked_at: null }
    await db
      .insertInto('api_keys')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
    cache.delete(id)
    return keyOf(row)
  }

  return {
    async authenticate(id, secret) {
      const kept = await find(id)
      const right = hasHash(secret, kept?.hash ?? nobody)
      if (!kept || !right || kept.revokedAt !== null) return undefined
      const { hash, ...key } = kept
      return key
    },

    async issue(merchantId, label) {
      const secret = newSecret()
      return { key: await insert(merchantId, newId().slice(0, 16), secret, label), secret }
    },

    async put(merchantId, id, secret, label) {
      await insert(merchantId, id, secret, label)
    },

    async list(merchantId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .orderBy('created_at')
        .execute()
      return rows.map(keyOf)
    },

    async revoke(merchantId, id) {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: now() })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      cache.delete(id)
      return numUpdatedRows > 0n
    },
  }
}

function keyOf(row: { id: string; merchant_id: string; label: string; created_at: number; revoked_at: number | null }) {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    label: row.label,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}
