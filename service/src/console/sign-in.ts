import { newSecret } from '../basics/ids.ts'
import { once } from '../basics/ttl-cache.ts'
import type { Database } from '../database/database.ts'
import { authenticateKey } from '../merchants/api-keys.ts'
import { findMerchant } from '../merchants/merchants.ts'
import { countTry, forgetTries, type Trier } from './lockout.ts'
import { admitPassword, hashPassword, verifyPassword } from './passwords.ts'
import { findPerson, nameKey, noteSignIn } from './people.ts'
import { type Holder, openSession } from './sessions.ts'

interface SignInContext {
  db: Database
  now: () => number
}

/**
 * Secrets for two cookies, the session's and the browser's; `wrong` for names and passwords that don't match; or how many seconds
 * to wait.
 */
export type SignedIn =
  | { secret: string; device: string; actor: string; merchantId: string }
  | 'wrong'
  | { wait: number }

/**
 * Signs in a person by name and password, or a till by key and secret. Says neither which of both was wrong, nor, by the time it
 * takes, whether the name exists.
 *
 * @throws TooBusyError if too many strangers try at once
 */
export async function signIn(context: SignInContext, trier: Trier, secret: string): Promise<SignedIn> {
  const { db, now } = context
  const { name, address, device = newSecret() } = trier
  // Before the try is counted.
  if (trier.device === undefined) admitPassword()
  const counted = { name: nameKey(name), address, device }
  const attempt = await countTry(db, counted, now())
  if ('wait' in attempt) return attempt
  const holder = await identify(context, name.trim(), secret, attempt.isKnown)
  const merchant = holder && (await findMerchant(db, holder.merchantId))
  if (!holder || !merchant?.active) return 'wrong'
  await forgetTries(db, counted, now())
  if (holder.personId !== undefined) await noteSignIn(db, holder.personId, now())
  return { secret: await openSession(db, holder, now()), device, actor: holder.actor, merchantId: holder.merchantId }
}

async function identify(
  { db, now }: SignInContext,
  name: string,
  secret: string,
  isKnown: boolean,
): Promise<(Holder & { actor: string }) | undefined> {
  // For every name, so that the first try of all takes no longer if nobody has it.
  const nobody = await hashOfNobody()
  const found = await findPerson(db, name)
  const matches = await verifyPassword(secret, found?.hash ?? nobody, isKnown)
  if (found) {
    const { id, merchantId } = found.person
    return matches ? { merchantId, personId: id, actor: `person:${id}` } : undefined
  }
  const key = await authenticateKey(db, { id: name, secret }, now())
  return key && { merchantId: key.merchantId, keyId: key.id, actor: `key:${key.id}` }
}

/** Compared with when nobody has the name. */
const hashOfNobody = once(() => hashPassword('nobody has this password'))

/** The part of a client's address that one household or attacker shares: the first three numbers of IPv4, 64 bits of IPv6. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (/^\d+(?:\.\d+){3}$/.test(bare)) return bare.replace(/\.\d+$/, '')
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
