import { locking, lockingFree, type Transaction } from '../../database/database.ts'

/** Takes the turn to write rows, for this transaction; false if another process has it, or makes rows anew. */
export async function takeTurn(transaction: Transaction, now: number): Promise<boolean> {
  const turn = await lockingFree(transaction, turnIn(transaction)).executeTakeFirst()
  return turn !== undefined && (turn.holder === null || turn.until <= now)
}

/** The same, but waits for a process that has it; false only while rows are made anew. */
export async function awaitTurn(transaction: Transaction, now: number): Promise<boolean> {
  const turn = await locking(transaction, turnIn(transaction)).executeTakeFirstOrThrow()
  return turn.holder === null || turn.until <= now
}

function turnIn(transaction: Transaction) {
  return transaction.selectFrom('statistics_turn').select(['holder', 'until']).where('id', '=', 1)
}
