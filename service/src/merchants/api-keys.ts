import { hasHash, newId, newSecret, sha256 } from '../basics/ids.ts'
import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { ApiKeyTable } from '../database/merchant-tables.ts'

export interface ApiKey {
  id: string
  merchantId: string
  label: string
  createdAt: number
  revokedAt: number | null
  /** To within some minutes; null if it wasn't used since this was first noted. */
  lastUsedAt: number | null
  /** From then on it doesn't work; null for no end. */
  endsAt: number | null
  /** The id of its next key. */
  replacedBy: string | null
}

export interface ApiKeys {
  /**
   * The key with these credentials; undefined for unknown, revoked, ended and wrong ones, which all take the same time.
   *
   * @param refused told why there is none, and which key it would be; empty if there is none of this id
   */
  authenticate(id: string, secret: string, refused?: KeyRefused): Promise<ApiKey | undefined>
  /** Creates a key. Only the secret's hash is stored, so this is the only place that returns the secret. */
  issue(merchantId: string, label: string): Promise<{ key: ApiKey; secret: string }>
  /** Stores a key with given credentials, such as the demo merchant's. */
  put(merchantId: string, id: string, secret: string, label: string): Promise<void>
  /**
   * Creates a key's next one, with the same label. Both work until the first ends or is revoked. Undefined if there is no such
   * working key.
   *
   * @param endsAt when the first ends, milliseconds since 1970; null: once it is revoked
   */
  replace(merchantId: string, id: string, endsAt: number | null): Promise<{ key: ApiKey; secret: string } | undefined>
  list(merchantId: string): Promise<ApiKey[]>
  /** Revokes a key; in every process it stops working within a second. False if there was no such active key. */
  revoke(merchantId: string, id: string): Promise<boolean>
}

/** Why a key's request was refused. `merchant`: it isn't for this merchant, or that is inactive. `limit`: too many requests. */
export type KeyRefusal = 'unknown' | 'wrong_secret' | 'revoked' | 'merchant' | 'limit'

export type KeyRefused = (keyId: string, why: KeyRefusal) => void

/** Whether a key still works. */
export function works({ revokedAt, endsAt }: Pick<ApiKey, 'revokedAt' | 'endsAt'>, now: number): boolean {
  return revokedAt === null && (endsAt === null || endsAt > now)
}

interface StoredKey extends ApiKey {
  hash: string
}

/** How long a process may miss another's changes, milliseconds. */
const freshness = 1000

/** How often a key's use is noted, milliseconds. */
const noteEvery = 300_000

/** Compared against for unknown keys, so that timing doesn't tell them from wrong secrets. */
const unknownKeyHash = sha256('nobody')

/** The API keys of all merchants. Secrets are 256 random bits, so a plain SHA-256 is safe. */
export function createApiKeys(db: Database, now: () => number): ApiKeys {
  const cache = new TtlCache<StoredKey | null>(10_000, now)

  async function find(id: string): Promise<StoredKey | null> {
    const known = cache.get(id)
    if (known !== undefined) return known
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
    const key = row ? { ...keyOf(row), hash: row.secret_hash } : null
    cache.set(id, key, freshness)
    return key
  }

  async function noteUse(key: StoredKey): Promise<void> {
    const at = now()
    if (key.lastUsedAt !== null && key.lastUsedAt > at - noteEvery) return
    key.lastUsedAt = at
    const update = db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', key.id)
    // Not worth a wait or a refusal.
    await update.execute().catch(() => {})
  }

  async function insert(
    merchantId: string,
    id: string,
    secret: string,
    label: string,
    executor: Database | Transaction = db,
  ): Promise<ApiKey> {
    const row = {
      id,
      merchant_id: merchantId,
      secret_hash: sha256(secret),
      label,
      created_at: now(),
      revoked_at: null,
      last_used_at: null,
      ends_at: null,
      replaced_by: null,
    }
    await executor
      .insertInto('api_keys')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
    cache.delete(id)
    return keyOf(row)
  }

  return {
    async authenticate(id, secret, refused = () => {}) {
      const stored = await find(id)
      const matches = hasHash(secret, stored?.hash ?? unknownKeyHash)
      if (!stored || !matches || !works(stored, now())) {
        refused(stored?.id ?? '', !stored ? 'unknown' : matches ? 'revoked' : 'wrong_secret')
        return undefined
      }
      const { hash, ...key } = stored
      void noteUse(stored)
      return key
    },

    async issue(merchantId, label) {
      const secret = newSecret()
      return { key: await insert(merchantId, newId().slice(0, 16), secret, label), secret }
    },

    async put(merchantId, id, secret, label) {
      await insert(merchantId, id, secret, label)
    },

    async replace(merchantId, id, endsAt) {
      const secret = newSecret()
      const nextId = newId().slice(0, 16)
      const key = await db.transaction().execute(async transaction => {
        const old = await transaction
          .updateTable('api_keys')
          .set({ ends_at: endsAt, replaced_by: nextId })
          .where('merchant_id', '=', merchantId)
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now())]))
          .returning('label')
          .executeTakeFirst()
        return old && insert(merchantId, nextId, secret, old.label, transaction)
      })
      cache.delete(id)
      return key && { key, secret }
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

function keyOf(row: Omit<ApiKeyTable, 'secret_hash'>): ApiKey {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    label: row.label,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    endsAt: row.ends_at,
    replacedBy: row.replaced_by,
  }
}
