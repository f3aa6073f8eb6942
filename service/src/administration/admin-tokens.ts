import { newId, newSecret, sha256 } from '../basics/ids.ts'
import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database } from '../database/database.ts'
import type { AdminTokenTable } from '../database/merchant-tables.ts'

/**
 * What a token may do. `read`: every GET. `deliveries`: pause, resume, retry and cancel. `settings`: merchants, keys and offers.
 * `privacy`: erase and export.
 */
export const adminScopes = ['read', 'deliveries', 'settings', 'privacy'] as const

export type AdminScope = (typeof adminScopes)[number]

export interface AdminToken {
  id: string
  /** Who uses it. */
  name: string
  scopes: readonly AdminScope[]
  /** Milliseconds since 1970. */
  createdAt: number
  revokedAt: number | null
}

export interface AdminTokens {
  /** The token with this secret, unless it is unknown or revoked. */
  find(secret: string): Promise<AdminToken | undefined>
  /** Creates a token. Only its hash is stored, so this is the only place that returns the secret. */
  issue(name: string, scopes: readonly AdminScope[]): Promise<{ token: AdminToken; secret: string }>
  list(): Promise<AdminToken[]>
  /** Revokes a token; in every process it stops working within a second. False if there was no such active token. */
  revoke(id: string): Promise<boolean>
}

/** How long a process may miss another's changes, milliseconds. */
const freshness = 1000

/** The admin tokens. Secrets are 256 random bits, so a lookup by plain SHA-256 is safe. */
export function createAdminTokens(db: Database, now: () => number): AdminTokens {
  const cache = new TtlCache<AdminToken | null>(1000, now)

  return {
    async find(secret) {
      const hash = sha256(secret)
      let token = cache.get(hash)
      if (token === undefined) {
        const row = await db.selectFrom('admin_tokens').selectAll().where('secret_hash', '=', hash).executeTakeFirst()
        token = row ? tokenOf(row) : null
        cache.set(hash, token, freshness)
      }
      return token && token.revokedAt === null ? token : undefined
    },

    async issue(name, scopes) {
      const secret = newSecret()
      const row: AdminTokenTable = {
        id: newId().slice(0, 16),
        name,
        scopes: JSON.stringify(scopes),
        secret_hash: sha256(secret),
        created_at: now(),
        revoked_at: null,
      }
      await db.insertInto('admin_tokens').values(row).execute()
      return { token: tokenOf(row), secret }
    },

    list: async () => (await db.selectFrom('admin_tokens').selectAll().orderBy('created_at').execute()).map(tokenOf),

    async revoke(id) {
      const { numUpdatedRows } = await db
        .updateTable('admin_tokens')
        .set({ revoked_at: now() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

function tokenOf({ id, name, scopes, created_at, revoked_at }: AdminTokenTable): AdminToken {
  return {
    id,
    name,
    scopes: JSON.parse(scopes) as AdminScope[],
    createdAt: Number(created_at),
    revokedAt: revoked_at === null ? null : Number(revoked_at),
  }
}
