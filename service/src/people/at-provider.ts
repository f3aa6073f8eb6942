import type { Database } from '../database/database.ts'
import { nameKey, type Person, personOf } from './people.ts'
import type { ProviderIdentity } from './provider.ts'

/**
 * The person whom a provider identified: who signed in there before, or else whose name is the verified address, who is bound to the account
 * from then on. Nobody is added. Undefined if there is none, or the address's person has another account.
 */
export async function personAtProvider(
  db: Database,
  { issuer, subject, email }: ProviderIdentity,
): Promise<Person | undefined> {
  const bound = await db
    .selectFrom('people')
    .selectAll()
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
  if (bound) return bound.removed_at === null ? personOf(bound) : undefined
  if (email === undefined) return undefined
  const row = await db
    .updateTable('people')
    .set({ oidc_issuer: issuer, oidc_subject: subject })
    .where('name', '=', nameKey(email))
    .where('removed_at', 'is', null)
    .where('oidc_subject', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && personOf(row)
}
