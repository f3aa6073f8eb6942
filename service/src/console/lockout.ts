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

export interface Lockout {
  /** Counts a try before the password is checked, so that many at once don't all get through. */
  attempt(trier: Trier): Promise<Attempt>
  /** The sign-in worked: forgets the failures, and knows the browser from now on. */
  worked(trier: Trier): Promise<void>
  /** Knows no browser any more. */
  forgetDevices(): Promise<void>
  /** Forgets what is over; returns how many. */
  expire(): Promise<number>
}

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
 * Slows guessing down: counts failed sign-ins by name and by address, in the database, for all processes. Whoever signed in lately
 * doesn't wait for the tries of others, which could keep them out; their browser's tries are counted by themselves.
 */
export function createLockout(db: Database, now: () => number): Lockout {
  const subjectsOf = ({ name, address, device }: Trier, isKnown: boolean): Partial<Record<Kind, string>> =>
    isKnown
      ? { device: sha256(`device ${device} ${name}`) }
      : {
          pair: sha256(`pair ${name} ${address}`),
          name: sha256(`name ${name}`),
          // Behind a proxy that isn't trusted, all addresses are the same.
          ...(address !== '' && { address: sha256(`address ${address}`) }),
        }

  async function isKnown(db: Database, { name, device }: Trier): Promise<boolean> {
    if (device === undefined) return false
    const found = await db
      .selectFrom('sign_in_devices')
      .select('subject')
      .where('subject', '=', sha256(`device ${device} ${name}`))
      .where('last_at', '>', now() - deviceMemory)
      .executeTakeFirst()
    return found !== undefined
  }

  return {
    attempt: trier =>
      db.transaction().execute(async transaction => {
        const at = now()
        const known = await isKnown(transaction, trier)
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
      }),

    async worked(trier) {
      // What others guessed of the name stays counted if it wasn't in the way.
      const { address: _, ...own } = subjectsOf(trier, await isKnown(db, trier))
      await db.deleteFrom('sign_in_failures').where('subject', 'in', Object.values(own)).execute()
      if (trier.device === undefined) return
      const row = { subject: sha256(`device ${trier.device} ${trier.name}`), last_at: now() }
      await db
        .insertInto('sign_in_devices')
        .values(row)
        .onConflict(conflict => conflict.column('subject').doUpdateSet(row))
        .execute()
    },

    async forgetDevices() {
      await db.deleteFrom('sign_in_devices').execute()
    },

    async expire() {
      const over = [
        db.deleteFrom('sign_in_failures').where('last_at', '<=', now() - memory),
        db.deleteFrom('sign_in_devices').where('last_at', '<=', now() - deviceMemory),
      ]
      const results = await Promise.all(over.map(query => query.executeTakeFirst()))
      return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
    },
  }
}

function waitAfter(tooMany: number): number {
  return tooMany < 0 ? 0 : Math.min(longestWait, 1000 * 2 ** Math.min(tooMany, 20))
}
