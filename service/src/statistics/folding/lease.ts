import { setTimeout as pause } from 'node:timers/promises'
import { type Database, locking, lockingFree, type Transaction } from '../../database/database.ts'

/** Takes the turn to write rows, for this transaction; false if another process has it, or makes rows anew. */
export async function tryLock(transaction: Transaction, now: number): Promise<boolean> {
  const turn = await lockingFree(transaction, turnIn(transaction)).executeTakeFirst()
  return turn !== undefined && (turn.holder === null || turn.until <= now)
}

/** The same, but waits for a process that has it; false only while rows are made anew. */
export async function awaitLock(transaction: Transaction, now: number): Promise<boolean> {
  const turn = await locking(transaction, turnIn(transaction)).executeTakeFirstOrThrow()
  return turn.holder === null || turn.until <= now
}

/** How long a turn lasts that isn't kept, milliseconds: the process that held it may have died. */
const longest = 300_000

/** Holds the turn over several transactions, until `endLease`. Waits for another holder. */
export async function lease(db: Database, holder: string, now: () => number): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('statistics_turn')
      .set({ holder, until: now() + longest })
      .where('id', '=', 1)
      .where(({ eb, or }) => or([eb('holder', 'is', null), eb('until', '<=', now())]))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
    await pause(200)
  }
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

function turnIn(transaction: Transaction) {
  return transaction.selectFrom('statistics_turn').select(['holder', 'until']).where('id', '=', 1)
}
