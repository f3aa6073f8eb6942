import { sha256 } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'

/** Who tries to sign in. */
export interface Trier {
  name: string
  /** The client's, without its last part; empty if it isn't known. */
  address: string
  /** The secret in the browser's cookie, from an earlier sign-in. */
  device?: string | undefined
}

/** How long a try must wait, seconds; or that it may be made, and whether from a browser that signed in with this name lately. */
export type Attempt = { wait: number } | { isKnown: boolean }

/** Failures without a wait: from a known browser; of one name from one address, of one name, from one address. */
const free = { device: 3, pair: 3, name: 20, address: 30 }
type Kind = keyof typeof free

/** The wait doubles from a second up to this, milliseconds. Never for good: strangers could lock people out. */
const longestWait = 15 * 60_000

/** Failures are forgotten after this, milliseconds. */
const memory = 60 * 60_000

/** A browser is known for so long after a sign-in, milliseconds. */
export const deviceMemory = 60 * 24 * 60 * 60_000

/**
 * Counts a try to sign in before the password is checked, so that many at once don't all get through. Failures count by name and by
 * address, in the database, for all processes. Whoever signed in lately doesn't wait for the tries of others, which could keep them
 * out; their browser's tries are counted by themselves.
 */
export function countTry(db: Database, trier: Trier, at: number): Promise<Attempt> {
  return db.transaction().execute(async transaction => {
    const known = await isKnown(transaction, trier, at)
    const all = Object.entries(subjectsOf(trier, known)) as [Kind, string][]
    const kinds = new Map(all.map(([kind, subject]) => [subject, kind]))
    // Locks the rows, always in the same order.
    const rows = await transaction
      .insertInto('sign_in_failures')
      .values([...kinds.keys()].sort().map(subject => ({ subject, count: 0, last_at: at })))
      .onConflict(conflict =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({ count: ref('sign_in_failures.count') })),
      )
      .returningAll()
      .execute()
    const counted = rows.map(row => (row.last_at > at - memory ? row : { ...row, count: 0 }))
    const until = Math.max(
      ...counted.map(({ subject, count, last_at }) => last_at + waitAfter(count - free[kinds.get(subject)!])),
    )
    if (until > at) return { wait: Math.ceil((until - at) / 1000) }
    for (const { subject, count } of counted)
      await transaction
        .updateTable('sign_in_failures')
        .set({ count: count + 1, last_at: at })
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
  return tooMany < 0 ? 0 : Math.min(longestWait, 1000 * 2 ** Math.min(tooMany, 20))
}
