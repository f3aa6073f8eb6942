import { newSecret, sha256 } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'
import type { Role } from '../database/tables.ts'
import { rightsOf, works } from '../merchants/api-keys.ts'
import { readStores } from '../merchants/store-list.ts'
import { roleOfKey } from './roles.ts'

/** Someone signed in to the console. */
export interface Session {
  tokenHash: string
  merchantId: string
  role: Role
  /** The ids of the stores that whoever it is sees; null for all. */
  stores: readonly string[] | null
  /** A person, or a till's key. */
  by: { person: string; name: string } | { key: string; label: string }
  createdAt: number
}

/** Whose session it is to be. */
export interface Holder {
  merchantId: string
  personId?: string
  keyId?: string
}

const minute = 60_000

/** Longest session, and longest pause in one, milliseconds. */
export const sessionLimits = { whole: 12 * 60 * minute, idle: 2 * 60 * minute }

/** The actor in audit trail and log, which hold no names. */
export function actorOf({ by }: Session): string {
  return 'person' in by ? `person:${by.person}` : `key:${by.key}`
}

/** Begins a session; returns its secret, which only the cookie holds: 256 random bits, so a lookup by plain SHA-256 is safe. */
export async function openSession(db: Database, { merchantId, personId, keyId }: Holder, at: number): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256(secret),
      merchant_id: merchantId,
      person_id: personId ?? null,
      key_id: keyId ?? null,
      created_at: at,
      seen_at: at,
    })
    .execute()
  return secret
}

/** The session with this secret, with the role its holder has now; undefined if it ended, or the holder may no longer sign in. */
export async function findSession(db: Database, secret: string, at: number): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('people', 'people.id', 'sessions.person_id')
    .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
    .select(['token_hash', 'sessions.merchant_id', 'sessions.created_at', 'seen_at', 'person_id', 'key_id'])
    .select(['people.name', 'people.role', 'people.removed_at', 'api_keys.label', 'revoked_at', 'ends_at'])
    .select(['people.stores', 'api_keys.stores as key_stores', 'scopes'])
    .where('token_hash', '=', sha256(secret))
    .executeTakeFirst()
  if (!row || row.seen_at <= at - sessionLimits.idle || row.created_at <= at - sessionLimits.whole) return undefined
  const by = holderOf(row, at)
  if (!by) return undefined
  if (row.seen_at <= at - minute)
    await db.updateTable('sessions').set({ seen_at: at }).where('token_hash', '=', row.token_hash).execute()
  const rights = 'person' in by ? { role: row.role, stores: readStores(row.stores) } : rightsOfKey(row)
  if (!rights.role) return undefined
  return {
    ...{ tokenHash: row.token_hash, merchantId: row.merchant_id, by, createdAt: row.created_at },
    ...{ role: rights.role, stores: rights.stores },
  }
}

/** Ends a session. */
export async function closeSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends all sessions of a person but one. */
export async function closeOtherSessions(db: Database, personId: string, exceptTokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).where('token_hash', '!=', exceptTokenHash).execute()
}

/** Ends all sessions; returns how many. */
export async function closeAllSessions(db: Database): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the sessions that are over; returns how many. */
export async function expireSessions(db: Database, at: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([eb('seen_at', '<=', at - sessionLimits.idle), eb('created_at', '<=', at - sessionLimits.whole)]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function rightsOfKey({ scopes, key_stores }: { scopes: string | null; key_stores: string | null }) {
  const rights = rightsOf({ scopes, stores: key_stores })
  return { role: roleOfKey(rights.scopes), stores: rights.stores }
}

interface Holding {
  person_id: string | null
  name: string | null
  removed_at: number | null
  key_id: string | null
  label: string | null
  revoked_at: number | null
  ends_at: number | null
}

/** Who holds a session; undefined if they may no longer sign in. */
function holderOf(row: Holding, now: number): Session['by'] | undefined {
  const { person_id, name, removed_at, key_id, label, revoked_at: revokedAt, ends_at: endsAt } = row
  if (person_id !== null) return name === null || removed_at !== null ? undefined : { person: person_id, name }
  if (key_id === null || label === null || !works({ revokedAt, endsAt }, now)) return undefined
  return { key: key_id, label }
}
