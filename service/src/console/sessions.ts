import { newSecret, sha256 } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'
import type { Role } from '../database/tables.ts'
import { works } from '../merchants/api-keys.ts'

/** Someone signed in to the console. */
export interface Session {
  tokenHash: string
  merchantId: string
  role: Role
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

export interface Sessions {
  /** Begins a session; returns its secret, which only the cookie holds. */
  open(holder: Holder): Promise<string>
  /** The session with this secret, with the role its holder has now; undefined if it ended, or the holder may no longer sign in. */
  find(secret: string): Promise<Session | undefined>
  close(tokenHash: string): Promise<void>
  /** Ends all sessions of a person but one. */
  closeOthers(personId: string, exceptTokenHash: string): Promise<void>
  /** Ends all sessions; returns how many. */
  closeAll(): Promise<number>
  /** Deletes the sessions that are over; returns how many. */
  expire(): Promise<number>
}

const minute = 60_000

/** Longest session, and longest pause in one, milliseconds. */
export const sessionLimits = { whole: 12 * 60 * minute, idle: 2 * 60 * minute }

/** What a till's key may do in the console: its secret is on a till, so it changes no settings and erases nothing. */
const keyRole: Role = 'desk'

/** The actor in audit trail and log, which hold no names. */
export function actorOf({ by }: Session): string {
  return 'person' in by ? `person:${by.person}` : `key:${by.key}`
}

/** The sessions in a database. Secrets are 256 random bits, so a lookup by plain SHA-256 is safe. */
export function createSessions(db: Database, now: () => number): Sessions {
  return {
    async open({ merchantId, personId, keyId }) {
      const secret = newSecret()
      await db
        .insertInto('sessions')
        .values({
          token_hash: sha256(secret),
          merchant_id: merchantId,
          person_id: personId ?? null,
          key_id: keyId ?? null,
          created_at: now(),
          seen_at: now(),
        })
        .execute()
      return secret
    },

    async find(secret) {
      const row = await db
        .selectFrom('sessions')
        .leftJoin('people', 'people.id', 'sessions.person_id')
        .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
        .select(['token_hash', 'sessions.merchant_id', 'sessions.created_at', 'seen_at', 'person_id', 'key_id'])
        .select(['people.name', 'people.role', 'people.removed_at', 'api_keys.label', 'revoked_at', 'ends_at'])
        .where('token_hash', '=', sha256(secret))
        .executeTakeFirst()
      const at = now()
      if (!row || row.seen_at <= at - sessionLimits.idle || row.created_at <= at - sessionLimits.whole) return undefined
      const by = holderOf(row, at)
      if (!by) return undefined
      if (row.seen_at <= at - minute)
        await db.updateTable('sessions').set({ seen_at: at }).where('token_hash', '=', row.token_hash).execute()
      const role = 'person' in by ? row.role : keyRole
      if (role === null) return undefined
      return { tokenHash: row.token_hash, merchantId: row.merchant_id, role, by, createdAt: row.created_at }
    },

    async close(tokenHash) {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
    },

    async closeOthers(personId, exceptTokenHash) {
      await db
        .deleteFrom('sessions')
        .where('person_id', '=', personId)
        .where('token_hash', '!=', exceptTokenHash)
        .execute()
    },

    async closeAll() {
      const { numDeletedRows } = await db.deleteFrom('sessions').executeTakeFirst()
      return Number(numDeletedRows)
    },

    async expire() {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where(({ eb, or }) =>
          or([eb('seen_at', '<=', now() - sessionLimits.idle), eb('created_at', '<=', now() - sessionLimits.whole)]),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
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
