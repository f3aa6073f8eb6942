import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type Transaction as KyselyTransaction, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Transaction = KyselyTransaction<Tables>

/**
 * Runs work in a transaction and returns its result once it is on disk. `gathers` means that more work of this kind is likely
 * to arrive soon, so the next commit should wait for it; it returns how much this work held, once it is done.
 */
export type Commit = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options?: { gathers?: () => number },
) => Promise<Result>

/** Most pieces of work in one transaction. */
const most = 32

/** Longest pause between two commits, milliseconds. */
const longestPause = 20

/**
 * The longest pause for more creates to gather, in commit durations: an fsync costs as much as several creates. With few
 * clients all of them wait for the commit already, so the pause grows with what the last one held.
 */
const gatheringPause = 4

/** Creates in a commit that are worth a pause of one commit duration. */
const createsPerPause = 4

interface Piece {
  gathers: (() => number) | undefined
  work(transaction: Transaction): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Commits in groups, for a database with one writer: work that arrives in the same turn of the event loop, or while the disk
 * is busy, shares one transaction and its fsync. A commit blocks the process, so under load there is a pause after each, as
 * long as the commit took or longer. A piece that fails is rolled back alone; if the commit fails, all fail.
 */
export function createGroupCommit(db: Kysely<Tables>): Commit {
  let waiting: Piece[] = []
  let writing = false
  // The loop goes on after the request that starts it, so it must not be part of that request's trace.
  const outside = AsyncLocalStorage.snapshot()

  return <Result>(work: (transaction: Transaction) => Promise<Result>, { gathers }: { gathers?: () => number } = {}) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, gathers, resolve: resolve as Piece['resolve'], reject })
      if (writing) return
      writing = true
      setImmediate(() => void outside(drain))
    })

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const began = performance.now()
      await commit(group)
      const took = performance.now() - began
      const held = group.reduce((sum, { gathers }) => sum + (gathers?.() ?? 0), 0)
      const share = Math.min(gatheringPause, held / createsPerPause)
      await breathe(Math.max(share, group.length > 1 ? 1 : 0) * took)
    }
    writing = false
  }

  async function commit(group: readonly Piece[]): Promise<void> {
    const settled: (() => void)[] = []
    try {
      await db.transaction().execute(async transaction => {
        const [first] = group
        if (first && group.length === 1) {
          const result = await first.work(transaction)
          settled.push(() => first.resolve(result))
        } else for (const piece of group) settled.push(await attempt(transaction, piece))
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const settle of settled) settle()
  }
}

/** Waits for the given time, but at least for one turn of the event loop. */
function breathe(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    if (milliseconds < 1) setImmediate(resolve)
    else setTimeout(resolve, Math.min(milliseconds, longestPause))
  })
}

/** Runs one piece in the group's transaction. Returns the function that settles it after the commit. */
async function attempt(transaction: Transaction, { work, resolve, reject }: Piece): Promise<() => void> {
  await sql`savepoint piece`.execute(transaction)
  try {
    const result = await work(transaction)
    await sql`release savepoint piece`.execute(transaction)
    return () => resolve(result)
  } catch (error) {
    await sql`rollback to savepoint piece`.execute(transaction)
    await sql`release savepoint piece`.execute(transaction)
    return () => reject(error)
  }
}
