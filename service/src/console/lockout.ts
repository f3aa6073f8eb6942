import { sha256 } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'

export interface Lockout {
  /**
   * Counts a try before the password is checked, so that many at once don't all get through.
   *
   * @returns seconds to wait, if the try isn't allowed
   */
  attempt(name: string, address: string): Promise<number | undefined>
  /** The sign-in worked: forget the failures of this name. */
  worked(name: string, address: string): Promise<void>
  /** Forgets what is over; returns how many. */
  expire(): Promise<number>
}

/** Failures without a wait: of one name from one address, of one name, from one address. */
const free = { pair: 3, name: 20, address: 30 }

/** The wait doubles from a second up to this, milliseconds. Never for good: strangers could lock people out. */
const longestWait = 15 * 60_000

/** Failures are forgotten after this, milliseconds. */
const memory = 60 * 60_000

/** Slows guessing down: counts failed sign-ins by name and by address, in the database, for all processes. */
export function createLockout(db: Database, now: () => number): Lockout {
  const subjects = (name: string, address: string) => ({
    pair: sha256(`pair ${name} ${address}`),
    name: sha256(`name ${name}`),
    // Behind a proxy all addresses are the same.
    ...(address !== '' && { address: sha256(`address ${address}`) }),
  })

  return {
    attempt: (name, address) =>
      db.transaction().execute(async transaction => {
        const at = now()
        const all = Object.entries(subjects(name, address)) as [keyof typeof free, string][]
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
        const known = rows.map(row => (row.last_at > at - memory ? row : { ...row, count: 0 }))
        const until = Math.max(
          ...known.map(({ subject, count, last_at }) => last_at + waitAfter(count - free[kinds.get(subject)!])),
        )
        if (until > at) return Math.ceil((until - at) / 1000)
        for (const { subject, count } of known)
          await transaction
            .updateTable('sign_in_failures')
            .set({ count: count + 1, last_at: at })
            .where('subject', '=', subject)
            .execute()
        return undefined
      }),

    async worked(name, address) {
      const { pair, name: byName } = subjects(name, address)
      await db.deleteFrom('sign_in_failures').where('subject', 'in', [pair, byName]).execute()
    },

    async expire() {
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_failures')
        .where('last_at', '<=', now() - memory)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function waitAfter(tooMany: number): number {
  return tooMany < 0 ? 0 : Math.min(longestWait, 1000 * 2 ** Math.min(tooMany, 20))
}
