import { newSecret } from '../basics/ids.ts'
import type { ApiKeys } from '../merchants/api-keys.ts'
import type { Merchants } from '../merchants/merchants.ts'
import type { Lockout, Trier } from './lockout.ts'
import { admitPassword, hashPassword, verifyPassword } from './passwords.ts'
import { nameKey, type People } from './people.ts'
import type { Holder, Sessions } from './sessions.ts'

export interface SignInOptions {
  people: People
  apiKeys: Pick<ApiKeys, 'authenticate'>
  merchants: Pick<Merchants, 'find'>
  sessions: Pick<Sessions, 'open'>
  lockout: Lockout
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
export function createSignIn({ people, apiKeys, merchants, sessions, lockout }: SignInOptions) {
  // Compared with when nobody has the name.
  const nobody = hashPassword('nobody has this password')

  return async (trier: Trier, secret: string): Promise<SignedIn> => {
    const { name, address, device = newSecret() } = trier
    // Before the try is counted.
    if (trier.device === undefined) admitPassword()
    const counted = { name: nameKey(name), address, device }
    const attempt = await lockout.attempt(counted)
    if ('wait' in attempt) return attempt
    const holder = await identify(name.trim(), secret, attempt.isKnown)
    const merchant = holder && (await merchants.find(holder.merchantId))
    if (!holder || !merchant?.active) return 'wrong'
    await lockout.worked(counted)
    if (holder.personId !== undefined) await people.signedIn(holder.personId)
    return { secret: await sessions.open(holder), device, actor: holder.actor, merchantId: holder.merchantId }
  }

  async function identify(
    name: string,
    secret: string,
    isKnown: boolean,
  ): Promise<(Holder & { actor: string }) | undefined> {
    const found = await people.find(name)
    const matches = await verifyPassword(secret, found?.hash ?? (await nobody), isKnown)
    if (found) {
      const { id, merchantId } = found.person
      return matches ? { merchantId, personId: id, actor: `person:${id}` } : undefined
    }
    const key = await apiKeys.authenticate(name, secret)
    return key && { merchantId: key.merchantId, keyId: key.id, actor: `key:${key.id}` }
  }
}

/** The part of a client's address that one household or attacker shares: the first three numbers of IPv4, 64 bits of IPv6. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (/^\d+(?:\.\d+){3}$/.test(bare)) return bare.replace(/\.\d+$/, '')
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
