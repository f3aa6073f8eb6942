import { createHmac } from 'node:crypto'
import { hasHash, newId, newSecret, sha256 } from '../basics/ids.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { ApiKeyTable } from '../database/merchant-tables.ts'
import { type KeyScope, keyScopes } from './key-scopes.ts'
import { readStores } from './store-list.ts'

/** A till's key without its secret; times are milliseconds since 1970. */
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
  /** What it is for. */
  scopes: readonly KeyScope[]
  /** The ids of the stores it is for; null for all. */
  stores: readonly string[] | null
}

/** What a key is for. */
export type KeyRights = Pick<ApiKey, 'scopes' | 'stores'>

/** What a new key is for unless somebody asks for more: a till creates receipts. */
export const tillRights: KeyRights = { scopes: ['create'], stores: null }

/**
 * Why a key's request was refused. `merchant`: it isn't for this merchant, or that is inactive. `scope`: it isn't for what was asked.
 * `limit`: too many requests.
 */
type KeyRefusal = 'unknown' | 'wrong_secret' | 'revoked' | 'merchant' | 'scope' | 'limit'

/** Told of each request that a key of ours was refused for. */
export type KeyRefused = (keyId: string, why: KeyRefusal) => void

/** Whether a key still works. */
export function works({ revokedAt, endsAt }: Pick<ApiKey, 'revokedAt' | 'endsAt'>, now: number): boolean {
  return revokedAt === null && (endsAt === null || endsAt > now)
}

interface StoredKey extends ApiKey {
  hash: string
}

const keys = createDatabaseCache<StoredKey | undefined>(10_000, 1000)

/** How often a key's use is noted, milliseconds. */
const noteEvery = 300_000

/** Compared against for unknown keys, so that timing doesn't tell them from wrong secrets. */
const unknownKeyHash = sha256('nobody')

/**
 * The key with these credentials; undefined for unknown, revoked, ended and wrong ones, which all take the same time. Secrets are
 * 256 random bits, so a plain SHA-256 is safe.
 *
 * @param refused told why there is none, and which key it would be; empty if there is none of this id
 */
export async function authenticateKey(
  db: Database,
  { id, secret }: { id: string; secret: string },
  at: number,
  refused: KeyRefused = () => {},
): Promise<ApiKey | undefined> {
  const stored = await findKey(db, id)
  const matches = hasHash(secret, stored?.hash ?? unknownKeyHash)
  if (!stored || !matches || !works(stored, at)) {
    refused(stored?.id ?? '', !stored ? 'unknown' : matches ? 'revoked' : 'wrong_secret')
    return undefined
  }
  const { hash, ...key } = stored
  void noteUse(db, stored, at)
  return key
}

/**
 * Signs a text for whoever has a key: HMAC-SHA256 with the SHA-256 of its secret, in hexadecimal, which is what is stored; base64.
 * Undefined if there is no such key.
 */
export async function signForKey(db: Database, id: string, text: string): Promise<string | undefined> {
  const stored = await findKey(db, id)
  return stored && createHmac('sha256', stored.hash).update(text).digest('base64')
}

/** Creates a key. Only the secret's hash is stored, so this is the only place that returns the secret. */
export async function issueKey(
  db: Database,
  merchantId: string,
  label: string,
  at: number,
  rights: KeyRights = tillRights,
): Promise<{ key: ApiKey; secret: string }> {
  const made = { id: newKeyId(), merchantId, label, secret: newSecret(), ...rights }
  return { key: await putKey(db, made, at), secret: made.secret }
}

/** Stores a key with given credentials, such as the demo merchant's, which is for everything unless it says otherwise. */
export async function putKey(
  db: Database | Transaction,
  {
    id,
    merchantId,
    label,
    secret,
    scopes,
    stores,
  }: Pick<ApiKey, 'id' | 'merchantId' | 'label'> & { secret: string } & Partial<KeyRights>,
  at: number,
): Promise<ApiKey> {
  const row = {
    id,
    merchant_id: merchantId,
    secret_hash: sha256(secret),
    label,
    created_at: at,
    revoked_at: null,
    last_used_at: null,
    ends_at: null,
    replaced_by: null,
    scopes: scopes ? JSON.stringify(scopes) : null,
    stores: stores ? JSON.stringify(stores) : null,
  }
  await db
    .insertInto('api_keys')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
  keys.forget(db, id)
  return keyOf(row)
}

/**
 * Creates a key's next one, with the same label and rights. Both work until the first ends or is revoked. Undefined if there is no such
 * working key.
 *
 * @param endsAt when the first ends, milliseconds since 1970; null: once it is revoked
 */
export async function replaceKey(
  db: Database,
  { merchantId, id, endsAt }: Pick<ApiKey, 'merchantId' | 'id' | 'endsAt'>,
  at: number,
): Promise<{ key: ApiKey; secret: string } | undefined> {
  const secret = newSecret()
  const nextId = newKeyId()
  const key = await db.transaction().execute(async transaction => {
    const old = await transaction
      .updateTable('api_keys')
      .set({ ends_at: endsAt, replaced_by: nextId })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
      .returning(['label', 'scopes', 'stores'])
      .executeTakeFirst()
    return old && putKey(transaction, { id: nextId, merchantId, label: old.label, secret, ...rightsOf(old) }, at)
  })
  keys.forget(db, id)
  return key && { key, secret }
}

/** A merchant's keys, also those that don't work any more, oldest first. */
export async function listKeys(db: Database, merchantId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .execute()
  return rows.map(keyOf)
}

/** Revokes a key; in every process it stops working within a second. False if there was no such active key. */
export async function revokeKey(db: Database, merchantId: string, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  keys.forget(db, id)
  return numUpdatedRows > 0n
}

function findKey(db: Database, id: string): Promise<StoredKey | undefined> {
  return keys.get(db, id, async () => {
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...keyOf(row), hash: row.secret_hash }
  })
}

async function noteUse(db: Database, key: StoredKey, at: number): Promise<void> {
  if (key.lastUsedAt !== null && key.lastUsedAt > at - noteEvery) return
  key.lastUsedAt = at
  const update = db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', key.id)
  // Not worth a wait or a refusal.
  await update.execute().catch(() => {})
}

function newKeyId(): string {
  return newId().slice(0, 16)
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
    ...rightsOf(row),
  }
}

/** What a key is for, as its row says it. */
export function rightsOf({ scopes, stores }: Pick<ApiKeyTable, 'scopes' | 'stores'>): KeyRights {
  return {
    scopes: scopes === null ? keyScopes : (JSON.parse(scopes) as KeyScope[]),
    stores: readStores(stores),
  }
}
