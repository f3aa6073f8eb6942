import { newId, newSecret, sha256 } from '../basics/ids.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database } from '../database/database.ts'
import type { AdminTokenTable } from '../database/merchant-tables.ts'

/**
 * What a token may do. `read`: every GET but two. `deliveries`: mails (pause, resume, retry, cancel), problems, suppressed addresses, signing
 * day-ends. `settings`: merchants, keys, offers, templates, tills, webhooks, reports. `privacy`: erase and export, and read the reports that
 * nobody could match to a mail, which hold addresses. `people`: list and change who may sign in to the console.
 */
export const adminScopes = ['read', 'deliveries', 'settings', 'privacy', 'people'] as const

/** What a token allows. */
export type AdminScope = (typeof adminScopes)[number]

interface AdminToken {
  id: string
  /** Who uses it. */
  name: string
  scopes: readonly AdminScope[]
  /** Milliseconds since 1970. */
  createdAt: number
  revokedAt: number | null
}

const tokens = createDatabaseCache<AdminToken | undefined>(1000, 1000)

/** The token with this secret, unless it is unknown or revoked. Secrets are 256 random bits, so a lookup by plain SHA-256 is safe. */
export async function findAdminToken(db: Database, secret: string): Promise<AdminToken | undefined> {
  const hash = sha256(secret)
  const token = await tokens.get(db, hash, async () => {
    const row = await db.selectFrom('admin_tokens').selectAll().where('secret_hash', '=', hash).executeTakeFirst()
    return row && tokenOf(row)
  })
  return token && token.revokedAt === null ? token : undefined
}

/** Creates a token. Only its hash is stored, so this is the only place that returns the secret. */
export async function issueAdminToken(
  db: Database,
  name: string,
  scopes: readonly AdminScope[],
  at: number,
): Promise<{ token: AdminToken; secret: string }> {
  const secret = newSecret()
  const row: AdminTokenTable = {
    id: newId().slice(0, 16),
    name,
    scopes: JSON.stringify(scopes),
    secret_hash: sha256(secret),
    created_at: at,
    revoked_at: null,
  }
  await db.insertInto('admin_tokens').values(row).execute()
  return { token: tokenOf(row), secret }
}

/** All tokens, also revoked ones. */
export async function listAdminTokens(db: Database): Promise<AdminToken[]> {
  return (await db.selectFrom('admin_tokens').selectAll().orderBy('created_at').execute()).map(tokenOf)
}

/** Revokes a token; in every process it stops working within a second. False if there was no such active token. */
export async function revokeAdminToken(db: Database, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
