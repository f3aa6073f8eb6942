import { createAdminTokens } from '../administration/admin-tokens.ts'
import { createAuditTrail } from '../administration/audit.ts'
import { createLockout } from '../console/lockout.ts'
import { createPeople } from '../console/people.ts'
import { createSessions } from '../console/sessions.ts'
import type { Database } from '../database/database.ts'
import { createApiKeys, works } from '../merchants/api-keys.ts'
import { createAppearances } from '../merchants/appearances.ts'
import { createMerchants } from '../merchants/merchants.ts'
import { createPauses } from '../outbox/pauses.ts'

/** What a restored database lets in, and what was done about it. */
export interface Restored {
  /** Of the pause of all mails. */
  pauseId: string
  /** How many sessions were ended. */
  sessions: number
  /** What works and may have been revoked or removed since the backup; keys and tokens are revoked if that was asked for. */
  keys: readonly { merchantId: string; id: string; label: string }[]
  tokens: readonly { id: string; name: string }[]
  people: readonly { merchantId: string; name: string }[]
}

/**
 * Makes a restored database safe to start with. All mails are paused, because those sent since the backup would be sent again, and
 * all sessions ended, because they may have been since.
 *
 * @param revokeKeys whether to revoke all keys of tills and tokens of administrators
 */
export async function afterRestore(
  db: Database,
  { revokeKeys, templatesDir }: { revokeKeys: boolean; templatesDir: string },
): Promise<Restored> {
  const [apiKeys, adminTokens] = [createApiKeys(db, Date.now), createAdminTokens(db, Date.now)]
  const people = createPeople(db, Date.now)
  const actor = 'command:restore'
  const reason = 'Restored from a backup: mails sent since it was made would be sent again'
  const pause = await createPauses(db, Date.now).add({ all: true }, { actor, reason })
  const sessions = await createSessions(db, Date.now).closeAll()
  await createLockout(db, Date.now).forgetDevices()

  const merchants = await createMerchants(db, createAppearances(db, templatesDir, Date.now), Date.now).list()
  const ofAll = async <Item>(list: (merchantId: string) => Promise<Item[]>) =>
    (await Promise.all(merchants.map(({ id }) => list(id)))).flat()
  const found = {
    keys: (await ofAll(apiKeys.list)).filter(key => works(key, Date.now())),
    tokens: (await adminTokens.list()).filter(({ revokedAt }) => revokedAt === null),
    people: await ofAll(people.list),
  }
  if (revokeKeys) {
    for (const { merchantId, id } of found.keys) await apiKeys.revoke(merchantId, id)
    for (const { id } of found.tokens) await adminTokens.revoke(id)
  }
  const detail = {
    sessions,
    ...(revokeKeys && { keys: found.keys.length, tokens: found.tokens.length }),
  }
  await createAuditTrail(db, Date.now).record({ actor, action: 'restore', target: pause.id, detail })
  return { pauseId: pause.id, sessions, ...found }
}
