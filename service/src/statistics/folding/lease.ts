import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Transaction } from '../../database/database.ts'

/** How long a turn lasts that isn't kept, milliseconds: the process that held it may have died. */
const leaseMs = 300_000

/** Holds the turn over several transactions, until `endLease`. Waits for another holder; false if it was to stop before. */
export async function lease(db: Database, holder: string, now: () => number, signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted) {
    const { numUpdatedRows } = await db
      .updateTable('statistics_turn')
      .set({ holder, until: now() + leaseMs })
      .where('id', '=', 1)
      .where(({ eb, or }) => or([eb('holder', 'is', null), eb('until', '<=', now())]))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return true
    await pause(200, undefined, { signal }).catch(() => {})
  }
  return false
}

/** The last transaction of a turn: it ends with it. @throws if the turn was over before */
export async function endLease(transaction: Transaction, holder: string, now: number): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('statistics_turn')
    .set({ holder: null, until: 0 })
    .where('id', '=', 1)
    .where('holder', '=', holder)
    .where('until', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('Counting a day took too long, and its changes are folded already.')
}

/** Gives a lease back after a failure, so that nobody waits until it is over. */
export async function dropLease(db: Database, holder: string): Promise<void> {
  await db
    .updateTable('statistics_turn')
    .set({ holder: null, until: 0 })
    .where('id', '=', 1)
    .where('holder', '=', holder)
    .execute()
}
