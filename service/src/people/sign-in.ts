import { newSecret, sha256 } from '../basics/ids.ts'
import { once } from '../basics/ttl-cache.ts'
import type { Database } from '../database/database.ts'
import { authenticateKey } from '../merchants/api-keys.ts'
import { findMerchant } from '../merchants/merchants.ts'
import { admitPassword, hashPassword, verifyPassword } from './passwords.ts'
import { findPerson, nameKey, noteSignIn } from './people.ts'
import { roleOfKey } from './roles.ts'
import { beginSecondFactor, confirmSecondFactor, passesSecondFactor, type Seal } from './second-factor.ts'
import { type Holder, openSession } from './sessions.ts'

interface SignInContext {
  db: Database
  now: () => number
  /** How the secrets of second factors rest. */
  webhooks: { seal: Seal }
  signInBy: SignInBy
}

/** What is asked of who signs in: with `second-factor` nobody is in without one, with `provider` nobody by password. */
export type SignInBy = 'password' | 'second-factor' | 'provider'

/**
 * Secrets for two cookies, the session's and the browser's, with the recovery codes of a second factor that was set up; `wrong` for names
 * and passwords that don't match, `no console` for a key that isn't for any of it, `no passwords` where only the provider counts; `code
 * needed` and `wrong code` if the second factor is missing or wrong; what to set one up with; or how many seconds to wait.
 */
type SignInResult =
  | { secret: string; device: string; actor: string; merchantId: string; codes?: string[] }
  | { factor: string; merchantId: string }
  | 'wrong'
  | 'no console'
  | 'no passwords'
  | 'code needed'
  | 'wrong code'
  | { wait: number }

/** What somebody knows and has: the password, or a key's secret, and a code if they have a second factor. */
interface Proof {
  secret: string
  code?: string | undefined
}

/**
 * Signs in a person by name and password, or a till by key and secret. Says neither which of both was wrong, nor, by the time it
 * takes, whether the name exists.
 *
 * @throws TooBusyError if too many strangers try at once
 */
export async function signIn(context: SignInContext, trier: Trier, { secret, code }: Proof): Promise<SignInResult> {
  const { db, now, signInBy } = context
  if (signInBy === 'provider') return 'no passwords'
  const { name, address, device = newSecret() } = trier
  // Before the try is counted.
  if (trier.device === undefined) admitPassword()
  const counted = { name: nameKey(name), address, device }
  const attempt = await countTry(db, counted, now())
  if ('wait' in attempt) return attempt
  const holder = await identify(context, name.trim(), secret, attempt.isKnown)
  const merchant = holder && (await findMerchant(db, holder.merchantId))
  if (!holder || !merchant?.active) return 'wrong'
  if (!holder.mayEnter) return 'no console'
  // A key has no second factor.
  if (signInBy === 'second-factor' && holder.personId === undefined) return 'no passwords'
  const proven = await proveFactor(context, holder, code)
  if (typeof proven === 'string' || 'factor' in proven) return proven
  await forgetTries(db, counted, now())
  return { ...(await enter(context, holder)), ...proven, device }
}

/** Both, password and code, count as tries until a code is right: whoever knows the password can't try all codes. */
async function proveFactor(
  { db, now, webhooks: { seal }, signInBy }: SignInContext,
  { personId = '', merchantId, needsCode }: Identified,
  code: string | undefined,
): Promise<{ codes?: string[] } | { factor: string; merchantId: string } | 'code needed' | 'wrong code'> {
  if (needsCode) {
    if (code === undefined) return 'code needed'
    return (await passesSecondFactor(db, seal, { personId, code }, now())) ? {} : 'wrong code'
  }
  if (signInBy !== 'second-factor') return {}
  if (code === undefined) {
    const factor = await beginSecondFactor(db, seal, personId)
    // Another browser was quicker.
    return factor === undefined ? 'code needed' : { factor, merchantId }
  }
  const codes = await confirmSecondFactor(db, seal, { personId, code, tokenHash: '' }, now())
  return codes ? { codes } : 'wrong code'
}

/** Begins the session of somebody who proved who they are. */
export async function enter(
  { db, now }: Pick<SignInContext, 'db' | 'now'>,
  holder: Holder,
): Promise<{ secret: string; actor: string; merchantId: string }> {
  const { merchantId, personId, keyId } = holder
  if (personId !== undefined) await noteSignIn(db, personId, now())
  const actor = personId === undefined ? `key:${keyId}` : `person:${personId}`
  return { secret: await openSession(db, holder, now()), actor, merchantId }
}

/** Who it is, and whether that is enough. */
interface Identified extends Holder {
  mayEnter: boolean
  needsCode: boolean
}

async function identify(
  { db, now }: Pick<SignInContext, 'db' | 'now'>,
  name: string,
  secret: string,
  isKnown: boolean,
): Promise<Identified | undefined> {
  // For every name, so that the first try of all takes no longer if nobody has it.
  const nobody = await hashOfNobody()
  const found = await findPerson(db, name)
  const matches = await verifyPassword(secret, found?.hash ?? nobody, isKnown)
  if (found) {
    const { id, merchantId, hasSecondFactor: needsCode } = found.person
    return matches ? { merchantId, personId: id, mayEnter: true, needsCode } : undefined
  }
  const key = await authenticateKey(db, { id: name, secret }, now())
  const mayEnter = key !== undefined && roleOfKey(key.scopes) !== undefined
  return key && { merchantId: key.merchantId, keyId: key.id, mayEnter, needsCode: false }
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

/** Who tries to sign in. */
interface Trier {
  name: string
  /** The client's, without its last part; empty if it isn't known. */
  address: string
  /** The secret in the browser's cookie, from an earlier sign-in. */
  device?: string | undefined
}

/** How long a try must wait, seconds; or that it may be made, and whether from a browser that signed in with this name lately. */
type SignInAttempt = { wait: number } | { isKnown: boolean }

/** Failures without a wait: from a known browser; of one name from one address, of one name, from one address. */
const free = { device: 3, pair: 3, name: 20, address: 30 }
type Kind = keyof typeof free

/** The wait doubles from a second up to this, milliseconds. Never for good: strangers could lock people out. */
const maxWaitMs = 15 * 60_000

/** Failures are forgotten after this, milliseconds. */
const memory = 60 * 60_000

/** A browser is known for so long after a sign-in, milliseconds. */
export const deviceMemory = 60 * 24 * 60 * 60_000

/**
 * Counts a try to sign in before the password is checked, so that many at once don't all get through. Failures count by name and by
 * address, in the database, for all processes. Whoever signed in lately doesn't wait for the tries of others, which could keep them
 * out; their browser's tries are counted by themselves.
 */
export function countTry(db: Database, trier: Trier, at: number): Promise<SignInAttempt> {
  return db.transaction().execute(async transaction => {
    const known = await isKnown(transaction, trier, at)
    const all = Object.entries(subjectsOf(trier, known)) as [Kind, string][]
    const allowed = new Map(all.map(([kind, subject]) => [subject, free[kind]]))
    // Locks the rows, always in the same order.
    const rows = await transaction
      .insertInto('sign_in_failures')
      .values([...allowed.keys()].sort().map(subject => ({ subject, count: 0, last_at: at })))
      .onConflict(conflict =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({ count: ref('sign_in_failures.count') })),
      )
      .returningAll()
      .execute()
    const counted = rows.map(row => (row.last_at > at - memory ? row : { ...row, count: 0 }))
    // Of tries at once, one that came a moment later may have been counted before: that is no reason to wait.
    const waits = counted.map(({ subject, count, last_at }) => {
      const tooMany = count - (allowed.get(subject) ?? 0)
      return tooMany < 0 ? 0 : last_at + waitAfter(tooMany)
    })
    const until = Math.max(...waits)
    if (until > at) return { wait: Math.ceil((until - at) / 1000) }
    for (const { subject, count, last_at } of counted)
      await transaction
        .updateTable('sign_in_failures')
        .set({ count: count + 1, last_at: Math.max(last_at, at) })
        .where('subject', '=', subject)
        .execute()
    return { isKnown: known }
  })
}

/** A sign-in worked: forgets the failures, and knows the browser from now on. */
export async function forgetTries(db: Database, trier: Trier, at: number): Promise<void> {
  // What others guessed of the name stays counted if it wasn't in the way.
  const { address: _, ...own } = subjectsOf(trier, await isKnown(db, trier, at))
  await db.deleteFrom('sign_in_failures').where('subject', 'in', Object.values(own)).execute()
  if (trier.device === undefined) return
  const row = { subject: deviceSubject(trier), last_at: at }
  await db
    .insertInto('sign_in_devices')
    .values(row)
    .onConflict(conflict => conflict.column('subject').doUpdateSet(row))
    .execute()
}

/** Knows no browser any more. */
export async function forgetDevices(db: Database): Promise<void> {
  await db.deleteFrom('sign_in_devices').execute()
}

/** Forgets what is over; returns how many. */
export async function expireTries(db: Database, at: number): Promise<number> {
  const over = [
    db.deleteFrom('sign_in_failures').where('last_at', '<=', at - memory),
    db.deleteFrom('sign_in_devices').where('last_at', '<=', at - deviceMemory),
  ]
  const results = await Promise.all(over.map(query => query.executeTakeFirst()))
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

async function isKnown(db: Database, trier: Trier, at: number): Promise<boolean> {
  if (trier.device === undefined) return false
  const found = await db
    .selectFrom('sign_in_devices')
    .select('subject')
    .where('subject', '=', deviceSubject(trier))
    .where('last_at', '>', at - deviceMemory)
    .executeTakeFirst()
  return found !== undefined
}

function subjectsOf(trier: Trier, isKnown: boolean): Partial<Record<Kind, string>> {
  if (isKnown) return { device: deviceSubject(trier) }
  const { name, address } = trier
  return {
    pair: sha256(`pair ${name} ${address}`),
    name: sha256(`name ${name}`),
    // Behind a proxy that isn't trusted, all addresses are the same.
    ...(address !== '' && { address: sha256(`address ${address}`) }),
  }
}

function deviceSubject({ device, name }: Trier): string {
  return sha256(`device ${device} ${name}`)
}

function waitAfter(tooMany: number): number {
  return Math.min(maxWaitMs, 1000 * 2 ** Math.min(tooMany, 20))
}
